//! What the engine of Banqi promises.

mod analysis;
mod endings;
mod star;

use crate::{Limits, Luck, Machinery, Score, Search, Stop, Task, Thinker as _, Thought};
use tetrarch_rules::banqi::{Action, Banqi, Options};
use tetrarch_rules::{Position, Turn};

use super::BanqiMind;

/// The usual options.
fn usual() -> Options {
    Options::default()
}

/// Plays at random until so many actions are played or the game is over.
fn random_game(luck: &mut Luck, actions: usize, options: &Options) -> Banqi {
    let mut game = Banqi::start(options);
    for _ in 0..actions {
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => turn_up(&mut game, luck),
            Turn::Seat(_) => {
                let mut legal = Vec::new();
                game.legal(&mut legal);
                game.play(*luck.pick(&legal).expect("something to play"));
            }
        }
    }
    if game.turn() == Turn::Chance {
        turn_up(&mut game, luck);
    }
    game
}

fn turn_up(game: &mut Banqi, luck: &mut Luck) {
    let mut chances = Vec::new();
    game.chances(&mut chances);
    let bag: Vec<Action> =
        chances.into_iter().flat_map(|(action, weight)| vec![action; weight as usize]).collect();
    game.play(*luck.pick(&bag).expect("a piece in the bag"));
}

/// What a search finds without a history.
fn think(
    mind: &BanqiMind,
    game: &Banqi,
    limits: Limits,
    machinery: Machinery,
    (lines, threads): (usize, usize),
) -> Thought<Action> {
    let stop = Stop::new();
    let task = Task { game, history: &[], limits, lines, for_play: false, stop: &stop };
    Search::new(mind.clone(), 16, threads).with_machinery(machinery).think(&task, &mut |_| {})
}
