//! What the writer remembers of the games that are being written.

use std::collections::HashMap;

use sqlx::{AnyConnection, Row};

use crate::{GameId, StoreError};

/// Games to remember at most; forgetting all of them costs one question each.
const MOST: usize = 100_000;

/// A game's key in the tables and the number of its next event, as far as this writer knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) key: i64,
    pub(crate) next: u64,
}

/// The lines of the games in play. Only a memory: the tables decide, since others may write too.
#[derive(Debug, Default)]
pub(crate) struct Live(HashMap<GameId, Line>);

impl Live {
    pub(crate) fn remember(&mut self, game: GameId, line: Line) {
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.insert(game, line);
    }

    pub(crate) fn knows(&self, game: &GameId) -> bool {
        self.0.contains_key(game)
    }

    pub(crate) fn forget(&mut self, game: &GameId) {
        self.0.remove(game);
    }

    /// The line of a game that can still be written to.
    pub(crate) async fn line(
        &mut self,
        connection: &mut AnyConnection,
        game: &GameId,
    ) -> Result<Result<Line, StoreError>, sqlx::Error> {
        if let Some(line) = self.0.get(game) {
            return Ok(Ok(*line));
        }
        let row = sqlx::query(
            "SELECT key, finished, \
                 (SELECT coalesce(max(number) + 1, 0) FROM events WHERE events.game = games.key) AS next \
             FROM games WHERE id = $1",
        )
        .bind(game.as_str())
        .fetch_optional(connection)
        .await?;
        let Some(row) = row else {
            return Ok(Err(StoreError::NoSuchGame { game: game.clone() }));
        };
        if row.try_get::<Option<i64>, _>("finished")?.is_some() {
            return Ok(Err(StoreError::Finished { game: game.clone() }));
        }
        let line = Line { key: row.try_get("key")?, next: row.try_get::<i64, _>("next")?.cast_unsigned() };
        self.remember(game.clone(), line);
        Ok(Ok(line))
    }
}
