//! Tests of the Enochian engine: its search compared with brute force, and its behaviour at a table.

mod positions;
mod problems;

use positions::{after, choices, random_options, random_position, rank_text};
use tetrarch_engine::enochian::{EnochianSearchGame, engine};
use tetrarch_engine::{
    AlphaBetaSearch, Answer, Engine, EngineSettings, Rng, SearchFlags, SearchGame as _, SearchInput,
    Searcher as _,
};
use tetrarch_rules::enochian::Options;
use tetrarch_rules::{Enochian, Position as _, Seat, SeatSet, Turn};
use tetrarch_table::search::{Level, Score, SearchLimits, SearchRequest};
use tetrarch_table::{Match, Millis, OfferKind, Table as _, TableEvent, TimeControl};

/// The score of a win with dice, minus one for each ply.
const DICE_WIN_SCORE: i32 = 4000;
/// Within this many plies of the quiet-move limit nothing counts as a repetition.
const NEAR_QUIET_LIMIT_PLIES: u32 = 24;

/// Brute-force expectiminimax for the team of the army to move.
struct BruteForce {
    search_game: EnochianSearchGame,
    path: Vec<Enochian>,
}

impl BruteForce {
    fn value(&mut self, game: &Enochian, ply: usize, depth: i32) -> Score {
        if ply > 0 && self.is_repetition(game) {
            return Score::DRAW;
        }
        match game.turn() {
            Turn::Over => final_score(game, ply),
            _ if depth <= 0 => self.search_game.evaluate(game),
            Turn::Chance => self.average(game, ply, depth),
            Turn::Seat(_) => {
                self.path.push(game.clone());
                let children = choices(game).into_iter().map(|action| after(game, action));
                let best = children.map(|child| self.child_value(game, &child, ply + 1, depth - 1)).max();
                self.path.pop();
                best.unwrap()
            }
        }
    }

    /// The value of a child for the team that moves at its parent.
    fn child_value(&mut self, game: &Enochian, child: &Enochian, ply: usize, depth: i32) -> Score {
        let value = self.value(child, ply, depth);
        if game.army_to_move().team() == child.army_to_move().team() { value } else { -value }
    }

    fn average(&mut self, game: &Enochian, ply: usize, depth: i32) -> Score {
        let outcomes = choices(game);
        let mut sum = 0;
        for outcome in &outcomes {
            let child = after(game, *outcome);
            let lost_turn = i32::from(child.turn() == Turn::Chance);
            sum += self.child_value(game, &child, ply + 1, depth - lost_turn).value();
        }
        let count = outcomes.len() as f64;
        Score::centipawns((f64::from(sum) / count + 0.5).floor() as i32)
    }

    fn is_repetition(&self, game: &Enochian) -> bool {
        let far = game.quiet_plies_left().is_none_or(|left| left >= NEAR_QUIET_LIMIT_PLIES);
        let earlier = self.path.iter().rev().take(game.quiet_plies() as usize);
        far && !game.has_dice() && earlier.into_iter().any(|earlier| game.is_repetition_of(earlier))
    }
}

fn final_score(game: &Enochian, ply: usize) -> Score {
    let seat = Seat::new(game.army_to_move().index() % game.seats().len());
    let points = game.outcome().unwrap().points(seat).value();
    let sign = if points > 0.5 { 1 } else { -1 };
    match game.has_dice() {
        _ if points == 0.5 => Score::DRAW,
        true => Score::centipawns(sign * (DICE_WIN_SCORE - ply as i32)),
        false if sign > 0 => Score::won_in(ply),
        false => Score::lost_in(ply),
    }
}

fn run(
    search: &mut AlphaBetaSearch<EnochianSearchGame>,
    game: &Enochian,
    limits: SearchLimits,
) -> (Score, Vec<String>) {
    let request = SearchRequest::within(limits);
    let input = SearchInput { position: game, history: &[], request: &request, for_play: false };
    let line = search.search(&input, &mut |_| {}).lines.remove(0);
    (line.score, line.moves.iter().map(ToString::to_string).collect())
}

