//! Learning the weights of an evaluation from games that the engine plays against itself.
//!
//! There are two ways. [`self_play`] and [`fit`]: play games from random openings with few nodes, keep the quiet
//! positions with the result of their game, and fit the weights so that the chance to win that they promise is what came
//! of it. [`climb`]: let minds that differ a little play each other, and follow the better one. Either way a match has to
//! show the gain.

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
use tetrarch_rules::{Position, Seat};

/// A mind whose weights can be learnt.
pub trait Tunable: SearchGame {
    /// What its weights are for.
    type FeatureSet: Features<Game = Self::Game>;

    /// Its weights.
    fn weights(&self) -> &Weights;

    /// The same mind with other weights.
    #[must_use]
    fn with_weights(&self, weights: Weights) -> Self;

    /// Where games to learn from begin, if not where all games do.
    fn start_position(&self) -> Option<String> {
        None
    }

    /// The options of a game to learn from: the usual ones, unless a game has many starts.
    fn random_options(&self, _luck: &mut Rng) -> <Self::Game as Position>::Options {
        Default::default()
    }

    /// The seat whose score [`Mind::evaluate`] tells; none if the position is not one to learn from.
    fn evaluated_seat(&self, game: &Self::Game) -> Option<Seat> {
        game.turn().seat()
    }

    /// Whether a line begins quietly, so that the position can be judged as it stands.
    fn is_quiet(&self, game: &Self::Game, line: &[ActionOf<Self>]) -> bool {
        !self.in_danger(game) && line.first().is_none_or(|action| self.tactical_gain(game, *action).is_none())
    }
}

/// How the games to learn from are played.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct SelfPlayConfig {
    /// How many games.
    pub games: usize,
    /// How many positions are looked at for each decision.
    pub nodes: u64,
    /// How many actions at random a game begins with, at most.
    pub max_opening_actions: u64,
    /// What fixes the openings and all other luck.
    pub seed: u64,
    /// How many games at once.
    pub threads: usize,
}
