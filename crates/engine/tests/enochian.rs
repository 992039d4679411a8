//! The engine for Enochian chess: its search against the plain definition, and what it says at a table.

#[path = "common/enochian.rs"]
mod common;

use common::{after, any_options, any_position, choices, rank_text};
use tetrarch_engine::enochian::{EnochianSearchGame, engine};
use tetrarch_engine::{
    AlphaBetaSearch, AnalysisParams, Answer, Engine, EngineSettings, Level, MoveRequest, Rng, Score,
    SearchFlags, SearchGame as _, SearchLimits, SearchRequest, Searcher as _, StopFlag,
};
use tetrarch_rules::enochian::Options;
use tetrarch_rules::{Enochian, Position as _, Seat, SeatSet, Turn};
use tetrarch_table::{Match, OfferKind, TimeControl};

/// What a win is worth where dice decide, less one for each ply.
const WON_WITH_DICE: i32 = 4000;
/// So near to the limit of quiet plies nothing is a repetition any more.
const NEAR_LIMIT: u32 = 24;

/// The value for the team of the army to act, by trying everything.
struct Plain {
    mind: EnochianSearchGame,
    path: Vec<Enochian>,
}

impl Plain {
    fn value(&mut self, game: &Enochian, ply: usize, depth: i32) -> Score {
        if ply > 0 && self.came_back(game) {
            return Score::DRAW;
        }
        match game.turn() {
            Turn::Over => ended(game, ply),
            _ if depth <= 0 => self.mind.evaluate(game),
            Turn::Chance => self.average(game, ply, depth),
            Turn::Seat(_) => {
                self.path.push(game.clone());
                let below = choices(game).into_iter().map(|action| after(game, action));
                let best = below.map(|below| self.turned(game, &below, ply + 1, depth - 1)).max();
                self.path.pop();
                best.unwrap()
            }
        }
    }

    /// The value of a later position for the team that acts in an earlier one.
    fn turned(&mut self, game: &Enochian, below: &Enochian, ply: usize, depth: i32) -> Score {
        let value = self.value(below, ply, depth);
        if game.acting_army().team() == below.acting_army().team() { value } else { -value }
    }

    fn average(&mut self, game: &Enochian, ply: usize, depth: i32) -> Score {
        let outcomes = choices(game);
        let mut sum = 0;
        for outcome in &outcomes {
            let below = after(game, *outcome);
            let lost_turn = i32::from(below.turn() == Turn::Chance);
            sum += self.turned(game, &below, ply + 1, depth - lost_turn).value();
        }
        let count = outcomes.len() as f64;
        Score::centipawns((f64::from(sum) / count + 0.5).floor() as i32)
    }

    fn came_back(&self, game: &Enochian) -> bool {
        let far = game.quiet_plies_left().is_none_or(|left| left >= NEAR_LIMIT);
        let earlier = self.path.iter().rev().take(game.quiet_plies() as usize);
        far && !game.has_dice() && earlier.into_iter().any(|earlier| game.is_repetition_of(earlier))
    }
}

fn ended(game: &Enochian, ply: usize) -> Score {
    let seat = Seat::new(game.acting_army().index() % game.seats().len());
    let points = game.outcome().unwrap().points(seat).value();
    let sign = if points > 0.5 { 1 } else { -1 };
    match game.has_dice() {
        _ if points == 0.5 => Score::DRAW,
        true => Score::centipawns(sign * (WON_WITH_DICE - ply as i32)),
        false if sign > 0 => Score::won_in(ply),
        false => Score::lost_in(ply),
    }
}

fn look(
    search: &mut AlphaBetaSearch<EnochianSearchGame>,
    game: &Enochian,
    limits: SearchLimits,
) -> (Score, Vec<String>) {
    let stop = StopFlag::new();
    let task = SearchRequest { game, history: &[], limits, lines: 1, for_play: false, stop: &stop };
    let line = search.search(&task, &mut |_| {}).lines.remove(0);
    (line.score, line.moves.iter().map(ToString::to_string).collect())
}

