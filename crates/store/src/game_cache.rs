//! The writer's cache of the games in progress.

use std::collections::HashMap;

use crate::database::Connection;
use crate::sql::{FromRow, Row};
use crate::{GameId, StoreError, TransactionError};

/// The maximum number of cached games. Clearing the cache costs one query per game.
const MAX_CACHED_GAMES: usize = 100_000;

/// The primary key of a game and the number of its next event, as far as this writer knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CachedGame {
    pub(crate) key: i64,
    pub(crate) next: u64,
}

/// A cache of the games in progress. The database has the last word, because there may be other writers.
#[derive(Debug, Default)]
pub(crate) struct GameCache(HashMap<GameId, CachedGame>);

impl GameCache {
    pub(crate) fn insert(&mut self, game: GameId, cached: CachedGame) {
        if self.0.len() >= MAX_CACHED_GAMES {
            self.0.clear();
        }
        self.0.insert(game, cached);
    }

    pub(crate) fn remove(&mut self, game: &GameId) {
        self.0.remove(game);
    }

    /// Returns the cached game, or loads it. Fails if the game is finished.
    pub(crate) async fn get_or_load(
        &mut self,
        connection: &mut Connection,
        game: &GameId,
    ) -> Result<Result<CachedGame, StoreError>, TransactionError> {
        if let Some(cached) = self.0.get(game) {
            return Ok(Ok(*cached));
        }
        let sql = "SELECT key, finished, \
                 (SELECT coalesce(max(number) + 1, 0) FROM events WHERE events.game = games.key) AS next \
             FROM games WHERE id = $1";
        let cached = match connection.query_first(sql, &[game.as_str().into()]).await? {
            Some(GameRow { finished: None, key, next }) => CachedGame { key, next: next.cast_unsigned() },
            Some(_) => return Ok(Err(StoreError::GameFinished { game: game.clone() })),
            None => return Ok(Err(StoreError::GameNotFound { game: game.clone() })),
        };
        self.insert(game.clone(), cached);
        Ok(Ok(cached))
    }
}

struct GameRow {
    key: i64,
    finished: Option<i64>,
    next: i64,
}

impl FromRow for GameRow {
    fn from_row(row: &impl Row) -> Result<Self, StoreError> {
        Ok(Self { key: row.column("key")?, finished: row.column("finished")?, next: row.column("next")? })
    }
}
