//! The position that was asked about: deeper and deeper looks at its moves.

use super::node::Window;
use super::worker::{MAX_PLY, Worker};
use crate::search_game::ActionOf;
use crate::searcher::{SearchRequest, two_sided_shares};
use crate::{NodeDepth, Score, SearchGame, SearchLimits};
use std::time::Duration;
use tetrarch_rules::BySeat;

/// A line of play with its score for the seat that was asked.
#[derive(Clone, PartialEq, Debug)]
pub struct PvLine<A> {
    /// How good it is.
    pub score: Score,
    /// The share of the point that each seat can expect.
    pub shares: BySeat<f64>,
    /// What is played, one action after the other. Never empty.
    pub moves: Vec<A>,
}

/// What a search has found so far.
#[derive(Clone, Debug)]
pub struct SearchResult<A> {
    /// The best lines, best first. Never empty.
    pub lines: Vec<PvLine<A>>,
    /// How many plies deep.
    pub depth: u32,
    /// Positions seen.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// How many of a thousand places in the memory are filled.
    pub hashfull: u32,
}

/// One move of the root.
struct RootMove<A> {
    action: A,
    ban_group: u32,
    score: Score,
    /// The score of the last look that gave it one.
    previous_score: Score,
    pv: Vec<A>,
}

pub(super) struct RootSearch<'a, M: SearchGame> {
    worker: Worker<'a, M>,
    request: &'a SearchRequest<'a, M::Game>,
    moves: Vec<RootMove<ActionOf<M>>>,
    /// How many lines are wanted.
    lines: usize,
}

