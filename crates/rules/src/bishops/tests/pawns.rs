use super::*;

#[test]
fn a_double_step_needs_an_unmoved_pawn_and_two_empty_squares() {
    let pieces = "wPd2 wPe2 bNe3 wPf2 bNf4 wPh3 wKa3 gKa12 bKg12 pKl6";
    let game = setup(pieces).to_act('w');
    assert_eq!(from(&game, "d2"), ["d3", "d4", "e3"]);
    assert_eq!(from(&game, "e2"), [""; 0]);
    assert_eq!(from(&game, "f2"), ["e3", "f3"]);
    assert_eq!(from(&game, "h3"), ["h4"]);
    assert_eq!(refused(&game, "h3h5"), "double_step");
    assert_eq!(refused(&game, "e2e4"), "blocked");
    assert_eq!(refused(&game, "f2f4"), "blocked");
}

#[test]
fn the_pawns_of_each_colour_move_in_their_own_direction() {
    let pieces = "wPd2 gPb5 bPf11 pPk8 wKg1 gKa10 bKj12 pKl3";
    let moves = [('p', 'w', "d2", ["d3", "d4"]), ('w', 'g', "b5", ["c5", "d5"])];
    let more = [('g', 'b', "f11", ["f10", "f9"]), ('b', 'p', "k8", ["i8", "j8"])];
    for (last, seat, pawn, to) in moves.into_iter().chain(more) {
        assert_eq!(from(&setup(pieces).last_mover(last).to_act(seat), pawn), to);
    }
}

#[test]
fn pawns_capture_pieces_of_any_other_colour_diagonally_forward() {
    let game = setup("wPe5 gNd6 pNf6 bNe6 bNd4 wKg1 gKa10 bKj12 pKl3").to_act('w');
    assert_eq!(from(&game, "e5"), ["d6", "f6"]);
    let game = setup("gPe5 wNf6 wNf4 wNd4 wKg1 gKa10 bKj12 pKl3").last_mover('w').to_act('g');
    assert_eq!(from(&game, "e5"), ["f4", "f5", "f6"]);
    assert_eq!(refused(&game, "e5d4"), "shape");
    let game = setup("gPe5 wKg1 gKa10 bKj12 pKl3").last_mover('w').to_act('g');
    assert_eq!(refused(&game, "e5f6"), "pawn_capture");
}

#[test]
fn there_is_no_en_passant_before_the_duel() {
    let game = setup("wPd2 bPe4 wKg1 gKa10 bKj12 pKl3").to_act('w');
    let game = after(&game, "d2d4 a10a9");
    assert_eq!(from(&game, "e4"), ["e3"]);
}

#[test]
fn a_pawn_promotes_to_a_queen_anywhere_on_its_promotion_rank() {
    let kings = "wKg1 gKa5 bKi6 pKl8";
    for (last, seat, pawn, to, other_end) in [
        ('p', 'w', "a9", "a10", "wPl9"),
        ('w', 'g', "i1", "j1", "gPi12"),
        ('g', 'b', "l4", "l3", "bPa4"),
        ('b', 'p', "d12", "c12", "pPd1"),
    ] {
        let game = setup(&format!("{kings} {seat}P{pawn} {other_end}")).last_mover(last).to_act(seat);
        let game = after(&game, &format!("{pawn}{to}"));
        assert_eq!(piece_on(&game, to), format!("{seat}Q"), "{game}");
    }
}

/// The piece on a square of the 12×12 board, such as `wQ`.
fn piece_on(game: &Bishops, square: &str) -> String {
    let view = game.view(Eye::Spectator);
    let piece = view.men.into_iter().find(|piece| piece.cell == square).unwrap();
    format!("{}{}", &piece.army.unwrap()[..1], piece.letter)
}

#[test]
fn in_the_first_round_an_edge_pawn_may_not_capture_an_edge_pawn() {
    let game = start("{}");
    assert_eq!(refused(&game, "c2b3"), "edge_pawns");
    // After four moves it may. Swaps do not count.
    let game = after(&start("{}"), "swap g2g3 swap b6c6 swap g11g10 swap k6j6");
    assert!(legal(&game).contains(&"c2b3".to_string()));
    let game = after(&start("{}"), "swap g2g3 swap b6c6 swap g11g10");
    assert!(!legal(&game).contains(&"k10j11".to_string()));
    assert_eq!(refused(&game, "k10j11"), "edge_pawns");
}

#[test]
fn the_current_file_or_rank_decides_whether_a_pawn_is_an_edge_pawn() {
    // The white pawn on c3 and the grey pawn on b4: only one is an edge pawn, so b4 may capture.
    let game = after(&start("{}"), "c2c3");
    assert!(legal(&game).contains(&"b4c3".to_string()));
    // A knight may capture an edge pawn, and an edge pawn may capture a knight.
    let pieces = "wPc4 gNb5 gPd5 wKg1 gKa10 bKj12 pKl3";
    assert_eq!(from(&setup(pieces).move_count(0).to_act('w'), "c4"), ["b5", "c5", "d5"]);
    let pieces = "wPc4 gPb5 wKg1 gKa10 bKj12 pKl3";
    assert_eq!(from(&setup(pieces).move_count(3).to_act('w'), "c4"), ["b5", "c5"]);
    let pieces = "wPc9 gPb10 gPd10 wKg1 gKa5 bKj12 pKl3";
    assert_eq!(from(&setup(pieces).move_count(3).to_act('w'), "c9"), ["c10"]);
    assert_eq!(from(&setup(pieces).move_count(4).to_act('w'), "c9"), ["b10", "c10", "d10"]);
}

#[test]
fn the_edge_pawn_rule_restricts_captures_but_not_checks() {
    // A king next to an edge pawn of another colour is in check even in the first round.
    let game = setup("wPc4 gKb5 wKg1 bKj12 pKl3").move_count(1).last_mover('w').to_act('g');
    assert!(game.view(Eye::Spectator).armies[1].in_check);
}

#[test]
fn pawns_give_check_and_mate() {
    let pieces = "wPe4 wPd3 wPf3 gKd6 wKg1 bKj12 pKl3";
    let game = after(&setup(pieces).to_act('w'), "e4e5");
    assert_eq!(turn(&game), "grey");
    assert!(game.view(Eye::Spectator).armies[1].in_check);
}

#[test]
fn only_a_pawn_on_an_edge_of_its_own_colour_is_an_edge_pawn() {
    // Rank 10 is an edge of Grey's, but Grey's piece there is not a pawn, and Black's edges are files.
    let pieces = "wPc9 gNb10 bPd10 wKg1 gKa5 bKj12 pKl3";
    assert_eq!(from(&setup(pieces).move_count(0).to_act('w'), "c9"), ["b10", "c10", "d10"]);
}
