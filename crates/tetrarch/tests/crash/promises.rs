//! What the server has promised to the players of a table.

use super::support::HttpConnection;
use std::sync::{Mutex, MutexGuard};
use tetrarch_protocol::{TablePhase, TableState};

/// Everything that the server has shown or acknowledged at one table.
pub(crate) struct Promises {
    table: String,
    promises: Mutex<PromiseState>,
}

#[derive(Default)]
struct PromiseState {
    /// The longest line that any player was shown.
    shown: Vec<String>,
    /// The acknowledged actions, each with the version at which it was applied.
    done: Vec<(u64, String)>,
    /// The highest version that any player was shown.
    version: u64,
    over: bool,
}

impl Promises {
    pub(crate) fn new(table: &str) -> Promises {
        Promises { table: table.to_string(), promises: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, PromiseState> {
        self.promises.lock().expect("a player panicked")
    }

    /// Records a line that a player was shown. It must agree with all lines shown before.
    pub(crate) fn record_shown(&self, line: &[String], version: u64, over: bool) {
        let mut promises = self.lock();
        let common = line.len().min(promises.shown.len());
        assert_eq!(line[..common], promises.shown[..common], "{}: shown two different lines", self.table);
        if line.len() > common {
            promises.shown = line.to_vec();
        }
        promises.version = promises.version.max(version);
        promises.over |= over;
    }

    /// Records an acknowledged action.
    pub(crate) fn record_acknowledged(&self, at: u64, action: &str, version: u64) {
        let mut promises = self.lock();
        assert!(version > at, "{}: an acknowledged action changed nothing", self.table);
        promises.version = promises.version.max(version);
        promises.done.push((at, action.to_string()));
    }

    pub(crate) fn is_over(&self) -> bool {
        self.lock().over
    }

    pub(crate) fn acknowledged(&self) -> u64 {
        self.lock().done.len() as u64
    }

    /// Compares the promises with the state of the server after a kill.
    pub(crate) async fn assert_stored(&self, http: &mut HttpConnection) {
        let path = format!("/api/tables/{}", self.table);
        let (status, body) = http.get(&path).await.expect("the server does not respond");
        assert_eq!(status, 200, "{}: {body}", self.table);
        let state: TableState = serde_json::from_value(body).expect("invalid state");
        let stored: Vec<String> = state.line.into_iter().map(|step| step.word).collect();
        let promises = self.lock();
        assert!(stored.starts_with(&promises.shown), "{}: {stored:?} lacks what was shown", self.table);
        assert!(state.version >= promises.version, "{}: version {} is lost", self.table, promises.version);
        assert!(!promises.over || state.now.phase == TablePhase::Over, "{}: the end is lost", self.table);
        for (at, action) in &promises.done {
            assert_eq!(
                stored.get(*at as usize),
                Some(action),
                "{}: an acknowledged action is lost",
                self.table
            );
        }
    }
}
