//! Matches between players: who plays, paired games with seats exchanged, clocks, and what the results mean.
//!
//! A [`Contest`] plays [`PlayerSpec`]s against each other under [`Terms`] and tells a [`Tally`]. Each pair of games has
//! the same start and the same luck with the seats exchanged, so chance and the first move favour nobody.

mod bench;
mod contest;
mod elo;
mod luck;
mod opening;
mod pair;
mod play;
mod player;
mod players;
mod seating;
mod spec;
mod sprt;
mod tally;
mod terms;

pub use contest::{Contest, ContestFault};
pub use elo::{Estimate, elo_of_score, score_of_elo};
pub use luck::{Chance, Deal};
pub use pair::{Game, PairPlayed};
pub use play::{GamePlayed, Players, Stopped, Stops, play};
pub use player::{Player, PlayerFault};
pub use seating::{Holder, Seating, Sharing, seatings};
pub use spec::{PlayerSpec, SpecFault};
pub use sprt::{Sprt, Verdict};
pub use tally::Tally;
pub use terms::{Terms, TermsFault};
