//! Errors of a table.

use tetrarch_rules::{IllegalAction, Repetition};

/// Why a table refused an event. The table is unchanged.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TableError {
    /// The game is over.
    #[error("The game is over.")]
    GameOver,
    /// It is the turn of another seat, or of chance.
    #[error("It is not {seat}'s turn: {turn} is to act.")]
    NotYourTurn {
        /// The seat that tried to act.
        seat: &'static str,
        /// The seat to act.
        turn: &'static str,
    },
    /// The action is against the rules.
    #[error(transparent)]
    Rules(#[from] IllegalAction),
    /// There is no seat with that name.
    #[error("There is no seat {name:?}: the seats are {}.", .seats.join(", "))]
    UnknownSeat {
        /// The requested name.
        name: String,
        /// The names of all seats.
        seats: &'static [&'static str],
    },
    /// The seat is out of the game.
    #[error("{seat} is out of the game.")]
    NotPlaying {
        /// The name of the seat.
        seat: &'static str,
    },
    /// No draw can be claimed.
    #[error("No draw can be claimed now: {0}.")]
    NoClaim(String),
    /// There is no such offer for this seat to answer.
    #[error("There is no such offer for {seat} to answer.")]
    NoOffer {
        /// The seat that answered.
        seat: &'static str,
    },
    /// It is not possible now.
    #[error("{0}")]
    NotNow(String),
    /// The seat has run out of time: the caller must apply the [flag fall](crate::Table::flag_fall).
    #[error("{seat} ran out of time.")]
    FlagFell {
        /// The seat whose flag fell.
        seat: &'static str,
    },
}

impl TableError {
    /// The reason why repetition cannot be claimed.
    pub(crate) fn no_repetition(rule: Repetition, occurred: u32) -> TableError {
        TableError::NoClaim(match rule {
            Repetition::Uncounted => "draws cannot be claimed in this phase".to_string(),
            Repetition::Counted { claim: None, .. } => "this game has no draw claims".to_string(),
            Repetition::Counted { claim: Some(times), .. } => {
                format!("this position has occurred {occurred} times, but {times} are needed")
            }
        })
    }
}
