//! One transaction for many changes.

use std::sync::LazyLock;

use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};

use crate::change::{Arg, Change, Statement, Waiting};
use crate::link::{self, Link};
use crate::live::{Line, Live};
use crate::{ArchiveEntry, Finish, GameId, NewGame, StoreError};

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

impl From<rusqlite::Error> for Stop {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error().map(|told| told.extended_code) {
            Some(SQLITE_CONSTRAINT_UNIQUE | SQLITE_CONSTRAINT_PRIMARYKEY) => Self::Conflict,
            _ => Self::Fault(error.into()),
        }
    }
}

/// An event on its way into the table.
struct Entry<'a> {
    key: i64,
    number: u64,
    event: &'a str,
}

/// How many arguments an event has in a statement.
const ARGS: usize = 3;

impl Entry<'_> {
    fn args(&self) -> [Arg<'_>; ARGS] {
        [Arg::Number(self.key), Arg::Number(self.number.cast_signed()), self.event.into()]
    }
}

/// Writes the changes inside a transaction that the caller has begun and will commit.
pub(crate) async fn write(
    link: &mut Link,
    live: &mut Live,
    changes: &[Waiting],
) -> Result<Vec<Verdict>, Stop> {
    let mut verdicts = Vec::with_capacity(changes.len());
    let mut entries = Vec::new();
    for Waiting { change, .. } in changes {
        verdicts.push(match change {
            Change::Create(new) => create(link, live, new).await?,
            Change::Append { game, from, events, finish } => {
                let placed = place(link, live, game, *from, events, &mut entries).await?;
                match (placed, finish) {
                    (Ok(key), Some((end, entry))) => {
                        note_players(link, key, entry.as_ref()).await?;
                        live.forget(game);
                        close(link, key, end, entry.as_ref()).await?
                    }
                    (placed, _) => placed.map(drop),
                }
            }
            Change::Head { game, head } => rewrite(link, live, game, head).await?,
            Change::Note { name, note } => keep(link, name, note).await?,
            Change::People(statements) => people(link, statements).await?,
        });
    }
    insert(link, &entries).await?;
    Ok(verdicts)
}

async fn create(link: &mut Link, live: &mut Live, new: &NewGame) -> Result<Verdict, Stop> {
    let words = "INSERT INTO games (id, game, head, created) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (id) DO NOTHING RETURNING key";
    let args = [
        new.id.as_str().into(),
        new.game.as_str().into(),
        new.head.as_str().into(),
        Arg::Number(new.created.0),
    ];
    let Some([Some(key)]) = link.numbers(words, &args).await? else {
        return Ok(Err(StoreError::Taken { game: new.id.clone() }));
    };
    live.remember(new.id.clone(), Line { key, next: 0 });
    Ok(Ok(()))
}

/// Gives the events their places in the log; answers with the game's key.
async fn place<'a>(
    link: &mut Link,
    live: &mut Live,
    game: &GameId,
    from: u64,
    events: &'a [String],
    entries: &mut Vec<Entry<'a>>,
) -> Result<Result<i64, StoreError>, Stop> {
    let mut line = live.line(link, game).await?;
    if line.as_ref().is_ok_and(|line| from > line.next) {
        // Perhaps somebody else has written since we looked.
        live.forget(game);
        line = live.line(link, game).await?;
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

/// Ends a game, with what the archive says of it.
async fn close(
    link: &mut Link,
    key: i64,
    end: &Finish,
    entry: Option<&ArchiveEntry>,
) -> Result<Verdict, Stop> {
    let words = "UPDATE games SET finished = $1, summary = $2, listing = $3, public = $4 \
         WHERE key = $5 AND finished IS NULL";
    let args = [
        Arg::Number(end.at.0),
        end.summary.as_str().into(),
        entry.map(|entry| entry.listing.as_str()).into(),
        Arg::Number(entry.is_some_and(|entry| entry.public).into()),
        Arg::Number(key),
    ];
    if link.execute(words, &args).await? == 1 { Ok(Ok(())) } else { Err(Stop::Conflict) }
}

/// Notes who sat where in a game that ends.
async fn note_players(link: &mut Link, key: i64, entry: Option<&ArchiveEntry>) -> Result<(), Stop> {
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
    let args: Vec<Arg<'_>> = std::iter::once(Arg::Number(key)).chain(own).collect();
    link.execute(&words, &args).await.map(drop)
}

async fn people(link: &mut Link, statements: &[Statement]) -> Result<Verdict, Stop> {
    for (number, Statement { words, args }) in statements.iter().enumerate() {
        if link.execute(words, args).await? == 0 && number == 0 {
            return Ok(Err(StoreError::Nothing));
        }
    }
    Ok(Ok(()))
}

async fn rewrite(link: &mut Link, live: &mut Live, game: &GameId, head: &str) -> Result<Verdict, Stop> {
    let line = match live.line(link, game).await? {
        Ok(line) => line,
        Err(refused) => return Ok(Err(refused)),
    };
    let words = "UPDATE games SET head = $1 WHERE key = $2 AND finished IS NULL";
    let done = link.execute(words, &[head.into(), Arg::Number(line.key)]).await?;
    if done == 1 { Ok(Ok(())) } else { Ok(Err(StoreError::Finished { game: game.clone() })) }
}

async fn keep(link: &mut Link, name: &str, note: &str) -> Result<Verdict, Stop> {
    let words = "INSERT INTO notes (name, note) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET note = $2";
    link.execute(words, &[name.into(), note.into()]).await?;
    Ok(Ok(()))
}

/// Inserts the events, in as few statements as is best for the database.
async fn insert(link: &mut Link, mut entries: &[Entry<'_>]) -> Result<(), Stop> {
    while !entries.is_empty() {
        let width = link.width(entries.len());
        // Several statements of the same width are the same.
        let (now, later) = entries.split_at(entries.len() - entries.len() % width);
        let args: Vec<Arg<'_>> = now.iter().flat_map(Entry::args).collect();
        let lists = args.chunks(width * ARGS);
        if link.execute_each(&INSERTS[width - 1], lists).await? != now.len() as u64 {
            return Err(Stop::Conflict);
        }
        entries = later;
    }
    Ok(())
}

/// For each number of events the words that insert them: `INSERT … VALUES ($1, $2, $3), ($4, $5, $6), …`. A fault would spoil
/// PostgreSQL's whole transaction, so it is asked to go on and counted what it did.
static INSERTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let row = |row: usize| format!("(${}, ${}, ${})", 3 * row + 1, 3 * row + 2, 3 * row + 3);
    let rows: Vec<String> = (0..link::WIDEST).map(row).collect();
    let words = |width: usize| {
        let rows = rows[..width].join(", ");
        format!("INSERT INTO events (game, number, event) VALUES {rows} ON CONFLICT DO NOTHING")
    };
    (1..=link::WIDEST).map(words).collect()
});
