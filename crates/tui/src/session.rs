//! The one interface behind which a game is played, wherever it is.

use crate::UserCommand;
use std::time::{Duration, Instant};
use tetrarch_engine::SearchReport;
use tetrarch_protocol::TableState;

/// What has happened, for the player to see.
#[derive(Clone, Debug)]
pub enum SessionEvent {
    /// Something to be told.
    Message(String),
    /// The engine has looked deeper.
    Analysis(SearchReport),
    /// Nothing more will come: the table cannot be reached any more.
    Disconnected(String),
}

/// Why an order was not carried out, for the player to read.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UserError(pub String);

impl<E: ToString> From<&E> for UserError {
    fn from(why: &E) -> UserError {
        UserError(why.to_string())
    }
}

/// A place to play at: a table of one's own, or one on a server.
pub trait PlaySession {
    /// What there is to see, as the server would tell it.
    fn state(&self) -> &TableState;
    /// When the state was seen: clocks run from there.
    fn seen_at(&self) -> Instant;
    /// The position as text, where it is known.
    fn position_text(&self) -> Option<String> {
        None
    }
    /// Whether something will happen without the player: an engine thinks, or others are to act.
    fn is_busy(&self) -> bool;
    /// Whether that may take as long as it likes: other people are to act.
    fn waits_for_others(&self) -> bool {
        false
    }
    /// Whether somebody sits here who can type.
    fn has_local_player(&self) -> bool;
    /// Does what is asked, and says what there is to say about it.
    ///
    /// # Errors
    /// Why it was not done. Nothing has changed then.
    fn execute(&mut self, order: UserCommand) -> Result<Vec<String>, UserError>;
    /// Lets the others act, and waits so long for something to happen.
    fn poll(&mut self, patience: Duration) -> Vec<SessionEvent>;
}
