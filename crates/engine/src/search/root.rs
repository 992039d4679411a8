//! The position that was asked about: deeper and deeper looks at its moves.

use super::node::Window;
use super::worker::{DEEPEST, Worker};
use crate::mind::ActionOf;
use crate::thinker::{Task, two_sided_shares};
use crate::{Limits, Mind, Score, Spot};
use std::time::Duration;
use tetrarch_rules::BySeat;

/// A line of play with its score for the seat that was asked.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<A> {
    /// How good it is.
    pub score: Score,
    /// The share of the point that each seat can expect.
    pub shares: BySeat<f64>,
    /// What is played, one action after the other. Never empty.
    pub moves: Vec<A>,
}

/// What a search has found so far.
#[derive(Clone, Debug)]
pub struct Thought<A> {
    /// The best lines, best first. Never empty.
    pub lines: Vec<Line<A>>,
    /// How many plies deep.
    pub depth: u32,
    /// Positions seen.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// How many of a thousand places in the memory are filled.
    pub memory_permille: u32,
}

/// One move of the root.
struct Candidate<A> {
    action: A,
    group: u32,
    score: Score,
    /// The score of the last look that gave it one.
    last: Score,
    line: Vec<A>,
}

pub(super) struct Root<'a, M: Mind> {
    worker: Worker<'a, M>,
    task: &'a Task<'a, M::Game>,
    candidates: Vec<Candidate<ActionOf<M>>>,
    /// How many lines are wanted.
    lines: usize,
}

