//! The file of SQLite's log. A file is written slowly where it grows: with every commit the disk must also note how long it has
//! become. So room for many commits is made at once, by a transaction that writes much and is rolled back; SQLite goes on
//! where the last commit ended, over what that has written.

use crate::change::Arg;
use crate::checkpoint;
use crate::commit::Stop;
use crate::link::Link;

/// After how many commits it is looked how long the log has become.
const EVERY: u64 = 16;

/// A shorter log is that of a server with little to do, which need not be quick.
const SHORT: i64 = 256;

/// As many pages as may be written before it is looked again.
const SPARE: i64 = 512;

/// The most pages that room is made for at once: everybody waits for it.
const MOST: i64 = 2048;

/// What SQLite keeps of a database in memory unless it is told otherwise. With next to nothing all that is written goes to the
/// log at once, although it is not committed.
const KEEP_LITTLE: &str = "PRAGMA cache_size = 16";
const KEEP_MUCH: &str = "PRAGMA cache_size = -2000";

const PAGE: i64 = 4096;

/// What the writer knows of the file.
#[derive(Debug, Default)]
pub(crate) struct LogFile {
    commits: u64,
    /// For how many pages there is room.
    room: i64,
}

impl LogFile {
    /// To be called after every commit. If no room can be made now, because the disk is full or another program writes, the file
    /// only grows as it would have.
    pub(crate) async fn committed(&mut self, link: &mut Link) {
        self.commits += 1;
        if self.commits.is_multiple_of(EVERY) {
            let _ = self.make_room(link).await;
        }
    }

    async fn make_room(&mut self, link: &mut Link) -> Result<(), Stop> {
        let pages = checkpoint::pages(link).await?;
        self.room = self.room.max(pages);
        if pages < SHORT || pages + SPARE <= self.room {
            return Ok(());
        }
        let more = pages.clamp(2 * SPARE, MOST);
        self.room = pages + more;
        link.numbers::<0>(KEEP_LITTLE, &[]).await?;
        let written = write_and_undo(link, more).await;
        link.numbers::<0>(KEEP_MUCH, &[]).await?;
        written
    }
}

async fn write_and_undo(link: &mut Link, pages: i64) -> Result<(), Stop> {
    link.run("BEGIN IMMEDIATE").await?;
    let written = async {
        link.run("CREATE TABLE room (room)").await?;
        link.execute("INSERT INTO room VALUES (zeroblob($1))", &[Arg::Number(pages * PAGE)]).await
    };
    let written = written.await.map(drop);
    link.run("ROLLBACK").await?;
    written
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
        let database = Database::at(&format!("sqlite:{}", file.display())).unwrap();
        let mut connection = database.connect().await.unwrap();
        database.migrate(&mut connection).await.unwrap();
        let mut link = database.link().await.unwrap();
        let mut log_file = LogFile::default();
        let mut roomy = 0;
        for number in 0..1000 {
            link.run("BEGIN IMMEDIATE").await.unwrap();
            let words = "INSERT INTO notes (name, note) VALUES ($1, $2)";
            let (name, note) = (format!("note {number}"), "x".repeat(20_000));
            link.execute(words, &[name.as_str().into(), note.as_str().into()]).await.unwrap();
            link.run("COMMIT").await.unwrap();
            log_file.committed(&mut link).await;
            let pages = checkpoint::pages(&mut link).await.unwrap().cast_unsigned();
            let length = std::fs::metadata(folder.path().join("room.db-wal")).unwrap().len();
            roomy += u64::from(length > (pages + 100) * FRAME);
        }
        assert!(roomy > 900, "there was room at {roomy} of 1000 commits");
        let notes = "SELECT count(*), sum(length(note)) FROM notes";
        assert_eq!(link.numbers(notes, &[]).await.unwrap(), Some([Some(1000), Some(20_000_000)]));
        let tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'room'";
        assert_eq!(link.numbers(tables, &[]).await.unwrap(), Some([Some(0)]));
        let sound = "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'";
        assert_eq!(link.numbers(sound, &[]).await.unwrap(), Some([Some(1)]));
    }
}
