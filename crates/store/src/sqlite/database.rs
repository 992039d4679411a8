//! The address of a SQLite database and its connections.

use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rusqlite::OpenFlags;
use rustix::fs::{Access, access};
use rustix::io::Errno;

use super::SqliteConnection;
use super::migrate::migrate;
use crate::StoreError;
use crate::database::DATABASE_TIMEOUT;

/// `synchronous = FULL` ensures that a commit is on disk and not only in the page cache. After a long read the
/// write-ahead log may be long: the size limit makes it short again.
const SETUP: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
     PRAGMA journal_size_limit = 134217728; PRAGMA temp_store = MEMORY";

/// The delay between two attempts to connect.
const CONNECT_RETRY_DELAY: Duration = Duration::from_millis(20);

#[derive(Clone, Debug)]
pub(crate) enum SqliteDatabase {
    File(PathBuf),
    /// The URI of a database in memory, which all connections of one store share.
    Memory(String),
}

impl SqliteDatabase {
    /// `address` is what follows `sqlite:`.
    pub(crate) fn from_address(address: &str) -> Result<Self, StoreError> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        match without_redundant_slashes(address) {
            "" => Err(StoreError::InvalidAddress("sqlite: needs a file name".into())),
            uri if uri.starts_with("file:") => {
                Err(StoreError::InvalidAddress("sqlite: needs a file name, not a URI".into()))
            }
            ":memory:" => {
                let number = NUMBER.fetch_add(1, Ordering::Relaxed);
                Ok(Self::Memory(format!("file:/tetrarch-{number}?vfs=memdb")))
            }
            path => Ok(Self::File(path.into())),
        }
    }

    /// Connects and runs the migrations. Creates the file if it is missing.
    pub(crate) fn open(&self) -> Result<SqliteConnection, StoreError> {
        self.create_private_file();
        let mut connection = self.connect_patiently()?;
        migrate(&mut connection.rusqlite)?;
        Ok(connection)
    }

    /// Does not recreate a file that has disappeared: it would be empty.
    pub(crate) fn connect(&self) -> Result<SqliteConnection, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connecting = || {
            let connection = match self {
                Self::File(file) => rusqlite::Connection::open_with_flags(file, flags)?,
                Self::Memory(uri) => {
                    let flags = flags | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_URI;
                    rusqlite::Connection::open_with_flags(uri, flags)?
                }
            };
            connection.busy_timeout(DATABASE_TIMEOUT)?;
            connection.execute_batch(SETUP)?;
            Ok(SqliteConnection::new(connection))
        };
        connecting().map_err(|error: rusqlite::Error| self.explain(error.into()))
    }

    /// Checks that the file exists.
    pub(crate) fn ensure_exists(&self) -> Result<(), StoreError> {
        match self {
            Self::File(file) if !file.exists() => {
                Err(StoreError::InvalidAddress(format!("there is no file {}", file.display())))
            }
            _ => Ok(()),
        }
    }

    /// Creates a new file that only its owner can read. SQLite creates its companion files with the same
    /// permissions. Errors are ignored here: SQLite reports them when it opens the file.
    fn create_private_file(&self) {
        if let Self::File(file) = self {
            let _ = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
        }
    }

    /// Retries while another process is creating the file: SQLite does not wait then, but reports busy at
    /// once.
    fn connect_patiently(&self) -> Result<SqliteConnection, StoreError> {
        let end = Instant::now() + DATABASE_TIMEOUT;
        loop {
            match self.connect() {
                Err(StoreError::Busy(_)) if Instant::now() < end => std::thread::sleep(CONNECT_RETRY_DELAY),
                done => return done,
            }
        }
    }

    /// Finds out why SQLite cannot open a file: it does not distinguish a missing directory from missing
    /// permissions.
    fn explain(&self, error: StoreError) -> StoreError {
        let (Self::File(file), StoreError::Unavailable(why)) = (self, &error) else { return error };
        match file.parent().filter(|folder| *folder != Path::new("")) {
            Some(folder) if !folder.is_dir() => {
                StoreError::InvalidAddress(format!("there is no directory {}", folder.display()))
            }
            _ if is_read_only(file) => StoreError::ReadOnly(why.clone()),
            _ => error,
        }
    }
}

/// Accepts `sqlite://FILE` too.
fn without_redundant_slashes(address: &str) -> &str {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::MetadataExt as _;

    fn file_database(folder: &tempfile::TempDir, name: &str) -> (PathBuf, SqliteDatabase) {
        let file = folder.path().join(name);
        (file.clone(), SqliteDatabase::File(file))
    }

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

    #[test]
    fn checking_write_permission_keeps_the_locks_of_sqlite() {
        let folder = tempfile::tempdir().unwrap();
        let (file, database) = file_database(&folder, "locked.db");
        let _connection = database.open().unwrap();
        let before = locks(&file);
        assert!(before > 0, "SQLite locks the file");
        assert!(!is_read_only(&file));
        let error = database.explain(StoreError::Unavailable("for a test".into()));
        assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
        assert_eq!(locks(&file), before);
    }

    #[test]
    fn connecting_again_does_not_recreate_a_missing_file() {
        let folder = tempfile::tempdir().unwrap();
        let (file, database) = file_database(&folder, "gone.db");
        assert!(database.connect().is_err());
        assert!(!file.exists());
    }

    #[test]
    fn leading_slashes_of_an_address_do_not_matter() {
        for address in ["/x.db", "///x.db", "////x.db", "/////x.db"] {
            let database = SqliteDatabase::from_address(address).unwrap();
            assert!(
                matches!(&database, SqliteDatabase::File(file) if file == Path::new("/x.db")),
                "{database:?}"
            );
        }
        assert!(matches!(SqliteDatabase::from_address("file:x.db"), Err(StoreError::InvalidAddress(_))));
    }

    #[test]
    fn the_write_ahead_log_stays_short_under_constant_writes() {
        let folder = tempfile::tempdir().unwrap();
        let (file, database) = file_database(&folder, "long.db");
        let mut connection = database.open().unwrap();
        let sql =
            "INSERT INTO notes (name, note) VALUES ('a', $1) ON CONFLICT (name) DO UPDATE SET note = $1";
        for letter in ["a", "b"].into_iter().cycle().take(100) {
            connection.execute(sql, &[letter.repeat(1 << 20).into()]).unwrap();
        }
        let length = std::fs::metadata(file.with_extension("db-wal")).unwrap().len();
        assert!(length < 20 << 20, "{length} bytes are in the log");
    }
}
