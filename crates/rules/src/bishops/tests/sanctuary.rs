use super::*;
use crate::MarkKind;

#[test]
fn only_the_own_king_enters_a_corner_and_corners_block_lines() {
    let game = setup("wKc3 wRa3 wNd3 gKf9 bKg12 pKl6").to_act('w');
    assert_eq!(from(&game, "a3"), ["a10", "a4", "a5", "a6", "a7", "a8", "a9", "b3"]);
    assert_eq!(from(&game, "c3"), ["b2", "b3", "b4", "c2", "c4", "d2", "d4"]);
    assert_eq!(refused(&game, "a3a2"), "corner");
    assert_eq!(refused(&game, "d3b2"), "corner");
    // From a3 to c1 the diagonal goes over b2.
    let game = setup("wKg3 wBa3 gKf9 bKg12 pKl6").to_act('w');
    assert_eq!(refused(&game, "a3c1"), "corner");
    assert_eq!(from(&game, "a3"), ["b4", "c5", "d6", "e7", "f8", "g9", "h10", "i11", "j12"]);
    let game = setup("wKg3 gKb10 bKg12 pKl6").last_mover('w').to_act('g');
    assert_eq!(from(&game, "b10"), ["a10", "a11", "a9", "b11", "b9", "c10", "c11", "c9"]);
    // A king cannot enter another colour's corner either.
    let game = setup("wKc3 gKf9 bKg12 pKl3").last_mover('b').to_act('p');
    assert!(legal(&game).contains(&"l3k2".to_string()));
    assert_eq!(refused(&setup("wKj3 gKf9 bKg12 pKl9").to_act('w'), "j3k2"), "corner");
}

#[test]
fn bishops_become_queens_on_the_first_entry() {
    let game = setup("wKc3 wBe4 wBh5 wQj2 gKf9 bKg12 pKl10").to_act('w');
    let game = after(&game, "c3b2");
    let text = game.to_string();
    assert!(!text.contains("wB") && text.matches("wQ").count() == 3, "{text}");
    // Pawns never promote to bishops, so later entries change nothing.
    let view = game.view(Eye::Spectator);
    let kinds: Vec<MarkKind> = view.marks.iter().map(|mark| mark.kind).collect();
    assert_eq!(kinds, [MarkKind::Sanctuary, MarkKind::Immune]);
    assert_eq!(view.seats[0].note.as_deref(), Some("immune in the corner"));
}

#[test]
fn a_king_may_enter_an_attacked_corner_square_if_it_is_immune_there() {
    // Pink's knight on d3 attacks b2.
    let pieces = "wKc2 wBe4 wBh5 wQj2 gKf9 bKg12 pKl10 pNd3";
    let game = setup(pieces).to_act('w');
    assert!(from(&game, "c2").contains(&"b2".to_string()));
    let two = setup(&pieces.replace("wQj2", "wRj2")).to_act('w');
    assert!(!from(&two, "c2").contains(&"b2".to_string()), "two queens are not enough");
    assert_eq!(refused(&two, "c2b2"), "king_attacked");
}

#[test]
fn promoted_pawns_count_for_immunity() {
    // With two queens the knight gives check; the third queen ends it.
    let pieces = "wKb2 wQf4 wQg4 wPe9 gKj12 bKd12 pKl9 pNd3";
    let game = setup(pieces).to_act('w');
    assert_eq!(turn(&game), "white");
    assert!(game.view(Eye::Spectator).armies[0].in_check);
    let game = after(&game, "e9e10");
    assert!(!game.view(Eye::Spectator).armies[0].in_check);
}

#[test]
fn an_immune_king_is_never_in_check() {
    let pieces = "wKb2 wQf4 wQg4 wQh4 gKj10 bKd12 pKl7 pNd3 gRb10";
    let game = setup(pieces).to_act('w');
    let view = game.view(Eye::Spectator);
    assert!(!view.armies[0].in_check);
    assert!(legal(&game).contains(&"f4f5".to_string()));
    // Its pieces are not pinned either.
    let game = setup("wKb2 wQb4 wQg4 wQh4 gKj10 bKd12 pKl7 gRb10").to_act('w');
    assert!(legal(&game).contains(&"b4c4".to_string()));
}

#[test]
fn an_immune_king_needs_a_safe_square_to_leave_the_corner() {
    let pieces = "wKb2 wQf4 wQg4 wQh4 gKj10 bKd12 pKl7 gRc10";
    let game = setup(pieces).to_act('w');
    assert_eq!(from(&game, "b2"), ["a1", "a2", "a3", "b1", "b3"]);
    assert_eq!(refused(&game, "b2c2"), "king_attacked");
    let game = after(&game, "b2b3");
    assert!(game.view(Eye::Spectator).marks.is_empty(), "outside it is not immune");
}

#[test]
fn an_immune_king_still_attacks_adjacent_squares() {
    let pieces = "wKb2 wQf9 wQg9 wQh9 gKc4 bKd12 pKl9";
    let game = setup(pieces).last_mover('w').to_act('g');
    assert!(!from(&game, "c4").iter().any(|to| ["b3", "c3"].contains(&to.as_str())));
    // It can give check by moving within its corner.
    let game = setup("wKa1 wQi8 wQj8 wQl5 gKa3 bKd12 pKl9").to_act('w');
    let game = after(&game, "a1a2");
    assert_eq!(turn(&game), "grey");
    assert!(game.view(Eye::Spectator).armies[1].in_check);
}

