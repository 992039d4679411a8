//! One transaction for many changes.

use std::sync::LazyLock;

use sqlx::{Any, AnyConnection, AssertSqlSafe, Row, query::Query};

use crate::change::{Arg, Change, Statement, Waiting};
use crate::live::{Line, Live};
use crate::{ArchiveEntry, Finish, GameId, NewGame, StoreError};

/// The most events that one statement inserts. The database prepares a statement for every width it is asked for, so
/// beyond some width only multiples of it are used.
const WIDEST: usize = 256;
const WIDE: usize = 64;

/// Whether one change of a transaction is accepted. A refused one has written nothing.
pub(crate) type Verdict = Result<(), StoreError>;

/// Why a whole transaction cannot be committed.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Somebody else has written a number that one of the changes wants.
    Conflict,
    /// The database failed; nothing was stored unless the error says otherwise.
    Fault(StoreError),
}

impl From<sqlx::Error> for Stop {
    /// PostgreSQL ends one of two transactions that wait for each other: that too is a conflict of writers.
    fn from(error: sqlx::Error) -> Self {
        let told = error.as_database_error();
        let code = told.and_then(sqlx::error::DatabaseError::code);
        let taken = told.is_some_and(sqlx::error::DatabaseError::is_unique_violation);
        if taken || matches!(code.as_deref(), Some("40001" | "40P01")) {
            Self::Conflict
        } else {
            Self::Fault(error.into())
        }
    }
}

/// An event on its way into the table.
struct Entry<'a> {
    key: i64,
    number: u64,
    event: &'a str,
}

/// Writes the changes inside a transaction that the caller has begun and will commit.
pub(crate) async fn write(
    connection: &mut AnyConnection,
    live: &mut Live,
    changes: &[Waiting],
) -> Result<Vec<Verdict>, Stop> {
    let mut verdicts = Vec::with_capacity(changes.len());
    let mut entries = Vec::new();
    for Waiting { change, .. } in changes {
        verdicts.push(match change {
            Change::Create(new) => create(connection, live, new).await?,
            Change::Append { game, from, events, finish } => {
                let placed = place(connection, live, game, *from, events, &mut entries).await?;
                match (placed, finish) {
                    (Ok(key), Some((end, entry))) => {
                        note_players(connection, key, entry.as_ref()).await?;
                        live.forget(game);
                        close(connection, key, end, entry.as_ref()).await?
                    }
                    (placed, _) => placed.map(drop),
                }
            }
            Change::Head { game, head } => rewrite(connection, live, game, head).await?,
            Change::Note { name, note } => keep(connection, name, note).await?,
            Change::People(statements) => people(connection, statements).await?,
        });
    }
    insert(connection, &entries).await?;
    Ok(verdicts)
}

/// Whether the changes are nothing but a few events of games in play: one statement can store them.
pub(crate) fn is_single(live: &Live, changes: &[Waiting]) -> bool {
    let mut events = 0;
    let all = changes.iter().all(|Waiting { change, .. }| match change {
        Change::Append { game, events: own, finish: None, .. } => {
            events += own.len();
            live.knows(game)
        }
        _ => false,
    });
    all && events == width(events)
}

/// Writes such changes with a statement that is a transaction of its own.
pub(crate) async fn write_single(
    connection: &mut AnyConnection,
    live: &mut Live,
    changes: &[Waiting],
) -> Result<Vec<Verdict>, Stop> {
    let mut verdicts = Vec::with_capacity(changes.len());
    let mut entries = Vec::new();
    for Waiting { change, .. } in changes {
        let Change::Append { game, from, events, .. } = change else { return Err(Stop::Conflict) };
        let placed = place(connection, live, game, *from, events, &mut entries).await?;
        verdicts.push(placed.map(drop));
    }
    // Fewer than were counted if some are refused.
    let mut rest = entries.as_slice();
    if width(rest.len()) != rest.len() {
        return Err(Stop::Conflict);
    }
    if !rest.is_empty() {
        insert_some(connection, &mut rest, "").await?;
    }
    Ok(verdicts)
}

async fn create(
    connection: &mut AnyConnection,
    live: &mut Live,
    new: &NewGame,
) -> Result<Verdict, sqlx::Error> {
    let row = sqlx::query(
        "INSERT INTO games (id, game, head, created) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (id) DO NOTHING RETURNING key",
    )
    .bind(new.id.as_str())
    .bind(new.game.as_str())
    .bind(new.head.as_str())
    .bind(new.created.0)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else {
        return Ok(Err(StoreError::Taken { game: new.id.clone() }));
    };
    live.remember(new.id.clone(), Line { key: row.try_get("key")?, next: 0 });
    Ok(Ok(()))
}

/// Gives the events their places in the log; answers with the game's key.
async fn place<'a>(
    connection: &mut AnyConnection,
    live: &mut Live,
    game: &GameId,
    from: u64,
    events: &'a [String],
    entries: &mut Vec<Entry<'a>>,
) -> Result<Result<i64, StoreError>, sqlx::Error> {
    let mut line = live.line(connection, game).await?;
    if line.as_ref().is_ok_and(|line| from > line.next) {
        // Perhaps somebody else has written since we looked.
        live.forget(game);
        line = live.line(connection, game).await?;
    }
    let Line { key, next } = match line {
        Ok(line) => line,
        Err(refused) => return Ok(Err(refused)),
    };
    if from > next {
        return Ok(Err(StoreError::Gap { game: game.clone(), next }));
    }
    if from < next {
        return Ok(Err(StoreError::Taken { game: game.clone() }));
    }
    entries.extend(events.iter().zip(from..).map(|(event, number)| Entry { key, number, event }));
    live.remember(game.clone(), Line { key, next: next + events.len() as u64 });
    Ok(Ok(key))
}

