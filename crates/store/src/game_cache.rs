//! What the writer remembers of the games that are being written.

use std::collections::HashMap;

use crate::commit::TransactionError;
use crate::db_connection::DbConnection;
use crate::{GameId, StoreError};

/// Games to remember at most; forgetting all of them costs one question each.
const MAX_CACHED_GAMES: usize = 100_000;

/// A game's key in the tables and the number of its next event, as far as this writer knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CachedGame {
    pub(crate) key: i64,
    pub(crate) next: u64,
}

/// The lines of the games in play. Only a memory: the tables decide, since others may write too.
#[derive(Debug, Default)]
pub(crate) struct GameCache(HashMap<GameId, CachedGame>);

impl GameCache {
    pub(crate) fn insert(&mut self, game: GameId, line: CachedGame) {
        if self.0.len() >= MAX_CACHED_GAMES {
            self.0.clear();
        }
        self.0.insert(game, line);
    }

    pub(crate) fn remove(&mut self, game: &GameId) {
        self.0.remove(game);
    }

    /// The line of a game that can still be written to.
    pub(crate) async fn get_or_load(
        &mut self,
        link: &mut DbConnection,
        game: &GameId,
    ) -> Result<Result<CachedGame, StoreError>, TransactionError> {
        if let Some(line) = self.0.get(game) {
            return Ok(Ok(*line));
        }
        let words = "SELECT key, finished, \
                 (SELECT coalesce(max(number) + 1, 0) FROM events WHERE events.game = games.key) AS next \
             FROM games WHERE id = $1";
        let line = match link.query_integers(words, &[game.as_str().into()]).await? {
            Some([Some(key), None, Some(next)]) => CachedGame { key, next: next.cast_unsigned() },
            Some(_) => return Ok(Err(StoreError::GameFinished { game: game.clone() })),
            None => return Ok(Err(StoreError::GameNotFound { game: game.clone() })),
        };
        self.insert(game.clone(), line);
        Ok(Ok(line))
    }
}