impl<'a, M: SearchGame> RootSearch<'a, M> {
    pub(super) fn new(
        mut worker: Worker<'a, M>,
        request: &'a SearchRequest<'a, M::Game>,
    ) -> RootSearch<'a, M> {
        let mut actions = Vec::new();
        // A draw that may be claimed counts as the end further down; here it may not have been claimed.
        worker.game.generate_moves(request.game, NodeDepth { ply: 0, depth: 0 }, &mut actions);
        debug_assert!(!actions.is_empty(), "nothing is to be decided");
        worker.push_key(worker.game.key(request.game));
        let groups: Vec<u32> = actions.iter().map(|action| worker.game.ban_group(*action)).collect();
        let candidates = actions.into_iter().zip(groups).map(|(action, group)| RootMove {
            action,
            ban_group: group,
            score: Score::WORST,
            previous_score: Score::WORST,
            pv: vec![action],
        });
        let lines = worker.game.required_lines(request.game, request.lines.max(1));
        RootSearch { moves: candidates.collect(), request, lines, worker }
    }

    /// Looks deeper until a limit is reached. Helpers, whose number is not 0, begin at different depths.
    pub(super) fn iterative_deepening(
        mut self,
        number: usize,
        report: &mut dyn FnMut(&SearchResult<ActionOf<M>>),
    ) -> SearchResult<ActionOf<M>> {
        let mut depth = 1 + (number % 2) as u32;
        let mut reached = 0;
        let mut told = None;
        // Something is always looked at, even if there is no time at all.
        while depth < MAX_PLY as u32
            && (reached == 0 || self.worker.control.may_start_depth(depth, self.worker.nodes_searched()))
        {
            self.search_depth(depth as i32);
            if self.worker.stopped {
                break;
            }
            reached = depth;
            let thought = self.result(depth);
            if number == 0 {
                report(&finalize_lines(self.worker.game, self.request.game, thought.clone()));
            }
            told = Some(thought);
            if self.is_decided(depth) {
                break;
            }
            depth += 1;
        }
        self.worker.flush_node_count();
        let thought = self.result(reached);
        match told {
            Some(told) => self.fill_unscored_lines(thought, &told),
            None => thought,
        }
    }

    /// A look that was stopped has given some lines no score: what the look before found stands in for them.
    fn fill_unscored_lines(
        &self,
        mut thought: SearchResult<ActionOf<M>>,
        told: &SearchResult<ActionOf<M>>,
    ) -> SearchResult<ActionOf<M>> {
        let mind = self.worker.game;
        let same = |one: &PvLine<ActionOf<M>>, other: &PvLine<ActionOf<M>>| {
            let (one, other) = (one.moves[0], other.moves[0]);
            one == other || (self.are_bans_grouped() && mind.ban_group(one) == mind.ban_group(other))
        };
        for place in 0..thought.lines.len() {
            if thought.lines[place].score > Score::WORST {
                continue;
            }
            let known = |old: &PvLine<ActionOf<M>>| {
                thought.lines.iter().any(|line| line.score > Score::WORST && same(line, old))
            };
            if let Some(old) = told.lines.iter().find(|old| !known(old)) {
                thought.lines[place] = old.clone();
            }
        }
        thought
    }

    /// One look at all moves, once for each line that is wanted.
    fn search_depth(&mut self, depth: i32) {
        // Where both sides are in danger all the time, a search of so many plies would not come to its end.
        self.worker.max_extension_ply = 2 * depth.unsigned_abs() as usize;
        for candidate in self.moves.iter_mut().filter(|candidate| candidate.score > Score::WORST) {
            candidate.previous_score = candidate.score;
        }
        let mut done = 0;
        for _ in 0..self.lines {
            if done >= self.moves.len() {
                break;
            }
            self.aspiration_search(depth, done);
            // In a search that was stopped the best found stands first, and what was not looked at has an old score.
            if self.worker.stopped {
                return;
            }
            self.moves[done..].sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
            // All moves that are forbidden together make one line.
            let group = self.moves[done].ban_group;
            if self.are_bans_grouped() {
                self.moves[done + 1..].sort_by_key(|candidate| candidate.ban_group != group);
                done +=
                    self.moves[done..].iter().take_while(|candidate| candidate.ban_group == group).count();
            } else {
                done += 1;
            }
        }
        self.sort_found_lines(done);
    }

    /// A later line can turn out to be better than an earlier one, for by then more is known: the lines that were found
    /// are put in the order of what they are worth.
    fn sort_found_lines(&mut self, found: usize) {
        let together = self.are_bans_grouped();
        let worth = |candidate: &RootMove<ActionOf<M>>| {
            let group = self.moves[..found].iter().filter(|other| other.ban_group == candidate.ban_group);
            if together { group.map(|other| other.score).max() } else { Some(candidate.score) }
        };
        let worths: Vec<Option<Score>> = self.moves[..found].iter().map(worth).collect();
        let mut ordered: Vec<_> = worths.into_iter().zip(self.moves.drain(..found)).collect();
        ordered.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        self.moves.splice(0..0, ordered.into_iter().map(|(_, candidate)| candidate));
    }

    /// The best move from place `from` on, at first with a window around its last score.
    fn aspiration_search(&mut self, depth: i32, from: usize) {
        let last = self.moves[from].previous_score;
        let narrow = depth >= 4 && !last.is_win() && !last.is_loss() && last > Score::WORST;
        let (mut below, mut above) =
            if narrow { (M::ASPIRATION_WINDOW, M::ASPIRATION_WINDOW) } else { (i32::MAX, i32::MAX) };
        loop {
            let edge = |by: i32, towards: Score, sign: i32| {
                if by > 1000 { towards } else { last.plus(by * sign) }
            };
            let window = Window { alpha: edge(below, Score::WORST, -1), beta: edge(above, Score::BEST, 1) };
            let score = self.search_moves_from(depth, from, window);
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

    fn search_moves_from(&mut self, depth: i32, from: usize, window: Window) -> Score {
        let mut best = window.alpha;
        let mut top = Score::WORST;
        for place in from..self.moves.len() {
            let alpha = best;
            let mut below = self.request.game.clone();
            self.worker.game.play(&mut below, self.moves[place].action);
            let inner = Window { alpha, beta: window.beta };
            let score = self.search_move(&below, depth, inner, place > from);
            if self.worker.stopped {
                // What is not known is worse than what is: the order of the last look stays behind it.
                return top;
            }
            let candidate = &mut self.moves[place];
            if score > alpha || place == from {
                candidate.score = score;
                candidate.pv.truncate(0);
                candidate.pv.push(candidate.action);
                candidate.pv.extend(&self.worker.pv[1]);
            } else {
                candidate.score = Score::WORST;
            }
            // The best stands first, so that a search that is stopped has it there.
            if score > alpha && place > from {
                self.moves[from..=place].rotate_right(1);
            }
            top = top.max(score);
            best = best.max(score);
            if best >= window.beta {
                return best;
            }
        }
        top
    }

    fn search_move(&mut self, below: &M::Game, depth: i32, window: Window, later: bool) -> Score {
        let worker = &mut self.worker;
        let guesses = worker.flags.pruning;
        let turn = worker.game.side_to_move(self.request.game) != worker.game.side_to_move(below);
        let spot = NodeDepth { ply: 1, depth: depth - 1 };
        let mut look = |window: Window| {
            let score = worker.alpha_beta(below, spot, window.negated_if(turn), true);
            if turn { -score } else { score }
        };
        if later && guesses {
            let score = look(Window::null_window(window.alpha));
            if score <= window.alpha || score >= window.beta {
                return score;
            }
        }
        look(window)
    }

    /// Whether looking deeper can change nothing.
    fn is_decided(&self, depth: u32) -> bool {
        let SearchLimits { nodes, time, .. } = self.request.limits;
        let limited = nodes.is_some() || time.is_some();
        let counts = self.worker.game.effective_rank(self.request.game) - 1;
        let score = self.result(depth).lines.get(counts).map(|line| line.score);
        let found_end = score.and_then(Score::plies_to_end).is_some_and(|plies| plies.unsigned_abs() < depth);
        self.request.for_play && limited && (found_end || self.moves.len() == 1)
    }

    /// Whether moves that are forbidden together make one line.
    fn are_bans_grouped(&self) -> bool {
        self.worker.game.effective_rank(self.request.game) == 2
    }

    fn result(&self, depth: u32) -> SearchResult<ActionOf<M>> {
        let mut lines: Vec<PvLine<ActionOf<M>>> = Vec::new();
        let together = self.are_bans_grouped();
        let mut groups = Vec::new();
        for candidate in &self.moves {
            if lines.len() == self.lines || (together && groups.contains(&candidate.ban_group)) {
                continue;
            }
            groups.push(candidate.ban_group);
            lines.push(PvLine {
                score: candidate.score,
                shares: BySeat::default(),
                moves: candidate.pv.clone(),
            });
        }
        SearchResult {
            lines,
            depth,
            nodes: self.worker.nodes_searched(),
            time: self.worker.control.started.elapsed(),
            hashfull: self.worker.table.hashfull(),
        }
    }
}

/// What was found, as it is told to who asked.
pub(super) fn finalize_lines<M: SearchGame>(
    mind: &M,
    game: &M::Game,
    thought: SearchResult<ActionOf<M>>,
) -> SearchResult<ActionOf<M>> {
    let mut lines = mind.lines_for_seat(game, thought.lines);
    for line in &mut lines {
        line.shares = two_sided_shares(game, line.score.win_probability(M::WIN_PROBABILITY_SCALE));
    }
    SearchResult { lines, ..thought }
}