impl<'a, M: Mind> Root<'a, M> {
    pub(super) fn new(mut worker: Worker<'a, M>, task: &'a Task<'a, M::Game>) -> Root<'a, M> {
        let mut actions = Vec::new();
        // A draw that may be claimed counts as the end further down; here it may not have been claimed.
        worker.mind.expand(task.game, Spot { ply: 0, depth: 0 }, &mut actions);
        debug_assert!(!actions.is_empty(), "nothing is to be decided");
        worker.enter(worker.mind.key(task.game));
        let groups: Vec<u32> = actions.iter().map(|action| worker.mind.group(*action)).collect();
        let candidates = actions.into_iter().zip(groups).map(|(action, group)| Candidate {
            action,
            group,
            score: Score::WORST,
            last: Score::WORST,
            line: vec![action],
        });
        let lines = worker.mind.lines_for(task.game, task.lines.max(1));
        Root { candidates: candidates.collect(), task, lines, worker }
    }

    /// Looks deeper until a limit is reached. Helpers, whose number is not 0, begin at different depths.
    pub(super) fn iterate(
        mut self,
        number: usize,
        report: &mut dyn FnMut(&Thought<ActionOf<M>>),
    ) -> Thought<ActionOf<M>> {
        let mut depth = 1 + (number % 2) as u32;
        let mut reached = 0;
        let mut told = None;
        // Something is always looked at, even if there is no time at all.
        while depth < DEEPEST as u32
            && (reached == 0 || self.worker.watch.may_go_on(depth, self.worker.seen()))
        {
            self.look(depth as i32);
            if self.worker.stopped {
                break;
            }
            reached = depth;
            let thought = self.thought(depth);
            if number == 0 {
                report(&tell(self.worker.mind, self.task.game, thought.clone()));
            }
            told = Some(thought);
            if self.is_settled(depth) {
                break;
            }
            depth += 1;
        }
        self.worker.settle_count();
        let thought = self.thought(reached);
        match told {
            Some(told) => self.mended(thought, &told),
            None => thought,
        }
    }

    /// A look that was stopped has given some lines no score: what the look before found stands in for them.
    fn mended(&self, mut thought: Thought<ActionOf<M>>, told: &Thought<ActionOf<M>>) -> Thought<ActionOf<M>> {
        let mind = self.worker.mind;
        let same = |one: &Line<ActionOf<M>>, other: &Line<ActionOf<M>>| {
            let (one, other) = (one.moves[0], other.moves[0]);
            one == other || (self.in_groups() && mind.group(one) == mind.group(other))
        };
        for place in 0..thought.lines.len() {
            if thought.lines[place].score > Score::WORST {
                continue;
            }
            let known = |old: &Line<ActionOf<M>>| {
                thought.lines.iter().any(|line| line.score > Score::WORST && same(line, old))
            };
            if let Some(old) = told.lines.iter().find(|old| !known(old)) {
                thought.lines[place] = old.clone();
            }
        }
        thought
    }

    /// One look at all moves, once for each line that is wanted.
    fn look(&mut self, depth: i32) {
        // Where both sides are in danger all the time, a search of so many plies would not come to its end.
        self.worker.horizon = 2 * depth.unsigned_abs() as usize;
        for candidate in self.candidates.iter_mut().filter(|candidate| candidate.score > Score::WORST) {
            candidate.last = candidate.score;
        }
        let mut done = 0;
        for _ in 0..self.lines {
            if done >= self.candidates.len() {
                break;
            }
            self.aspire(depth, done);
            // In a search that was stopped the best found stands first, and what was not looked at has an old score.
            if self.worker.stopped {
                return;
            }
            self.candidates[done..].sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
            // All moves that are forbidden together make one line.
            let group = self.candidates[done].group;
            if self.in_groups() {
                self.candidates[done + 1..].sort_by_key(|candidate| candidate.group != group);
                done +=
                    self.candidates[done..].iter().take_while(|candidate| candidate.group == group).count();
            } else {
                done += 1;
            }
        }
        self.put_best_first(done);
    }

    /// A later line can turn out to be better than an earlier one, for by then more is known: the lines that were found
    /// are put in the order of what they are worth.
    fn put_best_first(&mut self, found: usize) {
        let together = self.in_groups();
        let worth = |candidate: &Candidate<ActionOf<M>>| {
            let group = self.candidates[..found].iter().filter(|other| other.group == candidate.group);
            if together { group.map(|other| other.score).max() } else { Some(candidate.score) }
        };
        let worths: Vec<Option<Score>> = self.candidates[..found].iter().map(worth).collect();
        let mut ordered: Vec<_> = worths.into_iter().zip(self.candidates.drain(..found)).collect();
        ordered.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        self.candidates.splice(0..0, ordered.into_iter().map(|(_, candidate)| candidate));
    }

    /// The best move from place `from` on, at first with a window around its last score.
    fn aspire(&mut self, depth: i32, from: usize) {
        let last = self.candidates[from].last;
        let narrow = depth >= 4 && !last.is_win() && !last.is_loss() && last > Score::WORST;
        let (mut below, mut above) =
            if narrow { (M::ASPIRATION, M::ASPIRATION) } else { (i32::MAX, i32::MAX) };
        loop {
            let edge = |by: i32, towards: Score, sign: i32| {
                if by > 1000 { towards } else { last.plus(by * sign) }
            };
            let window = Window { alpha: edge(below, Score::WORST, -1), beta: edge(above, Score::BEST, 1) };
            let score = self.best_from(depth, from, window);
            if self.worker.stopped {
                return;
            }
            if score <= window.alpha && window.alpha > Score::WORST {
                below = below.saturating_mul(4);
            } else if score >= window.beta && window.beta < Score::BEST {
                above = above.saturating_mul(4);
            } else {
                return;
            }
        }
    }

    fn best_from(&mut self, depth: i32, from: usize, window: Window) -> Score {
        let mut best = window.alpha;
        let mut top = Score::WORST;
        for place in from..self.candidates.len() {
            let alpha = best;
            let mut below = self.task.game.clone();
            self.worker.mind.play(&mut below, self.candidates[place].action);
            let inner = Window { alpha, beta: window.beta };
            let score = self.score_of(&below, depth, inner, place > from);
            if self.worker.stopped {
                // What is not known is worse than what is: the order of the last look stays behind it.
                return top;
            }
            let candidate = &mut self.candidates[place];
            if score > alpha || place == from {
                candidate.score = score;
                candidate.line.truncate(0);
                candidate.line.push(candidate.action);
                candidate.line.extend(&self.worker.lines[1]);
            } else {
                candidate.score = Score::WORST;
            }
            // The best stands first, so that a search that is stopped has it there.
            if score > alpha && place > from {
                self.candidates[from..=place].rotate_right(1);
            }
            top = top.max(score);
            best = best.max(score);
            if best >= window.beta {
                return best;
            }
        }
        top
    }

    fn score_of(&mut self, below: &M::Game, depth: i32, window: Window, later: bool) -> Score {
        let worker = &mut self.worker;
        let guesses = worker.machinery.guesses;
        let turn = worker.mind.side(self.task.game) != worker.mind.side(below);
        let spot = Spot { ply: 1, depth: depth - 1 };
        let mut look = |window: Window| {
            let score = worker.search(below, spot, window.turned(turn), true);
            if turn { -score } else { score }
        };
        if later && guesses {
            let score = look(Window::just_above(window.alpha));
            if score <= window.alpha || score >= window.beta {
                return score;
            }
        }
        look(window)
    }

    /// Whether looking deeper can change nothing.
    fn is_settled(&self, depth: u32) -> bool {
        let Limits { nodes, time, .. } = self.task.limits;
        let limited = nodes.is_some() || time.is_some();
        let counts = self.worker.mind.choice(self.task.game) - 1;
        let score = self.thought(depth).lines.get(counts).map(|line| line.score);
        let found_end = score.and_then(Score::known_end).is_some_and(|plies| plies.unsigned_abs() < depth);
        self.task.for_play && limited && (found_end || self.candidates.len() == 1)
    }

    /// Whether moves that are forbidden together make one line.
    fn in_groups(&self) -> bool {
        self.worker.mind.choice(self.task.game) == 2
    }

    fn thought(&self, depth: u32) -> Thought<ActionOf<M>> {
        let mut lines: Vec<Line<ActionOf<M>>> = Vec::new();
        let together = self.in_groups();
        let mut groups = Vec::new();
        for candidate in &self.candidates {
            if lines.len() == self.lines || (together && groups.contains(&candidate.group)) {
                continue;
            }
            groups.push(candidate.group);
            lines.push(Line {
                score: candidate.score,
                shares: BySeat::default(),
                moves: candidate.line.clone(),
            });
        }
        Thought {
            lines,
            depth,
            nodes: self.worker.seen(),
            time: self.worker.watch.begun.elapsed(),
            memory_permille: self.worker.memory.permille(),
        }
    }
}

/// What was found, as it is told to who asked.
pub(super) fn tell<M: Mind>(mind: &M, game: &M::Game, thought: Thought<ActionOf<M>>) -> Thought<ActionOf<M>> {
    let mut lines = mind.answers(game, thought.lines);
    for line in &mut lines {
        line.shares = two_sided_shares(game, line.score.win_chance(M::SPREAD));
    }
    Thought { lines, ..thought }
}
