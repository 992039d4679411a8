//! Matches between players: paired games with seats swapped, clocks, scores and statistics.
//!
//! An [`EngineMatch`] plays two [`PlayerSpec`]s against each other with a [`GameConfig`] and returns a [`MatchScore`]. Both games
//! of a pair have the same start and the same chance outcomes with the seats swapped, so luck and the first move favour nobody.

mod chance;
mod config;
mod elo;
mod engine_match;
mod opening;
mod pair;
mod play;
mod player;
mod player_pool;
mod players;
mod score;
mod seating;
mod spec;
mod sprt;

pub use chance::{ChanceSource, DealFn};
pub use config::{GameConfig, GameConfigError};
pub use elo::{Estimate, elo_from_score, score_from_elo};
pub use engine_match::{EngineMatch, MatchError};
pub use pair::{GamePair, MatchGame};
pub use play::{PlayedGame, SeatedPlayers, StopReason, StopRule, play};
pub use player::{Player, PlayerError};
pub use score::MatchScore;
pub use seating::{MatchPlayer, SeatSplit, Seating, seatings};
pub use spec::{PlayerSpec, PlayerSpecError};
pub use sprt::{Sprt, SprtDecision};
