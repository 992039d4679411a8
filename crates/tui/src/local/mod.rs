//! A table of one's own: people at this terminal and engines, with nobody else to ask.

mod deeds;
mod files;
mod picture;
mod save;
mod thinking;
mod undo;

pub use save::{Save, SaveFault};

use crate::{Desk, News, Order, Trouble, Who, words};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tetrarch_engine::{Limits, MakeEngine};
use tetrarch_protocol::TableState;
use tetrarch_rules::{Seat, Turn};
use tetrarch_table::{Entry, Games, Millis, Table};
use thinking::{Analyst, Thinkers};

/// What a program brings to the tables of its own.
#[derive(Copy, Clone)]
pub struct Kit {
    /// The games there are.
    pub games: Games,
    /// What makes an engine for the game of a name.
    pub engine: fn(&str) -> Option<MakeEngine>,
    /// What chance decides at a table, from a secret, and whether all chance so far came from it.
    pub deal: fn(&str, bool, &dyn Table) -> Option<String>,
    /// A new secret.
    pub secret: fn() -> String,
    /// How far engines may think; without it as the clock and their level say.
    pub limits: Option<Limits>,
}

/// A game being played at this terminal.
pub struct Local {
    kit: Kit,
    table: Box<dyn Table>,
    sitters: Vec<Who>,
    /// What chance is dealt from.
    secret: String,
    /// Whether everything that chance has shown came from the secret.
    dealt: bool,
    /// What was undone, the latest last; each is what one undo took away.
    undone: Vec<Vec<Entry>>,
    thinkers: Thinkers,
    analyst: Option<Analyst>,
    /// When the seat to act began to think.
    since: Instant,
    /// The file the game is kept in.
    file: Option<PathBuf>,
    state: TableState,
    seen: Instant,
    /// How much of the line has been told.
    told: usize,
}

impl Local {
    /// A new game.
    pub fn new(kit: Kit, table: Box<dyn Table>, sitters: Vec<Who>) -> Local {
        let state = picture::state(&*table, &sitters, Millis::ZERO);
        let told = table.line_length();
        let (secret, now) = ((kit.secret)(), Instant::now());
        let thinkers = Thinkers::new(table.game(), kit);
        Local {
            dealt: table.line_length() == 0 && table.start_text().is_none(),
            secret,
            kit,
            table,
            sitters,
            undone: Vec::new(),
            thinkers,
            analyst: None,
            since: now,
            file: None,
            state,
            seen: now,
            told,
        }
    }

    /// The same, kept in a file from now on: it is written after every change.
    ///
    /// # Errors
    /// If the file cannot be written, or holds something that is not such a game.
    pub fn keep_in(&mut self, file: PathBuf) -> Result<(), SaveFault> {
        self.save().write(self.kit.games, &file)?;
        self.file = Some(file);
        Ok(())
    }

    fn who(&self, seat: Seat) -> Who {
        self.sitters.get(seat.index()).copied().unwrap_or(Who::Me)
    }

    /// The seat to act, if somebody at this terminal decides for it.
    fn my_turn(&self) -> Option<Seat> {
        self.table.turn().seat().filter(|seat| self.who(*seat) == Who::Me)
    }

    fn spent(&self) -> Millis {
        Millis(self.since.elapsed().as_millis() as u64)
    }

    /// After something has happened: what there is to see, and what engines are to think about.
    fn changed(&mut self) -> Vec<String> {
        self.thinkers.forget_questions();
        // An offer, an answer or another sitter does not give back the time that was thought.
        if self.state.line.len() != self.table.line_length() {
            self.since = Instant::now();
        }
        let mut news = self.look_again();
        if let Some(analyst) = &mut self.analyst {
            analyst.look_at(&*self.table);
        }
        if let Some(file) = self.file.clone()
            && let Err(fault) = self.save().write(self.kit.games, &file)
        {
            news.push(format!("The game could not be kept: {fault}"));
        }
        news
    }

    /// Takes a new picture, and tells what was played since the last.
    fn look_again(&mut self) -> Vec<String> {
        let over = self.state.now.outcome.is_some();
        let offers = self.state.now.offers.clone();
        let used = if self.table.clocks().running().is_some() { self.spent() } else { Millis::ZERO };
        self.state = picture::state(&*self.table, &self.sitters, used);
        self.seen = Instant::now();
        let mut news: Vec<String> = self.state.line.iter().skip(self.told).map(words::step).collect();
        self.told = self.state.line.len();
        news.extend(self.state.now.offers.iter().filter(|offer| !offers.contains(offer)).map(words::waiting));
        if let Some(outcome) = self.state.now.outcome.as_ref().filter(|_| !over) {
            news.push(words::outcome(outcome));
        }
        news
    }

    /// Chance decides, as often as it is its turn.
    fn deal(&mut self) -> Vec<String> {
        let mut news = Vec::new();
        while self.table.turn() == Turn::Chance {
            let dealt = (self.kit.deal)(&self.secret, self.dealt, &*self.table);
            if dealt.is_none_or(|outcome| self.table.enter(&outcome).is_err()) {
                news.push("What chance was to show does not fit this game.".to_string());
                return news;
            }
            news.extend(self.changed());
        }
        news
    }
}

impl Desk for Local {
    fn state(&self) -> &TableState {
        &self.state
    }

    fn seen(&self) -> Instant {
        self.seen
    }

    fn text(&self) -> Option<String> {
        Some(self.table.text())
    }

    fn busy(&self) -> bool {
        let asked = (0..self.sitters.len()).map(Seat::new).any(|seat| self.is_asked(seat));
        self.table.turn() == Turn::Chance || asked || self.thinkers.hint_awaited()
    }

    fn attended(&self) -> bool {
        self.sitters.contains(&Who::Me)
    }

    fn obey(&mut self, order: Order) -> Result<Vec<String>, Trouble> {
        self.carry_out(order)
    }

    fn attend(&mut self, patience: Duration) -> Vec<News> {
        let mut words = self.deal();
        if self.table.time_is_up(self.spent()) {
            words.extend(self.changed());
        }
        self.ask_engines();
        if words.is_empty() {
            words.extend(self.hear_engines(patience));
        }
        let mut news: Vec<News> = words.into_iter().map(News::Words).collect();
        let report = self.analyst.as_mut().and_then(Analyst::report);
        news.extend(report.map(News::Analysis));
        news
    }
}
