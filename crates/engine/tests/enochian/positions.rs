//! Positions and games of Enochian chess for tests.

use tetrarch_engine::Rng;
use tetrarch_rules::enochian::{Action, Element, KingSafety, Options, PlayerCount, TurnDirection};
use tetrarch_rules::{Enochian, Position as _, Turn};

/// Random options.
pub(crate) fn random_options(rng: &mut Rng) -> Options {
    let mut one_in = |count: u64| rng.below(count) == 0;
    let players = if one_in(2) { PlayerCount::Two } else { PlayerCount::Four };
    let direction = if one_in(3) { TurnDirection::Widdershins } else { TurnDirection::Clockwise };
    let king_safety = if one_in(3) { KingSafety::Strict } else { KingSafety::Free };
    let divination = one_in(4);
    let quiet_limit = [0, 30, 200][rng.below(3) as usize];
    let mut element = || Element::ALL[rng.below(4) as usize];
    let (array, board) = (element(), element());
    Options { array, board, players, direction, king_safety, quiet_limit, divination }
}

/// The actions of a seat or of chance.
pub(crate) fn choices(game: &Enochian) -> Vec<Action> {
    let mut actions = Vec::new();
    game.perft_actions(&mut actions);
    actions
}

/// The position after an action.
pub(crate) fn after(game: &Enochian, action: Action) -> Enochian {
    let mut next = game.clone();
    next.play(action);
    next
}

/// A position after random actions. Half of them are captures where possible, so that kings fall.
pub(crate) fn random_play(options: &Options, actions: u64, rng: &mut Rng) -> Enochian {
    let mut game = Enochian::start(options);
    for _ in 0..actions {
        let all = choices(&game);
        let captures: Vec<Action> =
            all.iter().copied().filter(|a| a.as_move().is_some_and(|m| game.captured(m).is_some())).collect();
        let from = if rng.below(2) == 0 && !captures.is_empty() { &captures } else { &all };
        let Some(action) = rng.choose(from) else { break };
        game.play(*action);
    }
    game
}

/// A random position with a seat to move.
pub(crate) fn random_position(rng: &mut Rng) -> Enochian {
    loop {
        let options = random_options(rng);
        let actions = rng.below(160);
        let game = random_play(&options, actions, rng);
        if matches!(game.turn(), Turn::Seat(_)) {
            return game;
        }
    }
}

/// The pieces of a rank in position notation.
pub(crate) fn rank_text(squares: &[String]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut run = 0;
    for square in squares.iter().map(Some).chain([None]) {
        match square {
            Some(square) if square.is_empty() => run += 1,
            piece => {
                if run > 0 {
                    parts.push(std::mem::take(&mut run).to_string());
                }
                parts.extend(piece.cloned());
            }
        }
    }
    parts.join(",")
}
