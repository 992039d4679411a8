//! The one writer. While it commits, changes gather; the next transaction takes all of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use crate::StoreError;
use crate::change::{Request, Waiting};
use crate::checkpoint::{self, Checkpoints};
use crate::commit::{self, Stop, Verdict};
use crate::database::{Database, Kind, PATIENCE};
use crate::link::Link;
use crate::live::Live;
use crate::log_file::LogFile;
use crate::thread;

/// The most changes in one transaction, so that the first does not wait too long for the last.
const MOST: usize = 1024;

/// Between two attempts to reach the database.
const PAUSE: Duration = Duration::from_millis(100);

/// What the writer has done so far.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) commits: AtomicU64,
    pub(crate) changes: AtomicU64,
    /// Set when the writer is to begin SQLite's log anew.
    pub(crate) renew: AtomicBool,
}

pub(crate) struct Writer {
    pub(crate) database: Database,
    pub(crate) link: Option<Link>,
    pub(crate) inbox: mpsc::Receiver<Request>,
    pub(crate) counts: Arc<Counts>,
    pub(crate) live: Live,
    /// Who moves SQLite's log.
    pub(crate) checkpoints: Option<Checkpoints>,
    pub(crate) log_file: Option<LogFile>,
}

impl Writer {
    /// SQLite gets a thread of its own. PostgreSQL is talked to over a socket, which tasks are made for.
    pub(crate) fn start(self) -> Result<(), StoreError> {
        if self.database.kind == Kind::Postgres {
            tokio::spawn(self.run());
            return Ok(());
        }
        thread::on_its_own("store-writer", || self.run())
    }

    /// Runs until the store is closed or its last handle is gone.
    pub(crate) async fn run(mut self) {
        let mut requests = Vec::new();
        let mut closing = Vec::new();
        while closing.is_empty() && self.inbox.recv_many(&mut requests, MOST).await > 0 {
            let mut waiting = Vec::with_capacity(requests.len());
            for request in requests.drain(..) {
                match request {
                    Request::Store(change) => waiting.push(change),
                    Request::Close(done) => closing.push(done),
                }
            }
            self.store(waiting).await;
            if closing.is_empty() {
                self.look_at_the_log_file().await;
            }
        }
        if let Some(checkpoints) = self.checkpoints.take() {
            checkpoints.stop().await;
        }
        if let Some(link) = self.link.take() {
            link.close().await;
        }
        for done in closing {
            let _ = done.send(());
        }
    }

    /// Stores the changes and answers them. When one conflicts with another writer or is refused, halves are tried, so that only
    /// those fail that must.
    async fn store(&mut self, waiting: Vec<Waiting>) {
        self.renew_the_log().await;
        let deadline = Instant::now() + PATIENCE;
        let mut parts = vec![waiting];
        while let Some(mut part) = parts.pop() {
            if part.is_empty() {
                continue;
            }
            match self.commit_patiently(&part, deadline).await {
                Ok(verdicts) => answer(part, verdicts),
                Err(Stop::Conflict | Stop::Fault(StoreError::Refused(_))) if part.len() > 1 => {
                    let later = part.split_off(part.len() / 2);
                    parts.push(later);
                    parts.push(part);
                }
                Err(stop) => answer_all(part, &stop),
            }
        }
    }

    /// Most of a long log was moved beside; the rest is moved here, so that SQLite begins it anew with the next commit.
    async fn renew_the_log(&mut self) {
        if self.counts.renew.swap(false, Ordering::Relaxed)
            && let Some(link) = &mut self.link
        {
            // If it fails, the log is moved another time.
            let _ = link.numbers::<0>(checkpoint::MOVE, &[]).await;
        }
    }

    async fn look_at_the_log_file(&mut self) {
        if let (Some(log_file), Some(link)) = (&mut self.log_file, &mut self.link) {
            log_file.look(link).await;
        }
    }

    /// One transaction. A database that went away before the commit is waited for: nothing was stored, so nothing can
    /// be stored twice.
    async fn commit_patiently(&mut self, part: &[Waiting], deadline: Instant) -> Result<Vec<Verdict>, Stop> {
        loop {
            match self.commit(part).await {
                Err(Stop::Fault(StoreError::Away(_))) if Instant::now() < deadline => {
                    tokio::time::sleep(PAUSE).await;
                }
                done => return done,
            }
        }
    }

    async fn commit(&mut self, part: &[Waiting]) -> Result<Vec<Verdict>, Stop> {
        let mut link = match self.link.take() {
            Some(link) => link,
            None => self.database.link().await.map_err(Stop::Fault)?,
        };
        let done = self.transaction(&mut link, part).await;
        if done.is_ok() {
            self.counts.commits.fetch_add(1, Ordering::Relaxed);
            self.counts.changes.fetch_add(part.len() as u64, Ordering::Relaxed);
            self.link = Some(link);
            return done;
        }
        part.iter().filter_map(|waiting| waiting.change.game()).for_each(|game| self.live.forget(game));
        // SQLite may have rolled back by itself and then says that there is nothing to roll back: that is well.
        let rolled_back = link.run("ROLLBACK").await;
        if !lost(&done) && !lost(&rolled_back) {
            self.link = Some(link);
        }
        done
    }

