//! Star1 and Star2 pruning do not change scores.

use super::*;
use crate::search_game::{NodeDepth, NodeKind, SearchGame as _};

/// Expectiminimax by definition: every move, every outcome, no pruning. A repetition is a draw.
pub(super) fn expectiminimax(search_game: &BanqiSearchGame, game: &Banqi, node: NodeDepth) -> Score {
    expectiminimax_after(search_game, game, node, &mut Vec::new())
}

fn expectiminimax_after(
    search_game: &BanqiSearchGame,
    game: &Banqi,
    node: NodeDepth,
    path: &mut Vec<u64>,
) -> Score {
    let key = search_game.key(game);
    let reversible = search_game.reversible_plies(game).min(path.len());
    if path[path.len() - reversible..].contains(&key) {
        return Score::DRAW;
    }
    path.push(key);
    let score = expectiminimax_node(search_game, game, node, path);
    path.pop();
    score
}

fn expectiminimax_node(
    search_game: &BanqiSearchGame,
    game: &Banqi,
    node: NodeDepth,
    path: &mut Vec<u64>,
) -> Score {
    let mut moves = Vec::new();
    let kind = if node.depth <= 0 {
        search_game.generate_tactical_moves(game, node, &mut moves)
    } else {
        search_game.generate_moves(game, node, &mut moves)
    };
    match kind {
        NodeKind::Terminal(end) => end.score(node.ply),
        _ if node.depth <= 0 => search_game.evaluate(game),
        NodeKind::Chance => average_outcomes(search_game, game, node, path),
        NodeKind::Decision => {
            let child = NodeDepth { ply: node.ply + 1, depth: node.depth - 1 };
            let scores = moves.into_iter().map(|action| {
                let mut after = *game;
                after.play(action);
                let score = expectiminimax_after(search_game, &after, child, path);
                if search_game.side_to_move(game) == search_game.side_to_move(&after) {
                    score
                } else {
                    -score
                }
            });
            scores.max().expect("a move")
        }
    }
}

fn average_outcomes(
    search_game: &BanqiSearchGame,
    game: &Banqi,
    node: NodeDepth,
    path: &mut Vec<u64>,
) -> Score {
    let mut outcomes = Vec::new();
    game.chance_outcomes(&mut outcomes);
    let child = NodeDepth { ply: node.ply + 1, ..node };
    let scores: Vec<(i64, Score)> = outcomes
        .into_iter()
        .map(|(outcome, weight)| {
            let mut after = *game;
            after.play(outcome);
            (i64::from(weight), -expectiminimax_after(search_game, &after, child, path))
        })
        .collect();
    if scores.iter().all(|(_, score)| score.is_win()) {
        return scores.iter().map(|(_, score)| *score).min().expect("an outcome");
    }
    if scores.iter().all(|(_, score)| score.is_loss()) {
        return scores.iter().map(|(_, score)| *score).max().expect("an outcome");
    }
    let (lower, upper) = search_game.score_range();
    let total: i64 = scores.iter().map(|(weight, _)| weight).sum();
    let sum: i64 =
        scores.iter().map(|(weight, score)| weight * i64::from((*score).clamp(lower, upper).value())).sum();
    let average = (sum as f64 / total as f64 + 0.5).floor();
    Score::DRAW.plus(average as i32)
}

/// Compares scores and returns how many unfinished positions were compared.
fn compare(positions: usize, depth: i32, min_actions: u64, seed: u64) -> usize {
    let (search_game, mut rng, mut compared) = (BanqiSearchGame::default(), Rng::new(seed), 0);
    let star1 = SearchFlags { star1: true, ..SearchFlags::NONE };
    let star2 = SearchFlags { star2: true, ..star1 };
    for _ in 0..positions {
        let actions = min_actions + rng.below(60);
        let game = random_game(&mut rng, actions as usize, &Options::default());
        if game.turn() == Turn::Over {
            continue;
        }
        let score = |flags| {
            search(&search_game, &game, SearchLimits::depth(depth as u32), flags, (1, 1)).lines[0].score
        };
        let expected = super::super::score_scale::to_centipawns(expectiminimax(
            &search_game,
            &game,
            NodeDepth { ply: 0, depth },
        ));
        assert_eq!(score(SearchFlags::NONE), expected, "without pruning: {game}");
        assert_eq!(score(star1), expected, "with Star1: {game}");
        assert_eq!(score(star2), expected, "with Star1 and Star2: {game}");
        compared += 1;
    }
    compared
}

#[test]
fn star1_and_star2_give_the_scores_of_plain_expectiminimax() {
    assert!(compare(210, 2, 20, 1) >= 200);
    assert!(compare(300, 3, 90, 2) >= 200);
}

#[test]
#[ignore = "slow (make prove)"]
fn prove_star1_and_star2_give_the_scores_of_plain_expectiminimax() {
    assert!(compare(2000, 2, 6, 3) >= 1800);
    assert!(compare(300, 3, 50, 4) >= 250);
    assert!(compare(60, 4, 150, 5) >= 20);
}

/// Total nodes to search the positions to a depth.
fn nodes(positions: &[Banqi], depth: u32, flags: SearchFlags) -> u64 {
    let search_game = BanqiSearchGame::default();
    positions
        .iter()
        .map(|game| search(&search_game, game, SearchLimits::depth(depth), flags, (1, 1)).nodes)
        .sum()
}

#[test]
fn star1_saves_nodes_and_star2_saves_more() {
    let mut rng = Rng::new(6);
    let positions: Vec<Banqi> = std::iter::repeat_with(|| random_game(&mut rng, 70, &Options::default()))
        .filter(|game| game.turn() != Turn::Over && game.face_down() != 0)
        .take(12)
        .collect();
    let plain = SearchFlags { quiescence: true, ..SearchFlags::NONE };
    let star1 = SearchFlags { star1: true, ..plain };
    let star2 = SearchFlags { star2: true, ..star1 };
    let [without, with_star1, with_star2] = [plain, star1, star2].map(|flags| nodes(&positions, 3, flags));
    println!("depth 3: {without} nodes without pruning, {with_star1} with Star1, {with_star2} with Star2");
    let full = SearchFlags { star2: false, ..SearchFlags::ALL };
    let [all_star1, all_star2] = [full, SearchFlags::ALL].map(|flags| nodes(&positions, 7, flags));
    println!("depth 7 with all heuristics: {all_star1} nodes with Star1, {all_star2} with Star2");
    assert!(with_star1 < without && with_star2 < with_star1, "{without} {with_star1} {with_star2}");
}
