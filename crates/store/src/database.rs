//! Where the database is, how to connect to it, and its tables.

use std::borrow::Cow;
use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags};
use rustix::fs::{Access, access};
use rustix::io::Errno;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Connection as _, SqlSafeStr};

use crate::StoreError;
use crate::db_connection::DbConnection;

/// How long to wait for a database that does not answer, or that another program holds.
pub(crate) const DATABASE_TIMEOUT: Duration = Duration::from_secs(5);

/// Between two attempts to connect.
const CONNECT_RETRY_DELAY: Duration = Duration::from_millis(20);

/// Connections that only read.
const MAX_READERS: u32 = 4;

/// The two kinds of database, in what they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DatabaseKind {
    Sqlite,
    Postgres,
}

impl DatabaseKind {
    /// The first words of a transaction that writes. SQLite must say so at once: a reader that becomes a writer can be
    /// refused half-way.
    pub(crate) fn begin_sql(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN IMMEDIATE",
            Self::Postgres => "BEGIN",
        }
    }

    /// What every connection is told first. FULL: a commit is on the disk, not only in the system's memory. PostgreSQL
    /// does that by itself unless somebody switched it off.
    fn connection_setup(self) -> &'static str {
        match self {
            Self::Sqlite => {
                "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                 PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 134217728; PRAGMA wal_autocheckpoint = 0; \
                 PRAGMA temp_store = MEMORY"
            }
            Self::Postgres => {
                "SELECT set_config('synchronous_commit', 'on', false) \
                 WHERE current_setting('synchronous_commit') = 'off'"
            }
        }
    }

    /// What a connection that only reads is told besides: what it has read is in the system's memory anyway, once for all of
    /// them.
    fn reader_setup(self) -> Option<&'static str> {
        match self {
            Self::Sqlite => Some("PRAGMA cache_size = -256"),
            Self::Postgres => None,
        }
    }

    fn migrations(self) -> [(i64, &'static str, &'static str); 3] {
        match self {
            Self::Sqlite => [
                (1, "games", include_str!("../migrations/sqlite/0001_games.sql")),
                (2, "people", include_str!("../migrations/sqlite/0002_people.sql")),
                (3, "seen", include_str!("../migrations/sqlite/0003_seen.sql")),
            ],
            Self::Postgres => [
                (1, "games", include_str!("../migrations/postgres/0001_games.sql")),
                (2, "people", include_str!("../migrations/postgres/0002_people.sql")),
                (3, "seen", include_str!("../migrations/postgres/0003_seen.sql")),
            ],
        }
    }
}

/// A database that can be connected to.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    pub(crate) kind: DatabaseKind,
    /// Whether it has a log that somebody must move into its file.
    pub(crate) has_wal: bool,
    /// Its file, if it is one.
    file: Option<PathBuf>,
    url: String,
    options: AnyConnectOptions,
}

