//! An engine: a way to find lines, and the manners of a player.

use crate::engine::{AnalysisParams, Answer, Engine, MoveRequest, ReportLine, SearchReport};
use crate::level::{Skill, Skills};
use crate::{
    OpponentModel, PvLine, Rng, Score, SearchLimits, SearchRequest, SearchResult, Searcher, time_management,
};
use tetrarch_rules::{Position, Seat, Turn};
use tetrarch_table::{Match, OfferKind, Table};

/// An engine for the game `P` that thinks with `T`.
pub struct EnginePlayer<P: Position, T: Searcher<P>> {
    pub(crate) searcher: T,
    skills: Skills,
    rng: Rng,
    /// What it proposed last, and how long the log was then.
    pub(crate) last_offer: Option<(OfferKind, usize)>,
    /// For how many turns of its own it has known that it is lost.
    pub(crate) lost_turns: u32,
    game: std::marker::PhantomData<fn() -> P>,
}

/// How many moves a level that errs weighs against each other.
const MISTAKE_CANDIDATES: usize = 12;

impl<P: Position, T: Searcher<P>> EnginePlayer<P, T> {
    /// An engine with these skills.
    pub fn new(searcher: T, skills: Skills) -> EnginePlayer<P, T> {
        EnginePlayer {
            searcher,
            skills,
            rng: Rng::new(0),
            last_offer: None,
            lost_turns: 0,
            game: std::marker::PhantomData,
        }
    }

    /// Thinks about the position of a match.
    pub(crate) fn search(
        &mut self,
        game: &Match<P>,
        question: &AnalysisParams,
        for_play: bool,
        report: &mut dyn FnMut(&SearchResult<P::Action>),
    ) -> SearchResult<P::Action> {
        let history: Vec<u64> = game.positions().map(Position::key).collect();
        let task = SearchRequest {
            game: game.position(),
            history: &history,
            limits: question.limits,
            lines: question.lines,
            for_play,
            stop: &question.stop,
        };
        self.searcher.search(&task, report)
    }

    pub(crate) fn search_limits(&self, game: &Match<P>, seat: Seat, think: &MoveRequest) -> SearchLimits {
        let skill = self.skills.for_level(think.level);
        let given = think.limits.unwrap_or_else(|| SearchLimits {
            time: Some(time_management::time_budget(game.clocks(), seat)),
            ..SearchLimits::NONE
        });
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        SearchLimits {
            depth: least(given.depth.map(u64::from), skill.depth.map(u64::from)).map(|depth| depth as u32),
            nodes: least(given.nodes, skill.nodes),
            time: given.time,
        }
    }

    /// What it would play, with the line it expects.
    fn choose_line(
        &mut self,
        game: &Match<P>,
        seat: Seat,
        think: &MoveRequest,
        report: &mut dyn FnMut(&SearchResult<P::Action>),
    ) -> PvLine<P::Action> {
        let skill = self.skills.for_level(think.level);
        let lines = if skill.makes_mistakes() { MISTAKE_CANDIDATES } else { 1 };
        let question =
            AnalysisParams { limits: self.search_limits(game, seat, think), lines, stop: think.stop.clone() };
        let thought = self.search(game, &question, true, report);
        self.choose_with_mistakes(thought.lines, skill)
    }

    /// The best line as this skill sees it: some are overlooked, the others misjudged.
    fn choose_with_mistakes(&mut self, lines: Vec<PvLine<P::Action>>, skill: Skill) -> PvLine<P::Action> {
        let best = lines[0].clone();
        if !skill.makes_mistakes() {
            return best;
        }
        let mut seen = Vec::new();
        for line in lines.into_iter().filter(|line| line.score > Score::WORST) {
            let misjudged = self.rng.approx_normal() * f64::from(skill.eval_noise);
            if self.rng.below(100) >= u64::from(skill.missed_percent) {
                seen.push((line.score.plus(misjudged as i32), line));
            }
        }
        // The first of several that look the same.
        seen.into_iter().rev().max_by_key(|(score, _)| *score).map_or(best, |(_, line)| line)
    }

    fn report(game: &Match<P>, thought: &SearchResult<P::Action>) -> SearchReport {
        let seats = game.position().seats().len();
        let line = |line: &PvLine<P::Action>| ReportLine {
            score: line.score,
            shares: line.shares.first(seats).map(|(_, share)| *share).collect(),
            moves: line.moves.iter().map(ToString::to_string).collect(),
        };
        SearchReport {
            depth: thought.depth,
            nodes: thought.nodes,
            time: thought.time,
            hashfull: thought.hashfull,
            lines: thought.lines.iter().map(line).collect(),
        }
    }
}

impl<P: Position, T: Searcher<P>> Engine for EnginePlayer<P, T> {
    fn answer(&mut self, table: &dyn Table, seat: Seat, think: &MoveRequest) -> Option<Answer> {
        let game = table.as_any().downcast_ref::<Match<P>>()?;
        if let Some(answer) = self.answer_to_offer(game, seat, think) {
            return Some(answer);
        }
        if game.position().turn() != Turn::Seat(seat) {
            return self.offer_out_of_turn(game, seat, think);
        }
        let line = self.choose_line(game, seat, think, &mut |_| {});
        let manners = self.claim_resign_or_offer(game, seat, think, line.score);
        Some(manners.unwrap_or_else(|| Answer::Act(line.moves[0].to_string())))
    }

    fn choose(
        &mut self,
        table: &dyn Table,
        think: &MoveRequest,
        report: &mut dyn FnMut(&SearchReport),
    ) -> Option<String> {
        let game = table.as_any().downcast_ref::<Match<P>>()?;
        let seat = game.position().turn().seat()?;
        let line = self.choose_line(game, seat, think, &mut |thought| report(&Self::report(game, thought)));
        Some(line.moves[0].to_string())
    }

    fn analyse(
        &mut self,
        table: &dyn Table,
        question: &AnalysisParams,
        report: &mut dyn FnMut(&SearchReport),
    ) -> Option<SearchReport> {
        let game = table.as_any().downcast_ref::<Match<P>>()?;
        game.position().turn().seat()?;
        let thought = self.search(game, question, false, &mut |thought| report(&Self::report(game, thought)));
        Some(Self::report(game, &thought))
    }

    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.last_offer = None;
        self.lost_turns = 0;
        self.searcher.clear();
    }

    fn set_hash_size(&mut self, mebibytes: usize) {
        self.searcher.set_hash_size(mebibytes);
    }

    fn set_threads(&mut self, threads: usize) {
        self.searcher.set_threads(threads);
    }

    fn set_opponent_model(&mut self, outlook: OpponentModel) -> bool {
        self.searcher.set_opponent_model(outlook)
    }
}
