//! The bounds at turns of chance change nothing.

use super::*;
use crate::search_game::{NodeDepth, NodeKind, SearchGame as _};

/// Expectiminimax by its definition: every move, every outcome, no bounds. What comes back is a draw.
pub(super) fn literal(mind: &BanqiSearchGame, game: &Banqi, spot: NodeDepth) -> Score {
    literal_after(mind, game, spot, &mut Vec::new())
}

fn literal_after(mind: &BanqiSearchGame, game: &Banqi, spot: NodeDepth, path: &mut Vec<u64>) -> Score {
    let key = mind.key(game);
    let reach = mind.reversible_plies(game).min(path.len());
    if path[path.len() - reach..].contains(&key) {
        return Score::DRAW;
    }
    path.push(key);
    let score = literal_here(mind, game, spot, path);
    path.pop();
    score
}

fn literal_here(mind: &BanqiSearchGame, game: &Banqi, spot: NodeDepth, path: &mut Vec<u64>) -> Score {
    let mut moves = Vec::new();
    let kind = if spot.depth <= 0 {
        mind.generate_tactical_moves(game, spot, &mut moves)
    } else {
        mind.generate_moves(game, spot, &mut moves)
    };
    match kind {
        NodeKind::Terminal(end) => end.score(spot.ply),
        _ if spot.depth <= 0 => mind.evaluate(game),
        NodeKind::Chance => literal_average(mind, game, spot, path),
        NodeKind::Decision => {
            let below = NodeDepth { ply: spot.ply + 1, depth: spot.depth - 1 };
            let scores = moves.into_iter().map(|action| {
                let mut after = *game;
                after.play(action);
                let score = literal_after(mind, &after, below, path);
                if mind.side_to_move(game) == mind.side_to_move(&after) { score } else { -score }
            });
            scores.max().expect("a move")
        }
    }
}

fn literal_average(mind: &BanqiSearchGame, game: &Banqi, spot: NodeDepth, path: &mut Vec<u64>) -> Score {
    let mut chances = Vec::new();
    game.chance_outcomes(&mut chances);
    let below = NodeDepth { ply: spot.ply + 1, ..spot };
    let scores: Vec<(i64, Score)> = chances
        .into_iter()
        .map(|(outcome, weight)| {
            let mut after = *game;
            after.play(outcome);
            (i64::from(weight), -literal_after(mind, &after, below, path))
        })
        .collect();
    if scores.iter().all(|(_, score)| score.is_win()) {
        return scores.iter().map(|(_, score)| *score).min().expect("an outcome");
    }
    if scores.iter().all(|(_, score)| score.is_loss()) {
        return scores.iter().map(|(_, score)| *score).max().expect("an outcome");
    }
    let (least, most) = mind.score_range();
    let total: i64 = scores.iter().map(|(weight, _)| weight).sum();
    let sum: i64 =
        scores.iter().map(|(weight, score)| weight * i64::from((*score).clamp(least, most).value())).sum();
    let average = (sum as f64 / total as f64 + 0.5).floor();
    Score::DRAW.plus(average as i32)
}

/// How many positions gave the same score, of those that were not over.
fn compare(positions: usize, depth: i32, least_actions: u64, seed: u64) -> usize {
    let (mind, mut luck, mut compared) = (BanqiSearchGame::default(), Rng::new(seed), 0);
    let star1 = SearchFlags { star1: true, ..SearchFlags::NONE };
    let star2 = SearchFlags { star2: true, ..star1 };
    for _ in 0..positions {
        let actions = least_actions + luck.below(60);
        let game = random_game(&mut luck, actions as usize, &usual());
        if game.turn() == Turn::Over {
            continue;
        }
        let told = |machinery| {
            think(&mind, &game, SearchLimits::depth(depth as u32), machinery, (1, 1)).lines[0].score
        };
        let expected =
            super::super::score_scale::to_centipawns(literal(&mind, &game, NodeDepth { ply: 0, depth }));
        assert_eq!(told(SearchFlags::NONE), expected, "without bounds: {game}");
        assert_eq!(told(star1), expected, "with bounds: {game}");
        assert_eq!(told(star2), expected, "with bounds and probes: {game}");
        compared += 1;
    }
    compared
}

#[test]
fn bounds_at_turns_of_chance_give_the_scores_of_plain_expectiminimax() {
    assert!(compare(210, 2, 20, 1) >= 200);
    assert!(compare(300, 3, 90, 2) >= 200);
}

#[test]
#[ignore = "long: make prove"]
fn prove_bounds_at_turns_of_chance_give_the_scores_of_plain_expectiminimax() {
    assert!(compare(2000, 2, 6, 3) >= 1800);
    assert!(compare(300, 3, 50, 4) >= 250);
    assert!(compare(60, 4, 150, 5) >= 20);
}

/// How many positions are seen to look so deep at some positions.
fn nodes(positions: &[Banqi], depth: u32, machinery: SearchFlags) -> u64 {
    let mind = BanqiSearchGame::default();
    positions.iter().map(|game| think(&mind, game, SearchLimits::depth(depth), machinery, (1, 1)).nodes).sum()
}

#[test]
fn bounds_at_turns_of_chance_save_work_and_probes_save_more() {
    let mut luck = Rng::new(6);
    let positions: Vec<Banqi> = std::iter::repeat_with(|| random_game(&mut luck, 70, &usual()))
        .filter(|game| game.turn() != Turn::Over && game.face_down() != 0)
        .take(12)
        .collect();
    let plain = SearchFlags { quiescence: true, ..SearchFlags::NONE };
    let star1 = SearchFlags { star1: true, ..plain };
    let star2 = SearchFlags { star2: true, ..star1 };
    let [none, bounds, probes] = [plain, star1, star2].map(|machinery| nodes(&positions, 3, machinery));
    println!("to depth 3: {none} positions without bounds, {bounds} with Star1, {probes} with Star2");
    let full = SearchFlags { star2: false, ..SearchFlags::ALL };
    let [guessed, guessed_probes] = [full, SearchFlags::ALL].map(|machinery| nodes(&positions, 7, machinery));
    println!("to depth 7 with everything: {guessed} with Star1, {guessed_probes} with Star2");
    assert!(bounds < none && probes < bounds, "{none} {bounds} {probes}");
}
