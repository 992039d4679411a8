//! Tests of players and games, without an engine.

use serde_json::json;
use std::collections::HashSet;
use tetrarch_arena::{
    ChanceSource, Player, PlayerError, SeatSplit, SeatedPlayers, Seating, StopReason, StopRule, play,
    seatings,
};
use tetrarch_engine::Answer;
use tetrarch_rules::{BanChess, Banqi, Bishops, Enochian, Reason, Seat, SeatSet};
use tetrarch_table::{Game, GameKind, OfferKind, Table, TimeControl};

const WHITE: Seat = Seat::new(0);
const BLACK: Seat = Seat::new(1);

static BAN_CHESS: GameKind<BanChess> = GameKind::with_formats(&[]);
static BANQI: GameKind<Banqi> = GameKind::with_formats(&[]);
static BISHOPS: GameKind<Bishops> = GameKind::with_formats(&[]);
static ENOCHIAN: GameKind<Enochian> = GameKind::with_formats(&[]);

fn table(game: &dyn Game, start: Option<&str>) -> Box<dyn Table> {
    game.open(&json!({}), start, TimeControl::None).expect("a table")
}

fn stop_after(max_actions: usize) -> StopRule {
    StopRule { max_actions, until: None }
}

fn chance() -> ChanceSource {
    ChanceSource::new(1, 2, |_, _| None)
}

/// The actions that the greedy player picks in a position, over many seeds.
fn greedy(start: &str, seat: Seat) -> Vec<String> {
    let table = table(&BAN_CHESS, Some(start));
    let mut player = "greedy".parse::<tetrarch_arena::PlayerSpec>().unwrap().make(None).unwrap();
    let mut answers = Vec::new();
    for seed in 0..30 {
        player.new_game(&*table, seed).unwrap();
        let Ok(Answer::Act(text)) = player.answer(&*table, seat) else { panic!("no action") };
        answers.push(text);
    }
    answers.sort();
    answers.dedup();
    answers
}

#[test]
fn greedy_takes_the_most_valuable_piece() {
    assert_eq!(greedy("4k3/8/8/3q1r2/4P3/8/8/4K3 w - - 0 1 2:e1e2", WHITE), ["m:e4d5"]);
    assert_eq!(greedy("4k3/8/8/3q1r2/4P3/8/8/4K3 w - - 0 1 2:e4d5", WHITE), ["m:e4f5"]);
}

#[test]
fn greedy_prefers_mate_to_material() {
    assert_eq!(greedy("6k1/5ppp/8/r7/1P6/8/8/3R2K1 w - - 0 1 2:g1f1", WHITE), ["m:d1d8"]);
    assert_eq!(greedy("6k1/5ppp/8/r7/1P6/8/8/3R2K1 w - - 0 1 2:d1d8", WHITE), ["m:b4a5"]);
}

#[test]
fn greedy_bans_the_move_it_would_play() {
    assert_eq!(greedy("4k3/8/8/3q1r2/4P3/8/8/4K3 w - - 0 1 1", BLACK), ["b:e4d5"]);
}

#[test]
fn greedy_breaks_ties_at_random() {
    assert!(greedy("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 2:e2e4", WHITE).len() > 2);
}

/// Always gives the same answer.
struct Parrot(Answer);

impl Player for Parrot {
    fn new_game(&mut self, _table: &dyn Table, _seed: u64) -> Result<(), PlayerError> {
        Ok(())
    }

    fn answer(&mut self, _table: &dyn Table, _seat: Seat) -> Result<Answer, PlayerError> {
        Ok(self.0.clone())
    }
}

/// Plays a parrot as Black, who bans first, against a random player.
fn against_parrot(answer: Answer) -> (Box<dyn Table>, Vec<String>) {
    let mut table = table(&BAN_CHESS, None);
    let mut other = "random".parse::<tetrarch_arena::PlayerSpec>().unwrap().make(None).unwrap();
    let mut parrot = Parrot(answer);
    let mut players: SeatedPlayers<'_> = vec![&mut *other, &mut parrot];
    let played = play(&mut *table, &mut chance(), &mut players, &stop_after(100));
    (table, played.faults.into_iter().map(|(_, fault)| fault).collect())
}

#[test]
fn an_illegal_answer_loses_the_game_and_is_reported() {
    let (table, faults) = against_parrot(Answer::Act("b:e2e5".to_string()));
    let outcome = table.outcome().unwrap();
    assert_eq!((outcome.points(WHITE).value(), outcome.reason()), (1.0, Reason::Resignation));
    assert!(faults.len() == 1 && faults[0].contains("b:e2e5"), "{faults:?}");
    let (_, faults) = against_parrot(Answer::Claim);
    assert!(faults[0].contains("No draw can be claimed"), "{faults:?}");
}

