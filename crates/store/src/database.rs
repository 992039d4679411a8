//! The address of the database, its connections and its migrations.

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

/// How long to wait for a database that does not respond, or that another program has locked.
pub(crate) const DATABASE_TIMEOUT: Duration = Duration::from_secs(5);

/// The delay between two attempts to connect.
const CONNECT_RETRY_DELAY: Duration = Duration::from_millis(20);

/// The size of the read-only connection pool.
const MAX_READERS: u32 = 4;

/// The kind of database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DatabaseKind {
    Sqlite,
    Postgres,
}

impl DatabaseKind {
    /// Begins a write transaction. SQLite needs IMMEDIATE: a read transaction that starts to write may fail
    /// half-way.
    pub(crate) fn begin_sql(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN IMMEDIATE",
            Self::Postgres => "BEGIN",
        }
    }

    /// The setup of every connection. `synchronous = FULL` ensures that a commit is on disk and not only in
    /// the page cache. PostgreSQL does so by default, unless somebody turned it off.
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

    /// Additional setup of read-only connections: a small cache, because the page cache of the system serves
    /// all of them anyway.
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

/// A database to connect to.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    pub(crate) kind: DatabaseKind,
    /// Whether it has a write-ahead log that must be checkpointed.
    pub(crate) has_wal: bool,
    /// The database file, if there is one.
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
                return Err(StoreError::InvalidAddress(
                    "it starts with neither sqlite: nor postgres:".into(),
                ));
            }
        };
        let options: AnyConnectOptions = url.parse().map_err(StoreError::invalid_address)?;
        let has_log = kind == DatabaseKind::Sqlite && !url.contains("mode=memory");
        let file = address.strip_prefix("sqlite:").filter(|_| has_log).map(path_of).map(PathBuf::from);
        Ok(Self { kind, has_wal: has_log, file, url, options: options.disable_statement_logging() })
    }

    /// Creates a new file that only its owner can read. SQLite creates its companion files with the same
    /// permissions. Errors are ignored here: SQLite reports them when it opens the file.
    fn create_private_file(&self) {
        if let Some(file) = &self.file {
            let _ = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
        }
    }

    /// Opens a connection. Retries while another process is creating the file: SQLite does not wait then, but
    /// reports busy at once.
    pub(crate) async fn connect(&self) -> Result<AnyConnection, StoreError> {
        self.create_private_file();
        let end = Instant::now() + DATABASE_TIMEOUT;
        loop {
            match self.connect_once().await {
                Err(StoreError::Busy(_)) if Instant::now() < end => {
                    tokio::time::sleep(CONNECT_RETRY_DELAY).await;
                }
                done => return done,
            }
        }
    }

    /// Opens the connection of the writer. The migrations must have run.
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
            // Do not recreate a file that has disappeared: it would be empty.
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
            Err(_) => Err(StoreError::Unavailable("no response".into())),
        }
    }

    /// Checks that the file exists, before an operation that only reads. Otherwise SQLite would create an
    /// empty database.
    pub(crate) fn ensure_exists(&self) -> Result<(), StoreError> {
        match &self.file {
            Some(file) if !file.exists() => {
                Err(StoreError::InvalidAddress(format!("there is no file {}", file.display())))
            }
            _ => Ok(()),
        }
    }

    /// Finds out why SQLite cannot open a file: it does not distinguish a missing directory from missing
    /// permissions.
    fn explain(&self, error: StoreError) -> StoreError {
        let folder = self.file.as_deref().and_then(Path::parent).filter(|folder| *folder != Path::new(""));
        match (error, &self.file) {
            (StoreError::Unavailable(_), _) if folder.is_some_and(|folder| !folder.is_dir()) => {
                let folder = folder.map(|folder| folder.display().to_string()).unwrap_or_default();
                StoreError::InvalidAddress(format!("there is no directory {folder}"))
            }
            (StoreError::Unavailable(why), Some(file)) if is_read_only(file) => StoreError::ReadOnly(why),
            (error, _) => error,
        }
    }

    pub(crate) fn reader_pool(&self) -> AnyPool {
        let setup = [Some(self.kind.connection_setup()), self.kind.reader_setup()];
        AnyPoolOptions::new()
            .max_connections(MAX_READERS)
            .acquire_timeout(DATABASE_TIMEOUT)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    for sql in setup.into_iter().flatten() {
                        sqlx::raw_sql(sql).execute(&mut *connection).await?;
                    }
                    Ok(())
                })
            })
            .connect_lazy_with(self.options.clone())
    }

    /// Runs the migrations. Several processes may call this at the same time; one of them does the work.
    pub(crate) async fn migrate(&self, connection: &mut AnyConnection) -> Result<(), StoreError> {
        let migrations = self.kind.migrations().map(|(version, name, sql)| {
            Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql.into_sql_str(), false)
        });
        let migrator = Migrator { migrations: Cow::Owned(migrations.to_vec()), ..Migrator::DEFAULT };
        // With plain `run` the compiler cannot prove that the future is `Send`.
        let migrated = match self.kind {
            DatabaseKind::Postgres => migrator.run_direct(None, connection, false).await,
            // sqlx takes no lock for SQLite, so a transaction serialises the processes.
            DatabaseKind::Sqlite => {
                let mut transaction = connection.begin_with(self.kind.begin_sql()).await?;
                let migrated = migrator.run_direct(None, &mut *transaction, false).await;
                match migrated {
                    Ok(()) => {
                        // SQLite silently makes a transaction on a read-only file read-only, and fails at the
                        // first write. Write now, rather than fail in the middle of a game.
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

/// The path in an address, without redundant leading slashes.
fn path_of(address: &str) -> &str {
    let mut file = address.strip_prefix("//").unwrap_or(address);
    while file.starts_with("//") {
        file = &file[1..];
    }
    file
}

/// Checks without opening the file: closing it would release all POSIX locks of this process on it, including
/// SQLite's. Another program could then assume that nobody uses the database and delete its WAL.
fn is_read_only(file: &Path) -> bool {
    access(file, Access::WRITE_OK)
        .is_err_and(|error| matches!(error, Errno::ACCESS | Errno::ROFS | Errno::PERM))
}

/// Turns a path into a URL for sqlx, percent-encoding everything that is special in a URL.
fn sqlite_url(file: &str) -> Result<String, StoreError> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    match path_of(file) {
        "" => Err(StoreError::InvalidAddress("sqlite: needs a file name".into())),
        uri if uri.starts_with("file:") => {
            Err(StoreError::InvalidAddress("sqlite: needs a file name, not a URI".into()))
        }
        // Each call is a separate in-memory database, which all connections of one store share.
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

    /// The number of locks that this process holds on a file, from `/proc/locks`.
    fn locks(file: &Path) -> usize {
        let (pid, inode) =
            (std::process::id().to_string(), std::fs::metadata(file).unwrap().ino().to_string());
        let locks = std::fs::read_to_string("/proc/locks").unwrap();
        let is_ours = |line: &&str| {
            let mut fields = line.split_whitespace().skip(4);
            fields.next() == Some(&pid)
                && fields.next().is_some_and(|file| file.ends_with(&format!(":{inode}")))
        };
        locks.lines().filter(is_ours).count()
    }

    #[tokio::test]
    async fn checking_write_permission_keeps_the_locks_of_sqlite() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("locked.db");
        let database = Database::from_address(&format!("sqlite:{}", file.display())).unwrap();
        let mut connection = database.connect().await.unwrap();
        database.migrate(&mut connection).await.unwrap();
        let _writer = database.open_writer().await.unwrap();
        let before = locks(&file);
        assert!(before > 0, "SQLite locks the file");
        assert!(!is_read_only(&file));
        let error = database.explain(StoreError::Unavailable("for a test".into()));
        assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
        assert_eq!(locks(&file), before);
    }

    #[tokio::test]
    async fn the_writer_does_not_recreate_a_missing_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("gone.db");
        let database = Database::from_address(&format!("sqlite:{}", file.display())).unwrap();
        assert!(database.open_writer().await.is_err());
        assert!(!file.exists());
    }

    #[test]
    fn leading_slashes_of_an_address_do_not_matter() {
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
