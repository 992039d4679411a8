//! Tests of analysis and play.

use super::*;
use crate::search_game::{NodeDepth, SearchGame as _};
use std::thread;
use std::time::{Duration, Instant};

fn legal(game: &Banqi) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions
}

/// Unfinished positions from random games that have face-down pieces.
fn unfinished_games(seed: u64, count: usize, actions: usize) -> Vec<Banqi> {
    let mut rng = Rng::new(seed);
    std::iter::repeat_with(|| random_game(&mut rng, actions, &Options::default()))
        .filter(|game| game.turn() != Turn::Over && game.face_down() != 0)
        .take(count)
        .collect()
}

#[test]
fn analysis_reports_the_value_of_each_flip() {
    let search_game = BanqiSearchGame::default();
    for game in unfinished_games(21, 20, 60) {
        let actions = legal(&game);
        let result =
            search(&search_game, &game, SearchLimits::depth(2), SearchFlags::NONE, (actions.len(), 1));
        assert_eq!(result.lines.len(), actions.len(), "{game}");
        for line in &result.lines {
            let mut after = game;
            after.play(line.moves[0]);
            let value = star_pruning::expectiminimax(&search_game, &after, NodeDepth { ply: 1, depth: 1 });
            let value = if matches!(line.moves[0], Action::Flip(_)) { value } else { -value };
            assert_eq!(
                line.score,
                super::super::score_scale::to_centipawns(value),
                "{} in {game}",
                line.moves[0]
            );
        }
        assert!(result.lines.is_sorted_by(|a, b| a.score >= b.score), "{game}");
    }
}

#[test]
fn before_the_first_flip_every_line_starts_with_a_flip() {
    let game = Banqi::start(&Options::default());
    let result =
        search(&BanqiSearchGame::default(), &game, SearchLimits::nodes(5_000), SearchFlags::ALL, (3, 1));
    assert!(matches!(result.lines[0].moves[0], Action::Flip(_)));
    assert_eq!(result.lines.len(), 3);
}

#[test]
fn equal_searches_give_equal_results() {
    let ending = |text: &str| Banqi::parse(text, &Options::default()).expect("a position");
    let near_the_end = ending("...?..../.g....H./..c...../....Q..p r 1 kgeechhppppqqKGGEECCHPPPPP 3 61 -");
    let mut games = unfinished_games(22, 4, 80);
    games.push(near_the_end);
    for game in games {
        let run = || {
            let result = search(
                &BanqiSearchGame::default(),
                &game,
                SearchLimits::nodes(3_000),
                SearchFlags::ALL,
                (3, 1),
            );
            (result.lines, result.depth, result.nodes)
        };
        assert_eq!(run(), run(), "{game}");
    }
}

#[test]
fn it_stops_promptly_even_while_tables_are_built() {
    let text = "......../.g..e.H./..c...../....Q..p r 1 kgechhppppqqKGGEECCHPPPPPQ 3 61 -";
    let near_the_end = Banqi::parse(text, &Options::default()).expect("a position");
    for game in unfinished_games(23, 2, 40).into_iter().chain([near_the_end]) {
        for wait in [0, 3, 30] {
            let request = SearchRequest::default();
            let input = SearchInput { position: &game, history: &[], request: &request, for_play: false };
            let (stopped_at, finished_at) = thread::scope(|scope| {
                let stopper = scope.spawn(|| {
                    thread::sleep(Duration::from_millis(wait));
                    let stopped_at = Instant::now();
                    request.stop.stop();
                    stopped_at
                });
                let result =
                    AlphaBetaSearch::new(BanqiSearchGame::default(), 4, 1).search(&input, &mut |_| {});
                let finished_at = Instant::now();
                assert!(legal(&game).contains(&result.lines[0].moves[0]), "{game}");
                (stopper.join().expect("the stopping thread finishes"), finished_at)
            });
            let late = finished_at.checked_duration_since(stopped_at);
            let late = late.unwrap_or_else(|| panic!("finished before the stop after {wait} ms: {game}"));
            // The contract is 20 ms; leave some slack for a busy machine.
            assert!(late < Duration::from_millis(120), "{late:?} {game}");
        }
    }
}

#[test]
fn it_plays_legal_actions_under_all_options() {
    let mut rng = Rng::new(24);
    for options in [
        r#"{}"#,
        r#"{"preset":"document"}"#,
        r#"{"preset":"tcga"}"#,
        r#"{"quiet_limit":1,"repetition":2}"#,
        r#"{"quiet_limit":7,"repetition":0,"pawn_takes_cannon":false}"#,
    ] {
        let options: Options = serde_json::from_str(options).expect("options");
        let mut game = random_game(&mut rng, 30, &options);
        let mut searched = 0;
        while searched < 60 {
            match game.turn() {
                Turn::Over => game = random_game(&mut rng, 30, &options),
                Turn::Chance => reveal(&mut game, &mut rng),
                Turn::Seat(_) => {
                    let limits = SearchLimits::nodes(200);
                    let result = search(&BanqiSearchGame::default(), &game, limits, SearchFlags::ALL, (1, 1));
                    let action = result.lines[0].moves[0];
                    assert!(legal(&game).contains(&action), "{action} in {game}");
                    game.play(action);
                    searched += 1;
                }
            }
        }
    }
}

#[test]
fn evaluations_stay_within_the_score_range() {
    let search_game = BanqiSearchGame::default();
    for game in unfinished_games(25, 50, 70) {
        let (lower, upper) = search_game.score_range();
        let score = search_game.evaluate(&game);
        assert!(lower < score && score < upper, "{game}");
    }
}
