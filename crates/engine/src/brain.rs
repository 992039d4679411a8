//! An engine: a way to find lines, and the manners of a player.

use crate::engine::{Answer, Engine, Question, Report, ReportLine, Think};
use crate::level::{Skill, Skills};
use crate::{Limits, Line, Luck, Outlook, Score, Task, Thinker, Thought, timing};
use tetrarch_rules::{Position, Seat, Turn};
use tetrarch_table::{Match, OfferKind, Table};

/// An engine for the game `P` that thinks with `T`.
pub struct Brain<P: Position, T: Thinker<P>> {
    pub(crate) thinker: T,
    skills: Skills,
    luck: Luck,
    /// What it proposed last, and how long the log was then.
    pub(crate) proposed: Option<(OfferKind, usize)>,
    /// For how many turns of its own it has known that it is lost.
    pub(crate) lost_turns: u32,
    game: std::marker::PhantomData<fn() -> P>,
}

/// How many moves a level that errs weighs against each other.
const WEIGHED: usize = 12;

impl<P: Position, T: Thinker<P>> Brain<P, T> {
    /// An engine with these skills.
    pub fn new(thinker: T, skills: Skills) -> Brain<P, T> {
        Brain {
            thinker,
            skills,
            luck: Luck::new(0),
            proposed: None,
            lost_turns: 0,
            game: std::marker::PhantomData,
        }
    }

    /// Thinks about the position of a match.
    pub(crate) fn think(
        &mut self,
        game: &Match<P>,
        question: &Question,
        for_play: bool,
        report: &mut dyn FnMut(&Thought<P::Action>),
    ) -> Thought<P::Action> {
        let history: Vec<u64> = game.positions().map(Position::key).collect();
        let task = Task {
            game: game.position(),
            history: &history,
            limits: question.limits,
            lines: question.lines,
            for_play,
            stop: &question.stop,
        };
        self.thinker.think(&task, report)
    }

    pub(crate) fn limits(&self, game: &Match<P>, seat: Seat, think: &Think) -> Limits {
        let skill = self.skills.of(think.level);
        let given = think
            .limits
            .unwrap_or_else(|| Limits { time: Some(timing::budget(game.clocks(), seat)), ..Limits::NONE });
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        Limits {
            depth: least(given.depth.map(u64::from), skill.depth.map(u64::from)).map(|depth| depth as u32),
            nodes: least(given.nodes, skill.nodes),
            time: given.time,
        }
    }

    /// What it would play, with the line it expects.
    fn decide(
        &mut self,
        game: &Match<P>,
        seat: Seat,
        think: &Think,
        report: &mut dyn FnMut(&Thought<P::Action>),
    ) -> Line<P::Action> {
        let skill = self.skills.of(think.level);
        let lines = if skill.errs() { WEIGHED } else { 1 };
        let question = Question { limits: self.limits(game, seat, think), lines, stop: think.stop.clone() };
        let thought = self.think(game, &question, true, report);
        self.choose(thought.lines, skill)
    }

    /// The best line as this skill sees it: some are overlooked, the others misjudged.
    fn choose(&mut self, lines: Vec<Line<P::Action>>, skill: Skill) -> Line<P::Action> {
        let best = lines[0].clone();
        if !skill.errs() {
            return best;
        }
        let mut seen = Vec::new();
        for line in lines.into_iter().filter(|line| line.score > Score::WORST) {
            let misjudged = self.luck.spread() * f64::from(skill.misjudges);
            if self.luck.below(100) >= u64::from(skill.overlooks) {
                seen.push((line.score.plus(misjudged as i32), line));
            }
        }
        // The first of several that look the same.
        seen.into_iter().rev().max_by_key(|(score, _)| *score).map_or(best, |(_, line)| line)
    }

    fn report(game: &Match<P>, thought: &Thought<P::Action>) -> Report {
        let seats = game.position().seats().len();
        let line = |line: &Line<P::Action>| ReportLine {
            score: line.score,
            shares: line.shares.first(seats).map(|(_, share)| *share).collect(),
            moves: line.moves.iter().map(ToString::to_string).collect(),
        };
        Report {
            depth: thought.depth,
            nodes: thought.nodes,
            time: thought.time,
            memory_permille: thought.memory_permille,
            lines: thought.lines.iter().map(line).collect(),
        }
    }
}

impl<P: Position, T: Thinker<P>> Engine for Brain<P, T> {
    fn answer(&mut self, table: &dyn Table, seat: Seat, think: &Think) -> Option<Answer> {
        let game = table.as_any().downcast_ref::<Match<P>>()?;
        if let Some(answer) = self.answer_to_offer(game, seat, think) {
            return Some(answer);
        }
        if game.position().turn() != Turn::Seat(seat) {
            return self.proposal_out_of_turn(game, seat, think);
        }
        let line = self.decide(game, seat, think, &mut |_| {});
        let manners = self.manners(game, seat, think, line.score);
        Some(manners.unwrap_or_else(|| Answer::Act(line.moves[0].to_string())))
    }

    fn choose(
        &mut self,
        table: &dyn Table,
        think: &Think,
        report: &mut dyn FnMut(&Report),
    ) -> Option<String> {
        let game = table.as_any().downcast_ref::<Match<P>>()?;
        let seat = game.position().turn().seat()?;
        let line = self.decide(game, seat, think, &mut |thought| report(&Self::report(game, thought)));
        Some(line.moves[0].to_string())
    }

    fn analyse(
        &mut self,
        table: &dyn Table,
        question: &Question,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let game = table.as_any().downcast_ref::<Match<P>>()?;
        game.position().turn().seat()?;
        let thought = self.think(game, question, false, &mut |thought| report(&Self::report(game, thought)));
        Some(Self::report(game, &thought))
    }

    fn new_game(&mut self, seed: u64) {
        self.luck = Luck::new(seed);
        self.proposed = None;
        self.lost_turns = 0;
        self.thinker.forget();
    }

    fn set_memory(&mut self, mebibytes: usize) {
        self.thinker.set_memory(mebibytes);
    }

    fn set_threads(&mut self, threads: usize) {
        self.thinker.set_threads(threads);
    }

    fn suppose(&mut self, outlook: Outlook) -> bool {
        self.thinker.suppose(outlook)
    }
}
