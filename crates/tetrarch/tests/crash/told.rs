//! What the players of a table have been told, all together.

use super::kit::Http;
use std::sync::{Mutex, MutexGuard};
use tetrarch_protocol::{TablePhase, TableState};

/// The promises of the server about one table.
pub(crate) struct Told {
    table: String,
    promises: Mutex<Promises>,
}

#[derive(Default)]
struct Promises {
    /// The longest line that anybody was shown.
    shown: Vec<String>,
    /// What was acknowledged: the version it was done at and the action.
    done: Vec<(u64, String)>,
    /// The highest version that anybody was told of.
    version: u64,
    over: bool,
}

impl Told {
    pub(crate) fn of(table: &str) -> Told {
        Told { table: table.to_string(), promises: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Promises> {
        self.promises.lock().expect("no player has failed")
    }

    /// Somebody was shown a line: it is never another than what was shown before.
    pub(crate) fn shown(&self, line: &[String], version: u64, over: bool) {
        let mut promises = self.lock();
        let common = line.len().min(promises.shown.len());
        assert_eq!(line[..common], promises.shown[..common], "{}: shown two different lines", self.table);
        if line.len() > common {
            promises.shown = line.to_vec();
        }
        promises.version = promises.version.max(version);
        promises.over |= over;
    }

    /// An action was acknowledged.
    pub(crate) fn done(&self, at: u64, action: &str, version: u64) {
        let mut promises = self.lock();
        assert!(version > at, "{}: an action that changed nothing", self.table);
        promises.version = promises.version.max(version);
        promises.done.push((at, action.to_string()));
    }

    pub(crate) fn is_over(&self) -> bool {
        self.lock().over
    }

    pub(crate) fn acknowledged(&self) -> u64 {
        self.lock().done.len() as u64
    }

    /// Compares the promises with what the server has after it was killed.
    pub(crate) async fn must_be_stored(&self, http: &mut Http) {
        let path = format!("/api/tables/{}", self.table);
        let (status, body) = http.get(&path).await.expect("the server answers");
        assert_eq!(status, 200, "{}: {body}", self.table);
        let state: TableState = serde_json::from_value(body).expect("a state");
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
