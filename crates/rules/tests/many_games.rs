//! The laws in many more games than the usual tests play.

use tetrarch_rules::{BanChess, Banqi, Bishops, Enochian, Position, laws};

/// How many games of each kind.
const GAMES: u64 = 500;

fn uphold<P: Position>() {
    laws::check_random_games::<P>(&P::Options::default(), GAMES);
}

#[test]
#[ignore = "long: run by make prove"]
fn prove_the_laws_hold_in_many_games_of_ban_chess() {
    uphold::<BanChess>();
}

#[test]
#[ignore = "long: run by make prove"]
fn prove_the_laws_hold_in_many_games_of_banqi() {
    uphold::<Banqi>();
}

#[test]
#[ignore = "long: run by make prove"]
fn prove_the_laws_hold_in_many_games_of_enochian_chess() {
    uphold::<Enochian>();
}

#[test]
#[ignore = "long: run by make prove"]
fn prove_the_laws_hold_in_many_games_of_bishops() {
    uphold::<Bishops>();
}
