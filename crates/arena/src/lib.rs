//! Matches between players: who plays, paired games with seats exchanged, clocks, and what the results mean.
//!
//! A [`Contest`] plays [`PlayerSpec`]s against each other under [`Terms`] and tells a [`Tally`]. Each pair of games has
//! the same start and the same luck with the seats exchanged, so chance and the first move favour nobody.

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