fn check_against_brute_force(positions: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    let search_game = EnochianSearchGame::default();
    let (mut with_dice, mut frozen) = (0, 0);
    for _ in 0..positions {
        let game = random_position(&mut rng);
        let depth = 1 + rng.below(if game.has_dice() { 2 } else { 3 }) as u32;
        let mut plain = AlphaBetaSearch::new(search_game.clone(), 1, 1).with_flags(SearchFlags::NONE);
        let found = run(&mut plain, &game, SearchLimits::depth(depth)).0;
        let expected =
            BruteForce { search_game: search_game.clone(), path: Vec::new() }.value(&game, 0, depth as i32);
        assert_eq!(found, expected, "{game} to depth {depth}");
        with_dice += usize::from(game.has_dice());
        frozen += usize::from(game.turn_order().iter().any(|army| game.is_frozen(*army)));
        if game.has_dice() {
            // Star1 pruning does not change the value either.
            let star1 = SearchFlags { star1: true, ..SearchFlags::NONE };
            let mut bounded = AlphaBetaSearch::new(search_game.clone(), 1, 1).with_flags(star1);
            assert_eq!(
                run(&mut bounded, &game, SearchLimits::depth(depth)).0,
                expected,
                "{game} to depth {depth}"
            );
        }
    }
    assert!(with_dice * 10 > positions && frozen * 5 > positions, "{with_dice} and {frozen} of {positions}");
}

#[test]
fn the_plain_search_of_teams_agrees_with_brute_force() {
    check_against_brute_force(240, 1);
}

#[test]
#[ignore = "slow (make prove)"]
fn prove_the_plain_search_of_teams_agrees_with_brute_force() {
    check_against_brute_force(4000, 100);
}

#[test]
fn one_thread_with_a_node_limit_is_deterministic() {
    let mut rng = Rng::new(3);
    for _ in 0..20 {
        let game = random_position(&mut rng);
        let run_once = || {
            run(
                &mut AlphaBetaSearch::new(EnochianSearchGame::default(), 1, 1),
                &game,
                SearchLimits::nodes(3000),
            )
        };
        assert_eq!(run_once(), run_once(), "{game}");
    }
}

#[test]
fn danger_extensions_are_limited() {
    // An earlier version searched millions of nodes here before it had a score for the first move.
    let text = "yB,2,yR,1,bPb,1,bK+bB/bR,3,yN,bPq,2/3,yPr,bPn,1,rPq,bN/5,bQ,1,bR/yPb,yPq,kN,kPr,1,rPn,1,rPb/1,rN,2,rQ,3/\
                kQ,kPq,kR,1,rPr,3/kK+kB,kPb,2,rR,2,rK+rB b brky y - 1 44 -";
    let game = Enochian::parse(text, &Options::default()).expect("a position");
    let request = SearchRequest::within(SearchLimits::depth(1));
    let input = SearchInput { position: &game, history: &[], request: &request, for_play: false };
    let nodes = AlphaBetaSearch::new(EnochianSearchGame::default(), 1, 1).search(&input, &mut |_| {}).nodes;
    assert!(nodes < 20_000, "{nodes} nodes");
}

#[test]
fn the_evaluation_is_the_same_in_every_corner() {
    let mut rng = Rng::new(4);
    let search_game = EnochianSearchGame::default();
    for _ in 0..100 {
        let game = positions::random_play(&Options::default(), rng.below(120), &mut rng);
        let Ok(turned) = Enochian::parse(&quarter_turn(&game.to_string()), &Options::default()) else {
            panic!("cannot rotate {game}");
        };
        assert_eq!(search_game.evaluate(&game), search_game.evaluate(&turned), "{game}\n{turned}");
    }
}

