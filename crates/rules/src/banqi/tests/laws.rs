//! The laws of every game, from the start and from unusual positions.

use super::*;
use crate::laws::{check_random_games, check_random_games_from};

#[test]
fn the_laws_hold_under_all_presets() {
    for preset in ["standard", "document", "olympiad", "tcga"] {
        check_random_games::<Banqi>(&options(&format!(r#"{{"preset":"{preset}"}}"#)), 30);
    }
}

#[test]
fn the_laws_hold_under_unusual_limits() {
    for json in [
        r#"{"quiet_limit":1}"#,
        r#"{"quiet_limit":2,"repetition":2}"#,
        r#"{"quiet_limit":4294967295,"repetition":4294967295}"#,
        r#"{"repetition":2,"pawn_takes_cannon":false}"#,
    ] {
        check_random_games::<Banqi>(&options(json), 20);
    }
}

#[test]
fn the_laws_hold_from_unusual_positions() {
    let places = [
        "????????/????????/????????/???????? - 1 - 0 1 d2",
        "k..?..../......../......../.......K b 2 ggeecchhpppppqqGGEECCHHPPPPQQ 7 10 d4",
        "qp.K.?.P/..Q.P.../k.G?..../Ee.hH..c r 1 ggecppppqGECCHPPP 99 9 -",
        "pG....../.G....../......../........ b 2 kggeecchhppppqqKEECCHHPPPPPQQ 99 10 -",
        "?G....../G......./......../........ b 1 kggeecchhppppqqKEECCHHPPPPPQQ 4 9 -",
        "k......./......../......../.......K r 1 ggeecchhpppppqqGGEECCHHPPPPPQQ 98 4294967293 -",
        "PpPePqE?/hpG?ek?K/C?HchQEg/??PCpppQ b 1 - 0 9 -",
        "......../......../......../........ r 1 kggeecchhpppppqqKGGEECCHHPPPPPQQ 0 9 -",
        "......../......../......../.......q b 1 kggeecchhpppppqKGGEECCHHPPPPPQQ 0 9 -",
        "......../......../......../.......q r 1 kggeecchhpppppqKGGEECCHHPPPPPQQ 0 9 -",
        "???????./......../......../........ r 1 kggeecchhpppppqqKGGEECCHH 0 9 a4",
    ];
    for text in places {
        for json in ["{}", r#"{"preset":"document","pawn_takes_cannon":false}"#] {
            check_random_games_from(&at_with(text, json), &options(json), 12);
        }
    }
}