impl Database {
    pub(crate) fn from_address(address: &str) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let (kind, url) = match address.strip_prefix("sqlite:") {
            Some(file) => (DatabaseKind::Sqlite, sqlite_url(file)?),
            None if address.starts_with("postgres://") || address.starts_with("postgresql://") => {
                (DatabaseKind::Postgres, address.to_string())
            }
            None => {
                return Err(StoreError::InvalidAddress("it begins with neither sqlite: nor postgres:".into()));
            }
        };
        let options: AnyConnectOptions = url.parse().map_err(StoreError::invalid_address)?;
        let has_log = kind == DatabaseKind::Sqlite && !url.contains("mode=memory");
        let file = address.strip_prefix("sqlite:").filter(|_| has_log).map(path_of).map(PathBuf::from);
        Ok(Self { kind, has_wal: has_log, file, url, options: options.disable_statement_logging() })
    }

    /// A new file is for nobody else's eyes; what SQLite puts beside it is made like it. What cannot be made here is told by
    /// SQLite in its own words.
    fn create_private_file(&self) {
        if let Some(file) = &self.file {
            let _ = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
        }
    }

    /// A connection. While another process makes a new file, SQLite does not wait for it but says at once that it is busy.
    pub(crate) async fn connect(&self) -> Result<AnyConnection, StoreError> {
        self.create_private_file();
        let end = Instant::now() + DATABASE_TIMEOUT;
        loop {
            match self.connect_once().await {
                Err(StoreError::Busy(_)) if Instant::now() < end => {
                    tokio::time::sleep(CONNECT_RETRY_DELAY).await
                }
                done => return done,
            }
        }
    }

    /// A connection for the writer, to a database whose tables are there.
    pub(crate) async fn open_writer(&self) -> Result<DbConnection, StoreError> {
        match self.kind {
            DatabaseKind::Sqlite => {
                self.open_sqlite().map(DbConnection::from_sqlite).map_err(|error| self.explain(error.into()))
            }
            DatabaseKind::Postgres => Ok(DbConnection::Postgres(self.connect().await?)),
        }
    }

    fn open_sqlite(&self) -> Result<Connection, rusqlite::Error> {
        use OpenFlags as Flags;
        let flags = Flags::SQLITE_OPEN_READ_WRITE | Flags::SQLITE_OPEN_NO_MUTEX;
        let connection = match &self.file {
            // If it has gone meanwhile, it is not made anew: it would be empty.
            Some(file) => Connection::open_with_flags(file, flags)?,
            None => {
                let memory = self.url.strip_prefix("sqlite:").unwrap_or_default();
                let flags = flags | Flags::SQLITE_OPEN_CREATE | Flags::SQLITE_OPEN_URI;
                Connection::open_with_flags(memory, flags)?
            }
        };
        connection.execute_batch(self.kind.connection_setup())?;
        Ok(connection)
    }

    async fn connect_once(&self) -> Result<AnyConnection, StoreError> {
        let connecting = async {
            let mut connection = AnyConnection::connect_with(&self.options).await?;
            sqlx::raw_sql(self.kind.connection_setup()).execute(&mut connection).await?;
            Ok(connection)
        };
        match tokio::time::timeout(DATABASE_TIMEOUT, connecting).await {
            Ok(connected) => connected.map_err(|error| self.explain(StoreError::from_connecting(error))),
            Err(_) => Err(StoreError::Unavailable("no answer".into())),
        }
    }

    /// What is only read must be there: nobody wants a new and empty database for it.
    pub(crate) fn ensure_exists(&self) -> Result<(), StoreError> {
        match &self.file {
            Some(file) if !file.exists() => {
                Err(StoreError::InvalidAddress(format!("there is no file {}", file.display())))
            }
            _ => Ok(()),
        }
    }

    /// SQLite only says that it cannot open a file, whether its folder is missing or it may not be written to.
    fn explain(&self, error: StoreError) -> StoreError {
        let folder = self.file.as_deref().and_then(Path::parent).filter(|folder| *folder != Path::new(""));
        match (error, &self.file) {
            (StoreError::Unavailable(_), _) if folder.is_some_and(|folder| !folder.is_dir()) => {
                let folder = folder.map(|folder| folder.display().to_string()).unwrap_or_default();
                StoreError::InvalidAddress(format!("there is no folder {folder}"))
            }
            (StoreError::Unavailable(why), Some(file)) if is_read_only(file) => StoreError::ReadOnly(why),
            (error, _) => error,
        }
    }

    pub(crate) fn reader_pool(&self) -> AnyPool {
        let greetings = [Some(self.kind.connection_setup()), self.kind.reader_setup()];
        AnyPoolOptions::new()
            .max_connections(MAX_READERS)
            .acquire_timeout(DATABASE_TIMEOUT)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    for greeting in greetings.into_iter().flatten() {
                        sqlx::raw_sql(greeting).execute(&mut *connection).await?;
                    }
                    Ok(())
                })
            })
            .connect_lazy_with(self.options.clone())
    }

    /// Brings the tables up to date. Several processes may do this at once; one of them does the work.
    pub(crate) async fn migrate(&self, connection: &mut AnyConnection) -> Result<(), StoreError> {
        let migrations = self.kind.migrations().map(|(version, name, sql)| {
            Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql.into_sql_str(), false)
        });
        let migrator = Migrator { migrations: Cow::Owned(migrations.to_vec()), ..Migrator::DEFAULT };
        // With plain `run` the compiler cannot see that the future may go from thread to thread.
        let migrated = match self.kind {
            DatabaseKind::Postgres => migrator.run_direct(None, connection, false).await,
            // Here sqlx does not keep two processes apart: a transaction does.
            DatabaseKind::Sqlite => {
                let mut transaction = connection.begin_with(self.kind.begin_sql()).await?;
                let migrated = migrator.run_direct(None, &mut *transaction, false).await;
                match migrated {
                    Ok(()) => {
                        // Where nothing may be written, SQLite makes any transaction one that only reads, and says so only
                        // when something is written: better now than in the middle of a game.
                        sqlx::raw_sql("DELETE FROM notes WHERE 0").execute(&mut *transaction).await?;
                        transaction.commit().await?;
                    }
                    Err(_) => transaction.rollback().await?,
                }
                migrated
            }
        };
        migrated.map_err(StoreError::from_migrating)
    }
}

