//! When a table's next action is due, and what is counted.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::turns::{Place, Turns};

/// For how many turns each server is measured.
const MEASURED: u32 = 6;

/// How long an action took, and in which of the server's turns it was due.
#[derive(Copy, Clone)]
pub(crate) struct Latency {
    pub(crate) turn: u32,
    pub(crate) time: Duration,
}

/// One measurement of a server: a time to warm up, then a time in which everything is counted.
pub(crate) struct Window {
    pub(crate) from: Instant,
    pub(crate) to: Instant,
    /// When the server is driven.
    pub(crate) turns: Turns,
    /// How long that is while everything is counted.
    pub(crate) measured: Duration,
    latencies: Mutex<Vec<Latency>>,
    failed: AtomicU64,
}

impl Window {
    pub(crate) fn new(begun: Instant, place: Place, warm_up: Duration) -> Arc<Window> {
        let from = begun + Turns::all(Turns::periods(warm_up));
        Arc::new(Window {
            from,
            to: from + Turns::all(MEASURED),
            turns: Turns::new(begun, place),
            measured: Turns::own(MEASURED),
            latencies: Mutex::default(),
            failed: AtomicU64::new(0),
        })
    }

    pub(crate) fn is_over(&self) -> bool {
        Instant::now() >= self.to
    }

    /// All latencies, and how many things went wrong.
    pub(crate) fn result(&self) -> (Vec<Latency>, u64) {
        let latencies = std::mem::take(&mut *self.latencies.lock().expect("unbroken"));
        (latencies, self.failed.load(Ordering::Relaxed))
    }

    /// The turns in which everything is counted.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> + use<> {
        let first = self.turns.number(self.turns.next(self.from));
        first..first + MEASURED
    }
}

/// The pace of one table.
pub(crate) struct Pace {
    window: Arc<Window>,
    /// How much time the server has had when the table's first action is due.
    begun: Duration,
    /// Between two actions; none: as soon as it is somebody's turn.
    every: Option<Duration>,
    acted: AtomicU64,
    own: Mutex<Vec<Latency>>,
}

impl Pace {
    /// `part` from 0 to 1 is the table's own place among all: tables that act at a rate do not all act at the same moment.
    pub(crate) fn new(window: Arc<Window>, every: Option<Duration>, part: f64) -> Arc<Pace> {
        let (acted, own) = (AtomicU64::new(0), Mutex::default());
        let had = window.turns.had(Instant::now());
        let begun = every.map_or(had, |every| {
            let whole = (had.as_secs_f64() / every.as_secs_f64() - part).ceil();
            every.mul_f64((whole + part).max(0.0))
        });
        Arc::new(Pace { window, begun, every, acted, own })
    }

    /// Waits until the next action is due. Answers from when on its acknowledgement is waited for: a table that is late
    /// has waited since the action was due, not since it could be made.
    pub(crate) async fn wait(&self) -> Instant {
        let number = self.acted.fetch_add(1, Ordering::Relaxed);
        let Some(every) = self.every else {
            self.window.turns.wait().await;
            return Instant::now();
        };
        let due = self.window.turns.after(self.begun + every.mul_f64(number as f64));
        if Instant::now() > due {
            return due;
        }
        tokio::time::sleep_until(due.into()).await;
        // What the timer has overslept is not the server's fault.
        Instant::now()
    }

    pub(crate) fn acknowledged(&self, due: Instant) {
        let now = Instant::now();
        // At the peak only what is done within a turn counts; at a rate everything, however late.
        let counts = self.every.is_some() || self.window.turns.has(now);
        if counts && (self.window.from..self.window.to).contains(&now) {
            let latency = Latency { turn: self.window.turns.number(due), time: now - due };
            self.own.lock().expect("unbroken").push(latency);
        }
    }

    pub(crate) fn fail(&self, text: &str) {
        if self.window.failed.fetch_add(1, Ordering::Relaxed) < 3 {
            eprintln!("refused: {text}");
        }
    }

    pub(crate) fn ends(&self) -> Instant {
        self.window.to
    }

    /// The table is left: its latencies are added to all. Answers with the number of actions.
    pub(crate) fn end(&self) -> u64 {
        let mut own = self.own.lock().expect("unbroken");
        self.window.latencies.lock().expect("unbroken").append(&mut own);
        self.acted.load(Ordering::Relaxed)
    }
}
