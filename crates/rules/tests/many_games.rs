//! Checks the laws in many more games than the unit tests play.

use tetrarch_rules::{BanChess, Banqi, Bishops, Enochian, Position, laws};

/// The number of games of each kind.
const GAMES: u64 = 500;

fn check_laws<P: Position>() {
    laws::check_random_games::<P>(&P::Options::default(), GAMES);
}

#[test]
#[ignore = "long: run by make prove"]
fn prove_the_laws_hold_in_many_games_of_ban_chess() {
    check_laws::<BanChess>();
}

#[test]
#[ignore = "long: run by make prove"]
fn prove_the_laws_hold_in_many_games_of_banqi() {
    check_laws::<Banqi>();
}

#[test]
#[ignore = "long: run by make prove"]
fn prove_the_laws_hold_in_many_games_of_enochian_chess() {
    check_laws::<Enochian>();
}

#[test]
#[ignore = "long: run by make prove"]
fn prove_the_laws_hold_in_many_games_of_bishops() {
    check_laws::<Bishops>();
}
