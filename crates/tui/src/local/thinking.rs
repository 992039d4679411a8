//! Engines that think on threads of their own, so that nobody waits for them.

use super::{Kit, Local};
use crate::{Who, words};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;
use tetrarch_engine::{Answer, Engine, Level, Limits, Question, Report, Settings, Stop, Think};
use tetrarch_rules::{Seat, Turn};
use tetrarch_table::Table;

/// How often an engine may answer what cannot be done before its seat gives up.
const PATIENCE: u32 = 3;
/// How long a hint is thought about.
const HINT: Duration = Duration::from_secs(1);
/// How many lines an analysis has.
const LINES: usize = 3;

/// An engine that is back from its thoughts.
struct Back {
    seat: Option<Seat>,
    asked: u64,
    engine: Box<dyn Engine>,
    answer: Option<Answer>,
}

struct Thought {
    seat: Option<Seat>,
    asked: u64,
    stop: Stop,
}

/// The engines of a table, one for each seat that needs one, and one for hints.
pub(super) struct Thinkers {
    game: &'static str,
    kit: Kit,
    /// Counts what has happened: an answer to something older is late.
    serial: u64,
    thinking: Vec<Thought>,
    resting: Vec<(Option<Seat>, Box<dyn Engine>)>,
    failures: u32,
    sender: Sender<Back>,
    receiver: Receiver<Back>,
}

impl Thinkers {
    pub(super) fn new(game: &'static str, kit: Kit) -> Thinkers {
        let (sender, receiver) = mpsc::channel();
        let (thinking, resting) = (Vec::new(), Vec::new());
        Thinkers { game, kit, serial: 0, thinking, resting, failures: 0, sender, receiver }
    }

    /// What is thought about now is out of date.
    pub(super) fn forget_questions(&mut self) {
        self.serial += 1;
        self.thinking.drain(..).for_each(|thought| thought.stop.pull());
    }

    pub(super) fn hint_awaited(&self) -> bool {
        self.thinking.iter().any(|thought| thought.seat.is_none())
    }

    fn is_thinking(&self, seat: Option<Seat>) -> bool {
        self.thinking.iter().any(|thought| thought.seat == seat)
    }

    fn take(&mut self, seat: Option<Seat>) -> Option<Box<dyn Engine>> {
        if let Some(place) = self.resting.iter().position(|(own, _)| *own == seat) {
            return Some(self.resting.remove(place).1);
        }
        let mut engine = (self.kit.engine)(self.game)?(&Settings::default()).ok()?;
        engine.new_game(seed(&(self.kit.secret)()));
        Some(engine)
    }

    fn ask(&mut self, seat: Option<Seat>, table: &dyn Table, level: Level) {
        let Some(mut engine) = self.take(seat) else { return };
        let (asked, sender, stop) = (self.serial, self.sender.clone(), Stop::new());
        let limits = if seat.is_none() { Some(Limits::time(HINT)) } else { self.kit.limits };
        let think = Think { level, limits, stop: stop.clone() };
        let table = table.snapshot();
        self.thinking.push(Thought { seat, asked, stop });
        thread::spawn(move || {
            let answer = match seat {
                Some(seat) => engine.answer(&*table, seat, &think),
                None => engine.choose(&*table, &think, &mut |_| {}).map(Answer::Act),
            };
            // Nobody listens any more once the table is left.
            let _ = sender.send(Back { seat, asked, engine, answer });
        });
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.forget_questions();
    }
}

/// Some number from a text of hexadecimal digits.
fn seed(secret: &str) -> u64 {
    u64::from_str_radix(secret.get(..16).unwrap_or_default(), 16).unwrap_or(0)
}

impl Local {
    /// Whether an engine sits here and is to act or to answer.
    pub(super) fn is_asked(&self, seat: Seat) -> bool {
        let waits = || self.table.offers().iter().any(|offer| offer.waiting.contains(seat));
        matches!(self.who(seat), Who::Engine(_)) && (self.table.turn() == Turn::Seat(seat) || waits())
    }

    pub(super) fn ask_engines(&mut self) {
        for seat in (0..self.sitters.len()).map(Seat::new) {
            let Who::Engine(level) = self.who(seat) else { continue };
            if self.is_asked(seat) && !self.thinkers.is_thinking(Some(seat)) {
                self.thinkers.ask(Some(seat), &*self.table, level);
            }
        }
    }

    pub(super) fn ask_for_hint(&mut self) {
        if !self.thinkers.hint_awaited() {
            self.thinkers.ask(None, &*self.table, Level::FULL);
        }
    }

    /// Waits for an engine's answer and does what it says.
    pub(super) fn hear_engines(&mut self, patience: Duration) -> Vec<String> {
        let Ok(back) = self.thinkers.receiver.recv_timeout(patience) else { return Vec::new() };
        let Back { seat, asked, engine, answer } = back;
        self.thinkers.resting.push((seat, engine));
        if asked != self.thinkers.serial {
            return Vec::new();
        }
        self.thinkers.thinking.retain(|thought| thought.seat != seat || thought.asked != asked);
        match (seat, answer) {
            (Some(seat), answer) => self.take_answer(seat, answer),
            (None, Some(Answer::Act(text))) => vec![format!("The engine would play {}.", self.label(&text))],
            (None, _) => vec!["There is nothing to suggest.".to_string()],
        }
    }

    /// How players write one of the choices.
    fn label(&self, text: &str) -> String {
        let choice = self.state.view.choices.iter().find(|choice| choice.text == text);
        choice.map_or(text, |choice| words::written(&choice.text, &choice.label)).to_string()
    }

    fn take_answer(&mut self, seat: Seat, answer: Option<Answer>) -> Vec<String> {
        let spent = self.spent();
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
            Ok(()) => self.thinkers.failures = 0,
            Err(_) if self.thinkers.failures < PATIENCE => self.thinkers.failures += 1,
            Err(_) => drop(self.table.resign(seat)),
        }
        self.changed()
    }
}

/// An engine that looks at the position for as long as it stands.
pub(super) struct Analyst {
    make: tetrarch_engine::MakeEngine,
    stop: Stop,
    reports: Receiver<Report>,
}

impl Analyst {
    pub(super) fn new(make: tetrarch_engine::MakeEngine, table: &dyn Table) -> Analyst {
        let (stop, reports) = begin(make, table);
        Analyst { make, stop, reports }
    }

    pub(super) fn look_at(&mut self, table: &dyn Table) {
        self.stop.pull();
        (self.stop, self.reports) = begin(self.make, table);
    }

    /// The deepest look since it was last asked for.
    pub(super) fn report(&mut self) -> Option<Report> {
        self.reports.try_iter().last()
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        self.stop.pull();
    }
}

fn begin(make: tetrarch_engine::MakeEngine, table: &dyn Table) -> (Stop, Receiver<Report>) {
    let (sender, reports) = mpsc::channel();
    let stop = Stop::new();
    let question = Question { limits: Limits::NONE, lines: LINES, stop: stop.clone() };
    let table = table.snapshot();
    thread::spawn(move || {
        let Ok(mut engine) = make(&Settings::default()) else { return };
        engine.analyse(&*table, &question, &mut |report| drop(sender.send(report.clone())));
    });
    (stop, reports)
}
