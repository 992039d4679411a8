//! Stored games.

use std::fmt;
use std::str::FromStr;

/// The id of a game: 1 to 32 letters, digits, `-` and `_`. The caller chooses it when it creates the game.
/// Ids are never reused.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(String);

impl GameId {
    const MAX_LEN: usize = 32;

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text is not a valid game id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a game id has 1 to {} letters, digits, - or _", GameId::MAX_LEN)]
pub struct InvalidGameId;

impl FromStr for GameId {
    type Err = InvalidGameId;

    fn from_str(text: &str) -> Result<Self, InvalidGameId> {
        let fits = (1..=Self::MAX_LEN).contains(&text.len());
        let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        if fits && plain { Ok(Self(text.to_string())) } else { Err(InvalidGameId) }
    }
}

/// A point in time: milliseconds since the Unix epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timestamp(pub i64);

/// A game to create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The id of the game.
    pub id: GameId,
    /// The kind of game, for searches. The store does not interpret it.
    pub game: String,
    /// The state before the first event: options, seats, time control, commitment. The store does not
    /// interpret it.
    pub head: String,
    /// When it was created.
    pub created: Timestamp,
}

/// The end of a game. It is stored in the same transaction as the last events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// When it ended.
    pub at: Timestamp,
    /// How it ended, in a format of the caller's choice.
    pub summary: String,
}

/// A stored game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// The kind of game.
    pub game: String,
    /// The head, as last written.
    pub head: String,
    /// When it was created.
    pub created: Timestamp,
    /// All events in order, numbered from 0 without gaps.
    pub events: Vec<String>,
    /// How and when it ended; `None` while it is in progress.
    pub finished: Option<GameEnd>,
}
