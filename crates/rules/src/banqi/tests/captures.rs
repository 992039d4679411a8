use super::*;

/// The table of the rules: the attacker, then whether it captures K G E C H P Q.
const TABLE: [(char, &str); 6] = [
    ('k', "yyyyy-y"),
    ('g', "-yyyyyy"),
    ('e', "--yyyyy"),
    ('c', "---yyyy"),
    ('h', "----yyy"),
    ('p', "y----yy"),
];

/// Red's attacker on c3 beside a black piece on d3.
fn adjacent(attacker: char, target: char, json: &str) -> Banqi {
    board_with(&format!("......../..{attacker}{target}..../......../........"), 'r', "", json)
}

#[test]
fn captures_follow_the_table_of_the_rules() {
    for (attacker, row) in TABLE {
        for (target, entry) in "KGECHPQ".chars().zip(row.chars()) {
            assert_eq!(
                can(&adjacent(attacker, target, "{}"), "c3d3"),
                entry == 'y',
                "{attacker} takes {target}"
            );
        }
    }
}

#[test]
fn black_captures_by_the_same_table() {
    for (attacker, row) in TABLE {
        for (target, entry) in "kgechpq".chars().zip(row.chars()) {
            let attacker = attacker.to_ascii_uppercase();
            let position = board(&format!("......../..{attacker}{target}..../......../........"), 'b', "");
            assert_eq!(can(&position, "c3d3"), entry == 'y', "{attacker} takes {target}");
        }
    }
}

#[test]
fn equal_ranks_take_each_other() {
    for (attacker, target) in "kgechp".chars().zip("KGECHP".chars()) {
        assert!(can(&adjacent(attacker, target, "{}"), "c3d3"), "{attacker}");
    }
}

#[test]
fn a_king_may_not_take_a_pawn_and_a_pawn_may_take_a_king() {
    assert_eq!(refusal(&adjacent('k', 'P', "{}"), "c3d3"), "king_pawn");
    assert!(can(&adjacent('p', 'K', "{}"), "c3d3"));
}

#[test]
fn a_pawn_may_take_a_cannon() {
    assert!(can(&adjacent('p', 'Q', "{}"), "c3d3"));
}

#[test]
fn the_taiwanese_pawn_may_not_take_a_cannon() {
    let taiwanese = r#"{"pawn_takes_cannon":false}"#;
    assert_eq!(refusal(&adjacent('p', 'Q', taiwanese), "c3d3"), "pawn_cannon");
    for (attacker, row) in TABLE {
        for (target, entry) in "KGECHPQ".chars().zip(row.chars()) {
            let expected = entry == 'y' && (attacker, target) != ('p', 'Q');
            assert_eq!(
                can(&adjacent(attacker, target, taiwanese), "c3d3"),
                expected,
                "{attacker} takes {target}"
            );
        }
    }
}

#[test]
fn a_capture_is_orthogonal_and_adjacent() {
    let position = board("..P.P.../...g..../..P.P.../...P....", 'r', "");
    assert_eq!(from(&position, "d3"), ["d3c3", "d3d2", "d3d4", "d3e3"]);
    assert_eq!(refusal(&position, "d3c4"), "reach");
    assert_eq!(refusal(&position, "d3d1"), "reach");
}

#[test]
fn a_capture_works_in_all_four_directions() {
    let position = board("...P..../..PgP.../...P..../........", 'r', "");
    assert_eq!(listed(&position), ["d3c3", "d3d2", "d3d4", "d3e3"]);
}

#[test]
fn a_captured_piece_leaves_the_board() {
    let position = after(board("......../..gP..../......../.......K", 'r', ""), "c3d3");
    assert_eq!(
        position.to_string(),
        "......../...g..../......../.......K b 2 kgeecchhpppppqqGGEECCHHPPPPPQQ 0 10 -"
    );
}

#[test]
fn a_cannon_takes_along_a_rank_or_file_over_exactly_one_piece() {
    let position = board("...P..../......../...K..../q..P.P.P", 'r', "");
    assert_eq!(from(&position, "a1"), ["a1a2", "a1b1", "a1f1"], "neither the first nor the third");
    let position = board("q......P/......../p......./K.......", 'r', "");
    assert!(can(&position, "a4a1"), "along a file");
}

#[test]
fn the_screen_may_be_of_any_colour_face_up_or_face_down() {
    for (screen, face_down) in [('p', ""), ('P', ""), ('?', "e"), ('?', "E")] {
        let position = board(&format!("......../..q..{screen}.K/......../........"), 'r', face_down);
        assert!(can(&position, "c3h3"), "{screen} {face_down}");
    }
}

#[test]
fn any_number_of_empty_squares_may_lie_before_and_after_the_screen() {
    for line in ["qpK.....", "qp.....K", "q.....pK", "q..p...K", "q.p.K...", ".q.pK..."] {
        let position = board(&format!("......../{line}/......../........"), 'r', "");
        let file = |letter: char| char::from(b'a' + line.find(letter).unwrap() as u8);
        assert!(can(&position, &format!("{}3{}3", file('q'), file('K'))), "{line}");
    }
}

#[test]
fn a_cannon_jumps_in_all_four_directions() {
    let position = board("...P..../...p..../.PpqpP../........", 'r', "");
    assert_eq!(from(&position, "d2"), ["d2b2", "d2d1", "d2d4", "d2f2"]);
    let position = board("......../...q..../...p..../...P....", 'r', "");
    assert!(can(&position, "d3d1"));
}

#[test]
fn a_cannon_takes_any_rank() {
    for target in "KGECHPQ".chars() {
        let position = board(&format!("......../q.p....{target}/......../........"), 'r', "");
        assert!(can(&position, "a3h3"), "{target}");
    }
}

#[test]
fn the_taiwanese_rule_does_not_change_the_cannon() {
    let position =
        board_with("......../q.p....Q/......../........", 'r', "", r#"{"pawn_takes_cannon":false}"#);
    assert!(can(&position, "a3h3"));
}

#[test]
fn a_cannon_never_takes_an_adjacent_piece() {
    for target in "KGECHPQ".chars() {
        let position = board(&format!("......../..q{target}..../......../........"), 'r', "");
        assert_eq!(refusal(&position, "c3d3"), "cannon_adjacent", "{target}");
    }
}

#[test]
fn a_cannon_takes_neither_own_nor_face_down_pieces() {
    let position = board("......../q.p....h/......../K.......", 'r', "");
    assert_eq!(refusal(&position, "a3h3"), "own_piece");
    let position = board("......../q.p....?/......../K.......", 'r', "G");
    assert_eq!(refusal(&position, "a3h3"), "onto_face_down");
}

#[test]
fn a_cannon_does_not_jump_without_capturing() {
    let position = board("......../q.p...../......../K.......", 'r', "");
    assert_eq!(from(&position, "a3"), ["a3a2", "a3a4", "a3b3"]);
}

#[test]
fn cannon_jumps_agree_with_walking_along_the_line() {
    let mut rng = crate::laws::SeededRng::new(5);
    for _ in 0..2000 {
        let occupied = SquareSet((0..32).fold(0, |set, bit| set | u32::from(rng.one_in(3)) << bit));
        for from in Square::all() {
            let slow = Square::all().filter(|to| {
                occupied.contains(*to)
                    && *to != from
                    && attack_tables::between(from, *to).is_some_and(|path| (path & occupied).len() == 1)
            });
            assert_eq!(
                attack_tables::cannon_jumps(from, occupied).collect::<Vec<_>>(),
                slow.collect::<Vec<_>>(),
                "{from}"
            );
        }
    }
}
