//! A table of one's own: people at this terminal and engines, with nobody else to ask.

mod commands;
mod engines;
mod files;
mod save;
mod state;
mod undo;

pub use save::{SaveError, SavedGame};

use crate::{PlaySession, PlayerKind, SessionEvent, UserCommand, UserError, words};
use engines::{BackgroundAnalysis, SeatEngines};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tetrarch_engine::{MakeEngine, SearchLimits};
use tetrarch_protocol::TableState;
use tetrarch_rules::{Seat, Turn};
use tetrarch_table::{Games, LogEntry, Millis, Table};

/// What a program brings to the tables of its own.
#[derive(Copy, Clone)]
pub struct Deps {
    /// The games there are.
    pub games: Games,
    /// What makes an engine for the game of a name.
    pub engine: fn(&str) -> Option<MakeEngine>,
    /// What chance decides at a table, from a secret, and whether all chance so far came from it.
    pub deal_chance: fn(&str, bool, &dyn Table) -> Option<String>,
    /// A new secret.
    pub new_secret: fn() -> String,
    /// How far engines may think; without it as the clock and their level say.
    pub limits: Option<SearchLimits>,
}

/// A game being played at this terminal.
pub struct LocalSession {
    deps: Deps,
    table: Box<dyn Table>,
    players: Vec<PlayerKind>,
    /// What chance is dealt from.
    secret: String,
    /// Whether everything that chance has shown came from the secret.
    all_dealt: bool,
    /// What was undone, the latest last; each is what one undo took away.
    redo_stack: Vec<Vec<LogEntry>>,
    engines: SeatEngines,
    analysis: Option<BackgroundAnalysis>,
    /// When the seat to act began to think.
    turn_started: Instant,
    /// The file the game is kept in.
    file: Option<PathBuf>,
    state: TableState,
    seen_at: Instant,
    /// How much of the line has been told.
    reported_actions: usize,
}

impl LocalSession {
    /// A new game.
    pub fn new(deps: Deps, table: Box<dyn Table>, players: Vec<PlayerKind>) -> LocalSession {
        let state = state::table_state(&*table, &players, Millis::ZERO);
        let reported_actions = table.line_len();
        let (secret, now) = ((deps.new_secret)(), Instant::now());
        let engines = SeatEngines::new(table.game(), deps);
        LocalSession {
            all_dealt: table.line_len() == 0 && table.start_text().is_none(),
            secret,
            deps,
            table,
            players,
            redo_stack: Vec::new(),
            engines,
            analysis: None,
            turn_started: now,
            file: None,
            state,
            seen_at: now,
            reported_actions,
        }
    }

    /// The same, kept in a file from now on: it is written after every change.
    ///
    /// # Errors
    /// If the file cannot be written, or holds something that is not such a game.
    pub fn autosave_to(&mut self, file: PathBuf) -> Result<(), SaveError> {
        self.to_save().write(self.deps.games, &file)?;
        self.file = Some(file);
        Ok(())
    }

    fn player(&self, seat: Seat) -> PlayerKind {
        self.players.get(seat.index()).copied().unwrap_or(PlayerKind::Human)
    }

    /// The seat to act, if somebody at this terminal decides for it.
    fn my_turn(&self) -> Option<Seat> {
        self.table.turn().seat().filter(|seat| self.player(*seat) == PlayerKind::Human)
    }

    fn time_spent(&self) -> Millis {
        Millis(self.turn_started.elapsed().as_millis() as u64)
    }

    /// After something has happened: what there is to see, and what engines are to think about.
    fn after_change(&mut self) -> Vec<String> {
        self.engines.cancel_all();
        // An offer, an answer or another sitter does not give back the time that was thought.
        if self.state.line.len() != self.table.line_len() {
            self.turn_started = Instant::now();
        }
        let mut news = self.refresh_state();
        if let Some(analyst) = &mut self.analysis {
            analyst.restart(&*self.table);
        }
        if let Some(file) = self.file.clone()
            && let Err(fault) = self.to_save().write(self.deps.games, &file)
        {
            news.push(format!("The game could not be kept: {fault}"));
        }
        news
    }

    /// Takes a new picture, and tells what was played since the last.
    fn refresh_state(&mut self) -> Vec<String> {
        let over = self.state.now.outcome.is_some();
        let offers = self.state.now.offers.clone();
        let used = if self.table.clocks().running().is_some() { self.time_spent() } else { Millis::ZERO };
        self.state = state::table_state(&*self.table, &self.players, used);
        self.seen_at = Instant::now();
        let mut news: Vec<String> =
            self.state.line.iter().skip(self.reported_actions).map(words::step).collect();
        self.reported_actions = self.state.line.len();
        news.extend(
            self.state.now.offers.iter().filter(|offer| !offers.contains(offer)).map(words::pending_offer),
        );
        if let Some(outcome) = self.state.now.outcome.as_ref().filter(|_| !over) {
            news.push(words::outcome(outcome));
        }
        news
    }

    /// Chance decides, as often as it is its turn.
    fn resolve_chance(&mut self) -> Vec<String> {
        let mut news = Vec::new();
        while self.table.turn() == Turn::Chance {
            let dealt = (self.deps.deal_chance)(&self.secret, self.all_dealt, &*self.table);
            if dealt.is_none_or(|outcome| self.table.apply(&outcome).is_err()) {
                news.push("What chance was to show does not fit this game.".to_string());
                return news;
            }
            news.extend(self.after_change());
        }
        news
    }
}

impl PlaySession for LocalSession {
    fn state(&self) -> &TableState {
        &self.state
    }

    fn seen_at(&self) -> Instant {
        self.seen_at
    }

    fn position_text(&self) -> Option<String> {
        Some(self.table.text())
    }

    fn is_busy(&self) -> bool {
        let asked = (0..self.players.len()).map(Seat::new).any(|seat| self.engine_must_act(seat));
        self.table.turn() == Turn::Chance || asked || self.engines.is_hint_pending()
    }

    fn has_local_player(&self) -> bool {
        self.players.contains(&PlayerKind::Human)
    }

    fn execute(&mut self, order: UserCommand) -> Result<Vec<String>, UserError> {
        self.run(order)
    }

    fn poll(&mut self, patience: Duration) -> Vec<SessionEvent> {
        let mut words = self.resolve_chance();
        if self.table.check_flag(self.time_spent()) {
            words.extend(self.after_change());
        }
        self.start_engines();
        if words.is_empty() {
            words.extend(self.poll_engines(patience));
        }
        let mut news: Vec<SessionEvent> = words.into_iter().map(SessionEvent::Message).collect();
        let report = self.analysis.as_mut().and_then(BackgroundAnalysis::latest_report);
        news.extend(report.map(SessionEvent::Analysis));
        news
    }
}
