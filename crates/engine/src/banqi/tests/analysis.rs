//! What an analyst and an opponent may expect.

use super::*;
use crate::search_game::{NodeDepth, SearchGame as _};
use std::thread;
use std::time::{Duration, Instant};

fn legal(game: &Banqi) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions
}

/// Positions of random games that go on, with something face-down.
fn open_games(seed: u64, count: usize, actions: usize) -> Vec<Banqi> {
    let mut luck = Rng::new(seed);
    std::iter::repeat_with(|| random_game(&mut luck, actions, &usual()))
        .filter(|game| game.turn() != Turn::Over && game.face_down() != 0)
        .take(count)
        .collect()
}

#[test]
fn analysis_tells_the_value_of_each_flip() {
    let mind = BanqiSearchGame::default();
    for game in open_games(21, 20, 60) {
        let actions = legal(&game);
        let thought = think(&mind, &game, SearchLimits::depth(2), SearchFlags::NONE, (actions.len(), 1));
        assert_eq!(thought.lines.len(), actions.len(), "{game}");
        for line in &thought.lines {
            let mut after = game;
            after.play(line.moves[0]);
            let value = star::literal(&mind, &after, NodeDepth { ply: 1, depth: 1 });
            let value = if matches!(line.moves[0], Action::Flip(_)) { value } else { -value };
            assert_eq!(
                line.score,
                super::super::score_scale::to_centipawns(value),
                "{} in {game}",
                line.moves[0]
            );
        }
        assert!(thought.lines.is_sorted_by(|a, b| a.score >= b.score), "{game}");
    }
}

#[test]
fn before_the_first_flip_all_squares_are_as_good() {
    let game = Banqi::start(&usual());
    let thought =
        think(&BanqiSearchGame::default(), &game, SearchLimits::nodes(5_000), SearchFlags::ALL, (3, 1));
    assert!(matches!(thought.lines[0].moves[0], Action::Flip(_)));
    assert_eq!(thought.lines.len(), 3);
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let ending = |text: &str| Banqi::parse(text, &usual()).expect("a position");
    let near_the_end = ending("...?..../.g....H./..c...../....Q..p r 1 kgeechhppppqqKGGEECCHPPPPP 3 61 -");
    let mut games = open_games(22, 4, 80);
    games.push(near_the_end);
    for game in games {
        let answer = || {
            let thought = think(
                &BanqiSearchGame::default(),
                &game,
                SearchLimits::nodes(3_000),
                SearchFlags::ALL,
                (3, 1),
            );
            (thought.lines, thought.depth, thought.nodes)
        };
        assert_eq!(answer(), answer(), "{game}");
    }
}

#[test]
fn it_stops_when_told_even_while_tables_are_made() {
    let text = "......../.g..e.H./..c...../....Q..p r 1 kgechhppppqqKGGEECCHPPPPPQ 3 61 -";
    let near_the_end = Banqi::parse(text, &usual()).expect("a position");
    for game in open_games(23, 2, 40).into_iter().chain([near_the_end]) {
        for wait in [0, 3, 30] {
            let stop = StopFlag::new();
            let task = SearchRequest {
                game: &game,
                history: &[],
                limits: SearchLimits::NONE,
                lines: 1,
                for_play: false,
                stop: &stop,
            };
            let pulled = thread::scope(|scope| {
                let puller = scope.spawn(|| {
                    thread::sleep(Duration::from_millis(wait));
                    stop.stop();
                    Instant::now()
                });
                let thought =
                    AlphaBetaSearch::new(BanqiSearchGame::default(), 4, 1).search(&task, &mut |_| {});
                assert!(legal(&game).contains(&thought.lines[0].moves[0]), "{game}");
                puller.join().expect("the moment")
            });
            // Twenty milliseconds are promised; a busy machine gets some more.
            assert!(pulled.elapsed() < Duration::from_millis(120), "{:?} {game}", pulled.elapsed());
        }
    }
}

#[test]
fn what_it_plays_is_legal_under_all_options() {
    let mut luck = Rng::new(24);
    for options in [
        r#"{}"#,
        r#"{"preset":"document"}"#,
        r#"{"preset":"tcga"}"#,
        r#"{"quiet_limit":1,"repetition":2}"#,
        r#"{"quiet_limit":7,"repetition":0,"pawn_takes_cannon":false}"#,
    ] {
        let options: Options = serde_json::from_str(options).expect("options");
        let mut game = random_game(&mut luck, 150, &options);
        for _ in 0..120 {
            match game.turn() {
                Turn::Over => break,
                Turn::Chance => turn_up(&mut game, &mut luck),
                Turn::Seat(_) => {
                    let limits = SearchLimits::nodes(200);
                    let thought = think(&BanqiSearchGame::default(), &game, limits, SearchFlags::ALL, (1, 1));
                    let action = thought.lines[0].moves[0];
                    assert!(legal(&game).contains(&action), "{action} in {game}");
                    game.play(action);
                }
            }
        }
    }
}

#[test]
fn a_won_position_is_worth_no_more_in_an_average_than_a_win() {
    let mind = BanqiSearchGame::default();
    for game in open_games(25, 50, 70) {
        let (least, most) = mind.score_range();
        let score = mind.evaluate(&game);
        assert!(least < score && score < most, "{game}");
    }
}
