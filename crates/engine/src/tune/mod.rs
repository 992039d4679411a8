//! Tuning of evaluation weights by self-play.
//!
//! There are two methods. Texel tuning ([`self_play`] and [`texel_tune`]) plays games from random openings
//! with few nodes, keeps the quiet positions with the results of their games, and fits the weights so that
//! the predicted win probability matches the results. SPSA ([`spsa_tune`]) plays slightly different weights
//! against each other and follows the better one. Either way, a match has to confirm the gain.

mod self_play;
mod spsa;
mod texel;

pub use self_play::{TuningSample, self_play};
pub use spsa::{PairScore, SpsaProgress, spsa_tune, spsa_tune_with};
pub(crate) use texel::Adam;
pub use texel::{TexelConfig, TexelResult, texel_tune};

use crate::Rng;
use crate::evaluation::{Features, Weights};
use crate::search_game::{ActionOf, SearchGame};
use tetrarch_rules::{Position, Presentation, Seat};

/// A search game whose weights can be tuned, by games at a table.
pub trait Tunable: SearchGame<Game: Presentation> {
    /// The features that its weights belong to.
    type FeatureSet: Features<Game = Self::Game>;

    /// The current weights.
    fn weights(&self) -> &Weights;

    /// The same game with other weights.
    #[must_use]
    fn with_weights(&self, weights: Weights) -> Self;

    /// The start position of tuning games, if not the usual one.
    fn start_position(&self) -> Option<String> {
        None
    }

    /// The options of a tuning game: the defaults, unless the game has many start positions.
    fn random_options(&self, _rng: &mut Rng) -> <Self::Game as Position>::Options {
        Default::default()
    }

    /// The seat whose score [`SearchGame::evaluate`] returns, or `None` if the position is unsuitable for
    /// tuning.
    fn evaluated_seat(&self, game: &Self::Game) -> Option<Seat> {
        game.turn().seat()
    }

    /// Whether a line starts quietly, so that the static evaluation applies to the position.
    fn is_quiet(&self, game: &Self::Game, line: &[ActionOf<Self>]) -> bool {
        !self.in_danger(game) && line.first().is_none_or(|action| self.tactical_gain(game, *action).is_none())
    }
}

/// How self-play games are played.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct SelfPlayConfig {
    /// Number of games.
    pub games: usize,
    /// Nodes to search for each action.
    pub nodes: u64,
    /// Maximum number of random actions at the start of a game.
    pub max_opening_actions: u64,
    /// Seed of the openings and of all other randomness.
    pub seed: u64,
    /// Number of games played at the same time.
    pub threads: usize,
}
