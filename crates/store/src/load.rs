//! Loads a game.

use sqlx::any::AnyRow;
use sqlx::{AnyPool, Row};

use crate::{GameEnd, GameId, StoredGame, Timestamp};

/// Head and log in one statement, so that they are consistent. The head comes first.
const SELECT_GAME: &str = "SELECT -1 AS number, head AS words, game, created, finished, summary FROM games WHERE id = $1 \
     UNION ALL \
     SELECT number, event, NULL, NULL, NULL, NULL FROM events \
     WHERE events.game = (SELECT key FROM games WHERE id = $1) ORDER BY number";

pub(crate) async fn load_game(readers: &AnyPool, game: &GameId) -> Result<Option<StoredGame>, sqlx::Error> {
    let rows = sqlx::query(SELECT_GAME).bind(game.as_str()).fetch_all(readers).await?;
    let Some((head, log)) = rows.split_first() else {
        return Ok(None);
    };
    Ok(Some(StoredGame {
        game: head.try_get("game")?,
        head: head.try_get("words")?,
        created: Timestamp(head.try_get("created")?),
        events: log.iter().map(|row| row.try_get("words")).collect::<Result<_, _>>()?,
        finished: game_end(head)?,
    }))
}

fn game_end(head: &AnyRow) -> Result<Option<GameEnd>, sqlx::Error> {
    let at: Option<i64> = head.try_get("finished")?;
    at.map(|at| Ok(GameEnd { at: Timestamp(at), summary: head.try_get("summary")? })).transpose()
}
