//! What the writer is asked to do.

use std::borrow::Cow;

use tokio::sync::oneshot;

use crate::{ArchiveEntry, GameEnd, GameId, NewGame, StoreError};

/// One change. It is stored as a whole or not at all.
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
    /// Several statements about people. If the first changes nothing, the others are not done.
    People(Vec<Statement>),
}

/// A statement with what is bound in it.
#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) sql: &'static str,
    pub(crate) args: Vec<SqlValue<'static>>,
}

/// What can be bound in a statement.
#[derive(Debug)]
pub(crate) enum SqlValue<'a> {
    Text(Cow<'a, str>),
    Number(i64),
    Null,
}

impl<'a> From<&'a str> for SqlValue<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<Option<&'a str>> for SqlValue<'a> {
    fn from(text: Option<&'a str>) -> Self {
        text.map_or(Self::Null, Self::from)
    }
}

impl WriteOp {
    /// The game that is changed.
    pub(crate) fn game(&self) -> Option<&GameId> {
        match self {
            Self::Create(new) => Some(&new.id),
            Self::Append { game, .. } | Self::Head { game, .. } => Some(game),
            Self::Note { .. } | Self::People(_) => None,
        }
    }

    /// Whether a text holds what one of the databases cannot keep.
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

/// A change and who waits for it.
#[derive(Debug)]
pub(crate) struct PendingWrite {
    pub(crate) op: WriteOp,
    pub(crate) reply: oneshot::Sender<Result<(), StoreError>>,
}

/// What comes to the writer.
#[derive(Debug)]
pub(crate) enum WriterMessage {
    Store(PendingWrite),
    /// Finish everything that came before, then end.
    Close(oneshot::Sender<()>),
}
