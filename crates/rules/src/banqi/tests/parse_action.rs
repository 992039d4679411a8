use super::*;

#[test]
fn every_listed_action_round_trips() {
    let position = after(start(), "?b4 =q ?c4 =K");
    for (position, count) in [(position, 30), (after(position, "?a1"), 13)] {
        let listed = listed(&position);
        assert_eq!(listed.len(), count, "{listed:?}");
        for text in listed {
            assert_eq!(position.parse_action(&text).unwrap().to_string(), text);
        }
    }
}

#[test]
fn upper_case_squares_are_accepted() {
    assert_eq!(start().parse_action("?B4").unwrap().to_string(), "?b4");
    let position = board("......../......../..gP..../.......K", 'r', "");
    for text in ["C2D2", "C2d2", "c2D2", "c2>d2", "C2>D2"] {
        assert_eq!(position.parse_action(text).unwrap().to_string(), "c2d2", "{text}");
    }
}

#[test]
fn the_letter_of_a_reveal_is_case_sensitive() {
    let position = at("k..?..../......../......../.......K r 1 ggeecchhpppppqqGGEECCHHPPPPQQ 0 9 d4");
    assert!(position.parse_action("=P").is_ok());
    assert_eq!(refusal(&position, "=p"), "not_in_bag");
}

#[test]
fn texts_that_are_not_actions_are_refused() {
    let position = board("......../..?...../..gP..../.......K", 'r', "p");
    for text in [
        "",
        "?",
        "?c",
        "?c5",
        "?i1",
        "?c33",
        " ?c3",
        "?c3 ",
        "c3?",
        "?c3=p",
        "c2",
        "c2d",
        "c2d5",
        "c2d22",
        "c2-d2",
        "c2xd2",
        "c2>>d2",
        "c2>",
        ">c2d2",
        "c2 d2",
        "g",
        "=",
        "=pp",
        "é2d2",
        "c2é",
        "\u{212a}2d2",
        "resign",
    ] {
        assert!(position.parse_action(text).is_err(), "{text:?}");
    }
    assert_eq!(refusal(&position, "c2xd2"), "format");
}

#[test]
fn a_reveal_is_refused_unless_a_flip_is_pending() {
    assert_eq!(refusal(&start(), "=k"), "no_flip");
    let flipping = after(start(), "?a1");
    assert_eq!(refusal(&flipping, "=z"), "format");
    assert_eq!(refusal(&flipping, "=?"), "format");
    assert_eq!(refusal(&flipping, "=."), "format");
}

#[test]
fn at_a_chance_turn_only_reveals_are_accepted() {
    let flipping = after(start(), "?a1 =k ?b1");
    for text in ["?b1", "?c1", "a1a2"] {
        assert_eq!(refusal(&flipping, text), "chance", "{text}");
    }
}

#[test]
fn nothing_is_accepted_after_the_end() {
    let position = after(board("......../..gP..../......../........", 'r', ""), "c3d3");
    for text in ["d3d2", "?a1", "=k", "rubbish"] {
        assert_eq!(refusal(&position, text), "over", "{text}");
    }
}
