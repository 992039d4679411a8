//! Preallocates SQLite's WAL file. Growing a file is slow, because every commit must also sync the new
//! length. So this allocates space for many commits at once, with a large transaction that is rolled back:
//! SQLite continues after the last commit and overwrites the allocated space.

use std::time::Duration;

use rusqlite::Connection;

use crate::checkpoint;
use crate::commit::TransactionError;
use crate::database::DATABASE_TIMEOUT;
use crate::db_connection::DbConnection;

/// Check the length of the WAL after this many commits.
const COMMITS_PER_CHECK: u64 = 16;

/// With a shorter WAL the server has little load and need not be fast.
const MIN_WAL_PAGES: i64 = 256;

/// The number of pages that may be written before the next check.
const SPARE_PAGES: i64 = 512;

/// The maximum number of pages to allocate at once: all writes wait for it.
const MAX_PREALLOCATED_PAGES: i64 = 2048;

/// With a tiny page cache, SQLite writes uncommitted pages to the WAL at once.
const SMALL_CACHE: &str = "PRAGMA cache_size = 16";

/// The default cache size of SQLite.
const DEFAULT_CACHE: &str = "PRAGMA cache_size = -2000";

/// The default page size of SQLite.
const PAGE_BYTES: i64 = 4096;

/// The writer's state of the WAL file.
#[derive(Debug, Default)]
pub(crate) struct WalFile {
    commits: u64,
    /// The number of pages that the file has space for.
    allocated_pages: i64,
}

impl WalFile {
    /// Must be called after every batch. If the space cannot be allocated, because the disk is full or
    /// another program is writing, the file just grows as usual.
    pub(crate) async fn after_commit(&mut self, connection: &mut DbConnection) {
        self.commits += 1;
        if self.commits.is_multiple_of(COMMITS_PER_CHECK) {
            let _ = self.preallocate(connection).await;
        }
    }

    async fn preallocate(&mut self, connection: &mut DbConnection) -> Result<(), TransactionError> {
        let pages = checkpoint::wal_pages(connection).await?;
        self.allocated_pages = self.allocated_pages.max(pages);
        let DbConnection::Sqlite(sqlite) = connection else { return Ok(()) };
        if pages < MIN_WAL_PAGES || pages + SPARE_PAGES <= self.allocated_pages {
            return Ok(());
        }
        let more = pages.clamp(2 * SPARE_PAGES, MAX_PREALLOCATED_PAGES);
        self.allocated_pages = pages + more;
        // Do not make the next commit wait for another program.
        sqlite.busy_timeout(Duration::ZERO)?;
        sqlite.execute_batch(SMALL_CACHE)?;
        let written = write_and_roll_back(sqlite, more);
        sqlite.execute_batch(DEFAULT_CACHE)?;
        sqlite.busy_timeout(DATABASE_TIMEOUT)?;
        Ok(written?)
    }
}

fn write_and_roll_back(sqlite: &Connection, pages: i64) -> Result<(), rusqlite::Error> {
    let written = sqlite.execute_batch(&format!(
        "BEGIN IMMEDIATE; CREATE TABLE room (room); INSERT INTO room VALUES (zeroblob({}))",
        pages * PAGE_BYTES
    ));
    // After some errors SQLite has already rolled back.
    if sqlite.is_autocommit() { written } else { sqlite.execute_batch("ROLLBACK").and(written) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Database;

    /// A page with its frame header.
    const FRAME: u64 = 4096 + 24;

    #[tokio::test]
    async fn preallocation_leaves_space_for_commits_and_no_other_trace() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("room.db");
        let database = Database::from_address(&format!("sqlite:{}", file.display())).unwrap();
        let mut connection = database.connect().await.unwrap();
        database.migrate(&mut connection).await.unwrap();
        let mut writer = database.open_writer().await.unwrap();
        let mut wal_file = WalFile::default();
        let mut preallocated = 0;
        for number in 0..1000 {
            writer.execute_raw("BEGIN IMMEDIATE").await.unwrap();
            let sql = "INSERT INTO notes (name, note) VALUES ($1, $2)";
            let (name, note) = (format!("note {number}"), "x".repeat(20_000));
            writer.execute(sql, &[name.as_str().into(), note.as_str().into()]).await.unwrap();
            writer.execute_raw("COMMIT").await.unwrap();
            wal_file.after_commit(&mut writer).await;
            let pages = checkpoint::wal_pages(&mut writer).await.unwrap().cast_unsigned();
            let length = std::fs::metadata(folder.path().join("room.db-wal")).unwrap().len();
            preallocated += u64::from(length > (pages + 100) * FRAME);
        }
        assert!(preallocated > 900, "there was space at {preallocated} of 1000 commits");
        let notes = "SELECT count(*), sum(length(note)) FROM notes";
        assert_eq!(writer.query_integers(notes, &[]).await.unwrap(), Some([Some(1000), Some(20_000_000)]));
        let tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'room'";
        assert_eq!(writer.query_integers(tables, &[]).await.unwrap(), Some([Some(0)]));
        let settings = "SELECT cache_size FROM pragma_cache_size";
        assert_eq!(writer.query_integers(settings, &[]).await.unwrap(), Some([Some(-2000)]));
        let integrity = "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'";
        assert_eq!(writer.query_integers(integrity, &[]).await.unwrap(), Some([Some(1)]));
    }

    #[tokio::test]
    async fn preallocation_does_not_wait_for_another_writer_and_restores_the_settings() {
        let folder = tempfile::tempdir().unwrap();
        let database =
            Database::from_address(&format!("sqlite:{}", folder.path().join("busy.db").display())).unwrap();
        let mut connection = database.connect().await.unwrap();
        database.migrate(&mut connection).await.unwrap();
        let (mut writer, mut other) =
            (database.open_writer().await.unwrap(), database.open_writer().await.unwrap());
        let note = "x".repeat(PAGE_BYTES as usize * 2 * MIN_WAL_PAGES as usize);
        let sql = "INSERT INTO notes (name, note) VALUES ('', $1)";
        writer.execute(sql, &[note.as_str().into()]).await.unwrap();
        let mut wal_file = WalFile::default();
        // Twice: the second preallocation starts from a longer WAL.
        for _ in 0..2 {
            other.execute_raw("BEGIN IMMEDIATE").await.unwrap();
            let begun = std::time::Instant::now();
            wal_file.allocated_pages = 0;
            assert!(wal_file.preallocate(&mut writer).await.is_err());
            assert!(begun.elapsed() < DATABASE_TIMEOUT / 2);
            other.execute_raw("ROLLBACK").await.unwrap();
            let settings = "SELECT cache_size, timeout FROM pragma_cache_size, pragma_busy_timeout";
            assert_eq!(writer.query_integers(settings, &[]).await.unwrap(), Some([Some(-2000), Some(5000)]));
            wal_file.allocated_pages = 0;
            wal_file.preallocate(&mut writer).await.unwrap();
        }
    }
}