/// The file of an address, without what it may begin with.
fn path_of(address: &str) -> &str {
    let mut file = address.strip_prefix("//").unwrap_or(address);
    while file.starts_with("//") {
        file = &file[1..];
    }
    file
}

/// Asked without opening it: when a process closes a file, Linux takes all its locks on it away, and SQLite's with them. Another
/// program would then think that nobody uses the database, and clear its log away.
fn is_read_only(file: &Path) -> bool {
    access(file, Access::WRITE_OK)
        .is_err_and(|error| matches!(error, Errno::ACCESS | Errno::ROFS | Errno::PERM))
}

/// sqlx takes a URL, people give a path: everything that means something in a URL is written in hexadecimal.
fn sqlite_url(file: &str) -> Result<String, StoreError> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    match path_of(file) {
        "" => Err(StoreError::InvalidAddress("sqlite: wants a file name".into())),
        uri if uri.starts_with("file:") => {
            Err(StoreError::InvalidAddress("sqlite: wants a file name, not a URI".into()))
        }
        // Each of these is a database of its own, and all connections of one store share it.
        ":memory:" => {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            Ok(format!("sqlite:file:tetrarch-memory-{number}?mode=memory&cache=shared"))
        }
        path => Ok(format!("sqlite:{}?mode=rwc", path.bytes().map(escape).collect::<String>())),
    }
}

fn escape(byte: u8) -> String {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::MetadataExt as _;

    /// The locks that this process has on a file, as Linux tells them.
    fn locks(file: &Path) -> usize {
        let (own, number) =
            (std::process::id().to_string(), std::fs::metadata(file).unwrap().ino().to_string());
        let told = std::fs::read_to_string("/proc/locks").unwrap();
        let is_ours = |line: &&str| {
            let mut words = line.split_whitespace().skip(4);
            words.next() == Some(&own)
                && words.next().is_some_and(|file| file.ends_with(&format!(":{number}")))
        };
        told.lines().filter(is_ours).count()
    }

    #[tokio::test]
    async fn asking_whether_a_file_may_be_written_to_leaves_the_locks_of_sqlite() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("locked.db");
        let database = Database::from_address(&format!("sqlite:{}", file.display())).unwrap();
        let mut connection = database.connect().await.unwrap();
        database.migrate(&mut connection).await.unwrap();
        let _link = database.open_writer().await.unwrap();
        let before = locks(&file);
        assert!(before > 0, "SQLite locks the file");
        assert!(!is_read_only(&file));
        let error = database.explain(StoreError::Unavailable("for a test".into()));
        assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
        assert_eq!(locks(&file), before);
    }

    #[tokio::test]
    async fn the_writer_makes_no_new_file_where_the_old_one_has_gone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("gone.db");
        let database = Database::from_address(&format!("sqlite:{}", file.display())).unwrap();
        assert!(database.open_writer().await.is_err());
        assert!(!file.exists());
    }

    #[test]
    fn an_address_names_the_same_file_however_many_slashes_it_begins_with() {
        for address in ["sqlite:/x.db", "sqlite:///x.db", "sqlite:////x.db", "sqlite://///x.db"] {
            let database = Database::from_address(address).unwrap();
            assert_eq!(
                (database.file.as_deref(), database.url.as_str()),
                (Some(Path::new("/x.db")), "sqlite:/x.db?mode=rwc")
            );
        }
        assert!(matches!(Database::from_address("sqlite:file:x.db"), Err(StoreError::InvalidAddress(_))));
    }
}