fn agrees_with_trying_everything(positions: usize, seed: u64) {
    let mut luck = Rng::new(seed);
    let mind = EnochianSearchGame::default();
    let (mut with_dice, mut frozen) = (0, 0);
    for _ in 0..positions {
        let game = any_position(&mut luck);
        let depth = 1 + luck.below(if game.has_dice() { 2 } else { 3 }) as u32;
        let mut plain = AlphaBetaSearch::new(mind.clone(), 1, 1).with_flags(SearchFlags::NONE);
        let found = look(&mut plain, &game, SearchLimits::depth(depth)).0;
        let truth = Plain { mind: mind.clone(), path: Vec::new() }.value(&game, 0, depth as i32);
        assert_eq!(found, truth, "{game} to depth {depth}");
        with_dice += usize::from(game.has_dice());
        frozen += usize::from(game.turn_order().iter().any(|army| game.is_frozen(*army)));
        if game.has_dice() {
            // Bounds at chance turns change nothing either.
            let star = SearchFlags { star1: true, ..SearchFlags::NONE };
            let mut bounded = AlphaBetaSearch::new(mind.clone(), 1, 1).with_flags(star);
            assert_eq!(
                look(&mut bounded, &game, SearchLimits::depth(depth)).0,
                truth,
                "{game} to depth {depth}"
            );
        }
    }
    assert!(with_dice * 10 > positions && frozen * 5 > positions, "{with_dice} and {frozen} of {positions}");
}

#[test]
fn the_plain_search_of_teams_is_trying_everything() {
    agrees_with_trying_everything(240, 1);
}

#[test]
#[ignore = "long"]
fn prove_the_plain_search_of_teams_is_trying_everything() {
    agrees_with_trying_everything(4000, 100);
}

#[test]
fn with_one_thread_and_a_node_limit_the_same_is_found_again() {
    let mut luck = Rng::new(3);
    for _ in 0..20 {
        let game = any_position(&mut luck);
        let once = || {
            look(
                &mut AlphaBetaSearch::new(EnochianSearchGame::default(), 1, 1),
                &game,
                SearchLimits::nodes(3000),
            )
        };
        assert_eq!(once(), once(), "{game}");
    }
}

#[test]
fn kings_in_danger_one_after_the_other_are_not_followed_without_end() {
    // Millions of positions were once looked at here before the first move was judged.
    let text = "yB,2,yR,1,bPb,1,bK+bB/bR,3,yN,bPq,2/3,yPr,bPn,1,rPq,bN/5,bQ,1,bR/yPb,yPq,kN,kPr,1,rPn,1,rPb/1,rN,2,rQ,3/\
                kQ,kPq,kR,1,rPr,3/kK+kB,kPb,2,rR,2,rK+rB b brky y - 1 44 -";
    let game = Enochian::parse(text, &Options::default()).expect("a position");
    let stop = StopFlag::new();
    let limits = SearchLimits::depth(1);
    let task = SearchRequest { game: &game, history: &[], limits, lines: 1, for_play: false, stop: &stop };
    let nodes = AlphaBetaSearch::new(EnochianSearchGame::default(), 1, 1).search(&task, &mut |_| {}).nodes;
    assert!(nodes < 20_000, "{nodes} positions");
}

#[test]
fn judgement_is_the_same_for_an_army_in_any_corner() {
    let mut luck = Rng::new(4);
    let mind = EnochianSearchGame::default();
    for _ in 0..100 {
        let game = common::wander(&Options::default(), luck.below(120), &mut luck);
        let Ok(turned) = Enochian::parse(&quarter_turn(&game.to_string()), &Options::default()) else {
            panic!("{game} cannot be turned");
        };
        assert_eq!(mind.evaluate(&game), mind.evaluate(&turned), "{game}\n{turned}");
    }
}

