use super::*;

/// Back ranks with king and rooks only, the king on its own or on the queen's square.
const CASTLINGS: [(char, char, &str, &str, [&str; 2]); 8] = [
    ('p', 'w', "wKg1 wRc1 wRj1", "c1,j1", ["g1e1 f1", "g1i1 h1"]),
    ('p', 'w', "wKf1 wRc1 wRj1", "c1,j1", ["f1d1 e1", "f1h1 g1"]),
    ('w', 'g', "gKa6 gRa10 gRa3", "a10,a3", ["a6a8 a7", "a6a4 a5"]),
    ('w', 'g', "gKa7 gRa10 gRa3", "a10,a3", ["a7a9 a8", "a7a5 a6"]),
    ('g', 'b', "bKg12 bRc12 bRj12", "c12,j12", ["g12e12 f12", "g12i12 h12"]),
    ('g', 'b', "bKf12 bRc12 bRj12", "c12,j12", ["f12d12 e12", "f12h12 g12"]),
    ('b', 'p', "pKl6 pRl10 pRl3", "l10,l3", ["l6l8 l7", "l6l4 l5"]),
    ('b', 'p', "pKl7 pRl10 pRl3", "l10,l3", ["l7l9 l8", "l7l5 l6"]),
];

/// The other kings, away from the back ranks.
fn others(seat: char) -> String {
    let kings = [('w', "wKe4"), ('g', "gKd8"), ('b', "bKh9"), ('p', "pKi5")];
    kings.iter().filter(|(c, _)| *c != seat).map(|(_, king)| format!(" {king}")).collect()
}

#[test]
fn there_are_sixteen_ways_to_castle() {
    for (last, seat, pieces, rooks, castlings) in CASTLINGS {
        let game = setup(&(pieces.to_string() + &others(seat))).last_mover(last).rooks(rooks).to_act(seat);
        for castling in castlings {
            let (text, rook) = castling.split_once(' ').unwrap();
            let castled = after(&game, text);
            let view = castled.view(Eye::Spectator);
            let there = |cell: &str, letter: &str| {
                view.men.iter().any(|piece| piece.cell == cell && piece.letter == letter)
            };
            assert!(there(rook, "R") && there(&text[text.len() / 2..], "K"), "{text}: {castled}");
            assert_eq!(view.men.len(), 6);
            assert!(castled.to_string().contains(" - - "), "a castling right is left: {castled}");
        }
    }
}

#[test]
fn a_castling_rook_gives_check() {
    let game = setup("wKg1 wRj1 gKa6 bKh9 pKl6").rooks("j1").to_act('w');
    let castled = after(&game, "g1i1");
    assert_eq!(turn(&castled), "black");
    assert!(castled.view(Eye::Spectator).armies[2].in_check);
}

#[test]
fn castling_needs_an_unmoved_king_and_rook() {
    let pieces = "wKg1 wRc1 wRj1 gKd8 bKh9 pKi5";
    let game = setup(pieces).rooks("j1").to_act('w');
    assert!(legal(&game).contains(&"g1i1".to_string()));
    assert_eq!(refused(&game, "g1e1"), "castling_right");
    let game = after(&setup(pieces).rooks("c1,j1").to_act('w'), "j1j2 d8d9 h9h8 i5i6 j2j1 d9d8 h8h9 i6i5");
    assert_eq!(refused(&game, "g1i1"), "castling_right");
    assert!(legal(&game).contains(&"g1e1".to_string()));
    let game = after(&setup(pieces).rooks("c1,j1").to_act('w'), "g1g2 d8d9 h9h8 i5i6 g2g1 d9d8 h8h9 i6i5");
    assert_eq!(refused(&game, "g1e1"), "castling_right");
}

#[test]
fn capturing_a_rook_removes_its_castling_right() {
    let pieces = "wKg1 wRc1 wRj1 gKd8 bKh9 pKi5 gRc8";
    let game = setup(pieces).last_mover('w').rooks("c1,j1").to_act('g');
    let game = after(&game, "c8c1");
    assert_eq!(turn(&game), "white", "the rook on c1 gives check");
    assert!(game.to_string().contains(" j1 g "), "{game}");
}

