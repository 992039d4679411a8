//! Group commit: one transaction for a batch of operations.

use crate::database::Connection;
use crate::game_cache::{CachedGame, GameCache};
use crate::sql::{SqlValue, Statement};
use crate::write_op::{EventInsert, PendingWrite, WriteOp};
use crate::{ArchiveEntry, GameEnd, GameId, NewGame, StoreError, TransactionError};

/// The outcome of one operation of a batch. A failed one has written nothing.
pub(crate) type WriteOutcome = Result<(), StoreError>;

/// Writes a batch inside a transaction that the caller has begun and will commit.
pub(crate) async fn write_batch(
    connection: &mut Connection,
    cache: &mut GameCache,
    batch: &[PendingWrite],
) -> Result<Vec<WriteOutcome>, TransactionError> {
    let mut outcomes = Vec::with_capacity(batch.len());
    let mut rows = Vec::new();
    for PendingWrite { op, .. } in batch {
        outcomes.push(match op {
            WriteOp::Create(new) => create_game(connection, cache, new).await?,
            WriteOp::Append { game, from, events, finish } => {
                let appended = append_events(connection, cache, game, *from, events, &mut rows).await?;
                match (appended, finish) {
                    (Ok(key), Some((end, entry))) => {
                        insert_players(connection, key, entry.as_ref()).await?;
                        cache.remove(game);
                        finish_game(connection, key, end, entry.as_ref()).await?
                    }
                    (appended, _) => appended.map(drop),
                }
            }
            WriteOp::Head { game, head } => update_head(connection, cache, game, head).await?,
            WriteOp::Note { name, note } => upsert_note(connection, name, note).await?,
            WriteOp::People(statements) => run_statements(connection, statements).await?,
        });
    }
    insert_events(connection, &rows).await?;
    Ok(outcomes)
}

async fn create_game(
    connection: &mut Connection,
    cache: &mut GameCache,
    new: &NewGame,
) -> Result<WriteOutcome, TransactionError> {
    let sql = "INSERT INTO games (id, game, head, created) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (id) DO NOTHING RETURNING key";
    let args =
        [new.id.as_str().into(), new.game.as_str().into(), new.head.as_str().into(), new.created.into()];
    let Some(key) = connection.query_first(sql, &args).await? else {
        return Ok(Err(StoreError::Conflict { game: new.id.clone() }));
    };
    cache.insert(new.id.clone(), CachedGame { key, next: 0 });
    Ok(Ok(()))
}

/// Adds events to the rows to insert, if their numbers are next in the log. Returns the key of the game.
async fn append_events<'a>(
    connection: &mut Connection,
    cache: &mut GameCache,
    game: &GameId,
    from: u64,
    events: &'a [String],
    rows: &mut Vec<EventInsert<'a>>,
) -> Result<Result<i64, StoreError>, TransactionError> {
    let mut cached = cache.get_or_load(connection, game).await?;
    if cached.as_ref().is_ok_and(|cached| from > cached.next) {
        // Perhaps another writer has appended events since. Load the game again.
        cache.remove(game);
        cached = cache.get_or_load(connection, game).await?;
    }
    let CachedGame { key, next } = match cached {
        Ok(cached) => cached,
        Err(error) => return Ok(Err(error)),
    };
    if from > next {
        return Ok(Err(StoreError::Gap { game: game.clone(), next }));
    }
    if from < next {
        return Ok(Err(StoreError::Conflict { game: game.clone() }));
    }
    rows.extend(events.iter().zip(from.cast_signed()..).map(|(event, number)| EventInsert {
        key,
        number,
        event,
    }));
    cache.insert(game.clone(), CachedGame { key, next: next + events.len() as u64 });
    Ok(Ok(key))
}

/// Marks a game as finished and stores its archive entry.
async fn finish_game(
    connection: &mut Connection,
    key: i64,
    end: &GameEnd,
    entry: Option<&ArchiveEntry>,
) -> Result<WriteOutcome, TransactionError> {
    let sql = "UPDATE games SET finished = $1, summary = $2, listing = $3, public = $4 \
         WHERE key = $5 AND finished IS NULL";
    let args = [
        end.at.into(),
        end.summary.as_str().into(),
        entry.map(|entry| entry.listing.as_str()).into(),
        i64::from(entry.is_some_and(|entry| entry.public)).into(),
        key.into(),
    ];
    if connection.execute(sql, &args).await? == 1 { Ok(Ok(())) } else { Err(number_in_use()) }
}

/// Stores the players of a finished game.
async fn insert_players(
    connection: &mut Connection,
    key: i64,
    entry: Option<&ArchiveEntry>,
) -> Result<(), TransactionError> {
    let players = entry.map_or(&[][..], |entry| &entry.players);
    if players.is_empty() {
        return Ok(());
    }
    let row = |seat: usize| format!("($1, {seat}, ${}, ${})", 2 * seat + 2, 2 * seat + 3);
    let rows: Vec<String> = (0..players.len()).map(row).collect();
    let sql = format!(
        "INSERT INTO players (game, seat, person, name) VALUES {} ON CONFLICT DO NOTHING",
        rows.join(", ")
    );
    let values =
        players.iter().flat_map(|player| [player.person.as_str().into(), player.name.as_str().into()]);
    let args: Vec<SqlValue<'_>> = std::iter::once(key.into()).chain(values).collect();
    connection.execute(&sql, &args).await.map(drop)
}

async fn run_statements(
    connection: &mut Connection,
    statements: &[Statement],
) -> Result<WriteOutcome, TransactionError> {
    for (number, Statement { sql, args }) in statements.iter().enumerate() {
        if connection.execute(sql, args).await? == 0 && number == 0 {
            return Ok(Err(StoreError::NothingChanged));
        }
    }
    Ok(Ok(()))
}

async fn update_head(
    connection: &mut Connection,
    cache: &mut GameCache,
    game: &GameId,
    head: &str,
) -> Result<WriteOutcome, TransactionError> {
    let cached = match cache.get_or_load(connection, game).await? {
        Ok(cached) => cached,
        Err(error) => return Ok(Err(error)),
    };
    let sql = "UPDATE games SET head = $1 WHERE key = $2 AND finished IS NULL";
    let changed_rows = connection.execute(sql, &[head.into(), cached.key.into()]).await?;
    if changed_rows == 1 { Ok(Ok(())) } else { Ok(Err(StoreError::GameFinished { game: game.clone() })) }
}

async fn upsert_note(
    connection: &mut Connection,
    name: &str,
    note: &str,
) -> Result<WriteOutcome, TransactionError> {
    let sql = "INSERT INTO notes (name, note) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET note = $2";
    connection.execute(sql, &[name.into(), note.into()]).await?;
    Ok(Ok(()))
}

/// In PostgreSQL an error would abort the whole transaction, so conflicts are ignored by the statement and
/// detected by the number of inserted rows.
async fn insert_events(
    connection: &mut Connection,
    rows: &[EventInsert<'_>],
) -> Result<(), TransactionError> {
    if rows.is_empty() || connection.insert_events(rows).await? == rows.len() as u64 {
        Ok(())
    } else {
        Err(number_in_use())
    }
}

/// Another writer has used the number of an event, or has finished the game.
fn number_in_use() -> TransactionError {
    TransactionError::Conflict(StoreError::Busy("another writer was faster".into()))
}
