//! Runs engine searches on background threads.

use super::{Deps, LocalSession};
use crate::{PlayerKind, state_text};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;
use tetrarch_engine::{Answer, Engine, EngineSettings};
use tetrarch_rules::{Seat, Turn};
use tetrarch_table::search::{Level, SearchLimits, SearchReport, SearchRequest, StopFlag};
use tetrarch_table::{Table, TableError, TableEvent};

/// How many illegal answers in a row make an engine resign its seat.
const MAX_ENGINE_FAILURES: u32 = 3;
/// The search time of a hint.
const HINT_TIME: Duration = Duration::from_secs(1);
/// The number of lines of the analysis.
const ANALYSIS_LINES: usize = 3;

/// The result of a finished search, with the engine to reuse.
struct FinishedSearch {
    seat: Option<Seat>,
    generation: u64,
    engine: Box<dyn Engine>,
    answer: Option<Answer>,
}

struct PendingSearch {
    seat: Option<Seat>,
    generation: u64,
    stop: StopFlag,
}

/// The engines of a table: one for each engine seat, and one for hints (seat `None`).
pub(super) struct SeatEngines {
    game: &'static str,
    deps: Deps,
    /// Counts changes of the table. An answer to an older generation is discarded.
    generation: u64,
    pending: Vec<PendingSearch>,
    idle: Vec<(Option<Seat>, Box<dyn Engine>)>,
    failures: u32,
    sender: Sender<FinishedSearch>,
    receiver: Receiver<FinishedSearch>,
}

impl SeatEngines {
    pub(super) fn new(game: &'static str, deps: Deps) -> SeatEngines {
        let (sender, receiver) = mpsc::channel();
        let (pending, idle) = (Vec::new(), Vec::new());
        SeatEngines { game, deps, generation: 0, pending, idle, failures: 0, sender, receiver }
    }

    /// Stops all searches: the position they search is out of date.
    pub(super) fn cancel_all(&mut self) {
        self.generation += 1;
        self.pending.drain(..).for_each(|search| search.stop.stop());
    }

    pub(super) fn is_hint_pending(&self) -> bool {
        self.pending.iter().any(|search| search.seat.is_none())
    }

    fn is_thinking(&self, seat: Option<Seat>) -> bool {
        self.pending.iter().any(|search| search.seat == seat)
    }

    fn take(&mut self, seat: Option<Seat>) -> Option<Box<dyn Engine>> {
        if let Some(place) = self.idle.iter().position(|(own, _)| *own == seat) {
            return Some(self.idle.remove(place).1);
        }
        let mut engine = (self.deps.engine)(self.game)?(&EngineSettings::default()).ok()?;
        engine.new_game(seed(&(self.deps.new_secret)()));
        Some(engine)
    }

    fn start_search(&mut self, seat: Option<Seat>, table: &dyn Table, level: Level) {
        let Some(mut engine) = self.take(seat) else { return };
        let (generation, sender, stop) = (self.generation, self.sender.clone(), StopFlag::new());
        let limits = if seat.is_none() { Some(SearchLimits::time(HINT_TIME)) } else { self.deps.limits };
        let request = SearchRequest { limits, stop: stop.clone(), ..SearchRequest::at_level(level) };
        let table = table.snapshot();
        self.pending.push(PendingSearch { seat, generation, stop });
        thread::spawn(move || {
            let answer = match seat {
                Some(seat) => engine.answer(&*table, seat, &request),
                None => engine.choose(&*table, &request, &mut |_| {}).map(Answer::Act),
            };
            // The receiver is gone once the session has ended.
            let _ = sender.send(FinishedSearch { seat, generation, engine, answer });
        });
    }
}

impl Drop for SeatEngines {
    fn drop(&mut self) {
        self.cancel_all();
    }
}

/// The engine seed: the first 16 hexadecimal digits of a secret.
fn seed(secret: &str) -> u64 {
    u64::from_str_radix(secret.get(..16).unwrap_or_default(), 16).unwrap_or(0)
}

