//! Perft with default options: one ply is one action of one army, and skips do not count.

use super::*;

const FIRE_OR_EARTH: [Element; 2] = [Element::Fire, Element::Earth];
const AIR_OR_WATER: [Element; 2] = [Element::Air, Element::Water];

const TABLE: [(Element, [Element; 2], [u64; 6]); 8] = [
    (Element::Earth, FIRE_OR_EARTH, [11, 122, 1353, 15005, 186_348, 2_323_393]),
    (Element::Air, FIRE_OR_EARTH, [11, 122, 1353, 15005, 179_141, 2_123_267]),
    (Element::Water, FIRE_OR_EARTH, [11, 122, 1353, 14761, 199_854, 2_628_254]),
    (Element::Fire, FIRE_OR_EARTH, [10, 91, 829, 7470, 83885, 954_219]),
    (Element::Earth, AIR_OR_WATER, [13, 170, 2223, 28729, 417_159, 5_997_289]),
    (Element::Air, AIR_OR_WATER, [12, 133, 1475, 16236, 213_932, 2_836_343]),
    (Element::Water, AIR_OR_WATER, [9, 82, 747, 6805, 81013, 941_968]),
    (Element::Fire, AIR_OR_WATER, [9, 82, 747, 6805, 66556, 652_394]),
];

fn compare(depths: std::ops::RangeInclusive<u32>) {
    for (array, boards, counts) in TABLE {
        for board in boards {
            let start = Enochian::start(&Options { array, board, ..Options::default() });
            for depth in depths.clone() {
                let expected = counts[depth as usize - 1];
                assert_eq!(crate::perft(&start, depth), expected, "{array:?} of {board:?} at depth {depth}");
            }
        }
    }
}

#[test]
fn perft_of_all_sixteen_settings_to_depth_5() {
    compare(1..=5);
}

#[test]
#[ignore = "slow (make prove)"]
fn prove_perft_of_all_sixteen_settings_at_depth_6() {
    compare(6..=6);
}

/// Middle games (one with a frozen and one with a seized army) and an endgame, to depth 3, with free and strict king
/// safety and with dice. A second, slow mailbox implementation produced the numbers.
const LATER: [(&str, &str, [[u64; 3]; 3]); 4] = [
    (
        "yN,1,yB,yR,2,bPn,1/yPn,yPq,3,bPq,2/3,yK,1,bPb,1,bB/5,bPr,2/2,kQ,3,rPq,bK/kB,kPb,kR,1,rPr,2,rPn/\
         3,kK,4/kN,4,rB,rQ,rK",
        "k brky - - 0 61",
        [[25, 228, 3152], [21, 184, 1839], [6, 31, 177]],
    ),
    (
        "yB,1,bK,4,bB/1,yPq,2,yN,bN,bPq,bQ/yPb,yQ,6/1,kR,1,bPr,yPr,2,bR/2,kPr,5/kN,1,kPn,1,rK,2,rPb/\
         kK,kPq,1,rN,kQ,rPn,rPq,1/kB,1,rR,3,rQ,rB",
        "r brky y y:b 0 54",
        [[24, 377, 5574], [21, 292, 4348], [6, 33, 190]],
    ),
    (
        "5,bPb,2/yPb,1,bK,3,bB,1/kN,yPr,4,bPn,bR/6,bN,1/3,kPn,rR,1,rPr,1/kK,2,yB,1,rPn,1,rPb/\
         2,kPr,1,rK,1,rB,1/kB,1,kPb,4,yK",
        "b byky - - 1 120",
        [[24, 380, 5278], [23, 292, 4023], [6, 32, 186]],
    ),
    (
        "8/1,bPq,1,rK,4/2,bB,5/3,kPn,1,bK,2/1,yR,6/5,kK,2/2,yK,3,rPb,1/4,kN,3",
        "b brky - - 4 212",
        [[15, 124, 991], [11, 88, 722], [6, 37, 222]],
    ),
];

#[test]
fn perft_of_later_positions_agrees_with_a_second_implementation() {
    for (board, fields, counts) in LATER {
        for (options, expected) in [no_limit(), strict(), dice()].into_iter().zip(counts) {
            let die = if options.divination { "?" } else { "-" };
            let position = read(&format!("{board} {fields} {die}"), &options);
            for (depth, count) in (1..).zip(expected) {
                assert_eq!(crate::perft(&position, depth), count, "{position} at depth {depth}");
            }
        }
    }
}
