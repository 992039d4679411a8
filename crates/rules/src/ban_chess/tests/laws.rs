use super::*;
use crate::laws;
use proptest::prelude::*;

#[test]
fn the_laws_hold_from_the_start() {
    laws::check_random_games::<BanChess>(&Options {}, 60);
}

#[test]
fn the_laws_hold_from_unusual_positions() {
    for text in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 3",
        "r3k2r/8/8/2pPp3/2PpP3/8/8/R3K2R w KQkq c6 0 1 2:d5c6",
        "8/8/8/3k4/8/3K4/3NN3/8 w - - 90 60 237",
        "k7/8/1K6/8/8/8/8/7R w - - 97 80 317",
    ] {
        laws::check_random_games_from(&at(text), &Options {}, 12);
    }
}

#[test]
fn options_that_do_not_exist_are_refused() {
    assert!(serde_json::from_str::<Options>("{}").is_ok());
    assert!(serde_json::from_str::<Options>(r#"{"bans":2}"#).is_err());
}

/// A text between a valid position and noise.
fn textlike() -> impl Strategy<Value = String> {
    let board = "[pnbrqkPNBRQK1-8/]{0,40}";
    let ply = "[0-9]{0,11}(:[a-h][1-8][a-h][1-8])?[+#=]?";
    (board, "[wb]?", "(-|[KQkq]{0,4})", "(-|[a-h][36])", "[0-9]{0,11}", "[0-9]{0,11}", ply)
        .prop_map(|(b, s, c, e, h, f, p)| format!("{b} {s} {c} {e} {h} {f} {p}"))
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_refused_as_a_position(text in any::<String>()) {
        laws::check_position_text::<BanChess>(&text, &Options {});
    }

    #[test]
    fn any_text_like_a_position_is_parsed_or_refused(text in textlike()) {
        laws::check_position_text::<BanChess>(&text, &Options {});
    }

    #[test]
    fn any_counters_and_seventh_field_are_parsed_or_refused(half in 0u32..200, full in any::<u32>(), ply in any::<u32>()) {
        let text = format!("r3k2r/8/8/2pPp3/2PpP3/8/8/R3K2R w KQkq c6 {half} {full} {ply}");
        laws::check_position_text::<BanChess>(&text, &Options {});
        let fitting = full % 1_000_000 + 1;
        let text = format!("r3k2r/8/8/2pPp3/2PpP3/8/8/R3K2R w KQkq c6 {half} {fitting} {}:d5c6", 4 * fitting - 2);
        prop_assert_eq!(at(&text).to_string(), text);
    }

    #[test]
    fn any_text_is_parsed_or_refused_as_an_action(text in any::<String>()) {
        laws::check_action_text(&start(), &text);
        laws::check_action_text(&after(start(), "b:e2e4"), &text);
    }

    #[test]
    fn any_text_like_an_action_is_parsed_or_refused(text in "(b:|m:)?[NBRQK]?[a-h]?[1-8]?x?[a-h][1-8](=?[qrbnQRBN])?[+#=]?") {
        laws::check_action_text(&start(), &text);
        laws::check_action_text(&at("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 4:g2g1"), &text);
    }
}