impl LocalSession {
    /// Whether an engine plays this seat and has to act or to answer an offer.
    pub(super) fn engine_must_act(&self, seat: Seat) -> bool {
        let waits = || self.table.offers().iter().any(|offer| offer.waiting.contains(seat));
        matches!(self.player(seat), PlayerKind::Engine(_))
            && (self.table.turn() == Turn::Seat(seat) || waits())
    }

    pub(super) fn start_engines(&mut self) {
        for seat in (0..self.players.len()).map(Seat::new) {
            let PlayerKind::Engine(level) = self.player(seat) else { continue };
            if self.engine_must_act(seat) && !self.engines.is_thinking(Some(seat)) {
                self.engines.start_search(Some(seat), &*self.table, level);
            }
        }
    }

    pub(super) fn start_hint(&mut self) {
        if !self.engines.is_hint_pending() {
            self.engines.start_search(None, &*self.table, Level::MAX);
        }
    }

    /// Waits for an engine's answer and applies it.
    pub(super) fn poll_engines(&mut self, timeout: Duration) -> Vec<String> {
        let Ok(finished) = self.engines.receiver.recv_timeout(timeout) else { return Vec::new() };
        let FinishedSearch { seat, generation, engine, answer } = finished;
        self.engines.idle.push((seat, engine));
        if generation != self.engines.generation {
            return Vec::new();
        }
        self.engines.pending.retain(|search| search.seat != seat || search.generation != generation);
        match (seat, answer) {
            (Some(seat), answer) => self.apply_answer(seat, answer),
            (None, Some(Answer::Act(text))) => {
                vec![format!("The engine suggests {}.", self.displayed_choice(&text))]
            }
            (None, _) => vec!["The engine has no suggestion.".to_string()],
        }
    }

    /// A choice in the players' notation.
    fn displayed_choice(&self, text: &str) -> String {
        let choice = self.state.view.choices.iter().find(|choice| choice.text == text);
        choice.map_or(text, |choice| state_text::displayed_action(&choice.text, &choice.label)).to_string()
    }

    fn apply_answer(&mut self, seat: Seat, answer: Option<Answer>) -> Vec<String> {
        let spent = self.time_spent();
        let event = answer.unwrap_or(Answer::Resign).into_event(seat, spent);
        match self.table.apply(&event) {
            Ok(_) => self.engines.failures = 0,
            Err(TableError::FlagFell { .. }) => drop(self.apply_flag_fall(spent)),
            Err(_) if self.engines.failures < MAX_ENGINE_FAILURES => self.engines.failures += 1,
            Err(_) => drop(self.table.apply(&TableEvent::Resigned { seat })),
        }
        self.after_change()
    }
}

/// An analysis of the current position that runs until the position changes.
pub(super) struct BackgroundAnalysis {
    make: tetrarch_engine::MakeEngine,
    stop: StopFlag,
    reports: Receiver<SearchReport>,
}

impl BackgroundAnalysis {
    pub(super) fn new(make: tetrarch_engine::MakeEngine, table: &dyn Table) -> BackgroundAnalysis {
        let (stop, reports) = spawn_analysis(make, table);
        BackgroundAnalysis { make, stop, reports }
    }

    pub(super) fn restart(&mut self, table: &dyn Table) {
        self.stop.stop();
        (self.stop, self.reports) = spawn_analysis(self.make, table);
    }

    /// The deepest report since the last call.
    pub(super) fn latest_report(&mut self) -> Option<SearchReport> {
        self.reports.try_iter().last()
    }
}

impl Drop for BackgroundAnalysis {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

fn spawn_analysis(
    make: tetrarch_engine::MakeEngine,
    table: &dyn Table,
) -> (StopFlag, Receiver<SearchReport>) {
    let (sender, reports) = mpsc::channel();
    let stop = StopFlag::new();
    let request = SearchRequest { lines: ANALYSIS_LINES, stop: stop.clone(), ..SearchRequest::default() };
    let table = table.snapshot();
    thread::spawn(move || {
        let Ok(mut engine) = make(&EngineSettings::default()) else { return };
        engine.analyse(&*table, &request, &mut |report| drop(sender.send(report.clone())));
    });
    (stop, reports)
}