/// Ends a game, with what the archive says of it. One statement: what is asked for one by one takes long when all are busy,
/// and everybody who acts meanwhile waits.
async fn close(
    connection: &mut AnyConnection,
    key: i64,
    end: &Finish,
    entry: Option<&ArchiveEntry>,
) -> Result<Verdict, Stop> {
    let done = sqlx::query(
        "UPDATE games SET finished = $1, summary = $2, listing = $3, public = $4 \
         WHERE key = $5 AND finished IS NULL",
    )
    .bind(end.at.0)
    .bind(end.summary.as_str())
    .bind(entry.map(|entry| entry.listing.as_str()))
    .bind(i64::from(entry.is_some_and(|entry| entry.public)))
    .bind(key)
    .execute(connection)
    .await?;
    if done.rows_affected() == 1 { Ok(Ok(())) } else { Err(Stop::Conflict) }
}

/// Notes who sat where in a game that ends.
async fn note_players(
    connection: &mut AnyConnection,
    key: i64,
    entry: Option<&ArchiveEntry>,
) -> Result<(), sqlx::Error> {
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
    let statement = sqlx::query(AssertSqlSafe(words)).bind(key);
    let bound = players
        .iter()
        .fold(statement, |statement, player| statement.bind(player.person.clone()).bind(player.name.clone()));
    bound.execute(connection).await.map(drop)
}

async fn people(connection: &mut AnyConnection, statements: &[Statement]) -> Result<Verdict, sqlx::Error> {
    for (number, Statement { words, args }) in statements.iter().enumerate() {
        let bound = args.iter().fold(sqlx::query(*words), |query, arg| match arg {
            Arg::Text(text) => query.bind(text.clone()),
            Arg::Number(number) => query.bind(*number),
        });
        let done = bound.execute(&mut *connection).await?;
        if number == 0 && done.rows_affected() == 0 {
            return Ok(Err(StoreError::Nothing));
        }
    }
    Ok(Ok(()))
}

async fn rewrite(
    connection: &mut AnyConnection,
    live: &mut Live,
    game: &GameId,
    head: &str,
) -> Result<Verdict, sqlx::Error> {
    let line = match live.line(connection, game).await? {
        Ok(line) => line,
        Err(refused) => return Ok(Err(refused)),
    };
    let done = sqlx::query("UPDATE games SET head = $1 WHERE key = $2 AND finished IS NULL")
        .bind(head)
        .bind(line.key)
        .execute(connection)
        .await?;
    if done.rows_affected() == 1 { Ok(Ok(())) } else { Ok(Err(StoreError::Finished { game: game.clone() })) }
}

async fn keep(connection: &mut AnyConnection, name: &str, note: &str) -> Result<Verdict, sqlx::Error> {
    sqlx::query("INSERT INTO notes (name, note) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET note = $2")
        .bind(name)
        .bind(note)
        .execute(connection)
        .await?;
    Ok(Ok(()))
}

/// Inserts the events in few statements.
async fn insert(connection: &mut AnyConnection, mut entries: &[Entry<'_>]) -> Result<(), Stop> {
    while !entries.is_empty() {
        // A fault would spoil PostgreSQL's whole transaction, so it is asked to go on and counted what it did.
        insert_some(connection, &mut entries, " ON CONFLICT DO NOTHING").await?;
    }
    Ok(())
}

/// Inserts as many of the events as one statement takes.
async fn insert_some(
    connection: &mut AnyConnection,
    entries: &mut &[Entry<'_>],
    on_conflict: &str,
) -> Result<(), Stop> {
    let (now, later) = entries.split_at(width(entries.len()));
    let statement = sqlx::query(AssertSqlSafe(insert_words(now.len(), on_conflict)));
    let done = now.iter().fold(statement, bind).execute(connection).await?;
    *entries = later;
    if done.rows_affected() == now.len() as u64 { Ok(()) } else { Err(Stop::Conflict) }
}

/// How many of so many events the next statement inserts.
const fn width(events: usize) -> usize {
    match events {
        0..=WIDE => events,
        WIDEST.. => WIDEST,
        _ => events - events % WIDE,
    }
}

fn bind<'q>(
    statement: Query<'q, Any, sqlx::any::AnyArguments>,
    entry: &Entry<'_>,
) -> Query<'q, Any, sqlx::any::AnyArguments> {
    statement.bind(entry.key).bind(entry.number.cast_signed()).bind(entry.event.to_string())
}

/// The words for each row of a statement, which are always the same.
static ROWS: LazyLock<Vec<String>> = LazyLock::new(|| {
    (0..WIDEST).map(|row| format!("(${}, ${}, ${})", 3 * row + 1, 3 * row + 2, 3 * row + 3)).collect()
});

/// `INSERT … VALUES ($1, $2, $3), ($4, $5, $6), …`
fn insert_words(width: usize, on_conflict: &str) -> String {
    format!("INSERT INTO events (game, number, event) VALUES {}{on_conflict}", ROWS[..width].join(", "))
}
