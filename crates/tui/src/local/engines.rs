//! Engines that think on threads of their own, so that nobody waits for them.

use super::{Deps, LocalSession};
use crate::{PlayerKind, words};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;
use tetrarch_engine::{
    AnalysisParams, Answer, Engine, EngineSettings, Level, MoveRequest, SearchLimits, SearchReport, StopFlag,
};
use tetrarch_rules::{Seat, Turn};
use tetrarch_table::Table;

/// How often an engine may answer what cannot be done before its seat gives up.
const MAX_ENGINE_FAILURES: u32 = 3;
/// How long a hint is thought about.
const HINT_TIME: Duration = Duration::from_secs(1);
/// How many lines an analysis has.
const ANALYSIS_LINES: usize = 3;

/// An engine that is back from its thoughts.
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

/// The engines of a table, one for each seat that needs one, and one for hints.
pub(super) struct SeatEngines {
    game: &'static str,
    deps: Deps,
    /// Counts what has happened: an answer to something older is late.
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

    /// What is thought about now is out of date.
    pub(super) fn cancel_all(&mut self) {
        self.generation += 1;
        self.pending.drain(..).for_each(|thought| thought.stop.stop());
    }

    pub(super) fn is_hint_pending(&self) -> bool {
        self.pending.iter().any(|thought| thought.seat.is_none())
    }

    fn is_thinking(&self, seat: Option<Seat>) -> bool {
        self.pending.iter().any(|thought| thought.seat == seat)
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
        let (asked, sender, stop) = (self.generation, self.sender.clone(), StopFlag::new());
        let limits = if seat.is_none() { Some(SearchLimits::time(HINT_TIME)) } else { self.deps.limits };
        let think = MoveRequest { level, limits, stop: stop.clone() };
        let table = table.snapshot();
        self.pending.push(PendingSearch { seat, generation: asked, stop });
        thread::spawn(move || {
            let answer = match seat {
                Some(seat) => engine.answer(&*table, seat, &think),
                None => engine.choose(&*table, &think, &mut |_| {}).map(Answer::Act),
            };
            // Nobody listens any more once the table is left.
            let _ = sender.send(FinishedSearch { seat, generation: asked, engine, answer });
        });
    }
}

impl Drop for SeatEngines {
    fn drop(&mut self) {
        self.cancel_all();
    }
}

/// Some number from a text of hexadecimal digits.
fn seed(secret: &str) -> u64 {
    u64::from_str_radix(secret.get(..16).unwrap_or_default(), 16).unwrap_or(0)
}

impl LocalSession {
    /// Whether an engine sits here and is to act or to answer.
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

    /// Waits for an engine's answer and does what it says.
    pub(super) fn poll_engines(&mut self, patience: Duration) -> Vec<String> {
        let Ok(back) = self.engines.receiver.recv_timeout(patience) else { return Vec::new() };
        let FinishedSearch { seat, generation: asked, engine, answer } = back;
        self.engines.idle.push((seat, engine));
        if asked != self.engines.generation {
            return Vec::new();
        }
        self.engines.pending.retain(|thought| thought.seat != seat || thought.generation != asked);
        match (seat, answer) {
            (Some(seat), answer) => self.apply_answer(seat, answer),
            (None, Some(Answer::Act(text))) => {
                vec![format!("The engine would play {}.", self.displayed_choice(&text))]
            }
            (None, _) => vec!["There is nothing to suggest.".to_string()],
        }
    }

    /// How players write one of the choices.
    fn displayed_choice(&self, text: &str) -> String {
        let choice = self.state.view.choices.iter().find(|choice| choice.text == text);
        choice.map_or(text, |choice| words::displayed_action(&choice.text, &choice.label)).to_string()
    }

    fn apply_answer(&mut self, seat: Seat, answer: Option<Answer>) -> Vec<String> {
        let spent = self.time_spent();
        let done = match answer {
            Some(Answer::Act(text)) => self.table.act(seat, &text, spent),
            Some(Answer::Offer(kind)) => self.table.propose(seat, &kind),
            Some(Answer::Accept(kind)) => self.table.accept(seat, &kind),
            Some(Answer::Decline(kind)) => self.table.decline(seat, &kind),
            Some(Answer::Claim) => self.table.claim_draw(seat),
            Some(Answer::Resign) => self.table.resign(seat),
            None => self.table.resign(seat),
        };
        match done {
            Ok(()) => self.engines.failures = 0,
            Err(_) if self.engines.failures < MAX_ENGINE_FAILURES => self.engines.failures += 1,
            Err(_) => drop(self.table.resign(seat)),
        }
        self.after_change()
    }
}

/// An engine that looks at the position for as long as it stands.
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

    /// The deepest look since it was last asked for.
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
    let question = AnalysisParams { limits: SearchLimits::NONE, lines: ANALYSIS_LINES, stop: stop.clone() };
    let table = table.snapshot();
    thread::spawn(move || {
        let Ok(mut engine) = make(&EngineSettings::default()) else { return };
        engine.analyse(&*table, &question, &mut |report| drop(sender.send(report.clone())));
    });
    (stop, reports)
}
