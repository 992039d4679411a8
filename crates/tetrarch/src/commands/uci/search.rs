//! A search in a thread of its own, so that the client is always heard.

use super::command::{Go, SeatClock};
use super::says::Says;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tetrarch_engine::{Budget, Engine, Level, Limits, Question, Report, Stop, Think, budget};
use tetrarch_rules::{Seat, SeatNames, SeatSet};
use tetrarch_table::{Clocks, Control, Millis, Table};

/// What is to be found out.
pub(super) struct Task {
    pub(super) table: Box<dyn Table>,
    pub(super) seat: Seat,
    pub(super) go: Go,
    pub(super) level: Level,
    pub(super) lines: usize,
    pub(super) shares: bool,
}

/// A search that runs.
pub(super) struct Search {
    stop: Stop,
    /// To play by once the pondering is over.
    budget: Option<Budget>,
    /// Whether nothing may be said before the client says that its guess was right, or stop.
    pondering: Arc<AtomicBool>,
    thread: JoinHandle<Box<dyn Engine>>,
}

/// How often a search that is done looks whether it may say so.
const LOOK: Duration = Duration::from_millis(1);

impl Search {
    pub(super) fn begin(engine: Box<dyn Engine>, task: Task, says: Arc<Says>) -> Search {
        let stop = Stop::new();
        let budget = task.budget();
        let pondering = Arc::new(AtomicBool::new(task.go.ponder));
        let thread = {
            let (stop, pondering) = (stop.clone(), Arc::clone(&pondering));
            thread::spawn(move || task.run(engine, &stop, &pondering, &says))
        };
        Search { stop, budget, pondering, thread }
    }

    pub(super) fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    /// It says what it has found, soon.
    pub(super) fn stop(&self) {
        self.stop.pull();
    }

    /// What was pondered about has been played: from now on the time counts. Without a time it goes on to its other limits.
    pub(super) fn ponder_hit(&self) {
        let stop = self.stop.clone();
        self.pondering.store(false, Ordering::Relaxed);
        let Some(Budget { wanted, .. }) = self.budget else { return };
        thread::spawn(move || {
            let end = Instant::now() + wanted;
            while Instant::now() < end && !stop.is_pulled() {
                thread::sleep(LOOK);
            }
            stop.pull();
        });
    }

    /// Waits for its end. None if the engine is lost.
    pub(super) fn finish(self) -> Option<Box<dyn Engine>> {
        self.thread.join().ok()
    }
}

impl Task {
    fn run(
        self,
        mut engine: Box<dyn Engine>,
        stop: &Stop,
        pondering: &AtomicBool,
        says: &Says,
    ) -> Box<dyn Engine> {
        let names = self.table.seats();
        let best = self.search(&mut *engine, stop, &mut |report| says.report(&self, names, report));
        while (self.go.infinite || pondering.load(Ordering::Relaxed)) && !stop.is_pulled() {
            thread::sleep(LOOK);
        }
        says.line(&format!("bestmove {}", best.as_deref().unwrap_or("(none)")));
        engine
    }

    fn search(
        &self,
        engine: &mut dyn Engine,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<String> {
        let (limits, stop) = (self.limits(), stop.clone());
        let by_the_clock = limits.time.is_some() && self.go.movetime.is_none();
        if self.level < Level::FULL || (by_the_clock && self.lines == 1) {
            let think = Think { level: self.level, limits: Some(limits), stop };
            return engine.choose(&*self.table, &think, report);
        }
        let question = Question { limits, lines: self.lines, stop };
        let found = engine.analyse(&*self.table, &question, report)?;
        found.lines.first().and_then(|line| line.moves.first().cloned())
    }

    /// Whether nothing may be said before the client says stop.
    fn waits(&self) -> bool {
        self.go.infinite || self.go.ponder
    }

    fn limits(&self) -> Limits {
        Limits {
            depth: self.go.depth.map(|depth| depth.clamp(1, u32::MAX.into()) as u32),
            nodes: self.go.nodes.map(|nodes| nodes.max(1)),
            time: self.budget().filter(|_| !self.waits()),
        }
    }

    /// The clock of the seat to act. Where only those of others are told, the shortest of them is taken for it.
    fn clock(&self) -> Option<&SeatClock> {
        let (clocks, playing, names) = (&self.go.clocks, self.table.playing(), self.table.seats());
        let own = clocks.iter().find(|clock| sits(&clock.seat, self.seat, playing, names));
        own.or_else(|| clocks.iter().min_by_key(|clock| clock.left))
    }

    /// How long to think, by what the client has said.
    fn budget(&self) -> Option<Budget> {
        if let Some(time) = self.go.movetime {
            let time = Duration::from_millis(time.max(1));
            return Some(Budget { wanted: time, most: time });
        }
        let clock = self.clock()?;
        if let Some(moves) = self.go.movestogo {
            return Some(shared(clock.left, moves.max(1), clock.increment));
        }
        let control = Control::Fischer { initial: Millis(clock.left), increment: Millis(clock.increment) };
        let mut clocks = Clocks::new(control);
        clocks.break_off(Some((self.seat, None)));
        Some(budget(&clocks, self.seat))
    }
}

/// Whether a clock is this seat's: by its name, or `w` for the first who plays and `b` for the second.
fn sits(clock: &str, seat: Seat, playing: SeatSet, names: SeatNames) -> bool {
    let place = playing.iter().position(|own| own == seat);
    clock == seat.name(names) || place.and_then(|place| ["w", "b"].get(place)) == Some(&clock)
}

/// A fair part of the time to the next control, and never all of it.
fn shared(left: u64, moves: u64, increment: u64) -> Budget {
    let wanted = left / moves.min(40) * 9 / 10 + increment / 2;
    let most = wanted.saturating_mul(2).min(left / 2).max(1);
    Budget { wanted: Duration::from_millis(wanted.clamp(1, most)), most: Duration::from_millis(most) }
}
