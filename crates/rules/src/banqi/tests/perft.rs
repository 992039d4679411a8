//! Perft. An independent, list-based program produced the same numbers.

use super::*;
use crate::perft;

#[test]
fn perft_matches_the_reference_numbers() {
    let table: [(&str, &[u64]); 7] = [
        (START, &[32, 448, 13888, 192448]),
        ("?q?..??k/?p??????/????.???/??E???e? r 1 GCQ 0 13 -", &[24, 312, 7295, 92196]),
        ("H.?..qpk/C.?Kc???/???..p??/??E?p?.e r 1 gpqGCPQ 0 33 -", &[21, 273, 4307, 61465]),
        ("..?....k/.q?..p??/???.G.??/??E?.?.e b 2 gcpppqKGCCHPQ 7 52 -", &[17, 196, 3183, 37861]),
        (
            "E...k.../.g?...?./..?.E.e?/.......Q r 1 geccpppppqqKGGCCHHPPPQ 1 93 -",
            &[12, 92, 799, 6558, 56270],
        ),
        (
            "...g.E../.q....h./..P.eh.K/....Q... r 1 kgeccpppppqGGECCHHPPPPQ 0 99 -",
            &[17, 202, 3242, 37861, 584315],
        ),
        ("???????Q/???p????/????????/???????? r 1 - 0 3 c1", &[14, 406, 5597, 157274]),
    ];
    for (text, counts) in table {
        for (count, depth) in counts.iter().zip(1..) {
            assert_eq!(perft(&at(text), depth), *count, "{text} at depth {depth}");
        }
    }
}

#[test]
fn two_flips_from_the_start_can_be_counted_by_hand() {
    // 32 squares, 14 pieces, 31 squares, and 14 pieces again, but not a second king of the same colour.
    assert_eq!(perft(&start(), 4), 32 * 31 * (14 * 14 - 2));
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Banqi>() <= 96, "{} bytes", size_of::<Banqi>());
}
