//! Loads a game.

use crate::database::Readers;
use crate::sql::{FromRow, Row};
use crate::{GameEnd, GameId, StoreError, StoredGame, Timestamp};

/// Head and log in one statement, so that they are consistent. The head comes first.
const SELECT_GAME: &str = "SELECT -1 AS number, head AS words, game, created, finished, summary FROM games WHERE id = $1 \
     UNION ALL \
     SELECT number, event, NULL, NULL, NULL, NULL FROM events \
     WHERE events.game = (SELECT key FROM games WHERE id = $1) ORDER BY number";

pub(crate) async fn load_game(readers: &Readers, game: &GameId) -> Result<Option<StoredGame>, StoreError> {
    let mut rows = readers.query(SELECT_GAME, vec![game.as_str().to_string().into()]).await?.into_iter();
    let Some(LoadedRow::Head(mut stored)) = rows.next() else {
        return Ok(None);
    };
    stored.events = rows.filter_map(LoadedRow::event).collect();
    Ok(Some(stored))
}

/// A row of [`SELECT_GAME`].
enum LoadedRow {
    /// The game, still without its events.
    Head(StoredGame),
    Event(String),
}

impl LoadedRow {
    fn event(self) -> Option<String> {
        match self {
            Self::Head(_) => None,
            Self::Event(event) => Some(event),
        }
    }
}

impl FromRow for LoadedRow {
    fn from_row(row: &impl Row) -> Result<Self, StoreError> {
        let words = row.column("words")?;
        if row.column::<i64>("number")? >= 0 {
            return Ok(Self::Event(words));
        }
        let at: Option<i64> = row.column("finished")?;
        let end = |at| row.column("summary").map(|summary| GameEnd { at: Timestamp(at), summary });
        Ok(Self::Head(StoredGame {
            game: row.column("game")?,
            head: words,
            created: Timestamp(row.column("created")?),
            events: Vec::new(),
            finished: at.map(end).transpose()?,
        }))
    }
}