/// Rotates a position clockwise by a quarter turn: Blue's pieces become Red's, and so on.
fn quarter_turn(text: &str) -> String {
    let next = |letter: char| "brky".find(letter).map(|index| "rkyb".as_bytes()[index] as char);
    let army = |piece: &str| format!("{}{}", next(piece.chars().next().unwrap()).unwrap(), &piece[1..]);
    let fields: Vec<&str> = text.split(' ').collect();
    let mut board = vec![String::new(); 64];
    for (down, rank) in fields[0].split('/').enumerate() {
        let mut file = 0;
        for square in rank.split(',') {
            if let Ok(run) = square.parse::<usize>() {
                file += run;
                continue;
            }
            // Rotates file and rank.
            let (to_file, to_rank) = (7 - down, 7 - file);
            board[(7 - to_rank) * 8 + to_file] = square.split('+').map(army).collect::<Vec<_>>().join("+");
            file += 1;
        }
    }
    let ranks: Vec<String> = board.chunks(8).map(rank_text).collect();
    let letters = |field: &str| field.chars().filter_map(next).collect::<String>();
    // The last army's letter comes first now.
    let rotated = |field: &str| format!("{}{}", &field[3..], &field[..3]);
    let in_order = |field: String| "brky".chars().filter(|l| field.contains(*l)).collect::<String>();
    let frozen = if fields[3] == "-" { "-".to_string() } else { in_order(letters(fields[3])) };
    let controllers = rotated(&letters(fields[2]));
    let rest = fields[5..].join(" ");
    format!("{} {} {controllers} {frozen} {} {rest}", ranks.join("/"), letters(fields[1]), captors(fields[4]))
}

/// The captors of the rotated armies, in the order of the armies.
fn captors(field: &str) -> String {
    let next = |letter: char| "brky".find(letter).map_or(letter, |index| "rkyb".as_bytes()[index] as char);
    let rotated: String = field.chars().map(next).collect();
    let mut entries: Vec<&str> = rotated.split(',').collect();
    entries.sort_by_key(|entry| "brky".find(&entry[..1]));
    entries.join(",")
}

#[test]
fn analysis_reports_team_shares_and_a_line_through_all_seats() {
    let game = Match::<Enochian>::new(Options::default(), TimeControl::None);
    let request = SearchRequest { lines: 3, ..SearchRequest::within(SearchLimits::nodes(20_000)) };
    let mut player = engine(&EngineSettings::default()).unwrap();
    let report = player.analyse(&game, &request, &mut |_| {}).unwrap();
    assert_eq!(report.lines.len(), 3);
    let shares: Vec<f64> = report.lines[0].shares.0.iter().map(|(_, share)| *share).collect();
    assert_eq!((shares[0], shares[1]), (shares[2], shares[3]), "allies win together");
    assert!((shares[0] + shares[1] - 1.0).abs() < 1e-9 && shares[0] > 0.3 && shares[0] < 0.7, "{shares:?}");
    let mut seats = SeatSet::EMPTY;
    let mut replay = game.position().clone();
    for action in &report.lines[0].moves {
        seats = seats.with(replay.turn().seat().unwrap());
        replay.play(replay.parse_action(action).unwrap());
    }
    assert_eq!(seats, SeatSet::first(4));
}

fn exchange() -> OfferKind {
    OfferKind::Treaty("exchange".to_string())
}

/// The answer of the seat with this name, with or without a pending offer by another seat.
fn answer_of(text: &str, seat: &str, offered_by: Option<&str>, options: Options) -> Option<Answer> {
    let mut game = Match::<Enochian>::from_text(text, options, TimeControl::None).unwrap();
    let seat_of = |name: &str| Seat::from_name(name, game.position().seats()).unwrap();
    let (seat, by) = (seat_of(seat), offered_by.map(seat_of));
    if let Some(by) = by {
        game.apply(&TableEvent::Proposed { seat: by, offer: exchange() }).unwrap();
    }
    let mut player = engine(&EngineSettings::default()).unwrap();
    player.answer(&game, seat, &SearchRequest::within(SearchLimits::nodes(20_000)))
}

