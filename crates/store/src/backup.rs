//! Backups of the whole database as JSON lines. The format is the same for both databases, so that data can
//! be moved from one to the other.

use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::backup_rows::{BackupRow, ChatRow, EventRow, GameRow, NoteRow, PersonRow, PlayerRow, SessionRow};
use crate::database::{Connection, Database};
use crate::sql::{FromRow, Row};
use crate::{StoreError, TransactionError};

/// The format version, in the first line of a backup.
const FORMAT_VERSION: &str = "tetrarch-backup-1";
/// The number of games to read at once.
const GAMES_PER_PAGE: i64 = 100;

/// The contents of a backup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackupCounts {
    /// The number of games.
    pub games: u64,
    /// The number of people.
    pub people: u64,
}

/// Why a backup or a restore failed.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The backup file could not be read or written.
    #[error("cannot read or write the backup file")]
    File(#[from] io::Error),
    /// A line is not valid in a backup.
    #[error("line {0} is not valid in a backup of this program: {1}")]
    Line(u64, String),
    /// The file is truncated.
    #[error("the backup is incomplete: its last line is missing")]
    Truncated,
    /// The database to restore to is not empty.
    #[error("the database is not empty: restore to a new one")]
    NotEmpty,
}

impl From<TransactionError> for BackupError {
    fn from(error: TransactionError) -> Self {
        Self::Store(error.into())
    }
}

/// A line of a backup.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum BackupLine {
    Backup(String),
    Person(PersonRow),
    Session(SessionRow),
    Game(Box<GameLine>),
    Note(NoteRow),
    Chat(ChatRow),
    End,
}

/// A game with its log and its players.
#[derive(Debug, Serialize, Deserialize)]
struct GameLine {
    #[serde(flatten)]
    row: GameRow,
    events: Vec<String>,
    players: Vec<(String, String)>,
}

/// Writes a consistent snapshot of a database. The database may be in use.
pub async fn backup(address: &str, out: &mut dyn Write) -> Result<BackupCounts, BackupError> {
    let database = Database::from_address(address)?;
    database.ensure_exists()?;
    let mut connection = database.open().await?;
    connection.begin_snapshot().await?;
    write_line(out, &BackupLine::Backup(FORMAT_VERSION.to_string()))?;
    let people = write_rows(&mut connection, out, BackupLine::Person).await?;
    write_rows(&mut connection, out, BackupLine::Session).await?;
    let games = write_games(&mut connection, out).await?;
    write_rows(&mut connection, out, BackupLine::Note).await?;
    write_rows(&mut connection, out, BackupLine::Chat).await?;
    write_line(out, &BackupLine::End)?;
    connection.rollback().await?;
    connection.close().await;
    Ok(BackupCounts { games, people })
}

