use super::*;

/// The code of the rule that forbids the move.
fn rule(text: &str, from: &str, to: &str) -> String {
    let position = at(text);
    let why = position.explain(&Gesture::from_to(from, to));
    why.unwrap_or_else(|| panic!("{from}{to} can be played in {text}")).rule.into_owned()
}

#[test]
fn each_rule_has_its_own_code() {
    let open = "r3k2r/8/8/8/8/8/P2P4/R3K2R w KQkq - 0 1 2:d2d4";
    assert_eq!(rule(open, "d2", "d4"), "banned");
    assert_eq!(rule(open, "c3", "c4"), "empty");
    assert_eq!(rule(open, "e8", "e7"), "not_yours");
    assert_eq!(rule(open, "e1", "e1"), "stays");
    assert_eq!(rule(open, "e1", "d2"), "own_piece");
    assert_eq!(rule(open, "a1", "b2"), "shape");
    assert_eq!(rule(open, "a1", "a5"), "blocked");
    assert_eq!(rule(open, "d2", "d5"), "shape");
    assert_eq!(rule(open, "d2", "e3"), "pawn_capture");
    assert_eq!(rule("4k3/8/8/8/3n4/8/3P4/4K3 w - - 0 1 2:e1d1", "d2", "d4"), "blocked");
    assert_eq!(rule("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1 2:e1d1", "e2", "c3"), "king_attacked");
    assert_eq!(rule("4r2k/8/8/8/8/8/N7/4K3 w - - 0 1 2:e1d1", "a2", "c3"), "in_check");
    assert_eq!(rule("3r3k/8/8/8/8/8/8/4K3 w - - 0 1 2:e1e2", "e1", "d1"), "king_attacked");
}

#[test]
fn illegal_castling_is_explained() {
    assert_eq!(rule("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1 2:e1e2", "e1", "g1"), "castling_right");
    assert_eq!(rule("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1 2:e1e2", "e1", "c1"), "blocked");
    assert_eq!(rule("4rk2/8/8/8/8/8/8/R3K2R w KQ - 0 1 2:e1d1", "e1", "g1"), "in_check");
    assert_eq!(rule("3r1k2/8/8/8/8/8/8/R3K2R w KQ - 0 1 2:e1e2", "e1", "c1"), "king_attacked");
}

#[test]
fn in_the_ban_phase_only_a_legal_move_of_the_side_to_move_can_be_banned() {
    assert_eq!(start().explain(&Gesture::from_to("e2", "e4")), None);
    let why = start().explain(&Gesture::from_to("e7", "e5")).unwrap();
    assert_eq!(why.rule, "not_yours");
    assert!(why.words.starts_with("You can only ban White's legal moves."), "{why}");
}

#[test]
fn everything_is_illegal_after_the_end() {
    let mut position = start();
    position.forfeit(WHITE, ForfeitCause::Resign);
    assert_eq!(position.explain(&Gesture::from_to("e2", "e4")), Some(IllegalAction::game_over()));
    assert_eq!(why(&position, "b:e2e4"), "over");
}

#[test]
fn other_gestures_and_squares_are_explained_too() {
    let why = |gesture| start().explain(&gesture).unwrap().rule;
    assert_eq!(why(Gesture::Tap { cell: "e2".into() }), "gesture");
    assert_eq!(why(Gesture::Button { name: "pass".into() }), "gesture");
    assert_eq!(why(Gesture::from_to("e2", "e9")), "square");
    assert_eq!(why(Gesture::from_to("é", "")), "square");
}

#[test]
fn every_pair_of_squares_is_either_legal_or_explained() {
    let texts = [
        START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 2:e1g1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 3",
        "r3k2r/8/8/2pPp3/2PpP3/8/8/R3K2R w KQkq c6 0 1 2:d5c6",
        "4r2k/8/8/8/8/8/N7/4K3 w - - 0 1 2:e1d1",
    ];
    for text in texts {
        let position = at(text);
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        for from in shakmaty::Square::ALL {
            for to in shakmaty::Square::ALL {
                let listed = actions.iter().any(|action| action.from_to() == FromTo { from, to });
                let why = position.explain(&Gesture::from_to(from.to_string(), to.to_string()));
                assert_eq!(why.is_none(), listed, "{from}{to} in {text}: {why:?}");
            }
        }
    }
}
