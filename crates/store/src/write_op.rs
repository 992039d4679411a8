//! The operations in the write queue.

use tokio::sync::oneshot;

use crate::sql::{SqlValue, Statement};
use crate::{ArchiveEntry, GameEnd, GameId, NewGame, StoreError};

/// A write operation. It is atomic.
#[derive(Debug)]
pub(crate) enum WriteOp {
    Create(NewGame),
    Append {
        game: GameId,
        from: u64,
        events: Vec<String>,
        finish: Option<(GameEnd, Option<ArchiveEntry>)>,
    },
    Head {
        game: GameId,
        head: String,
    },
    Note {
        name: String,
        note: String,
    },
    /// Statements about people. If the first one changes no row, the others are not executed.
    People(Vec<Statement>),
}

impl WriteOp {
    /// The game that the operation changes.
    pub(crate) fn game(&self) -> Option<&GameId> {
        match self {
            Self::Create(new) => Some(&new.id),
            Self::Append { game, .. } | Self::Head { game, .. } => Some(game),
            Self::Note { .. } | Self::People(_) => None,
        }
    }

    /// Whether a text contains NUL, which PostgreSQL cannot store.
    pub(crate) fn has_nul(&self) -> bool {
        let nul = |text: &str| text.contains('\0');
        match self {
            Self::Create(new) => nul(&new.game) || nul(&new.head),
            Self::Append { events, finish, .. } => {
                events.iter().any(|event| nul(event))
                    || finish.as_ref().is_some_and(|(end, entry)| {
                        nul(&end.summary) || entry.as_ref().is_some_and(|entry| entry.texts().any(nul))
                    })
            }
            Self::Head { head, .. } => nul(head),
            Self::Note { name, note } => nul(name) || nul(note),
            Self::People(statements) => {
                let args = statements.iter().flat_map(|statement| &statement.args);
                args.into_iter().any(|arg| matches!(arg, SqlValue::Text(text) if nul(text)))
            }
        }
    }
}

/// An operation in the queue, with the channel for its outcome.
#[derive(Debug)]
pub(crate) struct PendingWrite {
    pub(crate) op: WriteOp,
    pub(crate) reply: oneshot::Sender<Result<(), StoreError>>,
}

/// A row to insert into the table of events.
pub(crate) struct EventInsert<'a> {
    /// The key of the game.
    pub(crate) key: i64,
    pub(crate) number: i64,
    pub(crate) event: &'a str,
}

/// A message to the writer.
#[derive(Debug)]
pub(crate) enum WriterMessage {
    Store(PendingWrite),
    /// Complete all earlier operations, then stop.
    Close(oneshot::Sender<()>),
}
