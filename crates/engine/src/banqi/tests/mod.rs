//! What the engine of Banqi promises.

mod analysis;
mod endings;
mod star;

use crate::{
    AlphaBetaSearch, Rng, Score, SearchFlags, SearchLimits, SearchRequest, SearchResult, Searcher as _,
    StopFlag,
};
use tetrarch_rules::banqi::{Action, Banqi, Options};
use tetrarch_rules::{Position, Turn};

use super::BanqiSearchGame;

/// The usual options.
fn usual() -> Options {
    Options::default()
}

/// Plays at random until so many actions are played or the game is over.
fn random_game(luck: &mut Rng, actions: usize, options: &Options) -> Banqi {
    let mut game = Banqi::start(options);
    for _ in 0..actions {
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => turn_up(&mut game, luck),
            Turn::Seat(_) => {
                let mut legal = Vec::new();
                game.legal_actions(&mut legal);
                game.play(*luck.choose(&legal).expect("something to play"));
            }
        }
    }
    if game.turn() == Turn::Chance {
        turn_up(&mut game, luck);
    }
    game
}

fn turn_up(game: &mut Banqi, luck: &mut Rng) {
    let mut chances = Vec::new();
    game.chance_outcomes(&mut chances);
    let bag: Vec<Action> =
        chances.into_iter().flat_map(|(action, weight)| vec![action; weight as usize]).collect();
    game.play(*luck.choose(&bag).expect("a piece in the bag"));
}

/// What a search finds without a history.
fn think(
    mind: &BanqiSearchGame,
    game: &Banqi,
    limits: SearchLimits,
    machinery: SearchFlags,
    (lines, threads): (usize, usize),
) -> SearchResult<Action> {
    let stop = StopFlag::new();
    let task = SearchRequest { game, history: &[], limits, lines, for_play: false, stop: &stop };
    AlphaBetaSearch::new(mind.clone(), 16, threads).with_flags(machinery).search(&task, &mut |_| {})
}
