//! Positions and games of Enochian chess to test on.
#![allow(dead_code, unreachable_pub, reason = "each test uses some of it")]

use tetrarch_engine::Rng;
use tetrarch_rules::enochian::{Action, Element, KingSafety, Options, PlayerCount, TurnDirection};
use tetrarch_rules::{Enochian, Position as _, Turn};

/// Any options.
pub fn any_options(luck: &mut Rng) -> Options {
    let mut one_in = |count: u64| luck.below(count) == 0;
    let players = if one_in(2) { PlayerCount::Two } else { PlayerCount::Four };
    let direction = if one_in(3) { TurnDirection::Widdershins } else { TurnDirection::Clockwise };
    let king_safety = if one_in(3) { KingSafety::Strict } else { KingSafety::Free };
    let divination = one_in(4);
    let quiet_limit = [0, 30, 200][luck.below(3) as usize];
    let mut element = || Element::ALL[luck.below(4) as usize];
    let (array, board) = (element(), element());
    Options { array, board, players, direction, king_safety, quiet_limit, divination }
}

/// What can be played, or can happen by chance.
pub fn choices(game: &Enochian) -> Vec<Action> {
    let mut actions = Vec::new();
    game.perft_actions(&mut actions);
    actions
}

/// The position after an action.
pub fn after(game: &Enochian, action: Action) -> Enochian {
    let mut next = game.clone();
    next.play(action);
    next
}

/// A position after so many actions, half of them captures where there are any, so that kings fall.
pub fn wander(options: &Options, actions: u64, luck: &mut Rng) -> Enochian {
    let mut game = Enochian::start(options);
    for _ in 0..actions {
        let all = choices(&game);
        let captures: Vec<Action> =
            all.iter().copied().filter(|a| a.as_move().is_some_and(|m| game.captured(m).is_some())).collect();
        let from = if luck.below(2) == 0 && !captures.is_empty() { &captures } else { &all };
        let Some(action) = luck.choose(from) else { break };
        game.play(*action);
    }
    game
}

/// A position in which somebody has to decide.
pub fn any_position(luck: &mut Rng) -> Enochian {
    loop {
        let options = any_options(luck);
        let actions = luck.below(160);
        let game = wander(&options, actions, luck);
        if matches!(game.turn(), Turn::Seat(_)) {
            return game;
        }
    }
}

/// The men on the squares of a rank as position texts write them.
pub fn rank_text(squares: &[String]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut run = 0;
    for square in squares.iter().map(Some).chain([None]) {
        match square {
            Some(square) if square.is_empty() => run += 1,
            man => {
                if run > 0 {
                    parts.push(std::mem::take(&mut run).to_string());
                }
                parts.extend(man.cloned());
            }
        }
    }
    parts.join(",")
}
