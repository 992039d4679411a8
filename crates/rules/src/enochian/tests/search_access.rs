//! Search access agrees with the rules.

use super::*;

fn bits(names: &str) -> u64 {
    let square = |name: &str| name.parse::<shakmaty::Square>().expect("a square");
    names.split_whitespace().map(|name| 1 << square(name).to_usize()).sum()
}

fn number(name: &str) -> u32 {
    bits(name).trailing_zeros()
}

fn a_move(position: &Enochian, text: &str) -> Move {
    position.parse_action(text).expect(text).as_move().expect("a move")
}

#[test]
fn turn_order_follows_the_direction() {
    let position = Enochian::start(&Options::default());
    assert_eq!(position.army_to_move(), Army::Blue);
    assert_eq!(position.turn_order(), [Army::Blue, Army::Red, Army::Black, Army::Yellow]);
    let other = Enochian::start(&Options { direction: TurnDirection::Widdershins, ..Options::default() });
    assert_eq!(other.turn_order(), [Army::Blue, Army::Yellow, Army::Black, Army::Red]);
}

#[test]
fn pieces_are_listed_by_army_and_role_even_if_frozen() {
    let position = at("h8=bK+bQ a1=kK a8=yK d4=bPr e5=rN c4=bN b8=yB", "b brky r r:b");
    assert_eq!(position.pieces(Army::Blue, Role::King), bits("h8"));
    assert_eq!(position.pieces(Army::Blue, Role::Pawn), bits("d4"));
    assert_eq!(position.pieces(Army::Blue, Role::Officer(Officer::Queen)), bits("h8"));
    assert_eq!(position.pieces(Army::Red, Role::Officer(Officer::Knight)), bits("e5"));
    assert_eq!(position.pieces_of(Army::Blue), bits("h8 d4 c4"));
    assert_eq!(position.occupied(), bits("h8 a1 a8 d4 e5 c4 b8"));
    assert_eq!(position.officer_at(number("d4")), Officer::Rook, "the type of the pawn");
    assert_eq!(position.officer_at(number("b8")), Officer::Bishop);
    assert!(position.is_frozen(Army::Red) && !position.is_frozen(Army::Blue));
    assert!(position.has_king(Army::Blue) && !position.has_king(Army::Red));
}

#[test]
fn only_unfrozen_pieces_of_the_other_team_can_be_captured() {
    let position = at("h8=bK a1=kK a8=yK e5=rN c4=bN b8=yB", "b brky r r:b");
    assert_eq!(position.capturable(Army::Blue), bits("a8 b8"), "Red is frozen");
    assert_eq!(position.capturable(Army::Yellow), bits("h8 a1 c4"));
}

#[test]
fn attacks_depend_on_the_role_and_on_a_pawns_army() {
    let position = at(&format!("{KINGS} d4=bPr d6=rN"), "b brky - -");
    let attacks = |army, role, from| position.attacks(army, role, number(from));
    assert_eq!(attacks(Army::Blue, Role::Pawn, "d4"), bits("c3 c5"));
    assert_eq!(attacks(Army::Red, Role::Pawn, "d4"), bits("c5 e5"));
    assert_eq!(attacks(Army::Blue, Role::Officer(Officer::Queen), "d4"), bits("b2 b4 b6 d2 d6 f2 f4 f6"));
    assert_eq!(
        attacks(Army::Blue, Role::Officer(Officer::Rook), "a4"),
        bits("a1 a2 a3 a5 a6 a7 a8 b4 c4 d4")
    );
    assert_eq!(attacks(Army::Blue, Role::Officer(Officer::Bishop), "a1"), bits("b2 c3 d4"));
    assert_eq!(attacks(Army::Blue, Role::Officer(Officer::Knight), "a1"), bits("b3 c2"));
    assert_eq!(attacks(Army::Blue, Role::King, "h1"), bits("g1 g2 h2"));
}

#[test]
fn pawns_step_in_their_armys_direction_and_stop_at_the_edge() {
    let position = Enochian::start(&Options::default());
    let step = |army, from| position.pawn_step(army, number(from));
    assert_eq!(step(Army::Blue, "d4"), bits("c4"));
    assert_eq!(step(Army::Red, "d4"), bits("d5"));
    assert_eq!(step(Army::Black, "d4"), bits("e4"));
    assert_eq!(step(Army::Yellow, "d4"), bits("d3"));
    assert_eq!(step(Army::Blue, "a4"), 0);
    assert_eq!(step(Army::Yellow, "d1"), 0);
}

#[test]
fn the_last_pawn_with_its_king_may_choose_its_promotion() {
    let position = at(&format!("{KINGS} d4=bPr d6=rN"), "b brky - -");
    assert!(position.is_privileged(Army::Blue) && !position.is_privileged(Army::Red));
}

