//! Schedules the actions of a table and collects latencies.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::turns::{Place, Turns};

/// The number of measured turns per server.
const MEASURED_TURNS: u32 = 6;

/// A measurement of a server: a warm-up, then a period in which actions are counted.
pub(crate) struct Window {
    pub(crate) from: Instant,
    pub(crate) to: Instant,
    /// When the server is under load.
    pub(crate) turns: Turns,
    /// The total time under load during the measurement.
    pub(crate) measured: Duration,
    latencies: Mutex<Vec<Duration>>,
    failed: AtomicU64,
}

impl Window {
    pub(crate) fn new(started: Instant, place: Place, warm_up: Duration) -> Arc<Window> {
        let from = started + Turns::all(Turns::periods(warm_up));
        Arc::new(Window {
            from,
            to: from + Turns::all(MEASURED_TURNS),
            turns: Turns::new(started, place),
            measured: Turns::own(MEASURED_TURNS),
            latencies: Mutex::default(),
            failed: AtomicU64::new(0),
        })
    }

    pub(crate) fn is_over(&self) -> bool {
        Instant::now() >= self.to
    }

    /// All latencies, and the number of failures.
    pub(crate) fn result(&self) -> (Vec<Duration>, u64) {
        let latencies = std::mem::take(&mut *self.latencies.lock().expect("unbroken"));
        (latencies, self.failed.load(Ordering::Relaxed))
    }
}

/// The pace of one table.
pub(crate) struct Pace {
    window: Arc<Window>,
    /// The server's time under load when the table's first action is due.
    started: Duration,
    /// The interval between actions; `None` to act as soon as possible.
    every: Option<Duration>,
    acted: AtomicU64,
    own: Mutex<Vec<Duration>>,
}

impl Pace {
    /// `phase`, from 0 to 1, is the table's phase, so that tables with a fixed rate do not all act at the same moment.
    pub(crate) fn new(window: Arc<Window>, every: Option<Duration>, phase: f64) -> Arc<Pace> {
        let (acted, own) = (AtomicU64::new(0), Mutex::default());
        let under_load = window.turns.under_load(Instant::now());
        let started = every.map_or(under_load, |every| {
            let whole = (under_load.as_secs_f64() / every.as_secs_f64() - phase).ceil();
            every.mul_f64((whole + phase).max(0.0))
        });
        Arc::new(Pace { window, started, every, acted, own })
    }

    /// Waits until the next action is due. Returns the instant from which its latency counts: for a late table that is when the
    /// action was due, not when it could be sent.
    pub(crate) async fn wait(&self) -> Instant {
        let number = self.acted.fetch_add(1, Ordering::Relaxed);
        let Some(every) = self.every else {
            self.window.turns.wait().await;
            return Instant::now();
        };
        let due = self.window.turns.after(self.started + every.mul_f64(number as f64));
        if Instant::now() > due {
            return due;
        }
        tokio::time::sleep_until(due.into()).await;
        // Do not charge the server for an inaccurate timer.
        Instant::now()
    }

    pub(crate) fn acknowledged(&self, due: Instant) {
        let now = Instant::now();
        // At the peak, only actions acknowledged within a turn count; at a fixed rate, all of them count.
        let counts = self.every.is_some() || self.window.turns.has(now);
        if counts && (self.window.from..self.window.to).contains(&now) {
            self.own.lock().expect("unbroken").push(now - due);
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

    /// Adds the table's latencies to the measurement. Returns the number of actions.
    pub(crate) fn end(&self) -> u64 {
        let mut own = self.own.lock().expect("unbroken");
        self.window.latencies.lock().expect("unbroken").append(&mut own);
        self.acted.load(Ordering::Relaxed)
    }
}
