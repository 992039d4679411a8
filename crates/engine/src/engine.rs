//! A player behind one interface for all games.

use crate::{Level, OpponentModel, Score, SearchLimits, StopFlag};
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
pub struct MoveRequest {
    /// How strong.
    pub level: Level,
    /// How far; without it as the clock and the level say.
    pub limits: Option<SearchLimits>,
    /// To stop it from outside; it answers at once then with the best it has.
    pub stop: StopFlag,
}

impl MoveRequest {
    /// At a level, by the clock.
    pub fn at_level(level: Level) -> MoveRequest {
        MoveRequest { level, limits: None, stop: StopFlag::new() }
    }

    /// At full strength within limits.
    pub fn with_limits(limits: SearchLimits) -> MoveRequest {
        MoveRequest { level: Level::MAX, limits: Some(limits), stop: StopFlag::new() }
    }
}

/// A question about a position.
#[derive(Clone, Debug)]
pub struct AnalysisParams {
    /// How far to look.
    pub limits: SearchLimits,
    /// How many lines, the best first.
    pub lines: usize,
    /// To stop it from outside.
    pub stop: StopFlag,
}

/// What an engine has found about a position.
#[derive(Clone, Debug, Serialize)]
pub struct SearchReport {
    /// How many plies deep.
    pub depth: u32,
    /// Positions seen.
    pub nodes: u64,
    /// How long it took.
    #[serde(skip)]
    pub time: Duration,
    /// How many of a thousand places in the memory are filled.
    #[serde(skip)]
    pub hashfull: u32,
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
    fn answer(&mut self, table: &dyn Table, seat: Seat, think: &MoveRequest) -> Option<Answer>;

    /// What it plays for the seat to act, without another word. Each deeper look is reported. None if there is
    /// nothing to decide.
    fn choose(
        &mut self,
        table: &dyn Table,
        think: &MoveRequest,
        report: &mut dyn FnMut(&SearchReport),
    ) -> Option<String>;

    /// Looks at the position for the seat to act, at full strength. Each deeper look is reported. None if there is
    /// nothing to decide.
    fn analyse(
        &mut self,
        table: &dyn Table,
        question: &AnalysisParams,
        report: &mut dyn FnMut(&SearchReport),
    ) -> Option<SearchReport>;

    /// Forgets what it has learnt: another game begins. `seed` fixes the mistakes it makes.
    fn new_game(&mut self, seed: u64);

    /// Takes a memory of about so many mebibytes.
    fn set_hash_size(&mut self, mebibytes: usize);

    /// Uses so many threads.
    fn set_threads(&mut self, threads: usize);

    /// Thinks from now on as if the others played like this. False if the game knows no such question.
    fn set_opponent_model(&mut self, outlook: OpponentModel) -> bool {
        outlook == OpponentModel::Default
    }
}

/// What an engine is made with.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct EngineSettings {
    /// The size of its memory in mebibytes.
    pub hash_mebibytes: usize,
    /// How many threads it uses.
    pub threads: usize,
    /// The text of a file of weights, if not those that self-play has found.
    pub weights: Option<String>,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings { hash_mebibytes: 16, threads: 1, weights: None }
    }
}

/// Makes an engine for one game.
///
/// # Errors
/// What is wrong with the weights.
pub type MakeEngine = fn(&EngineSettings) -> Result<Box<dyn Engine>, String>;
