use super::*;

#[test]
fn four_ranks_of_eight_files_with_32_pieces_all_face_down() {
    let start = start();
    assert_eq!(start.to_string(), START);
    assert_eq!(start.board.face_down().len(), 32);
    assert_eq!(start.unrevealed.total(), 32);
}

#[test]
fn the_pieces_with_letters_ranks_and_numbers_per_side() {
    let table: Vec<(char, char, &str, u8, u8)> = Role::ALL
        .into_iter()
        .map(|role| {
            let letter = |colour| Piece::new(colour, role).letter();
            (letter(Colour::Red), letter(Colour::Black), role.name(), role.rank(), role.count_per_side())
        })
        .collect();
    let rules = [
        ('k', 'K', "king", 7, 1),
        ('g', 'G', "general", 6, 2),
        ('e', 'E', "elephant", 5, 2),
        ('c', 'C', "chariot", 4, 2),
        ('h', 'H', "horse", 3, 2),
        ('p', 'P', "pawn", 2, 5),
        ('q', 'Q', "cannon", 1, 2),
    ];
    assert_eq!(table, rules);
}

#[test]
fn colours_are_not_bound_to_seats_until_the_first_flip() {
    let start = start();
    assert_eq!((start.colour_of(FIRST), start.colour_of(SECOND), start.army()), (None, None, None));
    let flipping = after(start, "?b4");
    assert_eq!(flipping.colour_of(FIRST), None);
}

#[test]
fn the_first_action_is_a_flip_of_any_square() {
    let mut flips: Vec<String> = Square::all().map(|square| format!("?{square}")).collect();
    flips.sort();
    assert_eq!(listed(&start()), flips);
    assert_eq!(start().turn(), Turn::Seat(FIRST));
}

#[test]
fn the_colour_that_appears_belongs_to_the_flipping_seat_and_the_turn_passes() {
    for (letter, first, second) in [('q', Colour::Red, Colour::Black), ('K', Colour::Black, Colour::Red)] {
        let position = after(start(), &format!("?c2 ={letter}"));
        assert_eq!(position.colour_of(FIRST), Some(first));
        assert_eq!(position.colour_of(SECOND), Some(second));
        assert_eq!(position.turn(), Turn::Seat(SECOND));
        assert_eq!(position.army(), Some(ArmyId(second as u8)));
    }
}

#[test]
fn the_colours_stay_for_the_whole_game() {
    let position = after(start(), "?c2 =p ?c3 =K ?a1 =P ?h4 =Q c2c3");
    assert_eq!(position.to_string(), "???????Q/??p?????/??.?????/P??????? b 2 K 0 6 -");
    assert_eq!(position.colour_of(FIRST), Some(Colour::Red));
}

#[test]
fn a_turn_is_a_flip_a_step_or_a_capture() {
    let position = board("......../...?..../..Kh..../........", 'r', "p");
    assert_eq!(listed(&position), ["?d3", "d2d1", "d2e2"]);
    let position = board("......../...?..../..Ph..../........", 'r', "p");
    assert_eq!(listed(&position), ["?d3", "d2c2", "d2d1", "d2e2"]);
}

#[test]
fn any_face_down_piece_may_be_flipped_by_either_side() {
    for side in ['r', 'b'] {
        let position = board("?......?/......../...Kk.../?......?", side, "pPqQ");
        let flips: Vec<String> = from(&position, "?");
        assert_eq!(flips, ["?a1", "?a4", "?h1", "?h4"]);
    }
}

#[test]
fn an_own_face_up_piece_steps_to_an_orthogonally_adjacent_empty_square() {
    for letter in "kgechpq".chars() {
        let position = board(&format!("......../...{letter}..../......../K......."), 'r', "");
        assert_eq!(listed(&position), ["d3c3", "d3d2", "d3d4", "d3e3"], "{letter}");
    }
}

#[test]
fn the_board_has_edges() {
    for (ranks, moves) in [
        ("k......./......../......../.......K", ["a4a3", "a4b4"]),
        (".......k/......../......../K.......", ["h4g4", "h4h3"]),
        ("K......./......../......../.......k", ["h1g1", "h1h2"]),
        (".......K/......../......../k.......", ["a1a2", "a1b1"]),
    ] {
        assert_eq!(listed(&board(ranks, 'r', "")), moves);
    }
}

#[test]
fn nobody_moves_the_opponents_pieces() {
    let position = board("k......./......../......../.......K", 'r', "");
    assert!(from(&position, "h1").is_empty());
    assert_eq!(refusal(&position, "h1h2"), "not_yours");
}

#[test]
fn nobody_steps_onto_an_own_piece() {
    let position = board("kp....../......../......../.......K", 'r', "");
    assert_eq!(from(&position, "a4"), ["a4a3"]);
    assert_eq!(refusal(&position, "a4b4"), "own_piece");
}

#[test]
fn nobody_ever_captures_or_moves_onto_a_face_down_piece() {
    for letter in "kgechpq".chars() {
        let position = board(&format!("......../...?..../..?{letter}?.../...?...K"), 'r', "GPPP");
        assert!(from(&position, "d2").is_empty(), "{letter}");
        assert_eq!(refusal(&position, "d2d3"), "onto_face_down");
    }
    let jump = board("......../......../q.p..?../.......K", 'r', "G");
    assert!(!can(&jump, "a2f2"), "not by a jump either");
}

#[test]
fn captures_are_never_compulsory() {
    let position = board("......../...?..../..Pg..../........", 'r', "K");
    assert_eq!(listed(&position), ["?d3", "d2c2", "d2d1", "d2e2"]);
}

#[test]
fn there_is_no_pass() {
    let position = board("k......./......../......../.......K", 'r', "");
    for text in ["pass", "", "-", "a4a4", "?", "0000"] {
        assert!(position.parse_action(text).is_err(), "{text:?}");
    }
}

#[test]
fn a_flip_resets_the_quiet_plies_and_a_capture_too_but_not_a_step() {
    let position = at("gP....../?......./......../.......K r 1 kgeecchhpppppqqGGEECCHHPPPQQ 7 9 -");
    let quiet = |actions: &str| after(position, actions).quiet_plies;
    assert_eq!(quiet("a4b4"), 0);
    assert_eq!(quiet("?a3"), 7);
    assert_eq!(quiet("?a3 =P"), 0);
    let position = at("g.P...../?......./......../.......K r 1 kgeecchhpppppqqGGEECCHHPPPQQ 7 9 -");
    assert_eq!(after(position, "a4b4").quiet_plies, 8);
}
