//! Backups of the whole database as JSON lines. The format is the same for both databases, so that data can
//! be moved from one to the other.

use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Row};
use std::io::{self, BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::StoreError;
use crate::backup_rows::{BackupRow, ChatRow, EventRow, GameRow, NoteRow, PersonRow, PlayerRow, SessionRow};
use crate::database::{Database, DatabaseKind};

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

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> Self {
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
    let mut connection = database.connect().await?;
    database.migrate(&mut connection).await?;
    let begin = match database.kind {
        DatabaseKind::Sqlite => "BEGIN",
        DatabaseKind::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ",
    };
    sqlx::raw_sql(begin).execute(&mut connection).await?;
    write_line(out, &BackupLine::Backup(FORMAT_VERSION.to_string()))?;
    let people = write_rows(&mut connection, out, BackupLine::Person).await?;
    write_rows(&mut connection, out, BackupLine::Session).await?;
    let games = write_games(&mut connection, out).await?;
    write_rows(&mut connection, out, BackupLine::Note).await?;
    write_rows(&mut connection, out, BackupLine::Chat).await?;
    write_line(out, &BackupLine::End)?;
    sqlx::raw_sql("ROLLBACK").execute(&mut connection).await?;
    Ok(BackupCounts { games, people })
}

fn write_line(out: &mut dyn Write, line: &BackupLine) -> Result<(), BackupError> {
    serde_json::to_writer(&mut *out, line).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Writes all rows of a table and returns their number.
async fn write_rows<R: BackupRow>(
    connection: &mut AnyConnection,
    out: &mut dyn Write,
    line: fn(R) -> BackupLine,
) -> Result<u64, BackupError> {
    let mut count = 0;
    for row in sqlx::query(AssertSqlSafe(R::select_sql())).fetch_all(connection).await? {
        write_line(out, &line(R::from_row(&row)?))?;
        count += 1;
    }
    Ok(count)
}

/// Writes all games, page by page, because there may be very many.
async fn write_games(connection: &mut AnyConnection, out: &mut dyn Write) -> Result<u64, BackupError> {
    let (mut last, mut count) = (i64::MIN, 0);
    loop {
        let columns = GameRow::COLUMNS.join(", ");
        let page = format!("SELECT key, {columns} FROM games WHERE key > $1 ORDER BY key LIMIT $2");
        let rows = sqlx::query(AssertSqlSafe(page))
            .bind(last)
            .bind(GAMES_PER_PAGE)
            .fetch_all(&mut *connection)
            .await?;
        if rows.is_empty() {
            return Ok(count);
        }
        for row in &rows {
            last = row.try_get("key")?;
            count += 1;
            let events = sqlx::query("SELECT event FROM events WHERE game = $1 ORDER BY number").bind(last);
            let events = events.fetch_all(&mut *connection).await?;
            let players = sqlx::query("SELECT person, name FROM players WHERE game = $1 ORDER BY seat");
            let players = players.bind(last).fetch_all(&mut *connection).await?;
            let player = |row: &AnyRow| Ok((row.try_get("person")?, row.try_get("name")?));
            let game = GameLine {
                row: GameRow::from_row(row)?,
                events: events.iter().map(|row| row.try_get("event")).collect::<Result<_, _>>()?,
                players: players.iter().map(player).collect::<Result<_, sqlx::Error>>()?,
            };
            write_line(out, &BackupLine::Game(Box::new(game)))?;
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
    let mut connection = database.connect().await?;
    database.migrate(&mut connection).await?;
    let mut transaction = connection.begin_with(database.kind.begin_sql()).await?;
    let row_count = "SELECT (SELECT count(*) FROM games) + (SELECT count(*) FROM people) + (SELECT count(*) FROM notes) AS used";
    if sqlx::query(row_count).fetch_one(&mut *transaction).await?.try_get::<i64, _>("used")? > 0 {
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
            line => restore_line(&mut transaction, line, &mut counts).await?,
        }
    }
    if !ended {
        return Err(BackupError::Truncated);
    }
    transaction.commit().await?;
    Ok(counts)
}

async fn restore_line(
    connection: &mut AnyConnection,
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

async fn restore_game(connection: &mut AnyConnection, game: GameLine) -> Result<(), BackupError> {
    let id = game.row.id.clone();
    game.row.insert(&mut *connection).await?;
    let row = sqlx::query("SELECT key FROM games WHERE id = $1").bind(id).fetch_one(&mut *connection).await?;
    let key: i64 = row.try_get("key")?;
    for (event, number) in game.events.into_iter().zip(0_i64..) {
        EventRow { game: key, number, event }.insert(&mut *connection).await?;
    }
    for ((person, name), seat) in game.players.into_iter().zip(0_i64..) {
        PlayerRow { game: key, seat, person, name }.insert(&mut *connection).await?;
    }
    Ok(())
}
