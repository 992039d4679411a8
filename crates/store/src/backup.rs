//! Everything the store keeps, as lines of JSON: the same for both databases, so that one can be moved to the other.

use serde::{Deserialize, Serialize};
use sqlx::{AnyConnection, Connection as _, Row};
use std::io::{self, BufRead, Write};

use crate::StoreError;
use crate::database::{Database, Kind};

/// The first line of a backup.
const HEAD: &str = "tetrarch-backup-1";
/// How many games are read at once.
const PAGE: i64 = 100;

/// How much a backup holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Games.
    pub games: u64,
    /// People.
    pub people: u64,
}

/// Why a backup was not written or not restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file.
    #[error("the backup: {0}")]
    File(#[from] io::Error),
    /// A line that is not one of a backup.
    #[error("line {0} is not one of a backup of this program: {1}")]
    Line(u64, String),
    /// The file ends too early.
    #[error("the backup is not whole: its last line is missing")]
    Half,
    /// There is something in the database already.
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
enum Line {
    Backup(String),
    Person(PersonLine),
    Session(SessionLine),
    Game(Box<GameLine>),
    Note { name: String, note: String },
    Chat { game: String, line: String },
    End,
}

#[derive(Debug, Serialize, Deserialize)]
struct PersonLine {
    id: String,
    name: String,
    account: String,
    password: String,
    made: i64,
    seen: i64,
}

#[derive(Debug, Serialize, Deserialize)]
struct SessionLine {
    hash: String,
    id: String,
    person: String,
    kind: String,
    label: String,
    made: i64,
}

#[derive(Debug, Serialize, Deserialize)]
struct GameLine {
    id: String,
    game: String,
    head: String,
    created: i64,
    finished: Option<i64>,
    summary: Option<String>,
    listing: Option<String>,
    public: i64,
    events: Vec<String>,
    players: Vec<(String, String)>,
}

/// Writes everything that is in a database at one moment. It may be in use meanwhile.
pub async fn backup(address: &str, out: &mut dyn Write) -> Result<Counted, BackupError> {
    let database = Database::at(address)?;
    let mut connection = database.connect().await?;
    database.migrate(&mut connection).await?;
    let begin = match database.kind {
        Kind::Sqlite => "BEGIN",
        Kind::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ",
    };
    sqlx::raw_sql(begin).execute(&mut connection).await?;
    let mut counted = Counted::default();
    write(out, &Line::Backup(HEAD.to_string()))?;
    people(&mut connection, out, &mut counted).await?;
    games(&mut connection, out, &mut counted).await?;
    for row in sqlx::query("SELECT name, note FROM notes ORDER BY name").fetch_all(&mut connection).await? {
        write(out, &Line::Note { name: row.try_get("name")?, note: row.try_get("note")? })?;
    }
    for row in sqlx::query("SELECT game, line FROM chat ORDER BY key").fetch_all(&mut connection).await? {
        write(out, &Line::Chat { game: row.try_get("game")?, line: row.try_get("line")? })?;
    }
    write(out, &Line::End)?;
    sqlx::raw_sql("ROLLBACK").execute(&mut connection).await?;
    Ok(counted)
}

fn write(out: &mut dyn Write, line: &Line) -> Result<(), BackupError> {
    serde_json::to_writer(&mut *out, line).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}

async fn people(
    connection: &mut AnyConnection,
    out: &mut dyn Write,
    counted: &mut Counted,
) -> Result<(), BackupError> {
    let rows = sqlx::query("SELECT id, name, account, password, made, seen FROM people ORDER BY id");
    for row in rows.fetch_all(&mut *connection).await? {
        counted.people += 1;
        let person = PersonLine {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            account: row.try_get("account")?,
            password: row.try_get("password")?,
            made: row.try_get("made")?,
            seen: row.try_get("seen")?,
        };
        write(out, &Line::Person(person))?;
    }
    let rows = sqlx::query("SELECT hash, id, person, kind, label, made FROM sessions ORDER BY id");
    for row in rows.fetch_all(&mut *connection).await? {
        let session = SessionLine {
            hash: row.try_get("hash")?,
            id: row.try_get("id")?,
            person: row.try_get("person")?,
            kind: row.try_get("kind")?,
            label: row.try_get("label")?,
            made: row.try_get("made")?,
        };
        write(out, &Line::Session(session))?;
    }
    Ok(())
}

async fn games(
    connection: &mut AnyConnection,
    out: &mut dyn Write,
    counted: &mut Counted,
) -> Result<(), BackupError> {
    let mut last = i64::MIN;
    loop {
        let rows = sqlx::query(
            "SELECT key, id, game, head, created, finished, summary, listing, public FROM games \
             WHERE key > $1 ORDER BY key LIMIT $2",
        )
        .bind(last)
        .bind(PAGE)
        .fetch_all(&mut *connection)
        .await?;
        for row in &rows {
            last = row.try_get("key")?;
            counted.games += 1;
            let events = sqlx::query("SELECT event FROM events WHERE game = $1 ORDER BY number").bind(last);
            let events = events.fetch_all(&mut *connection).await?;
            let players =
                sqlx::query("SELECT person, name FROM players WHERE game = $1 ORDER BY seat").bind(last);
            let players = players.fetch_all(&mut *connection).await?;
            let game = GameLine {
                id: row.try_get("id")?,
                game: row.try_get("game")?,
                head: row.try_get("head")?,
                created: row.try_get("created")?,
                finished: row.try_get("finished")?,
                summary: row.try_get("summary")?,
                listing: row.try_get("listing")?,
                public: row.try_get("public")?,
                events: events.iter().map(|row| row.try_get("event")).collect::<Result<_, _>>()?,
                players: players
                    .iter()
                    .map(|row| Ok((row.try_get("person")?, row.try_get("name")?)))
                    .collect::<Result<_, sqlx::Error>>()?,
            };
            write(out, &Line::Game(Box::new(game)))?;
        }
        if rows.is_empty() {
            return Ok(());
        }
    }
}

/// Reads a backup into an empty database: all of it or nothing.
pub async fn restore(address: &str, lines: &mut dyn BufRead) -> Result<Counted, BackupError> {
    let database = Database::at(address)?;
    let mut connection = database.connect().await?;
    database.migrate(&mut connection).await?;
    let mut transaction = connection.begin_with(database.kind.begin()).await?;
    let used = "SELECT (SELECT count(*) FROM games) + (SELECT count(*) FROM people) + (SELECT count(*) FROM notes) AS used";
    if sqlx::query(used).fetch_one(&mut *transaction).await?.try_get::<i64, _>("used")? > 0 {
        return Err(BackupError::NotEmpty);
    }
    let mut counted = Counted::default();
    let mut ended = false;
    for (number, text) in lines.lines().enumerate() {
        let number = number as u64 + 1;
        let odd = |why: &dyn std::fmt::Display| BackupError::Line(number, why.to_string());
        let line: Line = serde_json::from_str(&text?).map_err(|error| odd(&error))?;
        match (number, line) {
            (1, Line::Backup(head)) if head == HEAD => {}
            (1, _) => return Err(odd(&"it does not begin like one")),
            (_, Line::Backup(_)) => return Err(odd(&"it begins twice")),
            (_, Line::End) => ended = true,
            (_, line) => take(&mut transaction, line, &mut counted).await?,
        }
    }
    if !ended {
        return Err(BackupError::Half);
    }
    transaction.commit().await?;
    Ok(counted)
}

async fn take(connection: &mut AnyConnection, line: Line, counted: &mut Counted) -> Result<(), BackupError> {
    match line {
        Line::Person(person) => {
            counted.people += 1;
            sqlx::query(
                "INSERT INTO people (id, name, account, password, made, seen) VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(person.id)
            .bind(person.name)
            .bind(person.account)
            .bind(person.password)
            .bind(person.made)
            .bind(person.seen)
            .execute(connection)
            .await?;
        }
        Line::Session(session) => {
            sqlx::query(
                "INSERT INTO sessions (hash, id, person, kind, label, made) VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(session.hash)
            .bind(session.id)
            .bind(session.person)
            .bind(session.kind)
            .bind(session.label)
            .bind(session.made)
            .execute(connection)
            .await?;
        }
        Line::Game(game) => {
            counted.games += 1;
            take_game(connection, *game).await?;
        }
        Line::Note { name, note } => {
            let insert = sqlx::query("INSERT INTO notes (name, note) VALUES ($1, $2)").bind(name).bind(note);
            insert.execute(connection).await?;
        }
        Line::Chat { game, line } => {
            let insert = sqlx::query("INSERT INTO chat (game, line) VALUES ($1, $2)").bind(game).bind(line);
            insert.execute(connection).await?;
        }
        Line::Backup(_) | Line::End => {}
    }
    Ok(())
}

async fn take_game(connection: &mut AnyConnection, game: GameLine) -> Result<(), BackupError> {
    let row = sqlx::query(
        "INSERT INTO games (id, game, head, created, public) VALUES ($1, $2, $3, $4, $5) RETURNING key",
    )
    .bind(game.id)
    .bind(game.game)
    .bind(game.head)
    .bind(game.created)
    .bind(game.public)
    .fetch_one(&mut *connection)
    .await?;
    let key: i64 = row.try_get("key")?;
    for (event, number) in game.events.into_iter().zip(0_i64..) {
        sqlx::query("INSERT INTO events (game, number, event) VALUES ($1, $2, $3)")
            .bind(key)
            .bind(number)
            .bind(event)
            .execute(&mut *connection)
            .await?;
    }
    for ((person, name), seat) in game.players.into_iter().zip(0_i64..) {
        sqlx::query("INSERT INTO players (game, seat, person, name) VALUES ($1, $2, $3, $4)")
            .bind(key)
            .bind(seat)
            .bind(person)
            .bind(name)
            .execute(&mut *connection)
            .await?;
    }
    if let Some(finished) = game.finished {
        sqlx::query("UPDATE games SET finished = $1, summary = $2 WHERE key = $3")
            .bind(finished)
            .bind(game.summary.unwrap_or_default())
            .bind(key)
            .execute(&mut *connection)
            .await?;
    }
    if let Some(listing) = game.listing {
        let set = sqlx::query("UPDATE games SET listing = $1 WHERE key = $2").bind(listing).bind(key);
        set.execute(&mut *connection).await?;
    }
    Ok(())
}