    async fn transaction(&mut self, link: &mut Link, part: &[Waiting]) -> Result<Vec<Verdict>, Stop> {
        link.run(self.database.kind.begin()).await?;
        let verdicts = commit::write(link, &mut self.live, part).await?;
        link.run("COMMIT").await.map_err(unsure)?;
        Ok(verdicts)
    }
}

/// When the database goes away while it commits, nobody knows whether it has.
fn unsure(stop: Stop) -> Stop {
    match stop {
        Stop::Fault(StoreError::Away(why)) => Stop::Fault(StoreError::Unsure(why)),
        stop => stop,
    }
}

/// Whether the connection is of no use any more. The next change makes a new one. One that may only read stays so, even
/// when the database may be written to again.
fn lost<T>(done: &Result<T, Stop>) -> bool {
    use StoreError::{Away, ReadOnly, Unsure};
    matches!(done, Err(Stop::Fault(Away(_) | Unsure(_) | ReadOnly(_))))
}

// Who waits may have gone meanwhile; then nobody needs the answer.

fn answer(part: Vec<Waiting>, verdicts: Vec<Verdict>) {
    for (waiting, verdict) in part.into_iter().zip(verdicts) {
        let _ = waiting.answer.send(verdict);
    }
}

fn answer_all(part: Vec<Waiting>, stop: &Stop) {
    for Waiting { change, answer } in part {
        let error = match (stop, change.game()) {
            (Stop::Fault(error), _) => error.clone(),
            (Stop::Conflict, Some(game)) => StoreError::Taken { game: game.clone() },
            (Stop::Conflict, None) => StoreError::Busy("another writer was quicker".into()),
        };
        let _ = answer.send(Err(error));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::Change;
    use tokio::sync::oneshot;

    /// A writer whose own connection can be disturbed, which no other program can do.
    async fn writer() -> Writer {
        writer_of("sqlite::memory:").await
    }

    async fn writer_of(address: &str) -> Writer {
        let database = Database::at(address).unwrap();
        let mut connection = database.connect().await.unwrap();
        database.migrate(&mut connection).await.unwrap();
        let link = database.link().await.unwrap();
        let counts = Arc::default();
        Writer {
            database,
            link: Some(link),
            inbox: mpsc::channel(1).1,
            counts,
            live: Live::default(),
            checkpoints: None,
            log_file: Some(LogFile::default()),
        }
    }

    async fn tell(writer: &mut Writer, words: &'static str) {
        let link = writer.link.as_mut().unwrap();
        link.numbers::<0>(words, &[]).await.map(drop).unwrap();
    }

    async fn put(writer: &mut Writer, note: String) -> Verdict {
        let (answer, answered) = oneshot::channel();
        writer.store(vec![Waiting { change: Change::Note { name: "note".into(), note }, answer }]).await;
        answered.await.unwrap()
    }

    #[tokio::test]
    async fn a_full_disk_is_told_and_writing_goes_on_when_there_is_room() {
        let mut writer = writer().await;
        tell(&mut writer, "PRAGMA max_page_count = 20").await;
        let full = put(&mut writer, "x".repeat(1 << 20)).await;
        assert!(matches!(full, Err(StoreError::Full(_))), "{full:?}");
        tell(&mut writer, "PRAGMA max_page_count = 100000").await;
        put(&mut writer, "x".repeat(1 << 20)).await.unwrap();
    }

    #[tokio::test]
    async fn a_long_log_is_begun_anew_although_something_is_written_all_the_time() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = writer_of(&format!("sqlite:{}", folder.path().join("long.db").display())).await;
        let mut beside = writer.database.link().await.unwrap();
        let counts = Arc::clone(&writer.counts);
        put(&mut writer, "x".into()).await.unwrap();
        assert!(!checkpoint::checkpoint(&mut beside, &counts, false).await.unwrap(), "it is short");
        assert!(checkpoint::checkpoint(&mut beside, &counts, true).await.unwrap(), "it is quiet");
        for letter in ["a", "b"].into_iter().cycle().take(20) {
            put(&mut writer, letter.repeat(1 << 22)).await.unwrap();
        }
        // What is written while somebody reads cannot be moved beside: the writer must do that before it goes on.
        let mut reader = writer.database.connect().await.unwrap();
        sqlx::raw_sql("BEGIN; SELECT count(*) FROM notes").execute(&mut reader).await.unwrap();
        put(&mut writer, "z".into()).await.unwrap();
        assert!(checkpoint::checkpoint(&mut beside, &counts, false).await.unwrap(), "it is long");
        sqlx::raw_sql("ROLLBACK").execute(&mut reader).await.unwrap();
        put(&mut writer, "y".into()).await.unwrap();
        let pages = checkpoint::pages(&mut beside).await.unwrap();
        assert!(pages < 1000, "{pages} pages are in the log");
    }

    #[tokio::test]
    async fn a_database_that_may_only_be_read_is_told_and_written_to_when_it_may_be() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = writer_of(&format!("sqlite:{}", folder.path().join("read.db").display())).await;
        tell(&mut writer, "PRAGMA query_only = ON").await;
        let refused = put(&mut writer, "x".into()).await;
        assert!(matches!(refused, Err(StoreError::ReadOnly(_))), "{refused:?}");
        // The next connection may write.
        put(&mut writer, "x".into()).await.unwrap();
    }
}