#[test]
fn castling_needs_empty_squares_between_king_and_rook() {
    for (piece, rule) in
        [("wNd1", "blocked"), ("wBe1", "own_piece"), ("wQf1", "blocked"), ("bNd1", "blocked")]
    {
        let game = setup(&format!("wKg1 wRc1 gKd8 bKh9 pKi6 {piece}")).rooks("c1").to_act('w');
        assert_eq!(refused(&game, "g1e1"), rule);
    }
}

#[test]
fn a_king_cannot_castle_out_of_through_or_into_check() {
    let pieces = "wKg1 wRc1 gKa9 bKk9 pKi5";
    for (rook, rule) in [("g12", "in_check"), ("f12", "king_attacked"), ("e12", "king_attacked")] {
        let game = setup(&format!("{pieces} bR{rook}")).rooks("c1").to_act('w');
        assert_eq!(refused(&game, "g1e1"), rule, "{rook}");
    }
    // Only the king's squares count: the rook may cross an attacked square.
    let game = setup(&format!("{pieces} bRd12")).rooks("c1").to_act('w');
    assert!(legal(&game).contains(&"g1e1".to_string()));
}

#[test]
fn the_castling_option_turns_castling_off() {
    let pieces = "wKg1 wRc1 wRj1 gKd8 bKh9 pKi5";
    let game = setup(pieces).rooks("c1,j1").options(r#"{"castling":false}"#).to_act('w');
    assert_eq!(refused(&game, "g1i1"), "castling_off");
    assert!(!legal(&game).contains(&"g1e1".to_string()));
}

#[test]
fn a_king_can_castle_after_a_swap() {
    let pieces = "wKg1 wQf1 wRc1 wRj1 wPe2 wPf2 wPg2 gKd8 bKh9 pKi5";
    let game = setup(pieces).unmoved("w").rooks("c1,j1").to_act('w');
    let swapped = after(&game, "swap");
    assert_eq!(turn(&swapped), "white");
    assert!(
        swapped.to_string().contains(" w wgbp - c1,j1 p 20 "),
        "castling rights are unaffected: {swapped}"
    );
    assert_eq!(from(&swapped, "f1"), ["d1", "e1"], "on one side the queen is in the way");
    let castled = after(&swapped, "f1d1");
    assert!(castled.to_string().contains("/3,wK,wR,1,wQ,2,wR,2 "), "{castled}");
}

#[test]
fn a_free_swap_is_possible_once_before_the_first_move_and_keeps_the_turn() {
    let game = start("{}");
    let swapped = after(&game, "swap");
    assert_eq!(turn(&swapped), "white");
    assert!(
        swapped.to_string().ends_with("w wgbp gbp a10,a3,c1,c12,j1,j12,l10,l3 p 0 0 0,0,0,0 -"),
        "{swapped}"
    );
    assert_eq!(refused(&swapped, "swap"), "swap_late");
    let moved = after(&game, "g2g4 b6c6 g11g10 k6j6");
    assert_eq!(refused(&moved, "swap"), "swap_late");
}

#[test]
fn a_swap_is_illegal_in_check_without_the_queen_or_into_check() {
    let pieces = "wKg1 wQf1 gKd8 bKj9 pKi5";
    let game = setup(&format!("{pieces} bRg9")).unmoved("w").to_act('w');
    assert_eq!(refused(&game, "swap"), "swap_in_check");
    let game = setup(&format!("{pieces} bRf9")).unmoved("w").to_act('w');
    assert_eq!(refused(&game, "swap"), "king_attacked");
    for white in ["wKg1", "wKg1 wNf1", "wKe1 wQf1", "wKh1 wQg1"] {
        let game = setup(&format!("{white} gKd8 bKj9 pKi5")).unmoved("w").to_act('w');
        assert_eq!(refused(&game, "swap"), "swap_without_queen", "{white}");
    }
}

#[test]
fn after_a_free_swap_that_gives_check_the_same_seat_moves() {
    // The queen comes to the open g-file.
    let game = setup("wKg1 wQf1 gKd8 bKg9 pKl5").unmoved("w").to_act('w');
    let swapped = after(&game, "swap");
    assert_eq!(turn(&swapped), "white");
    assert!(swapped.view(Eye::Spectator).armies[2].in_check);
    let text = swapped.to_string();
    assert_eq!(Bishops::parse(&text, &Options::default()).unwrap(), swapped);
    // It may even capture the king.
    let captured = after(&swapped, "g1g9");
    assert_eq!(living(&captured), "wgp");
    assert_eq!(turn(&after(&swapped, "f1e1")), "black", "now it must respond");
}

#[test]
fn a_free_swap_does_not_mate() {
    let game = setup("wKg1 wQf1 wRf8 wRh8 gKd5 bKg12 pKl5").unmoved("w").to_act('w');
    let swapped = after(&game, "swap");
    assert_eq!((turn(&swapped), living(&swapped).as_str()), ("white", "wgbp"));
    assert_eq!(Bishops::parse(&swapped.to_string(), &Options::default()).unwrap(), swapped);
    let moved = after(&swapped, "f1e1");
    assert_eq!(living(&moved), "wgp", "the move does");
}

#[test]
fn a_colour_without_a_legal_move_after_a_free_swap_passes() {
    // The swap pins the knights; the pawns and the other pieces are blocked.
    let white = "wKg1 wQf1 wNe1 wPe2 wNf2 wPg2 wBh1 wRh2 wPh3 wPi2";
    let pieces = format!("{white} gPe3 gPg3 gPh4 gPi3 bRd1 bRf5 gKa6 bKg12 pKl8");
    let swapped = after(&setup(&pieces).unmoved("w").to_act('w'), "swap");
    assert_eq!(turn(&swapped), "grey");
    assert_eq!(Bishops::parse(&swapped.to_string(), &Options::default()).unwrap(), swapped);
}

#[test]
fn a_swap_that_costs_the_turn_can_mate_but_does_not_count_as_a_move() {
    let game = after(&start(r#"{"swap":"turn"}"#), "swap");
    assert_eq!(turn(&game), "grey");
    assert!(game.to_string().contains(" g wgbp gbp a10,a3,c1,c12,j1,j12,l10,l3 w 0 1 "), "{game}");
    let pieces = "wKg1 wQf1 wRf8 wRh8 gKd5 bKg12 pKl5";
    let game = setup(pieces).unmoved("w").options(r#"{"swap":"turn"}"#).to_act('w');
    assert_eq!(living(&after(&game, "swap")), "wgp", "mated by the swap");
    // After four swaps it is still the first round.
    let game = after(&start(r#"{"swap":"turn"}"#), "swap swap swap swap");
    assert_eq!(refused(&game, "c2b3"), "edge_pawns");
}

#[test]
fn no_move_may_leave_the_own_king_in_check_from_any_colour() {
    let game = setup("wKg1 wRg3 wNd1 gKa6 bKj12 bRg9 pKl6 pRj1").to_act('w');
    assert_eq!(turn(&game), "white");
    // Pink's rook gives check along rank 1; Black's rook pins the rook on g3.
    assert_eq!(legal(&game), ["g1f2", "g1g2", "g1h2"]);
    assert_eq!(refused(&game, "g3a3"), "in_check");
    let game = setup("wKg1 wRg3 gKa6 bKj12 bRg9 pKl6").to_act('w');
    assert_eq!(from(&game, "g3"), ["g2", "g4", "g5", "g6", "g7", "g8", "g9"]);
    assert_eq!(refused(&game, "g3a3"), "king_attacked");
}

#[test]
fn kings_cannot_move_next_to_each_other() {
    let game = setup("wKe4 gKe6 bKg12 pKl6").to_act('w');
    assert_eq!(from(&game, "e4"), ["d3", "d4", "e3", "f3", "f4"]);
    assert_eq!(refused(&game, "e4e5"), "king_attacked");
}
