//! The one interface behind which a game is played, wherever it is.

use crate::Order;
use std::time::{Duration, Instant};
use tetrarch_engine::Report;
use tetrarch_protocol::TableState;

/// What has happened, for the player to see.
#[derive(Clone, Debug)]
pub enum News {
    /// Something to be told.
    Words(String),
    /// The engine has looked deeper.
    Analysis(Report),
    /// Nothing more will come: the table cannot be reached any more.
    Lost(String),
}

/// Why an order was not carried out, for the player to read.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Trouble(pub String);

impl<E: ToString> From<&E> for Trouble {
    fn from(why: &E) -> Trouble {
        Trouble(why.to_string())
    }
}

/// A place to play at: a table of one's own, or one on a server.
pub trait Desk {
    /// What there is to see, as the server would tell it.
    fn state(&self) -> &TableState;
    /// When the state was seen: clocks run from there.
    fn seen(&self) -> Instant;
    /// The position as text, where it is known.
    fn text(&self) -> Option<String> {
        None
    }
    /// Whether something will happen without the player: an engine thinks, or others are to act.
    fn busy(&self) -> bool;
    /// Whether that may take as long as it likes: other people are to act.
    fn waits_for_others(&self) -> bool {
        false
    }
    /// Whether somebody sits here who can type.
    fn attended(&self) -> bool;
    /// Does what is asked, and says what there is to say about it.
    ///
    /// # Errors
    /// Why it was not done. Nothing has changed then.
    fn obey(&mut self, order: Order) -> Result<Vec<String>, Trouble>;
    /// Lets the others act, and waits so long for something to happen.
    fn attend(&mut self, patience: Duration) -> Vec<News>;
}
