use super::*;

#[test]
fn a_double_step_only_as_the_first_move_and_both_squares_empty() {
    let men = "wPd2 wPe2 bNe3 wPf2 bNf4 wPh3 wKa3 gKa12 bKg12 pKl6";
    let game = setup(men).to_act('w');
    assert_eq!(from(&game, "d2"), ["d3", "d4", "e3"]);
    assert_eq!(from(&game, "e2"), [""; 0]);
    assert_eq!(from(&game, "f2"), ["e3", "f3"]);
    assert_eq!(from(&game, "h3"), ["h4"]);
    assert_eq!(refused(&game, "h3h5"), "double_step");
    assert_eq!(refused(&game, "e2e4"), "blocked");
    assert_eq!(refused(&game, "f2f4"), "blocked");
}

#[test]
fn each_colour_goes_forward_its_own_way() {
    let men = "wPd2 gPb5 bPf11 pPk8 wKg1 gKa10 bKj12 pKl3";
    let moves = [('p', 'w', "d2", ["d3", "d4"]), ('w', 'g', "b5", ["c5", "d5"])];
    let more = [('g', 'b', "f11", ["f10", "f9"]), ('b', 'p', "k8", ["i8", "j8"])];
    for (last, seat, pawn, to) in moves.into_iter().chain(more) {
        assert_eq!(from(&setup(men).last(last).to_act(seat), pawn), to);
    }
}

#[test]
fn pawns_capture_diagonally_forward_any_other_colour() {
    let game = setup("wPe5 gNd6 pNf6 bNe6 bNd4 wKg1 gKa10 bKj12 pKl3").to_act('w');
    assert_eq!(from(&game, "e5"), ["d6", "f6"]);
    let game = setup("gPe5 wNf6 wNf4 wNd4 wKg1 gKa10 bKj12 pKl3").last('w').to_act('g');
    assert_eq!(from(&game, "e5"), ["f4", "f5", "f6"]);
    assert_eq!(refused(&game, "e5d4"), "shape");
    let game = setup("gPe5 wKg1 gKa10 bKj12 pKl3").last('w').to_act('g');
    assert_eq!(refused(&game, "e5f6"), "pawn_capture");
}

#[test]
fn there_is_no_en_passant_before_the_duel() {
    let game = setup("wPd2 bPe4 wKg1 gKa10 bKj12 pKl3").to_act('w');
    let game = after(&game, "d2d4 a10a9");
    assert_eq!(from(&game, "e4"), ["e3"]);
}

#[test]
fn a_pawn_becomes_a_queen_at_once_on_its_whole_promotion_line() {
    let kings = "wKg1 gKa5 bKi6 pKl8";
    for (last, seat, pawn, to, other_end) in [
        ('p', 'w', "a9", "a10", "wPl9"),
        ('w', 'g', "i1", "j1", "gPi12"),
        ('g', 'b', "l4", "l3", "bPa4"),
        ('b', 'p', "d12", "c12", "pPd1"),
    ] {
        let game = setup(&format!("{kings} {seat}P{pawn} {other_end}")).last(last).to_act(seat);
        let game = after(&game, &format!("{pawn}{to}"));
        assert_eq!(man_at(&game, to), format!("{seat}Q"), "{game}");
    }
}

/// What stands on a square of the big board, such as `wQ`.
fn man_at(game: &Bishops, square: &str) -> String {
    let view = game.view(Eye::Spectator);
    let man = view.men.into_iter().find(|man| man.cell == square).unwrap();
    format!("{}{}", &man.army.unwrap()[..1], man.letter)
}

#[test]
fn in_the_first_round_an_edge_pawn_may_not_capture_an_edge_pawn() {
    let game = start("{}");
    assert_eq!(refused(&game, "c2b3"), "edge_pawns");
    // After four moves it may: swaps do not count.
    let game = after(&start("{}"), "swap g2g3 swap b6c6 swap g11g10 swap k6j6");
    assert!(legal(&game).contains(&"c2b3".to_string()));
    let game = after(&start("{}"), "swap g2g3 swap b6c6 swap g11g10");
    assert!(!legal(&game).contains(&"k10j11".to_string()));
    assert_eq!(refused(&game, "k10j11"), "edge_pawns");
}

#[test]
fn an_edge_pawn_is_one_by_its_present_file_or_rank() {
    // The white pawn on c3 and the grey pawn on b4: only one is an edge pawn, so b4 may capture.
    let game = after(&start("{}"), "c2c3");
    assert!(legal(&game).contains(&"b4c3".to_string()));
    // A knight may capture an edge pawn, and an edge pawn may capture a knight.
    let men = "wPc4 gNb5 gPd5 wKg1 gKa10 bKj12 pKl3";
    assert_eq!(from(&setup(men).moves(0).to_act('w'), "c4"), ["b5", "c5", "d5"]);
    let men = "wPc4 gPb5 wKg1 gKa10 bKj12 pKl3";
    assert_eq!(from(&setup(men).moves(3).to_act('w'), "c4"), ["b5", "c5"]);
    let men = "wPc9 gPb10 gPd10 wKg1 gKa5 bKj12 pKl3";
    assert_eq!(from(&setup(men).moves(3).to_act('w'), "c9"), ["c10"]);
    assert_eq!(from(&setup(men).moves(4).to_act('w'), "c9"), ["b10", "c10", "d10"]);
}

#[test]
fn the_edge_rule_restricts_captures_not_checks() {
    // A king beside an edge pawn of another colour is in check in the first round too.
    let game = setup("wPc4 gKb5 wKg1 bKj12 pKl3").moves(1).last('w').to_act('g');
    assert!(game.view(Eye::Spectator).armies[1].in_check);
}

#[test]
fn pawns_give_check_and_mate() {
    let men = "wPe4 wPd3 wPf3 gKd6 wKg1 bKj12 pKl3";
    let game = after(&setup(men).to_act('w'), "e4e5");
    assert_eq!(turn(&game), "grey");
    assert!(game.view(Eye::Spectator).armies[1].in_check);
}

#[test]
fn only_a_pawn_on_an_edge_of_its_own_colour_is_an_edge_pawn() {
    // Rank 10 is an edge of Grey's, but Grey's man there is no pawn, and Black's edges are files.
    let men = "wPc9 gNb10 bPd10 wKg1 gKa5 bKj12 pKl3";
    assert_eq!(from(&setup(men).moves(0).to_act('w'), "c9"), ["b10", "c10", "d10"]);
}