/// Blue and Yellow each hold a king. Red's frozen army is strong, Black's is a single pawn.
const GOOD_FOR_RED: &str =
    "yK,yPr,5,bK/yPb,5,bPr,bR/8/8/8/kPr,7/4,rPr,rPn,rPq,rPb/4,rR,rN,rQ,rB b brky rk r:b,k:y 0 1 -";
/// The opposite: Black's army is strong, Red's is a single pawn.
const GOOD_FOR_BLUE: &str =
    "yK,yPr,5,bK/yPb,5,bPr,bR/8/8/kR,kPr,6/kN,kPn,6/kQ,kPq,5,rPq/1,kPb,6 b brky rk r:b,k:y 0 1 -";

#[test]
fn the_seat_to_act_offers_a_good_exchange() {
    assert_eq!(answer_of(GOOD_FOR_BLUE, "blue", None, Options::default()), Some(Answer::Offer(exchange())));
    let turned = GOOD_FOR_RED.replace(" b brky ", " y brky ");
    assert_eq!(answer_of(&turned, "yellow", None, Options::default()), Some(Answer::Offer(exchange())));
}

#[test]
fn a_bad_exchange_is_not_offered() {
    assert!(matches!(answer_of(GOOD_FOR_RED, "blue", None, Options::default()), Some(Answer::Act(_))));
}

#[test]
fn a_good_exchange_is_accepted_and_a_bad_one_declined() {
    let answer = |text| answer_of(text, "yellow", Some("blue"), Options::default());
    assert_eq!(answer(GOOD_FOR_RED), Some(Answer::Accept(exchange())));
    assert_eq!(answer(GOOD_FOR_BLUE), Some(Answer::Decline(exchange())));
}

