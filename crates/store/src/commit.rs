//! One transaction for many changes.

use std::sync::LazyLock;

use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};

use crate::db_connection::{self, DbConnection};
use crate::game_cache::{CachedGame, GameCache};
use crate::write_op::{PendingWrite, SqlValue, Statement, WriteOp};
use crate::{ArchiveEntry, GameEnd, GameId, NewGame, StoreError};

/// Whether one change of a transaction is accepted. A refused one has written nothing.
pub(crate) type WriteOutcome = Result<(), StoreError>;

/// Why a whole transaction cannot be committed.
#[derive(Debug)]
pub(crate) enum TransactionError {
    /// Somebody else has written a number that one of the changes wants.
    Conflict,
    /// The database failed; nothing was stored unless the error says otherwise.
    Database(StoreError),
}

impl From<sqlx::Error> for TransactionError {
    /// PostgreSQL ends one of two transactions that wait for each other: that too is a conflict of writers.
    fn from(error: sqlx::Error) -> Self {
        let told = error.as_database_error();
        let code = told.and_then(sqlx::error::DatabaseError::code);
        let taken = told.is_some_and(sqlx::error::DatabaseError::is_unique_violation);
        if taken || matches!(code.as_deref(), Some("40001" | "40P01")) {
            Self::Conflict
        } else {
            Self::Database(error.into())
        }
    }
}

impl From<rusqlite::Error> for TransactionError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error().map(|told| told.extended_code) {
            Some(SQLITE_CONSTRAINT_UNIQUE | SQLITE_CONSTRAINT_PRIMARYKEY) => Self::Conflict,
            _ => Self::Database(error.into()),
        }
    }
}

/// An event on its way into the table.
struct EventInsert<'a> {
    key: i64,
    number: u64,
    event: &'a str,
}

/// How many arguments an event has in a statement.
const ARGS_PER_EVENT: usize = 3;

impl EventInsert<'_> {
    fn args(&self) -> [SqlValue<'_>; ARGS_PER_EVENT] {
        [SqlValue::Number(self.key), SqlValue::Number(self.number.cast_signed()), self.event.into()]
    }
}

/// Writes the changes inside a transaction that the caller has begun and will commit.
pub(crate) async fn write_batch(
    link: &mut DbConnection,
    live: &mut GameCache,
    changes: &[PendingWrite],
) -> Result<Vec<WriteOutcome>, TransactionError> {
    let mut verdicts = Vec::with_capacity(changes.len());
    let mut entries = Vec::new();
    for PendingWrite { op: change, .. } in changes {
        verdicts.push(match change {
            WriteOp::Create(new) => create_game(link, live, new).await?,
            WriteOp::Append { game, from, events, finish } => {
                let placed = append_events(link, live, game, *from, events, &mut entries).await?;
                match (placed, finish) {
                    (Ok(key), Some((end, entry))) => {
                        insert_players(link, key, entry.as_ref()).await?;
                        live.remove(game);
                        finish_game(link, key, end, entry.as_ref()).await?
                    }
                    (placed, _) => placed.map(drop),
                }
            }
            WriteOp::Head { game, head } => update_head(link, live, game, head).await?,
            WriteOp::Note { name, note } => upsert_note(link, name, note).await?,
            WriteOp::People(statements) => run_statements(link, statements).await?,
        });
    }
    insert_events(link, &entries).await?;
    Ok(verdicts)
}

async fn create_game(
    link: &mut DbConnection,
    live: &mut GameCache,
    new: &NewGame,
) -> Result<WriteOutcome, TransactionError> {
    let words = "INSERT INTO games (id, game, head, created) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (id) DO NOTHING RETURNING key";
    let args = [
        new.id.as_str().into(),
        new.game.as_str().into(),
        new.head.as_str().into(),
        SqlValue::Number(new.created.0),
    ];
    let Some([Some(key)]) = link.query_integers(words, &args).await? else {
        return Ok(Err(StoreError::Conflict { game: new.id.clone() }));
    };
    live.insert(new.id.clone(), CachedGame { key, next: 0 });
    Ok(Ok(()))
}

/// Gives the events their places in the log; answers with the game's key.
async fn append_events<'a>(
    link: &mut DbConnection,
    live: &mut GameCache,
    game: &GameId,
    from: u64,
    events: &'a [String],
    entries: &mut Vec<EventInsert<'a>>,
) -> Result<Result<i64, StoreError>, TransactionError> {
    let mut line = live.get_or_load(link, game).await?;
    if line.as_ref().is_ok_and(|line| from > line.next) {
        // Perhaps somebody else has written since we looked.
        live.remove(game);
        line = live.get_or_load(link, game).await?;
    }
    let CachedGame { key, next } = match line {
        Ok(line) => line,
        Err(refused) => return Ok(Err(refused)),
    };
    if from > next {
        return Ok(Err(StoreError::Gap { game: game.clone(), next }));
    }
    if from < next {
        return Ok(Err(StoreError::Conflict { game: game.clone() }));
    }
    entries.extend(events.iter().zip(from..).map(|(event, number)| EventInsert { key, number, event }));
    live.insert(game.clone(), CachedGame { key, next: next + events.len() as u64 });
    Ok(Ok(key))
}