fn write_line(out: &mut dyn Write, line: &BackupLine) -> Result<(), BackupError> {
    serde_json::to_writer(&mut *out, line).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Writes all rows of a table and returns their number.
async fn write_rows<R: BackupRow>(
    connection: &mut Connection,
    out: &mut dyn Write,
    line: fn(R) -> BackupLine,
) -> Result<u64, BackupError> {
    let mut count = 0;
    for row in connection.query(&R::select_sql(), &[]).await? {
        write_line(out, &line(row))?;
        count += 1;
    }
    Ok(count)
}

/// A game and its key.
struct KeyedGame {
    key: i64,
    row: GameRow,
}

impl FromRow for KeyedGame {
    fn from_row(row: &impl Row) -> Result<Self, StoreError> {
        Ok(Self { key: row.column("key")?, row: GameRow::from_row(row)? })
    }
}

/// Writes all games, page by page, because there may be very many.
async fn write_games(connection: &mut Connection, out: &mut dyn Write) -> Result<u64, BackupError> {
    let (mut last, mut count) = (i64::MIN, 0);
    let columns = GameRow::COLUMNS.join(", ");
    let page = format!("SELECT key, {columns} FROM games WHERE key > $1 ORDER BY key LIMIT $2");
    loop {
        let games: Vec<KeyedGame> = connection.query(&page, &[last.into(), GAMES_PER_PAGE.into()]).await?;
        if games.is_empty() {
            return Ok(count);
        }
        for KeyedGame { key, row } in games {
            last = key;
            count += 1;
            let events = "SELECT event FROM events WHERE game = $1 ORDER BY number";
            let events = connection.query(events, &[key.into()]).await?;
            let players = "SELECT game, seat, person, name FROM players WHERE game = $1 ORDER BY seat";
            let players: Vec<PlayerRow> = connection.query(players, &[key.into()]).await?;
            let players = players.into_iter().map(|player| (player.person, player.name)).collect();
            write_line(out, &BackupLine::Game(Box::new(GameLine { row, events, players })))?;
        }
    }
}

/// Checks that the first line is that of a backup.
fn check_first_line(first: &str) -> Result<(), BackupError> {
    let invalid = |why: &dyn std::fmt::Display| BackupError::Line(1, why.to_string());
    match serde_json::from_str(first).map_err(|error| invalid(&error))? {
        BackupLine::Backup(version) if version == FORMAT_VERSION => Ok(()),
        _ => Err(invalid(&"the file is not a backup")),
    }
}

/// Restores a backup into an empty database, in one transaction.
pub async fn restore(address: &str, lines: &mut dyn BufRead) -> Result<BackupCounts, BackupError> {
    let database = Database::from_address(address)?;
    // Check the file before creating a database for it.
    let mut first = String::new();
    lines.read_line(&mut first)?;
    check_first_line(&first)?;
    let mut connection = database.open().await?;
    // If anything fails, the transaction ends with the connection.
    connection.begin().await?;
    let row_count =
        "SELECT (SELECT count(*) FROM games) + (SELECT count(*) FROM people) + (SELECT count(*) FROM notes)";
    if connection.query_first::<i64>(row_count, &[]).await? != Some(0) {
        return Err(BackupError::NotEmpty);
    }
    let mut counts = BackupCounts::default();
    let mut ended = false;
    for (number, text) in (2..).zip(lines.lines()) {
        let invalid = |why: &dyn std::fmt::Display| BackupError::Line(number, why.to_string());
        let line: BackupLine = serde_json::from_str(&text?).map_err(|error| invalid(&error))?;
        match line {
            BackupLine::Backup(_) => return Err(invalid(&"unexpected header line")),
            BackupLine::End => ended = true,
            line => restore_line(&mut connection, line, &mut counts).await?,
        }
    }
    if !ended {
        return Err(BackupError::Truncated);
    }
    connection.commit().await?;
    connection.close().await;
    Ok(counts)
}

async fn restore_line(
    connection: &mut Connection,
    line: BackupLine,
    counts: &mut BackupCounts,
) -> Result<(), BackupError> {
    match line {
        BackupLine::Person(person) => {
            counts.people += 1;
            // The age of a backup must not make users look inactive, or they would be deleted.
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let seen = i64::try_from(now.as_millis()).unwrap_or(i64::MAX);
            PersonRow { seen, ..person }.insert(connection).await?;
        }
        BackupLine::Game(game) => {
            counts.games += 1;
            restore_game(connection, *game).await?;
        }
        BackupLine::Session(session) => session.insert(connection).await?,
        BackupLine::Note(note) => note.insert(connection).await?,
        BackupLine::Chat(chat) => chat.insert(connection).await?,
        BackupLine::Backup(_) | BackupLine::End => {}
    }
    Ok(())
}

async fn restore_game(connection: &mut Connection, game: GameLine) -> Result<(), BackupError> {
    let id = game.row.id.clone();
    game.row.insert(connection).await?;
    let key = connection.query_first("SELECT key FROM games WHERE id = $1", &[id.clone().into()]).await?;
    let key = key.ok_or_else(|| StoreError::corrupt(format!("game {id} was not stored")))?;
    for (event, number) in game.events.into_iter().zip(0_i64..) {
        EventRow { game: key, number, event }.insert(connection).await?;
    }
    for ((person, name), seat) in game.players.into_iter().zip(0_i64..) {
        PlayerRow { game: key, seat, person, name }.insert(connection).await?;
    }
    Ok(())
}
