//! Perft.

use super::*;
use crate::{divide, perft};
use std::collections::HashSet;

/// The reference positions and their numbers to depth 6.
const TABLE: [(&str, [u64; 6]); 4] = [
    (START, [20, 380, 7600, 144_400, 3_213_622, 69_989_958]),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 1",
        [48, 2256, 95_833, 3_981_370, 190_876_682, 9_027_678_972],
    ),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 3", [15, 336, 4298, 88_578, 1_253_714, 25_055_268]),
    ("r3k2r/8/8/2pPp3/2PpP3/8/8/R3K2R w KQkq c6 0 1 1", [28, 756, 17_577, 419_472, 10_045_107, 250_436_772]),
];

fn check(depths: std::ops::RangeInclusive<u32>, count: fn(&BanChess, u32) -> u64) {
    for (text, numbers) in TABLE {
        for depth in depths.clone() {
            assert_eq!(count(&at(text), depth), numbers[depth as usize - 1], "depth {depth} of {text}");
        }
    }
}

#[test]
fn perft_matches_the_reference_numbers_to_depth_4() {
    check(1..=4, perft);
}

#[test]
#[ignore = "slow (make prove)"]
fn prove_perft_matches_the_reference_numbers_at_depth_5() {
    check(5..=5, perft);
}

#[test]
fn fast_perft_matches_the_reference_numbers_to_depth_6() {
    check(1..=6, fast_perft);
}

#[test]
fn fast_perft_equals_perft() {
    let mut rng = crate::laws::SeededRng::new(7);
    let mut unfinished = 0;
    for _ in 0..40 {
        let mut position = start();
        for _ in 0..rng.below(160) {
            let mut actions = Vec::new();
            position.perft_actions(&mut actions);
            let Some(action) = rng.choose(&actions) else { break };
            position.play(*action);
        }
        for depth in 0..=3 {
            assert_eq!(fast_perft(&position, depth), perft(&position, depth), "depth {depth} of {position}");
        }
        unfinished += u32::from(perft(&position, 1) > 0);
    }
    assert!(unfinished >= 30, "only {unfinished} of the games went on");
}

#[test]
fn divide_adds_up_to_perft() {
    let divided = divide(&start(), 3);
    assert_eq!(divided.len(), 20);
    assert_eq!(divided.iter().map(|(_, count)| count).sum::<u64>(), 7600);
    assert!(divide(&start(), 0).is_empty());
}

#[test]
fn perft_ignores_draw_rules() {
    let drawn = at("8/8/8/3k4/8/3K4/8/8 w - - 100 90 357");
    assert!(legal(&drawn).is_empty());
    assert_eq!(perft(&drawn, 1), 5);
    assert_eq!(perft(&drawn, 3), fast_perft(&drawn, 3));
}

#[test]
fn the_shortest_game_has_seven_plies() {
    let mate = "b:d2d4 m:e2e4 b:e7e5 m:f7f6 b:b1c3 m:d1h5 b:g7g6";
    assert_eq!(reason(&after(start(), mate)), Some(Reason::Checkmate));
    // No game is shorter. Bans do not change the board, so it is enough to examine all boards after up to three moves.
    // None is checkmate or stalemate, and before the fourth move, whose ban is the seventh ply, every side has had at
    // least two bans to choose from.
    let mut boards = vec![Chess::new()];
    for moves_played in 0..=3 {
        let fewest = if moves_played < 3 { 2 } else { 1 };
        for chess in &boards {
            let pairs: HashSet<FromTo> = chess.legal_moves().into_iter().map(FromTo::from_move).collect();
            assert!(pairs.len() >= fewest, "{chess:?} after {moves_played} moves");
        }
        let next =
            boards.iter().flat_map(|chess| chess.legal_moves().into_iter().map(|m| (chess.clone(), m)));
        boards = next
            .map(|(mut chess, m)| {
                chess.play_unchecked(m);
                chess
            })
            .collect();
    }
}
