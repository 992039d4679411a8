//! The interface of local and remote games.

use crate::UserCommand;
use std::time::{Duration, Instant};
use tetrarch_protocol::TableState;
use tetrarch_table::search::SearchReport;

/// Something that happened during a session, to be shown to the player.
#[derive(Clone, Debug)]
pub enum SessionEvent {
    /// A line of text to show.
    Message(String),
    /// A deeper result of the engine analysis.
    Analysis(SearchReport),
    /// The connection is lost for good; no further events follow.
    Disconnected(String),
}

/// Why a command failed, as a message for the player.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UserError(pub String);

impl<E: ToString> From<&E> for UserError {
    fn from(why: &E) -> UserError {
        UserError(why.to_string())
    }
}

/// A game in progress, local or on a server.
pub trait PlaySession {
    /// The table state, in the form in which the server sends it.
    fn state(&self) -> &TableState;
    /// When the state was received. Running clocks count from this instant.
    fn seen_at(&self) -> Instant;
    /// The position text, if this session knows it.
    fn position_text(&self) -> Option<String> {
        None
    }
    /// Whether the session waits for somebody other than the local player: an engine, chance or a remote player.
    fn is_busy(&self) -> bool;
    /// Whether it waits for people, who may take any amount of time.
    fn waits_for_others(&self) -> bool {
        false
    }
    /// Whether a person at this terminal has a seat.
    fn has_local_player(&self) -> bool;
    /// Executes a command and returns the lines to show.
    ///
    /// # Errors
    /// If the command is refused. The game is unchanged then.
    fn execute(&mut self, command: UserCommand) -> Result<Vec<String>, UserError>;
    /// Lets engines and remote players act, and waits at most `timeout` for an event.
    fn poll(&mut self, timeout: Duration) -> Vec<SessionEvent>;
}
