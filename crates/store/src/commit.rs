//! Group commit: one transaction for a batch of operations.

use std::sync::LazyLock;

use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};

use crate::db_connection::{self, DbConnection};
use crate::game_cache::{CachedGame, GameCache};
use crate::write_op::{PendingWrite, SqlValue, Statement, WriteOp};
use crate::{ArchiveEntry, GameEnd, GameId, NewGame, StoreError};

/// The outcome of one operation of a batch. A failed one has written nothing.
pub(crate) type WriteOutcome = Result<(), StoreError>;

/// Why a whole transaction failed.
#[derive(Debug)]
pub(crate) enum TransactionError {
    /// Another writer has used the number of an event in this batch.
    Conflict,
    /// The database failed. Nothing was stored unless the error says otherwise.
    Database(StoreError),
}

impl From<sqlx::Error> for TransactionError {
    /// PostgreSQL aborts one of two deadlocked transactions. That counts as a conflict too.
    fn from(error: sqlx::Error) -> Self {
        let database_error = error.as_database_error();
        let code = database_error.and_then(sqlx::error::DatabaseError::code);
        let is_duplicate = database_error.is_some_and(sqlx::error::DatabaseError::is_unique_violation);
        if is_duplicate || matches!(code.as_deref(), Some("40001" | "40P01")) {
            Self::Conflict
        } else {
            Self::Database(error.into())
        }
    }
}

impl From<rusqlite::Error> for TransactionError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error().map(|error| error.extended_code) {
            Some(SQLITE_CONSTRAINT_UNIQUE | SQLITE_CONSTRAINT_PRIMARYKEY) => Self::Conflict,
            _ => Self::Database(error.into()),
        }
    }
}

/// A row to insert into the table of events.
struct EventInsert<'a> {
    key: i64,
    number: u64,
    event: &'a str,
}

/// The number of SQL arguments per event.
const ARGS_PER_EVENT: usize = 3;

impl EventInsert<'_> {
    fn args(&self) -> [SqlValue<'_>; ARGS_PER_EVENT] {
        [SqlValue::Number(self.key), SqlValue::Number(self.number.cast_signed()), self.event.into()]
    }
}

/// Writes a batch inside a transaction that the caller has begun and will commit.
pub(crate) async fn write_batch(
    connection: &mut DbConnection,
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
    connection: &mut DbConnection,
    cache: &mut GameCache,
    new: &NewGame,
) -> Result<WriteOutcome, TransactionError> {
    let sql = "INSERT INTO games (id, game, head, created) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (id) DO NOTHING RETURNING key";
    let args = [
        new.id.as_str().into(),
        new.game.as_str().into(),
        new.head.as_str().into(),
        SqlValue::Number(new.created.0),
    ];
    let Some([Some(key)]) = connection.query_integers(sql, &args).await? else {
        return Ok(Err(StoreError::Conflict { game: new.id.clone() }));
    };
    cache.insert(new.id.clone(), CachedGame { key, next: 0 });
    Ok(Ok(()))
}

/// Adds events to the rows to insert, if their numbers are next in the log. Returns the key of the game.
async fn append_events<'a>(
    connection: &mut DbConnection,
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
    rows.extend(events.iter().zip(from..).map(|(event, number)| EventInsert { key, number, event }));
    cache.insert(game.clone(), CachedGame { key, next: next + events.len() as u64 });
    Ok(Ok(key))
}

/// Marks a game as finished and stores its archive entry.
async fn finish_game(
    connection: &mut DbConnection,
    key: i64,
    end: &GameEnd,
    entry: Option<&ArchiveEntry>,
) -> Result<WriteOutcome, TransactionError> {
    let sql = "UPDATE games SET finished = $1, summary = $2, listing = $3, public = $4 \
         WHERE key = $5 AND finished IS NULL";
    let args = [
        SqlValue::Number(end.at.0),
        end.summary.as_str().into(),
        entry.map(|entry| entry.listing.as_str()).into(),
        SqlValue::Number(entry.is_some_and(|entry| entry.public).into()),
        SqlValue::Number(key),
    ];
    if connection.execute(sql, &args).await? == 1 { Ok(Ok(())) } else { Err(TransactionError::Conflict) }
}

/// Stores the players of a finished game.
async fn insert_players(
    connection: &mut DbConnection,
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
    let args: Vec<SqlValue<'_>> = std::iter::once(SqlValue::Number(key)).chain(values).collect();
    connection.execute(&sql, &args).await.map(drop)
}

async fn run_statements(
    connection: &mut DbConnection,
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
    connection: &mut DbConnection,
    cache: &mut GameCache,
    game: &GameId,
    head: &str,
) -> Result<WriteOutcome, TransactionError> {
    let cached = match cache.get_or_load(connection, game).await? {
        Ok(cached) => cached,
        Err(error) => return Ok(Err(error)),
    };
    let sql = "UPDATE games SET head = $1 WHERE key = $2 AND finished IS NULL";
    let changed_rows = connection.execute(sql, &[head.into(), SqlValue::Number(cached.key)]).await?;
    if changed_rows == 1 { Ok(Ok(())) } else { Ok(Err(StoreError::GameFinished { game: game.clone() })) }
}

async fn upsert_note(
    connection: &mut DbConnection,
    name: &str,
    note: &str,
) -> Result<WriteOutcome, TransactionError> {
    let sql = "INSERT INTO notes (name, note) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET note = $2";
    connection.execute(sql, &[name.into(), note.into()]).await?;
    Ok(Ok(()))
}

/// Inserts the events, with as many rows per statement as suits the database.
async fn insert_events(
    connection: &mut DbConnection,
    mut rows: &[EventInsert<'_>],
) -> Result<(), TransactionError> {
    while !rows.is_empty() {
        let row_count = connection.insert_rows(rows.len());
        // Statements with the same number of rows share one prepared statement.
        let (chunk, rest) = rows.split_at(rows.len() - rows.len() % row_count);
        let args: Vec<SqlValue<'_>> = chunk.iter().flat_map(EventInsert::args).collect();
        let lists = args.chunks(row_count * ARGS_PER_EVENT);
        if connection.execute_each(&INSERT_EVENTS[row_count - 1], lists).await? != chunk.len() as u64 {
            return Err(TransactionError::Conflict);
        }
        rows = rest;
    }
    Ok(())
}

/// The statement for each number of rows: `INSERT … VALUES ($1, $2, $3), ($4, $5, $6), …`. In PostgreSQL an
/// error would abort the whole transaction, so conflicts are ignored here and detected by the number of
/// inserted rows.
static INSERT_EVENTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let row = |row: usize| format!("(${}, ${}, ${})", 3 * row + 1, 3 * row + 2, 3 * row + 3);
    let rows: Vec<String> = (0..db_connection::MAX_INSERT_ROWS).map(row).collect();
    let sql = |row_count: usize| {
        let rows = rows[..row_count].join(", ");
        format!("INSERT INTO events (game, number, event) VALUES {rows} ON CONFLICT DO NOTHING")
    };
    (1..=db_connection::MAX_INSERT_ROWS).map(sql).collect()
});
