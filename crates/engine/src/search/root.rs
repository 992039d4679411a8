//! The root of the search: iterative deepening with aspiration windows.

use super::node::Window;
use super::result::{PvLine, SearchResult};
use super::worker::{MAX_PLY, Worker};
use crate::search_game::ActionOf;
use crate::searcher::{SearchInput, two_sided_shares};
use crate::{NodeDepth, SearchGame};
use tetrarch_rules::BySeat;
use tetrarch_table::search::{Score, SearchLimits};

/// A move at the root.
struct RootMove<A> {
    action: A,
    ban_group: u32,
    score: Score,
    /// The score of the last iteration that gave it one.
    previous_score: Score,
    pv: Vec<A>,
}

pub(super) struct RootSearch<'a, M: SearchGame> {
    worker: Worker<'a, M>,
    input: &'a SearchInput<'a, M::Game>,
    moves: Vec<RootMove<ActionOf<M>>>,
    /// Number of lines to find (MultiPV).
    lines: usize,
}

impl<'a, M: SearchGame> RootSearch<'a, M> {
    pub(super) fn new(mut worker: Worker<'a, M>, input: &'a SearchInput<'a, M::Game>) -> RootSearch<'a, M> {
        let mut actions = Vec::new();
        // Below the root a claimable draw ends the game; at the root it may not have been claimed.
        worker.game.generate_moves(input.position, NodeDepth { ply: 0, depth: 0 }, &mut actions);
        debug_assert!(!actions.is_empty(), "the seat must have something to decide");
        worker.push_key(worker.game.key(input.position));
        let groups: Vec<u32> = actions.iter().map(|action| worker.game.ban_group(*action)).collect();
        let moves = actions.into_iter().zip(groups).map(|(action, ban_group)| RootMove {
            action,
            ban_group,
            score: Score::WORST,
            previous_score: Score::WORST,
            pv: vec![action],
        });
        let lines = worker.game.required_lines(input.position, input.request.lines.max(1));
        RootSearch { moves: moves.collect(), input, lines, worker }
    }

    /// Iterative deepening until a limit is reached. Helper threads, with a number other than 0, start at
    /// different depths.
    pub(super) fn iterative_deepening(
        mut self,
        thread_number: usize,
        report: &mut dyn FnMut(&SearchResult<ActionOf<M>>),
    ) -> SearchResult<ActionOf<M>> {
        let mut depth = 1 + (thread_number % 2) as u32;
        let mut completed = 0;
        let mut previous = None;
        // Always complete at least one iteration, even without any time.
        while depth < MAX_PLY as u32
            && (completed == 0 || self.worker.control.may_start_depth(depth, self.worker.nodes_searched()))
        {
            self.search_depth(depth as i32);
            if self.worker.stopped {
                break;
            }
            completed = depth;
            let result = self.result(depth);
            if thread_number == 0 {
                report(&finalize_lines(self.worker.game, self.input.position, result.clone()));
            }
            previous = Some(result);
            if self.is_decided(depth) {
                break;
            }
            depth += 1;
        }
        self.worker.flush_node_count();
        let result = self.result(completed);
        match previous {
            Some(previous) => self.fill_unscored_lines(result, &previous),
            None => result,
        }
    }

    /// An interrupted iteration leaves some lines without a score. Fills them in from the previous iteration.
    fn fill_unscored_lines(
        &self,
        mut result: SearchResult<ActionOf<M>>,
        previous: &SearchResult<ActionOf<M>>,
    ) -> SearchResult<ActionOf<M>> {
        let game = self.worker.game;
        let is_same = |one: &PvLine<ActionOf<M>>, other: &PvLine<ActionOf<M>>| {
            let (one, other) = (one.moves[0], other.moves[0]);
            one == other || (self.are_bans_grouped() && game.ban_group(one) == game.ban_group(other))
        };
        for index in 0..result.lines.len() {
            if result.lines[index].score > Score::WORST {
                continue;
            }
            let is_listed = |old: &PvLine<ActionOf<M>>| {
                result.lines.iter().any(|line| line.score > Score::WORST && is_same(line, old))
            };
            if let Some(old) = previous.lines.iter().find(|old| !is_listed(old)) {
                result.lines[index] = old.clone();
            }
        }
        result
    }

    /// Searches all root moves to a depth, once for each requested line.
    fn search_depth(&mut self, depth: i32) {
        // Limit extensions: where both sides are in danger all the time, the search would not end.
        self.worker.max_extension_ply = 2 * depth.unsigned_abs() as usize;
        for root_move in self.moves.iter_mut().filter(|root_move| root_move.score > Score::WORST) {
            root_move.previous_score = root_move.score;
        }
        let mut found = 0;
        for _ in 0..self.lines {
            if found >= self.moves.len() {
                break;
            }
            self.aspiration_search(depth, found);
            // When stopped, the best move so far comes first, and unsearched moves keep their old score.
            if self.worker.stopped {
                return;
            }
            self.moves[found..].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
            // Moves that one ban forbids form one line.
            let group = self.moves[found].ban_group;
            if self.are_bans_grouped() {
                self.moves[found + 1..].sort_by_key(|root_move| root_move.ban_group != group);
                found +=
                    self.moves[found..].iter().take_while(|root_move| root_move.ban_group == group).count();
            } else {
                found += 1;
            }
        }
        self.sort_found_lines(found);
    }

    /// A later line can turn out better than an earlier one, because more is known by then. Sorts the found lines
    /// by score.
    fn sort_found_lines(&mut self, found: usize) {
        let grouped = self.are_bans_grouped();
        let line_score = |root_move: &RootMove<ActionOf<M>>| {
            let group = self.moves[..found].iter().filter(|other| other.ban_group == root_move.ban_group);
            if grouped { group.map(|other| other.score).max() } else { Some(root_move.score) }
        };
        let scores: Vec<Option<Score>> = self.moves[..found].iter().map(line_score).collect();
        let mut ordered: Vec<_> = scores.into_iter().zip(self.moves.drain(..found)).collect();
        ordered.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        self.moves.splice(0..0, ordered.into_iter().map(|(_, root_move)| root_move));
    }

    /// Searches the moves from `from` on, first with an aspiration window around the previous score, which widens
    /// when the search fails low or high.
    fn aspiration_search(&mut self, depth: i32, from: usize) {
        let previous = self.moves[from].previous_score;
        let narrow = depth >= 4 && !previous.is_win() && !previous.is_loss() && previous > Score::WORST;
        let (mut below, mut above) =
            if narrow { (M::ASPIRATION_WINDOW, M::ASPIRATION_WINDOW) } else { (i32::MAX, i32::MAX) };
        loop {
            let edge = |distance: i32, infinity: Score, sign: i32| {
                if distance > 1000 { infinity } else { previous.plus(distance * sign) }
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
        let mut alpha_so_far = window.alpha;
        let mut best = Score::WORST;
        for index in from..self.moves.len() {
            let alpha = alpha_so_far;
            let mut child = self.input.position.clone();
            self.worker.game.play(&mut child, self.moves[index].action);
            let child_window = Window { alpha, beta: window.beta };
            let score = self.search_move(&child, depth, child_window, index > from);
            if self.worker.stopped {
                // Unsearched moves rank below searched ones, in the order of the previous iteration.
                return best;
            }
            let root_move = &mut self.moves[index];
            if score > alpha || index == from {
                root_move.score = score;
                root_move.pv.truncate(0);
                root_move.pv.push(root_move.action);
                root_move.pv.extend(&self.worker.pv[1]);
            } else {
                root_move.score = Score::WORST;
            }
            // Keep the best move in front, where an interrupted search looks for it.
            if score > alpha && index > from {
                self.moves[from..=index].rotate_right(1);
            }
            best = best.max(score);
            alpha_so_far = alpha_so_far.max(score);
            if alpha_so_far >= window.beta {
                return alpha_so_far;
            }
        }
        best
    }

    /// Principal variation search: a later move gets a null window first.
    fn search_move(&mut self, child: &M::Game, depth: i32, window: Window, is_later: bool) -> Score {
        let worker = &mut self.worker;
        let prunes = worker.flags.pruning;
        let switches_side = worker.game.side_to_move(self.input.position) != worker.game.side_to_move(child);
        let node = NodeDepth { ply: 1, depth: depth - 1 };
        let mut search = |window: Window| {
            let score = worker.alpha_beta(child, node, window.negated_if(switches_side), true);
            if switches_side { -score } else { score }
        };
        if is_later && prunes {
            let score = search(Window::null_window(window.alpha));
            if score <= window.alpha || score >= window.beta {
                return score;
            }
        }
        search(window)
    }

    /// Whether a deeper search cannot change the decision.
    fn is_decided(&self, depth: u32) -> bool {
        let SearchLimits { nodes, time, .. } = self.input.limits();
        let limited = nodes.is_some() || time.is_some();
        let effective = self.worker.game.effective_rank(self.input.position) - 1;
        let score = self.result(depth).lines.get(effective).map(|line| line.score);
        let found_end = score.and_then(Score::plies_to_end).is_some_and(|plies| plies.unsigned_abs() < depth);
        self.input.for_play && limited && (found_end || self.moves.len() == 1)
    }

    /// Whether moves that one ban forbids form one line.
    fn are_bans_grouped(&self) -> bool {
        self.worker.game.effective_rank(self.input.position) == 2
    }

    fn result(&self, depth: u32) -> SearchResult<ActionOf<M>> {
        let mut lines: Vec<PvLine<ActionOf<M>>> = Vec::new();
        let grouped = self.are_bans_grouped();
        let mut groups = Vec::new();
        for root_move in &self.moves {
            if lines.len() == self.lines || (grouped && groups.contains(&root_move.ban_group)) {
                continue;
            }
            groups.push(root_move.ban_group);
            lines.push(PvLine {
                score: root_move.score,
                shares: BySeat::default(),
                moves: root_move.pv.clone(),
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

/// Prepares a result for the caller: converts the lines and adds the shares.
pub(super) fn finalize_lines<M: SearchGame>(
    game: &M,
    position: &M::Game,
    result: SearchResult<ActionOf<M>>,
) -> SearchResult<ActionOf<M>> {
    let mut lines = game.lines_for_seat(position, result.lines);
    for line in &mut lines {
        line.shares = two_sided_shares(position, line.score.win_probability(M::WIN_PROBABILITY_SCALE));
    }
    SearchResult { lines, ..result }
}
