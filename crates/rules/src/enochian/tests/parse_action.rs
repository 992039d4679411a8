use super::*;
use proptest::prelude::*;

#[test]
fn actions_are_parsed_in_canonical_form_only() {
    let start = Enochian::start(&Options::default());
    assert!(start.parse_action("Pg8f8").is_ok());
    for bad in [
        "g8f8", "pg8f8", "Pg8-f8", "PG8F8", "Pg8f8 ", " Pg8f8", "Pg8f", "Pg8", "P", "", "é", "Pg8fé", "=",
        "=7", "=0", "=11",
    ] {
        assert_eq!(why(&start, bad), "format", "{bad:?}");
    }
    assert_eq!(why(&start, "=3"), "throw");
    for treaty in ["exchange", "Exchange", "draw", "claim", "resign:blue"] {
        assert!(start.parse_action(treaty).is_err(), "{treaty}");
    }
}

proptest! {
    #[test]
    fn any_action_text_is_parsed_or_refused(text in "[KQBNRPx]?[a-h][1-9][a-h][1-9](=[QBNRKP])?|=[0-9]|.{0,8}") {
        crate::laws::check_action_text(&Enochian::start(&Options::default()), &text);
        crate::laws::check_action_text(&Enochian::start(&dice()), &text);
    }
}
