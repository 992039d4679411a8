//! Tests of the Bishops engine.

mod brute_force;
mod fairness;
mod games;
mod offer_policy;
mod problems;
mod table;

use tetrarch_engine::Rng;
use tetrarch_rules::bishops::{Corners, DuelStart, KingQueenSides, MaterialLimit, Options, Swap};
use tetrarch_rules::{Bishops, Position as _, Turn};

/// Random options, mostly the defaults.
fn random_options(rng: &mut Rng) -> Options {
    let mut one_in = |n: u64| rng.below(n) == 0;
    let mut options = Options::default();
    if one_in(4) {
        options.swap = Swap::Turn;
    }
    if one_in(4) {
        options.corners = Corners::Blocked;
    }
    if one_in(4) {
        options.kq_sides = KingQueenSides::Random;
    }
    if one_in(4) {
        options.material_limit = MaterialLimit::Eighteen;
    } else if one_in(4) {
        options.material_limit = MaterialLimit::Thirty;
    }
    if one_in(3) {
        options.duel = DuelStart::Never;
    } else if one_in(4) {
        options.duel = DuelStart::Operator;
    }
    options.castling = !one_in(4);
    options.short = one_in(5);
    options.quiet_limit = *rng.choose(&[400, 400, 30, 100]).unwrap_or(&400);
    options
}

/// The position after some random actions.
fn random_position(options: &Options, rng: &mut Rng, actions: u64) -> Bishops {
    let mut game = Bishops::start(options);
    for _ in 0..actions {
        let mut branches = Vec::new();
        game.perft_actions(&mut branches);
        let Some(action) = rng.choose(&branches) else { break };
        let mut next = game.clone();
        next.play(*action);
        if next.turn() == Turn::Over || next.duel().is_some() {
            break;
        }
        game = next;
    }
    if game.turn() == Turn::Chance { random_position(options, rng, actions + 1) } else { game }
}