/// Ends a game, with what the archive says of it.
async fn finish_game(
    link: &mut DbConnection,
    key: i64,
    end: &GameEnd,
    entry: Option<&ArchiveEntry>,
) -> Result<WriteOutcome, TransactionError> {
    let words = "UPDATE games SET finished = $1, summary = $2, listing = $3, public = $4 \
         WHERE key = $5 AND finished IS NULL";
    let args = [
        SqlValue::Number(end.at.0),
        end.summary.as_str().into(),
        entry.map(|entry| entry.listing.as_str()).into(),
        SqlValue::Number(entry.is_some_and(|entry| entry.public).into()),
        SqlValue::Number(key),
    ];
    if link.execute(words, &args).await? == 1 { Ok(Ok(())) } else { Err(TransactionError::Conflict) }
}

/// Notes who sat where in a game that ends.
async fn insert_players(
    link: &mut DbConnection,
    key: i64,
    entry: Option<&ArchiveEntry>,
) -> Result<(), TransactionError> {
    let players = entry.map_or(&[][..], |entry| &entry.players);
    if players.is_empty() {
        return Ok(());
    }
    let row = |seat: usize| format!("($1, {seat}, ${}, ${})", 2 * seat + 2, 2 * seat + 3);
    let rows: Vec<String> = (0..players.len()).map(row).collect();
    let words = format!(
        "INSERT INTO players (game, seat, person, name) VALUES {} ON CONFLICT DO NOTHING",
        rows.join(", ")
    );
    let own = players.iter().flat_map(|player| [player.person.as_str().into(), player.name.as_str().into()]);
    let args: Vec<SqlValue<'_>> = std::iter::once(SqlValue::Number(key)).chain(own).collect();
    link.execute(&words, &args).await.map(drop)
}

async fn run_statements(
    link: &mut DbConnection,
    statements: &[Statement],
) -> Result<WriteOutcome, TransactionError> {
    for (number, Statement { sql: words, args }) in statements.iter().enumerate() {
        if link.execute(words, args).await? == 0 && number == 0 {
            return Ok(Err(StoreError::NothingChanged));
        }
    }
    Ok(Ok(()))
}

async fn update_head(
    link: &mut DbConnection,
    live: &mut GameCache,
    game: &GameId,
    head: &str,
) -> Result<WriteOutcome, TransactionError> {
    let line = match live.get_or_load(link, game).await? {
        Ok(line) => line,
        Err(refused) => return Ok(Err(refused)),
    };
    let words = "UPDATE games SET head = $1 WHERE key = $2 AND finished IS NULL";
    let done = link.execute(words, &[head.into(), SqlValue::Number(line.key)]).await?;
    if done == 1 { Ok(Ok(())) } else { Ok(Err(StoreError::GameFinished { game: game.clone() })) }
}

async fn upsert_note(
    link: &mut DbConnection,
    name: &str,
    note: &str,
) -> Result<WriteOutcome, TransactionError> {
    let words = "INSERT INTO notes (name, note) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET note = $2";
    link.execute(words, &[name.into(), note.into()]).await?;
    Ok(Ok(()))
}

/// Inserts the events, in as few statements as is best for the database.
async fn insert_events(
    link: &mut DbConnection,
    mut entries: &[EventInsert<'_>],
) -> Result<(), TransactionError> {
    while !entries.is_empty() {
        let width = link.insert_rows(entries.len());
        // Several statements of the same width are the same.
        let (now, later) = entries.split_at(entries.len() - entries.len() % width);
        let args: Vec<SqlValue<'_>> = now.iter().flat_map(EventInsert::args).collect();
        let lists = args.chunks(width * ARGS_PER_EVENT);
        if link.execute_each(&INSERT_EVENTS[width - 1], lists).await? != now.len() as u64 {
            return Err(TransactionError::Conflict);
        }
        entries = later;
    }
    Ok(())
}

/// For each number of events the words that insert them: `INSERT … VALUES ($1, $2, $3), ($4, $5, $6), …`. A fault would spoil
/// PostgreSQL's whole transaction, so it is asked to go on and counted what it did.
static INSERT_EVENTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let row = |row: usize| format!("(${}, ${}, ${})", 3 * row + 1, 3 * row + 2, 3 * row + 3);
    let rows: Vec<String> = (0..db_connection::MAX_INSERT_ROWS).map(row).collect();
    let words = |width: usize| {
        let rows = rows[..width].join(", ");
        format!("INSERT INTO events (game, number, event) VALUES {rows} ON CONFLICT DO NOTHING")
    };
    (1..=db_connection::MAX_INSERT_ROWS).map(words).collect()
});