#[test]
fn a_king_in_its_corner_that_is_not_immune_can_be_in_check() {
    let base = "wKb2 wQk5 wQk6 gKf9 bKg12 pKl9";
    for (attacker, checks) in [
        ("pNd3", true),
        ("pNd1", true),
        ("gRb9", true),
        ("bBf6", true),
        ("gPc3", false),
        ("gBa3", true),
        ("bRg2", true),
    ] {
        let game =
            Bishops::parse(&setup(&format!("{base} {attacker}")).text('w'), &Options::default()).unwrap();
        assert_eq!(game.view(Eye::Spectator).armies[0].in_check, checks, "{attacker}");
    }
    // Only knights reach a1: lines do not pass over corner squares.
    let base = base.replace("wKb2", "wKa1");
    for (attacker, checks) in
        [("pNc2", true), ("pNb3", true), ("gRa9", false), ("bBf6", false), ("bRg1", false)]
    {
        let game =
            Bishops::parse(&setup(&format!("{base} {attacker}")).text('w'), &Options::default()).unwrap();
        assert_eq!(game.view(Eye::Spectator).armies[0].in_check, checks, "{attacker}");
    }
}

#[test]
fn with_one_queen_or_none_the_king_must_leave_its_corner() {
    for queens in ["", " wQk3"] {
        let game = setup(&format!("wKb2 wRj5 gKf9 bKg12 pKl9{queens}")).to_act('w');
        assert_eq!(legal(&game), ["b2a3", "b2b3", "b2c1", "b2c2", "b2c3"]);
        assert_eq!(refused(&game, "j5j6"), "evicted");
        assert_eq!(refused(&game, "b2a1"), "evicted");
        assert_eq!(game.view(Eye::Spectator).turn.words, "White's king must leave the corner");
        assert!(game.view(Eye::Spectator).marks.iter().any(|mark| mark.kind == MarkKind::Evicted));
    }
}

#[test]
fn with_exactly_two_queens_there_is_no_immunity_and_no_eviction() {
    let game = setup("wKb2 wRj5 wQi3 wQk3 gKf9 bKg12 pKl9").to_act('w');
    assert!(legal(&game).contains(&"j5j6".to_string()) && legal(&game).contains(&"b2a1".to_string()));
    let marks: Vec<MarkKind> = game.view(Eye::Spectator).marks.iter().map(|mark| mark.kind).collect();
    assert_eq!(marks, [MarkKind::Sanctuary]);
}

#[test]
fn an_evicted_king_without_a_legal_exit_may_wait() {
    // Rank 3 and file c are guarded.
    let game = setup("wKb2 wRh5 gKf9 bKg12 bRc10 pKl9 pRl3").to_act('w');
    assert_eq!(from(&game, "b2"), ["a1", "a2", "b1"]);
    assert!(from(&game, "h5").len() > 10);
    assert!(!game.view(Eye::Spectator).marks.iter().any(|mark| mark.kind == MarkKind::Evicted));
}

#[test]
fn a_king_in_its_corner_can_be_checkmated() {
    // A knight gives check on a1, all neighbours of a1 are attacked, and the king cannot leave the corner.
    let pieces = "wKa1 gKf9 bKg12 pKl9 pNd3 bRc8 gRb9 gRa9 pRl3";
    let game = setup(pieces).last_mover('b').to_act('p');
    let mated = after(&game, "d3c1");
    assert_eq!(living(&mated), "wgbp", "c1 attacks a2 and b3, not a1");
    let pieces = "wKa1 gKf9 bKg12 pKl9 pNd4 gRb9 gRa9 bRi1 bRi2";
    let game = setup(pieces).last_mover('b').to_act('p');
    let mated = after(&game, "d4c2");
    assert_eq!(living(&mated), "gbp");
}

#[test]
fn no_king_enters_a_blocked_corner() {
    let game = setup("wKc3 wBe4 gKf9 bKg12 pKl6").options(r#"{"corners":"blocked"}"#).to_act('w');
    assert!(!from(&game, "c3").contains(&"b2".to_string()));
    assert_eq!(refused(&game, "c3b2"), "corner");
    let text = setup("wKb2 gKf9 bKg12 pKl6").text('w');
    assert!(errors(&text, r#"{"corners":"blocked"}"#).contains("corners are blocked"));
}

#[test]
fn a_move_within_the_corner_does_not_promote_bishops() {
    let pieces = "wKa2 wBf6 wQe8 wQd8 gKa6 bKg12 pKl6";
    let game = after(&setup(pieces).to_act('w'), "a2b1");
    assert!(game.to_string().contains("wB"), "{game}");
    let entering = after(&setup(&pieces.replace("wKa2", "wKc2")).to_act('w'), "c2b1");
    assert!(!entering.to_string().contains("wB"), "{entering}");
}