#[test]
fn endless_offers_lose_the_game() {
    let (table, faults) = against_parrot(Answer::Offer(OfferKind::Draw));
    assert_eq!(table.outcome().unwrap().points(WHITE).value(), 1.0);
    assert_eq!(faults, ["kept making offers instead of playing"]);
}

#[test]
fn an_accepted_draw_ends_the_game() {
    let mut table = table(&BAN_CHESS, None);
    let (mut yes, mut asks) =
        (Parrot(Answer::Accept(OfferKind::Draw)), Parrot(Answer::Offer(OfferKind::Draw)));
    let mut players: SeatedPlayers<'_> = vec![&mut yes, &mut asks];
    let played = play(&mut *table, &mut chance(), &mut players, &stop_after(10));
    assert!(played.faults.is_empty());
    assert_eq!(table.outcome().unwrap().reason(), Reason::Agreement);
}

/// Plays all seats at random.
fn at_random(table: &mut dyn Table, stops: &StopRule) -> Option<StopReason> {
    let random = || "random".parse::<tetrarch_arena::PlayerSpec>().unwrap().make(None).unwrap();
    let mut players: Vec<_> = table.seats().iter().map(|_| random()).collect();
    let mut players: SeatedPlayers<'_> =
        players.iter_mut().map(|player| &mut **player as &mut dyn Player).collect();
    let played = play(table, &mut chance(), &mut players, stops);
    assert!(played.faults.is_empty());
    played.stop_reason
}

#[test]
fn a_game_that_is_too_long_is_a_draw() {
    let mut table = table(&BANQI, None);
    assert_eq!(at_random(&mut *table, &stop_after(7)), Some(StopReason::Length));
    assert_eq!(table.outcome().unwrap().points(WHITE).value(), 0.5);
    assert_eq!(table.line().iter().filter(|step| step.by.is_some()).count(), 7);
}

#[test]
fn a_game_can_stop_at_the_duel_and_the_duellists_share_the_point() {
    let stops = StopRule { max_actions: 5000, until: Some("duel".to_string()) };
    let short_of_it = StopRule { until: Some("duels".to_string()), ..stops.clone() };
    // The material limit eliminates players early, so that random play reaches the duel soon.
    let open = || BISHOPS.open(&json!({"material_limit": 18}), None, TimeControl::None).expect("a table");
    let mut table = open();
    assert_eq!(at_random(&mut *table, &stops), Some(StopReason::Reached));
    let outcome = table.outcome().unwrap();
    let mut points: Vec<f64> = (0..4).map(|seat| outcome.points(Seat::new(seat)).value()).collect();
    points.sort_by(f64::total_cmp);
    assert_eq!(points, [0.0, 0.0, 0.5, 0.5]);
    let mut table = open();
    assert_ne!(at_random(&mut *table, &short_of_it), Some(StopReason::Reached));
}

fn ways(game: &dyn Game, start: Option<&str>, sharing: SeatSplit) -> Vec<SeatSet> {
    let seatings = seatings(&*table(game, start), sharing).unwrap();
    seatings.iter().flat_map(|seating: &Seating| [seating.a, seating.exchanged().a]).collect()
}

fn seats(indices: &[usize]) -> SeatSet {
    indices.iter().map(|index| Seat::new(*index)).collect()
}

#[test]
fn seats_are_split_by_the_sides_of_the_game() {
    assert_eq!(ways(&BAN_CHESS, None, SeatSplit::Halves), [seats(&[0]), seats(&[1])]);
    assert_eq!(ways(&ENOCHIAN, None, SeatSplit::Halves), [seats(&[0, 2]), seats(&[1, 3])]);
    let halves = ways(&BISHOPS, None, SeatSplit::Halves);
    let distinct: HashSet<SeatSet> = halves.iter().copied().collect();
    assert_eq!((halves.len(), distinct.len()), (6, 6), "{halves:?}");
    assert!(halves.iter().all(|half| half.len() == 2));
    let alone = ways(&BISHOPS, None, SeatSplit::OneAgainstAll);
    let alone: HashSet<SeatSet> = alone.into_iter().filter(|seats| seats.len() == 1).collect();
    assert_eq!(alone.len(), 4, "{alone:?}");
    assert!(seatings(&*table(&ENOCHIAN, None), SeatSplit::OneAgainstAll).is_err());
    let two = seatings(&*table(&BANQI, None), SeatSplit::OneAgainstAll).unwrap_err().to_string();
    assert!(two.contains("only two seats play"), "{two}");
}

#[test]
fn in_a_duel_only_two_of_four_seats_play() {
    let duel = "duel p:g w4,b3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(ways(&BISHOPS, Some(duel), SeatSplit::Halves), [seats(&[1]), seats(&[3])]);
}
