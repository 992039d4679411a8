use super::*;

#[test]
fn a_king_that_moves_onto_its_allys_empty_throne_takes_control() {
    let position = at("b2=bK h1=rK c4=kK a8=yK d5=kN b8=yN", "b brky - -");
    let seized = after(&position, "Kb2a1");
    assert_eq!(state(&seized), "r brby - -");
    let blacks_turn = after(&seized, "Kh1g1");
    assert_eq!((field(&blacks_turn, 1).as_str(), to_move(&blacks_turn)), ("k", "blue"));
    assert_eq!(blacks_turn.army(), Some(ArmyId(2)));
    assert_eq!(to_move(&after(&blacks_turn, "Nd5e3")), "yellow", "control is for the army's own turns");
}

#[test]
fn a_king_also_seizes_by_capturing_an_unfrozen_enemy_there() {
    let position = at("b2=bK h1=rK a1=yN c4=kK a8=yK d5=kN b8=yN", "b brky - -");
    assert_eq!(state(&after(&position, "Kb2a1")), "r brby - -");
    let frozen = at("b2=bK h1=rK a1=yN c4=kK d5=kN b8=yN", "b brky y y:b");
    assert!(!goes(&frozen, "b2").contains("a1"), "a frozen piece blocks the throne");
    let king = at("b2=bK h1=rK c4=kK a1=yK d5=kN b8=yN", "b brky - -");
    assert_eq!(state(&after(&king, "Kb2a1")), "r brby y y:b");
}

#[test]
fn only_a_king_seizes_and_only_its_allys_throne() {
    let position = at("b2=bK a3=bR h1=rK c4=kK a8=yK d5=kN b8=yN", "b brky - -");
    assert_eq!(state(&after(&position, "Ra3a1")), "r brky - -");
    let enemy = at("b2=rK h8=bK c4=kK a8=yK d5=kN b8=yN", "r brky - -");
    assert_eq!(state(&after(&enemy, "Kb2a1")), "k brky - -");
    let own = at("g7=bK h1=rK c4=kK a8=yK d5=kN b8=yN", "b brky - -");
    assert_eq!(state(&after(&own, "Kg7h8")), "r brky - -");
}

#[test]
fn a_frozen_army_is_revived_without_a_king() {
    let position = at("b2=bK h1=rK a8=yK d5=kN b8=yN", "b brky k k:r");
    let revived = after(&position, "Kb2a1");
    assert_eq!(state(&revived), "r brby - k:r", "its king still counts as captured");
    assert_eq!(goes(&after(&revived, "Kh1g1"), "d5"), "b4 b6 c3 c7 e3 e7 f4 f6");
}

#[test]
fn control_lasts_when_the_king_leaves() {
    let position = at("a1=bK h1=rK c4=kK a8=yK d5=kN b8=yN g8=bPr", "b brby - -");
    assert_eq!(state(&after(&position, "Ka1b1")), "r brby - -");
}

#[test]
fn when_the_controlling_king_is_captured_control_returns_if_the_armys_own_king_lives() {
    let position = at("b2=bK h1=rK c4=kK a8=yK d5=kN b8=yN b7=rR g8=bPr", "r brby - -");
    assert_eq!(state(&after(&position, "Rb7b2")), "k brky b b:r");
}

#[test]
fn if_its_own_king_is_gone_too_the_team_has_lost() {
    let position = at("b2=bK h1=rK a8=yK d5=kN b8=yN b7=rR g8=bPr", "r brby - k:y");
    let lost = after(&position, "Rb7b2");
    assert_eq!(result(&lost), Some((Reason::KingsCaptured, 0.0, 1.0)));
    assert_eq!(state(&lost), "k brby b b:r,k:y");
}

#[test]
fn freezing_alone_does_not_change_who_controls_an_army() {
    let position = at("b2=bK h1=rK c4=kK a8=yK d5=kN b8=yN c7=rR g8=bPr", "r brby - -");
    let frozen = after(&position, "Rc7c4");
    assert_eq!(state(&frozen), "y brby k k:r");
}

#[test]
fn a_seized_army_whose_living_king_is_captured_freezes_and_needs_a_fresh_move_onto_its_throne() {
    let position = at("a1=bK h1=rK c4=kK a8=yK d5=kN b8=yN c7=rR g8=bPr", "r brby - -");
    let frozen = after(&position, "Rc7c4");
    assert_eq!(state(&frozen), "y brby k k:r", "the king on the throne does not revive");
    let left = after(&frozen, "Nb8a6 Ka1b1 Kh1g1 Na6b8");
    assert_eq!(state(&left), "b brby k k:r");
    assert_eq!(state(&after(&left, "Kb1a1")), "r brby - k:r");
}

#[test]
fn the_seat_that_controls_the_moving_king_takes_control() {
    let position = at("a1=bK h1=rK g7=kK a8=yK d5=kN b8=yN g5=bPr", "k brby - -");
    assert_eq!(to_move(&position), "blue");
    assert_eq!(state(&after(&position, "Kg7h8")), "y brby - -", "black's king was moved by blue's seat");
    let other = at("b3=bK h1=rK g7=kK a8=yK d5=kN b8=yN g5=bPr", "k brky - -");
    assert_eq!(state(&after(&other, "Kg7h8")), "y krky - -");
}

#[test]
fn a_seized_army_is_still_in_check_and_stalemated_by_its_own_king() {
    let position = at("a1=bK h1=rK c4=kK a8=yK d5=kN b8=yN c7=rR g8=bPr", "k brby - -");
    assert_eq!(legal(&position).len(), 7);
    assert!(legal(&position).iter().all(|text| text.starts_with("Kc4")));
}
