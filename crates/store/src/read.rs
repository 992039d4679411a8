//! Reading a game.

use sqlx::any::AnyRow;
use sqlx::{AnyPool, Row};

use crate::{Finish, GameId, Moment, StoredGame};

/// Head and log in one statement, so that they are of the same moment. The head comes first.
const GAME: &str = "SELECT -1 AS number, head AS words, game, created, finished, summary FROM games WHERE id = $1 \
     UNION ALL \
     SELECT number, event, NULL, NULL, NULL, NULL FROM events \
     WHERE events.game = (SELECT key FROM games WHERE id = $1) ORDER BY number";

pub(crate) async fn game(readers: &AnyPool, game: &GameId) -> Result<Option<StoredGame>, sqlx::Error> {
    let rows = sqlx::query(GAME).bind(game.as_str()).fetch_all(readers).await?;
    let Some((head, log)) = rows.split_first() else {
        return Ok(None);
    };
    Ok(Some(StoredGame {
        game: head.try_get("game")?,
        head: head.try_get("words")?,
        created: Moment(head.try_get("created")?),
        events: log.iter().map(|row| row.try_get("words")).collect::<Result<_, _>>()?,
        finished: finish(head)?,
    }))
}

fn finish(head: &AnyRow) -> Result<Option<Finish>, sqlx::Error> {
    let at: Option<i64> = head.try_get("finished")?;
    at.map(|at| Ok(Finish { at: Moment(at), summary: head.try_get("summary")? })).transpose()
}
