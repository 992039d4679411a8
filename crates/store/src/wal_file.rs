//! The file of SQLite's log. A file is written slowly where it grows: with every commit the disk must also note how long it has
//! become. So room for many commits is made at once, by a transaction that writes much and is rolled back; SQLite goes on
//! where the last commit ended, over what that has written.

use std::time::Duration;

use rusqlite::Connection;

use crate::checkpoint;
use crate::commit::TransactionError;
use crate::database::DATABASE_TIMEOUT;
use crate::db_connection::DbConnection;

/// How often something is committed before it is looked how long the log has become.
const COMMITS_PER_CHECK: u64 = 16;

/// A shorter log is that of a server with little to do, which need not be quick.
const MIN_WAL_PAGES: i64 = 256;

/// As many pages as may be written before it is looked again.
const SPARE_PAGES: i64 = 512;

/// The most pages that room is made for at once: everybody waits for it.
const MAX_PREALLOCATED_PAGES: i64 = 2048;

/// How many pages SQLite keeps in memory. With next to nothing all that is written goes to the log at once, although it is not
/// committed. The other is what it keeps unless it is told otherwise.
const SMALL_CACHE: &str = "PRAGMA cache_size = 16";
const DEFAULT_CACHE: &str = "PRAGMA cache_size = -2000";

const PAGE_BYTES: i64 = 4096;

/// What the writer knows of the file.
#[derive(Debug, Default)]
pub(crate) struct WalFile {
    commits: u64,
    /// For how many pages there is room.
    allocated_pages: i64,
}

impl WalFile {
    /// To be called when something was committed. If no room can be made now, because the disk is full or another program writes,
    /// the file only grows as it would have.
    pub(crate) async fn after_commit(&mut self, link: &mut DbConnection) {
        self.commits += 1;
        if self.commits.is_multiple_of(COMMITS_PER_CHECK) {
            let _ = self.preallocate(link).await;
        }
    }

    async fn preallocate(&mut self, link: &mut DbConnection) -> Result<(), TransactionError> {
        let pages = checkpoint::wal_pages(link).await?;
        self.allocated_pages = self.allocated_pages.max(pages);
        let DbConnection::Sqlite(sqlite) = link else { return Ok(()) };
        if pages < MIN_WAL_PAGES || pages + SPARE_PAGES <= self.allocated_pages {
            return Ok(());
        }
        let more = pages.clamp(2 * SPARE_PAGES, MAX_PREALLOCATED_PAGES);
        self.allocated_pages = pages + more;
        // Who waits for the next commit is not to wait for another program besides.
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
    // After some faults SQLite has rolled back by itself.
    if sqlite.is_autocommit() { written } else { sqlite.execute_batch("ROLLBACK").and(written) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Database;

    /// A page with what the log notes of it.
    const FRAME: u64 = 4096 + 24;

    #[tokio::test]
    async fn there_is_room_for_what_will_be_committed_and_nothing_else_is_left_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("room.db");
        let database = Database::from_address(&format!("sqlite:{}", file.display())).unwrap();
        let mut connection = database.connect().await.unwrap();
        database.migrate(&mut connection).await.unwrap();
        let mut link = database.open_writer().await.unwrap();
        let mut log_file = WalFile::default();
        let mut roomy = 0;
        for number in 0..1000 {
            link.execute_raw("BEGIN IMMEDIATE").await.unwrap();
            let words = "INSERT INTO notes (name, note) VALUES ($1, $2)";
            let (name, note) = (format!("note {number}"), "x".repeat(20_000));
            link.execute(words, &[name.as_str().into(), note.as_str().into()]).await.unwrap();
            link.execute_raw("COMMIT").await.unwrap();
            log_file.after_commit(&mut link).await;
            let pages = checkpoint::wal_pages(&mut link).await.unwrap().cast_unsigned();
            let length = std::fs::metadata(folder.path().join("room.db-wal")).unwrap().len();
            roomy += u64::from(length > (pages + 100) * FRAME);
        }
        assert!(roomy > 900, "there was room at {roomy} of 1000 commits");
        let notes = "SELECT count(*), sum(length(note)) FROM notes";
        assert_eq!(link.query_integers(notes, &[]).await.unwrap(), Some([Some(1000), Some(20_000_000)]));
        let tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'room'";
        assert_eq!(link.query_integers(tables, &[]).await.unwrap(), Some([Some(0)]));
        let kept = "SELECT cache_size FROM pragma_cache_size";
        assert_eq!(link.query_integers(kept, &[]).await.unwrap(), Some([Some(-2000)]));
        let sound = "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'";
        assert_eq!(link.query_integers(sound, &[]).await.unwrap(), Some([Some(1)]));
    }

    #[tokio::test]
    async fn nothing_waits_for_another_program_that_writes_and_nothing_else_is_changed_by_it() {
        let folder = tempfile::tempdir().unwrap();
        let database =
            Database::from_address(&format!("sqlite:{}", folder.path().join("busy.db").display())).unwrap();
        let mut connection = database.connect().await.unwrap();
        database.migrate(&mut connection).await.unwrap();
        let (mut link, mut other) =
            (database.open_writer().await.unwrap(), database.open_writer().await.unwrap());
        let note = "x".repeat(PAGE_BYTES as usize * 2 * MIN_WAL_PAGES as usize);
        let words = "INSERT INTO notes (name, note) VALUES ('', $1)";
        link.execute(words, &[note.as_str().into()]).await.unwrap();
        let mut log_file = WalFile::default();
        // Twice: what was made room for once is not what is made room for the next time.
        for _ in 0..2 {
            other.execute_raw("BEGIN IMMEDIATE").await.unwrap();
            let begun = std::time::Instant::now();
            log_file.allocated_pages = 0;
            assert!(log_file.preallocate(&mut link).await.is_err());
            assert!(begun.elapsed() < DATABASE_TIMEOUT / 2);
            other.execute_raw("ROLLBACK").await.unwrap();
            let kept = "SELECT cache_size, timeout FROM pragma_cache_size, pragma_busy_timeout";
            assert_eq!(link.query_integers(kept, &[]).await.unwrap(), Some([Some(-2000), Some(5000)]));
            log_file.allocated_pages = 0;
            log_file.preallocate(&mut link).await.unwrap();
        }
    }
}
