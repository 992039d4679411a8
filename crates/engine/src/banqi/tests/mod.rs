//! Tests of the Banqi engine.

mod analysis;
mod star_pruning;
mod tablebase;

use crate::{AlphaBetaSearch, Rng, SearchFlags, SearchInput, SearchResult, Searcher as _};
use tetrarch_rules::banqi::{Action, Banqi, Options};
use tetrarch_rules::{Position, Turn};
use tetrarch_table::search::{Score, SearchLimits, SearchRequest};

use super::BanqiSearchGame;

/// Plays random actions until `actions` are played or the game is over.
fn random_game(rng: &mut Rng, actions: usize, options: &Options) -> Banqi {
    let mut game = Banqi::start(options);
    for _ in 0..actions {
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => reveal(&mut game, rng),
            Turn::Seat(_) => {
                let mut legal = Vec::new();
                game.legal_actions(&mut legal);
                game.play(*rng.choose(&legal).expect("a legal action"));
            }
        }
    }
    if game.turn() == Turn::Chance {
        reveal(&mut game, rng);
    }
    game
}

fn reveal(game: &mut Banqi, rng: &mut Rng) {
    let mut outcomes = Vec::new();
    game.chance_outcomes(&mut outcomes);
    let weighted: Vec<Action> =
        outcomes.into_iter().flat_map(|(action, weight)| vec![action; weight as usize]).collect();
    game.play(*rng.choose(&weighted).expect("a face-down piece"));
}

/// Searches a position without a game history.
fn search(
    search_game: &BanqiSearchGame,
    game: &Banqi,
    limits: SearchLimits,
    flags: SearchFlags,
    (lines, threads): (usize, usize),
) -> SearchResult<Action> {
    let request = SearchRequest { lines, ..SearchRequest::within(limits) };
    let input = SearchInput { position: game, history: &[], request: &request, for_play: false };
    AlphaBetaSearch::new(search_game.clone(), 16, threads).with_flags(flags).search(&input, &mut |_| {})
}
