//! What the store keeps of a game.

use std::fmt;
use std::str::FromStr;

/// The name of a game: 1 to 32 letters, digits, `-` and `_`. Whoever creates the game chooses it; it is never used twice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(String);

impl GameId {
    const MAX_LEN: usize = 32;

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text that cannot be the name of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the id of a game is 1 to {} letters, digits, - or _", GameId::MAX_LEN)]
pub struct InvalidGameId;

impl FromStr for GameId {
    type Err = InvalidGameId;

    fn from_str(text: &str) -> Result<Self, InvalidGameId> {
        let fits = (1..=Self::MAX_LEN).contains(&text.len());
        let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        if fits && plain { Ok(Self(text.to_string())) } else { Err(InvalidGameId) }
    }
}

/// A point in time: milliseconds since 1970 began, UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Timestamp(pub i64);

/// A game to be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// Its name from now on.
    pub id: GameId,
    /// Which of the games it is, for listings; the store does not know the list.
    pub game: String,
    /// What was agreed before the first event: options, seats, control, commitment. A text of the owner's own making.
    pub head: String,
    /// When it was created.
    pub created: Timestamp,
}

/// The end of a game, written together with its last events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// When it ended.
    pub at: Timestamp,
    /// How it ended, in the owner's words.
    pub summary: String,
}

/// A game as it was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Which of the games it is.
    pub game: String,
    /// The head, as it was last written.
    pub head: String,
    /// When it was created.
    pub created: Timestamp,
    /// Every event, in order; the first has number 0, and none is missing.
    pub events: Vec<String>,
    /// How and when it ended; none while it is being played.
    pub finished: Option<GameEnd>,
}
