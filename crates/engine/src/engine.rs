//! A player behind one interface for all games.

use crate::{Level, Limits, Outlook, Score, Stop};
use serde::Serialize;
use std::time::Duration;
use tetrarch_rules::Seat;
use tetrarch_table::{OfferKind, Table};

/// What a player says when asked.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Answer {
    /// Plays this.
    Act(String),
    /// Proposes something; it is still to act.
    Offer(OfferKind),
    /// Agrees to a proposal.
    Accept(OfferKind),
    /// Does not agree to a proposal.
    Decline(OfferKind),
    /// Claims the draw that can be claimed.
    Claim,
    /// Gives up.
    Resign,
}

/// How an engine is to think about its answer.
#[derive(Clone, Debug)]
pub struct Think {
    /// How strong.
    pub level: Level,
    /// How far; without it as the clock and the level say.
    pub limits: Option<Limits>,
    /// To stop it from outside; it answers at once then with the best it has.
    pub stop: Stop,
}

impl Think {
    /// At a level, by the clock.
    pub fn at(level: Level) -> Think {
        Think { level, limits: None, stop: Stop::new() }
    }

    /// At full strength within limits.
    pub fn within(limits: Limits) -> Think {
        Think { level: Level::FULL, limits: Some(limits), stop: Stop::new() }
    }
}

/// A question about a position.
#[derive(Clone, Debug)]
pub struct Question {
    /// How far to look.
    pub limits: Limits,
    /// How many lines, the best first.
    pub lines: usize,
    /// To stop it from outside.
    pub stop: Stop,
}

/// What an engine has found about a position.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// How many plies deep.
    pub depth: u32,
    /// Positions seen.
    pub nodes: u64,
    /// How long it took.
    #[serde(skip)]
    pub time: Duration,
    /// How many of a thousand places in the memory are filled.
    #[serde(skip)]
    pub memory_permille: u32,
    /// The best lines, best first.
    pub lines: Vec<ReportLine>,
}

/// One line of a report.
#[derive(Clone, Debug, Serialize)]
pub struct ReportLine {
    /// How good it is for the seat to act.
    pub score: Score,
    /// The share of the point that each seat can expect, in seat order.
    pub shares: Vec<f64>,
    /// What is played, as it is written in records.
    pub moves: Vec<String>,
}

/// A player of one game.
///
/// It is a client of its seat: all it gets is the table, which holds nothing secret, and what it says is judged by
/// the table like anyone's words.
pub trait Engine: Send {
    /// What it says for a seat: the answer to an open proposal first, then its action. None if there is nothing
    /// for the seat to say, or the table is of another game.
    fn answer(&mut self, table: &dyn Table, seat: Seat, think: &Think) -> Option<Answer>;

    /// What it plays for the seat to act, without another word. Each deeper look is reported. None if there is
    /// nothing to decide.
    fn choose(&mut self, table: &dyn Table, think: &Think, report: &mut dyn FnMut(&Report))
    -> Option<String>;

    /// Looks at the position for the seat to act, at full strength. Each deeper look is reported. None if there is
    /// nothing to decide.
    fn analyse(
        &mut self,
        table: &dyn Table,
        question: &Question,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Report>;

    /// Forgets what it has learnt: another game begins. `seed` fixes the mistakes it makes.
    fn new_game(&mut self, seed: u64);

    /// Takes a memory of about so many mebibytes.
    fn set_memory(&mut self, mebibytes: usize);

    /// Uses so many threads.
    fn set_threads(&mut self, threads: usize);

    /// Thinks from now on as if the others played like this. False if the game knows no such question.
    fn suppose(&mut self, outlook: Outlook) -> bool {
        outlook == Outlook::Usual
    }
}

/// What an engine is made with.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Settings {
    /// The size of its memory in mebibytes.
    pub memory: usize,
    /// How many threads it uses.
    pub threads: usize,
    /// The text of a file of weights, if not those that self-play has found.
    pub weights: Option<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { memory: 16, threads: 1, weights: None }
    }
}

/// Makes an engine for one game.
///
/// # Errors
/// What is wrong with the weights.
pub type MakeEngine = fn(&Settings) -> Result<Box<dyn Engine>, String>;