/// The text of the position turned clockwise by a quarter: Blue's men become Red's, and so on.
fn quarter_turn(text: &str) -> String {
    let next = |letter: char| "brky".find(letter).map(|place| "rkyb".as_bytes()[place] as char);
    let army = |man: &str| format!("{}{}", next(man.chars().next().unwrap()).unwrap(), &man[1..]);
    let fields: Vec<&str> = text.split(' ').collect();
    let mut board = vec![String::new(); 64];
    for (down, rank) in fields[0].split('/').enumerate() {
        let mut file = 0;
        for square in rank.split(',') {
            if let Ok(run) = square.parse::<usize>() {
                file += run;
                continue;
            }
            // From file and rank to rank and seven less the file.
            let (to_file, to_rank) = (7 - down, 7 - file);
            board[(7 - to_rank) * 8 + to_file] = square.split('+').map(army).collect::<Vec<_>>().join("+");
            file += 1;
        }
    }
    let ranks: Vec<String> = board.chunks(8).map(rank_text).collect();
    let letters = |field: &str| field.chars().filter_map(next).collect::<String>();
    // The letters of the last army come first now.
    let rotated = |field: &str| format!("{}{}", &field[3..], &field[..3]);
    let in_order = |field: String| "brky".chars().filter(|l| field.contains(*l)).collect::<String>();
    let frozen = if fields[3] == "-" { "-".to_string() } else { in_order(letters(fields[3])) };
    let controllers = rotated(&letters(fields[2]));
    let rest = fields[5..].join(" ");
    format!("{} {} {controllers} {frozen} {} {rest}", ranks.join("/"), letters(fields[1]), captors(fields[4]))
}

/// Captors of turned armies, in the order of the armies.
fn captors(field: &str) -> String {
    let next = |letter: char| "brky".find(letter).map_or(letter, |place| "rkyb".as_bytes()[place] as char);
    let turned: String = field.chars().map(next).collect();
    let mut entries: Vec<&str> = turned.split(',').collect();
    entries.sort_by_key(|entry| "brky".find(&entry[..1]));
    entries.join(",")
}

#[test]
fn analysis_gives_each_seat_the_share_of_its_team_and_a_line_through_all_seats() {
    let game = Match::<Enochian>::new(Options::default(), TimeControl::None);
    let question = AnalysisParams { limits: SearchLimits::nodes(20_000), lines: 3, stop: StopFlag::new() };
    let mut player = engine(&EngineSettings::default()).unwrap();
    let report = player.analyse(&game, &question, &mut |_| {}).unwrap();
    assert_eq!(report.lines.len(), 3);
    let shares = &report.lines[0].shares;
    assert_eq!((shares[0], shares[1]), (shares[2], shares[3]), "allies win together");
    assert!((shares[0] + shares[1] - 1.0).abs() < 1e-9 && shares[0] > 0.3 && shares[0] < 0.7, "{shares:?}");
    let mut seats = SeatSet::EMPTY;
    let mut replay = game.position().clone();
    for word in &report.lines[0].moves {
        seats = seats.with(replay.turn().seat().unwrap());
        replay.play(replay.parse_action(word).unwrap());
    }
    assert_eq!(seats, SeatSet::first(4));
}

fn exchange() -> OfferKind {
    OfferKind::Treaty("exchange".to_string())
}

/// What the seat of this name says with a proposal by another waiting, or with none.
fn says(text: &str, seat: &str, proposed_by: Option<&str>, options: Options) -> Option<Answer> {
    let mut game = Match::<Enochian>::from_text(text, options, TimeControl::None).unwrap();
    let seat_of = |name: &str| Seat::from_name(name, game.position().seats()).unwrap();
    let (seat, by) = (seat_of(seat), proposed_by.map(seat_of));
    if let Some(by) = by {
        game.propose(by, &exchange()).unwrap();
    }
    let mut player = engine(&EngineSettings::default()).unwrap();
    player.answer(&game, seat, &MoveRequest::with_limits(SearchLimits::nodes(20_000)))
}

