//! A local game between people at this terminal and engines.

mod commands;
mod engines;
mod files;
mod save;
mod state;
mod undo;

pub use save::{SaveError, SavedGame};

use crate::{PlaySession, PlayerKind, SessionEvent, UserCommand, UserError, state_text};
use engines::{BackgroundAnalysis, SeatEngines};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tetrarch_engine::MakeEngine;
use tetrarch_protocol::TableState;
use tetrarch_rules::{Seat, Turn};
use tetrarch_table::search::SearchLimits;
use tetrarch_table::{Games, Millis, Table, TableEvent};

/// What the program provides for local games.
#[derive(Copy, Clone)]
pub struct Deps {
    /// The available games.
    pub games: Games,
    /// Returns the engine constructor of a game, by name.
    pub engine: fn(&str) -> Option<MakeEngine>,
    /// The outcome of a chance turn. Takes the secret and whether all chance outcomes so far came from it.
    pub deal_chance: fn(&str, bool, &dyn Table) -> Option<String>,
    /// Creates a secret.
    pub new_secret: fn() -> String,
    /// The search limits of engines; by default the clock and the level decide.
    pub limits: Option<SearchLimits>,
}

/// A local game in progress.
pub struct LocalSession {
    deps: Deps,
    table: Box<dyn Table>,
    players: Vec<PlayerKind>,
    /// The secret that chance outcomes derive from.
    secret: String,
    /// Whether all chance outcomes so far came from the secret.
    all_dealt: bool,
    /// The log entries that each undo removed, the latest undo last.
    redo_stack: Vec<Vec<TableEvent>>,
    engines: SeatEngines,
    analysis: Option<BackgroundAnalysis>,
    /// When the current turn started.
    turn_started: Instant,
    /// The autosave file.
    file: Option<PathBuf>,
    state: TableState,
    seen_at: Instant,
    /// How many actions of the line the player has been shown.
    reported_actions: usize,
}

impl LocalSession {
    /// Starts a game at a table, with the player of each seat.
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

    /// Saves the game to a file now and after every change.
    ///
    /// # Errors
    /// If the file cannot be written, or exists and is not a saved game.
    pub fn autosave_to(&mut self, file: PathBuf) -> Result<(), SaveError> {
        self.to_save().write(self.deps.games, &file)?;
        self.file = Some(file);
        Ok(())
    }

    fn player(&self, seat: Seat) -> PlayerKind {
        self.players.get(seat.index()).copied().unwrap_or(PlayerKind::Human)
    }

    /// The seat to act, if a person at this terminal plays it.
    fn my_turn(&self) -> Option<Seat> {
        self.table.turn().seat().filter(|seat| self.player(*seat) == PlayerKind::Human)
    }

    fn time_spent(&self) -> Millis {
        Millis(self.turn_started.elapsed().as_millis() as u64)
    }

    /// If the seat to act has used up its time, its flag falls.
    fn apply_flag_fall(&mut self, spent: Millis) -> bool {
        self.table.flag_fall(spent).is_some_and(|flag| self.table.apply(&flag).is_ok())
    }

    /// Updates everything that depends on the table: the state, the engines, the analysis and the autosave file. Returns the
    /// messages to show.
    fn after_change(&mut self) -> Vec<String> {
        self.engines.cancel_all();
        self.drop_stale_redo();
        // An offer, an answer or a new player on a seat does not reset the time spent on the turn.
        if self.state.line.len() != self.table.line_len() {
            self.turn_started = Instant::now();
        }
        let mut messages = self.refresh_state();
        if let Some(analyst) = &mut self.analysis {
            analyst.restart(&*self.table);
        }
        if let Some(file) = self.file.clone()
            && let Err(fault) = self.to_save().write(self.deps.games, &file)
        {
            messages.push(format!("Failed to save the game: {fault}"));
        }
        messages
    }

    /// Rebuilds the state and returns messages about what changed.
    fn refresh_state(&mut self) -> Vec<String> {
        let over = self.state.now.outcome.is_some();
        let offers = self.state.now.offers.clone();
        let used = if self.table.clocks().running().is_some() { self.time_spent() } else { Millis::ZERO };
        self.state = state::table_state(&*self.table, &self.players, used);
        self.seen_at = Instant::now();
        let mut messages: Vec<String> =
            self.state.line.iter().skip(self.reported_actions).map(state_text::step).collect();
        self.reported_actions = self.state.line.len();
        messages.extend(
            self.state
                .now
                .offers
                .iter()
                .filter(|offer| !offers.contains(offer))
                .map(state_text::pending_offer),
        );
        if let Some(outcome) = self.state.now.outcome.as_ref().filter(|_| !over) {
            messages.push(state_text::outcome(outcome));
        }
        messages
    }

    /// Plays the chance turns until a seat is to act.
    fn resolve_chance(&mut self) -> Vec<String> {
        let mut messages = Vec::new();
        while self.table.turn() == Turn::Chance {
            let dealt = (self.deps.deal_chance)(&self.secret, self.all_dealt, &*self.table);
            let revealed = dealt.map(|outcome| self.table.apply(&TableEvent::Revealed { outcome }));
            if !matches!(revealed, Some(Ok(_))) {
                messages.push("The dealt outcome does not fit this position.".to_string());
                return messages;
            }
            messages.extend(self.after_change());
        }
        messages
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

    fn execute(&mut self, command: UserCommand) -> Result<Vec<String>, UserError> {
        self.run(command)
    }

    fn poll(&mut self, timeout: Duration) -> Vec<SessionEvent> {
        let mut words = self.resolve_chance();
        if self.apply_flag_fall(self.time_spent()) {
            words.extend(self.after_change());
        }
        self.start_engines();
        if words.is_empty() {
            words.extend(self.poll_engines(timeout));
        }
        let mut events: Vec<SessionEvent> = words.into_iter().map(SessionEvent::Message).collect();
        let report = self.analysis.as_mut().and_then(BackgroundAnalysis::latest_report);
        events.extend(report.map(SessionEvent::Analysis));
        events
    }
}
