//! Why something cannot be used for a fair deal.

use crate::{Entropy, FairGameId, HexError, VERSION};

/// Why something cannot be used for a fair deal.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum FairError {
    /// Another version, which this program does not know.
    #[error("the version is {0:?}, but only {VERSION} is known")]
    Version(String),
    /// The game's id is empty or too long.
    #[error("the game's id has {0} bytes, but it takes 1 to {most}", most = FairGameId::MAX_LEN)]
    GameId(usize),
    /// The secret is not 32 bytes in hexadecimal.
    #[error("the secret {0}")]
    Secret(HexError),
    /// The secret is published when the game ends.
    #[error("the secret is not published yet")]
    SecretNotRevealed,
    /// The commitment is not 32 bytes in hexadecimal.
    #[error("the commitment {0}")]
    Commitment(HexError),
    /// The entropy of a seat, counted from 0, is not hexadecimal.
    #[error("the entropy of seat {} {why}", .seat + 1)]
    Entropy {
        /// The seat, from 0.
        seat: usize,
        /// What is wrong with it.
        why: HexError,
    },
    /// More entropy than one seat may give.
    #[error("{0} bytes of entropy, but a seat may give {most} at most", most = Entropy::MAX_LEN)]
    EntropyTooLong(usize),
    /// A seat that the game does not have.
    #[error("there is no seat {}: the game has {seats}", .seat + 1)]
    NoSuchSeat {
        /// The seat, from 0.
        seat: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// Each seat gives entropy once.
    #[error("seat {} has given its entropy already", .0 + 1)]
    AlreadyGiven(usize),
    /// No game has so many seats.
    #[error("{0} seats, but no game has more than 255")]
    TooManySeats(usize),
}