/// Blue and Yellow each hold a king. Red's frozen army is strong, and Black's is a pawn.
const GOOD_FOR_RED: &str =
    "yK,yPr,5,bK/yPb,5,bPr,bR/8/8/8/kPr,7/4,rPr,rPn,rPq,rPb/4,rR,rN,rQ,rB b brky rk r:b,k:y 0 1 -";
/// The same with Black's army strong, and Red's a pawn.
const GOOD_FOR_BLUE: &str =
    "yK,yPr,5,bK/yPb,5,bPr,bR/8/8/kR,kPr,6/kN,kPn,6/kQ,kPq,5,rPq/1,kPb,6 b brky rk r:b,k:y 0 1 -";

#[test]
fn a_good_exchange_is_proposed_by_the_seat_that_may() {
    assert_eq!(says(GOOD_FOR_BLUE, "blue", None, Options::default()), Some(Answer::Offer(exchange())));
    let turned = GOOD_FOR_RED.replace(" b brky ", " y brky ");
    assert_eq!(says(&turned, "yellow", None, Options::default()), Some(Answer::Offer(exchange())));
}

#[test]
fn a_bad_exchange_is_not_proposed() {
    assert!(matches!(says(GOOD_FOR_RED, "blue", None, Options::default()), Some(Answer::Act(_))));
}

#[test]
fn a_good_exchange_is_accepted_and_a_bad_one_declined() {
    let answer = |text| says(text, "yellow", Some("blue"), Options::default());
    assert_eq!(answer(GOOD_FOR_RED), Some(Answer::Accept(exchange())));
    assert_eq!(answer(GOOD_FOR_BLUE), Some(Answer::Decline(exchange())));
}