#[test]
fn check_and_an_attack_on_the_allys_king_are_detected() {
    let quiet = at(&format!("{KINGS} c4=bN d6=rN"), "b brky - -");
    assert!(!quiet.is_check() && !quiet.is_ally_king_en_prise());
    assert!(at(&format!("{KINGS} c4=bN h4=rR"), "b brky - -").is_check());
    // Red moves before Black can save its king; Yellow moves after it.
    assert!(at(&format!("{KINGS} c4=bN a4=rR"), "b brky - -").is_ally_king_en_prise());
    assert!(!at(&format!("{KINGS} c4=bN a4=yR"), "b brky - -").is_ally_king_en_prise());
    let gone = at("h8=bK h1=rK a8=yK c4=bN a4=rR", "b brky k k:r");
    assert!(!gone.is_ally_king_en_prise(), "a captured king cannot be attacked");
}

#[test]
fn the_captured_role_of_a_move_is_known() {
    let position = at("h8=bK g1=rK a1=kK a8=yK+yN c6=bB c5=bR a5=yPq g3=rN", "b brky - -");
    let takes = |text| position.captured(a_move(&position, text));
    assert_eq!(takes("Bc6a8"), Some(Role::King), "the king where two share a square");
    assert_eq!(takes("Rc5a5"), Some(Role::Pawn));
    assert_eq!(takes("Rc5d5"), None);
    let knight = at(&format!("{KINGS} c3=bB g3=rN d4=yN"), "b brky - -");
    assert_eq!(knight.captured(a_move(&knight, "Bc3d4")), Some(Role::Officer(Officer::Knight)));
}

#[test]
fn only_a_king_on_the_throne_of_its_frozen_ally_revives_it() {
    let frozen = at("b2=bK h1=rK a8=yK d5=kN b8=yN a3=bR", "b brky k k:r");
    let revives = |text| frozen.revived_army(a_move(&frozen, text));
    assert_eq!(revives("Kb2a1"), Some(Army::Black));
    assert_eq!(revives("Kb2b1"), None);
    assert_eq!(revives("Ra3a1"), None);
    let living = at("b2=bK h1=rK c4=kK a8=yK d5=kN b8=yN", "b brky - -");
    assert_eq!(living.revived_army(a_move(&living, "Kb2a1")), None);
}

#[test]
fn a_null_move_passes_the_turn_to_the_other_team_except_in_check_or_with_dice() {
    let position = Enochian::start(&Options::default());
    let next = position.null_move().expect("it is not in check");
    assert_eq!(next.army_to_move(), Army::Red);
    assert_eq!(next.key(), read(&next.to_string(), &Options::default()).key());
    assert_eq!(at(&format!("{KINGS} c4=bN h4=rR"), "b brky - -").null_move(), None);
    let with_dice = after(&Enochian::start(&dice()), "=6");
    assert!(with_dice.has_dice() && !position.has_dice());
    assert_eq!(with_dice.null_move(), None);
    // Red is frozen, so Black would be next, and Black is on the same team.
    assert_eq!(at("h8=bK a1=kK a8=yK h2=rR b8=yN c4=bN d4=kN", "b brky r r:b").null_move(), None);
}

#[test]
fn quiet_plies_are_counted_up_to_the_limit() {
    let position = Enochian::start(&Options { quiet_limit: 20, ..Options::default() });
    assert_eq!((position.quiet_plies(), position.quiet_plies_left()), (0, Some(20)));
    let moved = after(&position, "Nh6f5");
    assert_eq!((moved.quiet_plies(), moved.quiet_plies_left()), (1, Some(19)));
    assert_eq!(Enochian::start(&no_limit()).quiet_plies_left(), None);
}

#[test]
fn a_throw_is_not_a_move() {
    let position = Enochian::start(&dice());
    assert_eq!(position.parse_action("=4").expect("a throw").as_move(), None);
    assert_eq!(
        a_move(&after(&position, "=6"), "Pg8f8").destination_index(),
        bits("f8").trailing_zeros() as usize
    );
}

#[test]
fn roles_are_indexed_in_order() {
    for (index, role) in Role::ALL.into_iter().enumerate() {
        assert_eq!(role.index(), index);
    }
}

#[test]
fn rotation_maps_every_army_onto_blue() {
    for army in Army::ALL {
        let turned = |name: &str| army.rotate_to_blue(number(name));
        let throne = army.throne_bit().trailing_zeros();
        assert_eq!(army.rotate_to_blue(throne), number("h8"), "{army}");
        let all: u64 =
            (0..64).map(|square| 1u64 << army.rotate_to_blue(square)).fold(0, |all, one| all | one);
        assert_eq!(all, u64::MAX, "{army}: every square is seen once");
        let position = Enochian::start(&Options::default());
        for from in ["d4", "c6"] {
            let step = position.pawn_step(army, number(from)).trailing_zeros();
            let seen = position.pawn_step(Army::Blue, turned(from)).trailing_zeros();
            assert_eq!(army.rotate_to_blue(step), seen, "{army}: its pawns step west too");
        }
    }
}

#[test]
fn king_distance_is_the_larger_of_files_and_ranks() {
    assert_eq!(king_distance(number("a1"), number("c2")), 2);
    assert_eq!(king_distance(number("a1"), number("b8")), 7);
    assert_eq!(king_distance(number("a2"), number("a5")), 3);
    assert_eq!(king_distance(number("h1"), number("a1")), 7);
    assert_eq!(king_distance(number("e5"), number("d4")), 1);
    assert_eq!(king_distance(number("e5"), number("e5")), 0);
}
