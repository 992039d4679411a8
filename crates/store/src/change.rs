//! What the writer is asked to do.

use tokio::sync::oneshot;

use crate::{Finish, GameId, NewGame, StoreError};

/// One change. It is stored as a whole or not at all.
#[derive(Debug)]
pub(crate) enum Change {
    Create(NewGame),
    Append { game: GameId, from: u64, events: Vec<String>, finish: Option<Finish> },
    Head { game: GameId, head: String },
    Note { name: String, note: String },
}

impl Change {
    /// The game that is changed.
    pub(crate) fn game(&self) -> Option<&GameId> {
        match self {
            Self::Create(new) => Some(&new.id),
            Self::Append { game, .. } | Self::Head { game, .. } => Some(game),
            Self::Note { .. } => None,
        }
    }

    /// Whether a text holds what one of the databases cannot keep.
    pub(crate) fn has_nul(&self) -> bool {
        let nul = |text: &String| text.contains('\0');
        match self {
            Self::Create(new) => nul(&new.game) || nul(&new.head),
            Self::Append { events, finish, .. } => {
                events.iter().any(nul) || finish.as_ref().is_some_and(|end| nul(&end.summary))
            }
            Self::Head { head, .. } => nul(head),
            Self::Note { name, note } => nul(name) || nul(note),
        }
    }
}

/// A change and who waits for it.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) change: Change,
    pub(crate) answer: oneshot::Sender<Result<(), StoreError>>,
}

/// What comes to the writer.
#[derive(Debug)]
pub(crate) enum Request {
    Store(Waiting),
    /// Finish everything that came before, then end.
    Close(oneshot::Sender<()>),
}
