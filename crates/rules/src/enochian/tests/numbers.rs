//! The reference numbers: one ply is one action of one army, skips not counted, default options.

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
#[ignore = "long: for the full proof"]
fn long_perft_of_all_sixteen_settings_at_depth_6() {
    compare(6..=6);
}
