//! Why the table does not do what it was asked to.

use tetrarch_rules::{IllegalAction, Repetition};

/// Why something was refused. Nothing has changed then.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TableError {
    /// Nothing can be done after the end.
    #[error("The game is over.")]
    GameOver,
    /// Another seat acts, or chance does.
    #[error("It is not {seat}'s turn: {turn} is to act.")]
    NotYourTurn {
        /// Who asked.
        seat: &'static str,
        /// Who is to act.
        turn: &'static str,
    },
    /// The rules do not allow it.
    #[error(transparent)]
    Rules(#[from] IllegalAction),
    /// No seat of that name.
    #[error("There is no seat {name:?}: the seats are {}.", .seats.join(", "))]
    UnknownSeat {
        /// What was asked for.
        name: String,
        /// What there is.
        seats: &'static [&'static str],
    },
    /// The seat has left the game.
    #[error("{seat} has no say in the game any more.")]
    NotPlaying {
        /// The seat.
        seat: &'static str,
    },
    /// No draw can be claimed.
    #[error("No draw can be claimed now: {0}.")]
    NoClaim(String),
    /// Nothing of the kind was proposed, or not to this seat.
    #[error("Nothing of that kind waits for {seat}'s answer.")]
    NoOffer {
        /// Who answered.
        seat: &'static str,
    },
    /// It cannot be proposed or done now.
    #[error("{0}")]
    NotNow(String),
    /// The clock had run out before; the flag has been recorded.
    #[error("{seat}'s time had run out.")]
    FlagFell {
        /// Whose time it was.
        seat: &'static str,
    },
}

impl TableError {
    /// Why repetition cannot be claimed.
    pub(crate) fn no_repetition(rule: Repetition, occurred: u32) -> TableError {
        TableError::NoClaim(match rule {
            Repetition::Uncounted => "nothing can be claimed in this state".to_string(),
            Repetition::Counted { claim: None, .. } => "this game knows no claims".to_string(),
            Repetition::Counted { claim: Some(times), .. } => {
                format!("this state has occurred {occurred} of the {times} times it takes")
            }
        })
    }
}
