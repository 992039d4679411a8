//! Errors in the data of a fair deal.

use crate::{Entropy, FairGameId, HexError, VERSION};

/// Errors in the data of a fair deal.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum FairError {
    /// The dealing scheme is unknown.
    #[error("unknown version {0:?}; only {VERSION} is supported")]
    Version(String),
    /// The id of the game is empty or too long.
    #[error("the game id has {0} bytes instead of 1 to {max}", max = FairGameId::MAX_LEN)]
    GameId(usize),
    /// The secret is not 32 bytes in hexadecimal.
    #[error("the secret {0}")]
    Secret(HexError),
    /// The secret is not revealed yet: the game has not ended.
    #[error("the secret is not revealed yet")]
    SecretNotRevealed,
    /// The commitment is not 32 bytes in hexadecimal.
    #[error("the commitment {0}")]
    Commitment(HexError),
    /// The entropy of a seat is not hexadecimal.
    #[error("the entropy of seat {} {why}", .seat + 1)]
    Entropy {
        /// The seat, counted from 0.
        seat: usize,
        /// What is wrong with it.
        why: HexError,
    },
    /// The entropy of a seat is too long.
    #[error("{0} bytes of entropy, but the maximum is {max}", max = Entropy::MAX_LEN)]
    EntropyTooLong(usize),
    /// The game does not have this seat.
    #[error("there is no seat {}: the game has {seats} seats", .seat + 1)]
    NoSuchSeat {
        /// The seat, counted from 0.
        seat: usize,
        /// The number of seats.
        seats: usize,
    },
    /// The seat has already contributed entropy.
    #[error("seat {} has already contributed entropy", .0 + 1)]
    AlreadyGiven(usize),
    /// There are too many seats.
    #[error("{0} seats, but the maximum is 255")]
    TooManySeats(usize),
}
