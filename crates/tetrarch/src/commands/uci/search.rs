//! A search in a thread of its own, so that the client is always heard.

use super::command::Go;
use super::says::Says;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tetrarch_engine::{Budget, Engine, Level, Limits, Question, Report, Stop, Think, budget};
use tetrarch_rules::{Seat, SeatNames};
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
    thread: JoinHandle<Box<dyn Engine>>,
}

/// How often a search that is done looks whether it may say so.
const LOOK: Duration = Duration::from_millis(1);

impl Search {
    pub(super) fn begin(engine: Box<dyn Engine>, task: Task, says: Arc<Says>) -> Search {
        let stop = Stop::new();
        let budget = task.budget();
        let thread = {
            let stop = stop.clone();
            thread::spawn(move || task.run(engine, &stop, &says))
        };
        Search { stop, budget, thread }
    }

    pub(super) fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    /// It says what it has found, soon.
    pub(super) fn stop(&self) {
        self.stop.pull();
    }

    /// What was pondered about has been played: from now on the time counts.
    pub(super) fn ponder_hit(&self) {
        let stop = self.stop.clone();
        let wanted = self.budget.map_or(Duration::ZERO, |budget| budget.wanted);
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
    fn run(self, mut engine: Box<dyn Engine>, stop: &Stop, says: &Says) -> Box<dyn Engine> {
        let names = self.table.seats();
        let best = self.search(&mut *engine, stop, &mut |report| says.report(&self, names, report));
        while self.waits() && !stop.is_pulled() {
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

    /// How long to think, by what the client has said.
    fn budget(&self) -> Option<Budget> {
        if let Some(time) = self.go.movetime {
            let time = Duration::from_millis(time.max(1));
            return Some(Budget { wanted: time, most: time });
        }
        let clock = self.go.clocks.iter().find(|clock| sits(&clock.seat, self.seat, self.table.seats()))?;
        if let Some(moves) = self.go.movestogo {
            return Some(shared(clock.left, moves.max(1), clock.increment));
        }
        let control = Control::Fischer { initial: Millis(clock.left), increment: Millis(clock.increment) };
        let mut clocks = Clocks::new(control);
        clocks.break_off(Some((self.seat, None)));
        Some(budget(&clocks, self.seat))
    }
}

/// Whether a clock is this seat's: by its name, or `w` for the first and `b` for the second.
fn sits(clock: &str, seat: Seat, names: SeatNames) -> bool {
    clock == seat.name(names) || ["w", "b"].get(seat.index()) == Some(&clock)
}

/// A fair part of the time to the next control, and never all of it.
fn shared(left: u64, moves: u64, increment: u64) -> Budget {
    let wanted = left / moves.min(40) * 9 / 10 + increment / 2;
    let most = wanted.saturating_mul(2).min(left / 2).max(1);
    Budget { wanted: Duration::from_millis(wanted.clamp(1, most)), most: Duration::from_millis(most) }
}
