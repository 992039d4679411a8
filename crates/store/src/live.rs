//! What the writer remembers of the games that are being written.

use std::collections::HashMap;

use crate::commit::Stop;
use crate::link::Link;
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

    pub(crate) fn forget(&mut self, game: &GameId) {
        self.0.remove(game);
    }

    /// The line of a game that can still be written to.
    pub(crate) async fn line(
        &mut self,
        link: &mut Link,
        game: &GameId,
    ) -> Result<Result<Line, StoreError>, Stop> {
        if let Some(line) = self.0.get(game) {
            return Ok(Ok(*line));
        }
        let words = "SELECT key, finished, \
                 (SELECT coalesce(max(number) + 1, 0) FROM events WHERE events.game = games.key) AS next \
             FROM games WHERE id = $1";
        let line = match link.numbers(words, &[game.as_str().into()]).await? {
            Some([Some(key), None, Some(next)]) => Line { key, next: next.cast_unsigned() },
            Some(_) => return Ok(Err(StoreError::Finished { game: game.clone() })),
            None => return Ok(Err(StoreError::NoSuchGame { game: game.clone() })),
        };
        self.remember(game.clone(), line);
        Ok(Ok(line))
    }
}
