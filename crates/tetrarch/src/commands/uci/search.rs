//! Runs a search on a thread, so that the session keeps reading commands.

use super::command::{GoParams, SeatClock};
use super::writer::UciWriter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tetrarch_engine::{Engine, time_budget};
use tetrarch_rules::{Seat, SeatNames, SeatSet};
use tetrarch_table::search::{Level, SearchLimits, SearchReport, SearchRequest, StopFlag, TimeBudget};
use tetrarch_table::{Clocks, Millis, Table, TimeControl};

/// What to search.
pub(super) struct SearchJob {
    pub(super) table: Box<dyn Table>,
    pub(super) seat: Seat,
    pub(super) go: GoParams,
    /// The request without the limits, which follow from `go`.
    pub(super) request: SearchRequest,
    pub(super) shares: bool,
}

/// A running search.
pub(super) struct RunningSearch {
    stop: StopFlag,
    /// The time to use after a `ponderhit`.
    budget: Option<TimeBudget>,
    /// Whether the search is pondering: `bestmove` must wait for `ponderhit` or `stop`.
    pondering: Arc<AtomicBool>,
    thread: JoinHandle<Box<dyn Engine>>,
}

/// How often a finished search checks whether it may report `bestmove`.
const WAIT_INTERVAL: Duration = Duration::from_millis(1);

impl RunningSearch {
    pub(super) fn start(engine: Box<dyn Engine>, job: SearchJob, writer: Arc<UciWriter>) -> RunningSearch {
        let stop = job.request.stop.clone();
        let budget = job.budget();
        let pondering = Arc::new(AtomicBool::new(job.go.ponder));
        let thread = {
            let pondering = Arc::clone(&pondering);
            thread::spawn(move || job.run(engine, &pondering, &writer))
        };
        RunningSearch { stop, budget, pondering, thread }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    /// Stops the search, which then reports its best move.
    pub(super) fn stop(&self) {
        self.stop.stop();
    }

    /// The opponent played the pondered move: starts the time budget. Without one, the search continues to its other limits.
    pub(super) fn ponder_hit(&self) {
        let stop = self.stop.clone();
        self.pondering.store(false, Ordering::Relaxed);
        let Some(TimeBudget { soft: wanted, .. }) = self.budget else { return };
        thread::spawn(move || {
            let end = Instant::now() + wanted;
            while Instant::now() < end && !stop.is_stopped() {
                thread::sleep(WAIT_INTERVAL);
            }
            stop.stop();
        });
    }

    /// Waits for the end of the search. `None` if the engine panicked.
    pub(super) fn finish(self) -> Option<Box<dyn Engine>> {
        self.thread.join().ok()
    }
}

impl SearchJob {
    fn run(self, mut engine: Box<dyn Engine>, pondering: &AtomicBool, writer: &UciWriter) -> Box<dyn Engine> {
        let best = self.search(&mut *engine, &mut |report| writer.report(&self, report));
        let is_waiting = || self.go.infinite || pondering.load(Ordering::Relaxed);
        while is_waiting() && !self.request.stop.is_stopped() {
            thread::sleep(WAIT_INTERVAL);
        }
        writer.line(&format!("bestmove {}", best.as_deref().unwrap_or("(none)")));
        engine
    }

    fn search(&self, engine: &mut dyn Engine, report: &mut dyn FnMut(&SearchReport)) -> Option<String> {
        let limits = self.limits();
        let by_the_clock = limits.time.is_some() && self.go.movetime.is_none();
        let request = SearchRequest { limits: Some(limits), ..self.request.clone() };
        if request.level < Level::MAX || (by_the_clock && request.lines == 1) {
            return engine.choose(&*self.table, &request, report);
        }
        let found = engine.analyse(&*self.table, &request, report)?;
        found.lines.first().and_then(|line| line.moves.first().cloned())
    }

    /// Whether `bestmove` must wait for the client.
    fn waits_for_stop(&self) -> bool {
        self.go.infinite || self.go.ponder
    }

    fn limits(&self) -> SearchLimits {
        SearchLimits {
            depth: self.go.depth.map(|depth| depth.clamp(1, u32::MAX.into()) as u32),
            nodes: self.go.nodes.map(|nodes| nodes.max(1)),
            time: self.budget().filter(|_| !self.waits_for_stop()),
        }
    }

    /// The clock of the seat to act. If only other clocks are given, the shortest of them counts.
    fn clock(&self) -> Option<&SeatClock> {
        let (clocks, playing, names) = (&self.go.clocks, self.table.playing(), self.table.seats());
        let own = clocks.iter().find(|clock| is_clock_of(&clock.seat, self.seat, playing, names));
        own.or_else(|| clocks.iter().min_by_key(|clock| clock.left))
    }

    /// The time budget from the client's parameters.
    fn budget(&self) -> Option<TimeBudget> {
        if let Some(time) = self.go.movetime {
            let time = Duration::from_millis(time.max(1));
            return Some(TimeBudget { soft: time, hard: time });
        }
        let clock = self.clock()?;
        if let Some(moves) = self.go.movestogo {
            return Some(budget_to_control(clock.left, moves.max(1), clock.increment));
        }
        let control =
            TimeControl::Fischer { initial: Millis(clock.left), increment: Millis(clock.increment) };
        let mut clocks = Clocks::new(control);
        clocks.interrupt_turn(Some((self.seat, None)));
        Some(time_budget(&clocks, self.seat))
    }
}

/// Whether a clock belongs to a seat: by name, or `w` for the first seat in play and `b` for the second.
fn is_clock_of(clock: &str, seat: Seat, playing: SeatSet, names: SeatNames) -> bool {
    let place = playing.iter().position(|own| own == seat);
    clock == seat.name(names) || place.and_then(|place| ["w", "b"].get(place)) == Some(&clock)
}

/// An even part of the time to the next control, and never more than half of it.
fn budget_to_control(left: u64, moves: u64, increment: u64) -> TimeBudget {
    let wanted = left / moves.min(40) * 9 / 10 + increment / 2;
    let most = wanted.saturating_mul(2).min(left / 2).max(1);
    TimeBudget { soft: Duration::from_millis(wanted.clamp(1, most)), hard: Duration::from_millis(most) }
}