#[test]
fn a_draw_is_weighed_before_a_throw_though_many_throws_are_of_no_use_to_anybody() {
    let options: Options = serde_json::from_str(r#"{"divination":true}"#).unwrap();
    let before_a_throw = "7,bK/6,bPr,bR/8/8/8/8/yPr,7/yK,7 b brky rk r:b,k:y 0 1 ?";
    let mut game = Match::<Enochian>::from_text(before_a_throw, options, TimeControl::None).unwrap();
    let [blue, yellow] =
        ["blue", "yellow"].map(|name| Seat::from_name(name, game.position().seats()).unwrap());
    let mut player = engine(&EngineSettings::default()).unwrap();
    let think = MoveRequest::with_limits(SearchLimits::nodes(5_000));
    game.propose(blue, &OfferKind::Draw).unwrap();
    assert_eq!(player.answer(&game, yellow, &think), Some(Answer::Accept(OfferKind::Draw)));
    game.decline(yellow, &OfferKind::Draw).unwrap();
    game.propose(yellow, &OfferKind::Draw).unwrap();
    assert_eq!(player.answer(&game, blue, &think), Some(Answer::Decline(OfferKind::Draw)));
}

#[test]
fn with_two_players_each_decides_for_its_team() {
    let two = |text: &str| text.replace("brky", "brbr").replace("k:y", "k:r");
    let options: Options = serde_json::from_str(r#"{"players":2}"#).unwrap();
    let answer = |text| says(&two(text), "red", Some("blue"), options);
    assert_eq!(answer(GOOD_FOR_RED), Some(Answer::Accept(exchange())));
    assert_eq!(answer(GOOD_FOR_BLUE), Some(Answer::Decline(exchange())));
    assert_eq!(says(&two(GOOD_FOR_BLUE), "blue", None, options), Some(Answer::Offer(exchange())));
}

#[test]
fn an_exchange_is_proposed_right_after_the_second_capture_though_another_seat_is_to_act() {
    let text = GOOD_FOR_BLUE.replace("kN,kPn,6", "kN,kPn,5,rK").replace(" rk r:b,k:y ", " k k:y ");
    let mut game = Match::<Enochian>::from_text(&text, Options::default(), TimeControl::None).unwrap();
    let blue = game.position().turn().seat().unwrap();
    game.apply("Rh7h3").unwrap();
    assert_ne!(game.position().turn(), Turn::Seat(blue));
    let mut player = engine(&EngineSettings::default()).unwrap();
    let answer = player.answer(&game, blue, &MoveRequest::with_limits(SearchLimits::nodes(5_000)));
    assert_eq!(answer, Some(Answer::Offer(exchange())));
}

#[test]
fn a_seat_decides_alike_whoever_plays_the_others() {
    let think = MoveRequest::with_limits(SearchLimits::nodes(1_500));
    let mut game = Match::<Enochian>::new(Options::default(), TimeControl::None);
    let mut players: Vec<Box<dyn Engine>> =
        (0..4).map(|_| engine(&EngineSettings::default()).unwrap()).collect();
    let mut words = Vec::new();
    while let (Turn::Seat(seat), true) = (game.position().turn(), words.len() < 24) {
        let Some(Answer::Act(word)) = players[seat.index()].answer(&game, seat, &think) else { break };
        game.apply(&word).unwrap();
        words.push((seat, word));
    }
    // The same game again, where only this seat has an engine and the others say what they said.
    for seat in (0..4).map(Seat::new) {
        let mut alone = engine(&EngineSettings::default()).unwrap();
        let mut again = game.at_start();
        for (actor, word) in &words {
            if *actor == seat {
                assert_eq!(alone.answer(&again, seat, &think), Some(Answer::Act(word.clone())));
            }
            again.apply(word).unwrap();
        }
    }
}

/// Plays a game in which each seat has an engine of its own at some level; nothing is refused.
fn fast_game(seed: u64) {
    let mut luck = Rng::new(seed);
    let options = any_options(&mut luck);
    let mut game = Match::<Enochian>::new(options, TimeControl::None);
    let mut players: Vec<Box<dyn Engine>> = game
        .position()
        .seats()
        .iter()
        .map(|_| engine(&EngineSettings { hash_mebibytes: 1, ..EngineSettings::default() }).unwrap())
        .collect();
    players.iter_mut().enumerate().for_each(|(n, player)| player.new_game(seed * 4 + n as u64));
    while game.log().len() < 1200 {
        let seat = match game.position().turn() {
            Turn::Over => break,
            Turn::Chance => {
                let outcome = luck.choose(&choices(game.position())).unwrap().to_string();
                game.apply(&outcome).unwrap();
                continue;
            }
            Turn::Seat(seat) => seat,
        };
        let level = Level::try_from(1 + luck.below(8) as u8).unwrap();
        let think = MoveRequest {
            limits: Some(SearchLimits::nodes(20 + luck.below(200))),
            ..MoveRequest::at_level(level)
        };
        let answer = players[seat.index()].answer(&game, seat, &think).unwrap();
        said(&mut game, seat, answer);
        for other in 0..players.len() {
            let other = Seat::new(other);
            let waits = game.offers().iter().any(|offer| offer.waiting.contains(other));
            if waits && let Some(answer) = players[other.index()].answer(&game, other, &think) {
                said(&mut game, other, answer);
            }
        }
    }
}

fn said(game: &mut Match<Enochian>, seat: Seat, answer: Answer) {
    let told = format!("{answer:?} in {}", game.position());
    let heard = match answer {
        Answer::Act(text) => game.act(seat, &text, tetrarch_table::Millis(0)),
        Answer::Offer(kind) => game.propose(seat, &kind),
        Answer::Accept(kind) => game.accept(seat, &kind),
        Answer::Decline(kind) => game.decline(seat, &kind),
        Answer::Claim => game.claim_draw(seat),
        Answer::Resign => game.resign(seat),
    };
    heard.unwrap_or_else(|refusal| panic!("{told}: {refusal}"));
}

#[test]
fn fast_games_under_any_options_come_to_nothing_illegal() {
    (0..12).for_each(fast_game);
}

#[test]
#[ignore = "long"]
fn prove_a_thousand_fast_games_under_any_options() {
    (1000..2000).for_each(fast_game);
}