#[test]
fn a_draw_offer_before_a_throw_is_evaluated_despite_unusable_throws() {
    let options: Options = serde_json::from_str(r#"{"divination":true}"#).unwrap();
    let before_a_throw = "7,bK/6,bPr,bR/8/8/8/8/yPr,7/yK,7 b brky rk r:b,k:y 0 1 ?";
    let mut game = Match::<Enochian>::from_text(before_a_throw, options, TimeControl::None).unwrap();
    let [blue, yellow] =
        ["blue", "yellow"].map(|name| Seat::from_name(name, game.position().seats()).unwrap());
    let mut player = engine(&EngineSettings::default()).unwrap();
    let request = SearchRequest::within(SearchLimits::nodes(5_000));
    game.apply(&TableEvent::Proposed { seat: blue, offer: OfferKind::Draw }).unwrap();
    assert_eq!(player.answer(&game, yellow, &request), Some(Answer::Accept(OfferKind::Draw)));
    game.apply(&TableEvent::Declined { seat: yellow, offer: OfferKind::Draw }).unwrap();
    game.apply(&TableEvent::Proposed { seat: yellow, offer: OfferKind::Draw }).unwrap();
    assert_eq!(player.answer(&game, blue, &request), Some(Answer::Decline(OfferKind::Draw)));
}

#[test]
fn with_two_players_each_decides_for_its_team() {
    let two = |text: &str| text.replace("brky", "brbr").replace("k:y", "k:r");
    let options: Options = serde_json::from_str(r#"{"players":2}"#).unwrap();
    let answer = |text| answer_of(&two(text), "red", Some("blue"), options);
    assert_eq!(answer(GOOD_FOR_RED), Some(Answer::Accept(exchange())));
    assert_eq!(answer(GOOD_FOR_BLUE), Some(Answer::Decline(exchange())));
    assert_eq!(answer_of(&two(GOOD_FOR_BLUE), "blue", None, options), Some(Answer::Offer(exchange())));
}

#[test]
fn an_exchange_is_offered_out_of_turn_right_after_the_second_capture() {
    let text = GOOD_FOR_BLUE.replace("kN,kPn,6", "kN,kPn,5,rK").replace(" rk r:b,k:y ", " k k:y ");
    let mut game = Match::<Enochian>::from_text(&text, Options::default(), TimeControl::None).unwrap();
    let blue = game.position().turn().seat().unwrap();
    game.play("Rh7h3").unwrap();
    assert_ne!(game.position().turn(), Turn::Seat(blue));
    let mut player = engine(&EngineSettings::default()).unwrap();
    let answer = player.answer(&game, blue, &SearchRequest::within(SearchLimits::nodes(5_000)));
    assert_eq!(answer, Some(Answer::Offer(exchange())));
}

#[test]
fn decisions_do_not_depend_on_who_plays_the_other_seats() {
    let request = SearchRequest::within(SearchLimits::nodes(1_500));
    let mut game = Match::<Enochian>::new(Options::default(), TimeControl::None);
    let mut players: Vec<Box<dyn Engine>> =
        (0..4).map(|_| engine(&EngineSettings::default()).unwrap()).collect();
    let mut actions = Vec::new();
    while actions.len() < 24 {
        let Turn::Seat(seat) = game.position().turn() else { panic!("the game ended after {actions:?}") };
        let answer = players[seat.index()].answer(&game, seat, &request);
        let Some(Answer::Act(action)) = answer else { panic!("{answer:?} after {actions:?}") };
        game.play(&action).unwrap();
        actions.push((seat, action));
    }
    // Replay the game with an engine for one seat only; the others repeat their actions.
    for seat in (0..4).map(Seat::new) {
        let mut alone = engine(&EngineSettings::default()).unwrap();
        let mut again = game.at_start();
        for (actor, action) in &actions {
            if *actor == seat {
                assert_eq!(alone.answer(&again, seat, &request), Some(Answer::Act(action.clone())));
            }
            again.play(action).unwrap();
        }
    }
}

/// Plays a game with a separate engine of random level for each seat and checks that the table refuses
/// nothing. Returns how often an engine acted on its turn.
fn fast_game(seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let options = random_options(&mut rng);
    let mut game = Match::<Enochian>::new(options, TimeControl::None);
    let mut players: Vec<Box<dyn Engine>> = game
        .position()
        .seats()
        .iter()
        .map(|_| engine(&EngineSettings { hash_mebibytes: 1, ..EngineSettings::default() }).unwrap())
        .collect();
    players.iter_mut().enumerate().for_each(|(n, player)| player.new_game(seed * 4 + n as u64));
    let mut answers = 0;
    while game.log().len() < 1200 {
        let seat = match game.position().turn() {
            Turn::Over => break,
            Turn::Chance => {
                let outcome = rng.choose(&choices(game.position())).unwrap().to_string();
                game.play(&outcome).unwrap();
                continue;
            }
            Turn::Seat(seat) => seat,
        };
        let level = Level::try_from(1 + rng.below(8) as u8).unwrap();
        let request = SearchRequest {
            limits: Some(SearchLimits::nodes(20 + rng.below(200))),
            ..SearchRequest::at_level(level)
        };
        let answer = players[seat.index()].answer(&game, seat, &request).unwrap();
        apply_answer(&mut game, seat, answer);
        answers += 1;
        for other in 0..players.len() {
            let other = Seat::new(other);
            let waits = game.offers().iter().any(|offer| offer.waiting.contains(other));
            if waits && let Some(answer) = players[other.index()].answer(&game, other, &request) {
                apply_answer(&mut game, other, answer);
            }
        }
    }
    answers
}

fn apply_answer(game: &mut Match<Enochian>, seat: Seat, answer: Answer) {
    let context = format!("{answer:?} in {}", game.position());
    let applied = game.apply(&answer.into_event(seat, Millis::ZERO));
    applied.unwrap_or_else(|refusal| panic!("{context}: {refusal}"));
}

#[test]
fn fast_games_under_random_options_have_no_illegal_action() {
    let answers: usize = (0..12).map(fast_game).sum();
    assert!(answers > 12 * 50, "engines acted only {answers} times");
}

#[test]
#[ignore = "slow (make prove)"]
fn prove_a_thousand_fast_games_under_random_options() {
    let answers: usize = (1000..2000).map(fast_game).sum();
    assert!(answers > 1000 * 50, "engines acted only {answers} times");
}
