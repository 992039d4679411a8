//! What the engine for Bishops promises.

mod brute;
mod fairness;
mod games;
mod manners;
mod problems;
mod table;

use tetrarch_engine::Rng;
use tetrarch_rules::bishops::{Corners, DuelStart, KingQueenSides, MaterialLimit, Options, Swap};
use tetrarch_rules::{Bishops, Position as _, Turn};

/// Options at random, the usual ones most often.
fn options(luck: &mut Rng) -> Options {
    let mut one_in = |n: u64| luck.below(n) == 0;
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
    options.quiet_limit = *luck.choose(&[400, 400, 30, 100]).unwrap_or(&400);
    options
}

/// The position after some actions at random.
fn walk(options: &Options, luck: &mut Rng, actions: u64) -> Bishops {
    let mut game = Bishops::start(options);
    for _ in 0..actions {
        let mut branches = Vec::new();
        game.perft_actions(&mut branches);
        let Some(action) = luck.choose(&branches) else { break };
        let mut next = game.clone();
        next.play(*action);
        if next.turn() == Turn::Over || next.duel().is_some() {
            break;
        }
        game = next;
    }
    if game.turn() == Turn::Chance { walk(options, luck, actions + 1) } else { game }
}
