//! A decision node of the alpha-beta search.

use super::best_moves::{BestMoves, SearchedMove};
use super::move_ordering::{ScoredMove, pick_next};
use super::worker::{MAX_PLY, Worker};
use crate::search_game::ActionOf;
use crate::transposition_table::{Bound, TtEntry, score_from_tt, score_to_tt};
use crate::{NodeDepth, NodeKind, SearchGame};
use tetrarch_table::search::Score;

/// The alpha-beta window: only scores strictly between `alpha` and `beta` need to be exact.
#[derive(Copy, Clone, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: Score::WORST, beta: Score::BEST };

    /// The null window just above `alpha`.
    pub(super) const fn null_window(alpha: Score) -> Window {
        Window { alpha, beta: alpha.next_above() }
    }

    pub(super) const fn is_open(self) -> bool {
        self.beta.value() - self.alpha.value() > 1
    }

    /// The window from the view of the other side, if `negate`.
    pub(super) fn negated_if(self, negate: bool) -> Window {
        if negate { Window { alpha: -self.beta, beta: -self.alpha } } else { self }
    }

    /// How a score that was searched with this window relates to the exact one.
    pub(super) fn bound(self, score: Score) -> Bound {
        if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

impl<M: SearchGame> Worker<'_, M> {
    /// The alpha-beta score of a position for the side to move. `may_pass` allows null-move pruning.
    pub(super) fn alpha_beta(
        &mut self,
        position: &M::Game,
        node: NodeDepth,
        window: Window,
        may_pass: bool,
    ) -> Score {
        self.pv[node.ply].clear();
        if !self.count_node() {
            return Score::DRAW;
        }
        let key = self.game.key(position);
        if node.ply > 0 && self.is_repetition(position, key) {
            return Score::DRAW;
        }
        // Danger extension: search a side in check, or in a comparable danger, one ply deeper.
        let in_danger = self.game.in_danger(position);
        let extended = in_danger && self.flags.pruning && (1..self.max_extension_ply).contains(&node.ply);
        let node =
            if extended && node.depth >= 0 { NodeDepth { depth: node.depth + 1, ..node } } else { node };
        if node.depth <= 0 || node.ply >= MAX_PLY {
            return self.qsearch(position, node, window);
        }
        let entry = if self.flags.transposition_table { self.table.probe(key) } else { None };
        if let Some(score) =
            entry.and_then(|entry| table_cutoff(entry, node, window, self.is_pv_node(window)))
        {
            return score;
        }
        self.generated.clear();
        match self.game.generate_moves(position, node, &mut self.generated) {
            NodeKind::Terminal(terminal) => return terminal.score(node.ply),
            NodeKind::Chance => return self.search_chance_node(position, key, node, window),
            NodeKind::Decision => {}
        }
        let list = self.score_moves(position, node.ply, entry);
        self.push_key(key);
        let score = self.search_moves(position, key, node, window, list, in_danger, may_pass);
        self.pop_key();
        score
    }

    /// Whether this is a node of the principal variation. No principal variation continues below a chance node,
    /// where windows are wide for another reason.
    pub(super) fn is_pv_node(&self, window: Window) -> bool {
        window.is_open() && self.chance_nodes_above == 0
    }

    #[allow(clippy::too_many_arguments, reason = "the state of one node")]
    fn search_moves(
        &mut self,
        position: &M::Game,
        key: u64,
        node: NodeDepth,
        window: Window,
        mut list: Vec<ScoredMove<ActionOf<M>>>,
        in_danger: bool,
        may_pass: bool,
    ) -> Score {
        let is_pv = self.is_pv_node(window);
        let prunes = self.flags.pruning && !in_danger && !is_pv;
        let evaluation = if prunes { Some(self.game.evaluate(position)) } else { None };
        if let Some(evaluation) = evaluation
            && let Some(score) = reverse_futility_prune::<M>(node, window, evaluation)
                .or_else(|| self.null_move_prune(position, node, window, evaluation, may_pass))
        {
            self.return_list(list);
            return score;
        }
        let mut best = BestMoves::new(self.game.effective_rank(position));
        let mut tried = QuietsTried::default();
        let mut move_number = 0;
        while let Some(scored) = pick_next(&mut list, move_number) {
            move_number += 1;
            let alpha = window.alpha.max(best.score());
            let is_quiet = scored.tactical_gain.is_none();
            let is_losing = scored.tactical_gain.is_some_and(|gain| gain < -M::FUTILITY_MARGIN);
            if let Some(evaluation) = evaluation
                && best.score() > Score::lost_in(MAX_PLY)
                && (is_quiet
                    && (futility_prune::<M>(evaluation, alpha, node.depth)
                        || late_move_prune(node.depth, move_number))
                    || is_losing && losing_capture_prune::<M>(scored.tactical_gain, node.depth))
            {
                continue;
            }
            let mut child = position.clone();
            self.game.play(&mut child, scored.action);
            let child_window = Window { alpha, beta: window.beta };
            let history_score = if is_quiet {
                self.history.history_score(self.game.history_index(position, scored.action))
            } else {
                0
            };
            let is_late = is_quiet || is_losing;
            let reduction =
                self.late_move_reduction(node, move_number, is_late, in_danger, is_pv, history_score);
            let score = self.search_child(position, &child, node, child_window, move_number, reduction);
            if self.stopped {
                break;
            }
            let pv = if is_pv && score > alpha { self.pv[node.ply + 1].clone() } else { Vec::new() };
            let ban_group = self.game.ban_group(scored.action);
            best.add(SearchedMove { score, ban_group, index: scored.index, pv });
            if best.score() >= window.beta {
                self.reward_cutoff(position, node, scored, &tried);
                break;
            }
            if is_quiet {
                tried.add(self.game.history_index(position, scored.action));
            }
        }
        let score = best.score();
        if !self.stopped {
            self.store_entry(key, node, window, &best);
            if is_pv {
                self.update_pv(node.ply, &list, best);
            }
        }
        self.return_list(list);
        score
    }

    /// Principal variation search of a child: first with a null window and perhaps a late-move reduction, then
    /// again as deep and as wide as needed.
    pub(super) fn search_child(
        &mut self,
        position: &M::Game,
        child: &M::Game,
        node: NodeDepth,
        window: Window,
        move_number: usize,
        reduction: i32,
    ) -> Score {
        let switches_side = self.game.side_to_move(position) != self.game.side_to_move(child);
        let full_depth = NodeDepth { ply: node.ply + 1, depth: node.depth - 1 };
        let search = |worker: &mut Self, node: NodeDepth, window: Window| {
            let score = worker.alpha_beta(child, node, window.negated_if(switches_side), true);
            if switches_side { -score } else { score }
        };
        if !self.flags.pruning || move_number <= self.game.effective_rank(position) {
            return search(self, full_depth, window);
        }
        let null_window = Window::null_window(window.alpha);
        if reduction > 0 {
            let depth = (full_depth.depth - reduction).max(1).min(full_depth.depth);
            let score = search(self, NodeDepth { depth, ..full_depth }, null_window);
            if score <= window.alpha || self.stopped {
                return score;
            }
        }
        let score = search(self, full_depth, null_window);
        if score > window.alpha && score < window.beta { search(self, full_depth, window) } else { score }
    }

    /// Late-move reduction: how many plies less to search a move that is ordered late.
    fn late_move_reduction(
        &self,
        node: NodeDepth,
        move_number: usize,
        reducible: bool,
        in_danger: bool,
        is_pv: bool,
        history_score: i32,
    ) -> i32 {
        if !self.flags.pruning || node.depth < 3 || move_number <= 3 || !reducible || in_danger {
            return 0;
        }
        let (depth, move_number) = (f64::from(node.depth), move_number as f64);
        let reduction = (0.4 + depth.ln() * move_number.ln() / 2.3) as i32;
        (reduction - i32::from(is_pv) - history_score / 4).max(0)
    }

    /// Null-move pruning: if the position is good enough even after passing the turn, a shallow search suffices.
    fn null_move_prune(
        &mut self,
        position: &M::Game,
        node: NodeDepth,
        window: Window,
        evaluation: Score,
        may_pass: bool,
    ) -> Option<Score> {
        let is_decisive = window.beta.is_win() || window.beta.is_loss();
        if is_decisive || !may_pass || node.depth < 3 || evaluation < window.beta {
            return None;
        }
        let child = self.game.null_move(position)?;
        let reduced = NodeDepth { ply: node.ply + 1, depth: node.depth - 3 - node.depth / 4 };
        let null_window = Window { alpha: window.beta.plus(-1), beta: window.beta };
        let switches_side = self.game.side_to_move(position) != self.game.side_to_move(&child);
        let score = self.alpha_beta(&child, reduced, null_window.negated_if(switches_side), false);
        let score = if switches_side { -score } else { score };
        let fails_high = score >= window.beta && !self.stopped;
        fails_high.then(|| if score.is_win() { window.beta } else { score })
    }

    /// Updates killers and history after a beta cutoff by a quiet move.
    fn reward_cutoff(
        &mut self,
        position: &M::Game,
        node: NodeDepth,
        scored: ScoredMove<ActionOf<M>>,
        tried: &QuietsTried,
    ) {
        if scored.tactical_gain.is_none() {
            let index = self.game.history_index(position, scored.action);
            self.history.reward(node.ply, node.depth, (scored.action, index), tried.history_indices());
        }
    }

    fn store_entry(&self, key: u64, node: NodeDepth, window: Window, best: &BestMoves<ActionOf<M>>) {
        let score = best.score();
        let entry = TtEntry {
            score: score_to_tt(score, node.ply),
            bound: window.bound(score),
            depth: node.depth.clamp(0, 255) as u8,
            moves: best.move_indices(),
        };
        self.table.store(key, entry);
    }

    /// Updates the principal variation of a ply: the banned move, the best move, and its continuation.
    pub(super) fn update_pv(
        &mut self,
        ply: usize,
        list: &[ScoredMove<ActionOf<M>>],
        mut best: BestMoves<ActionOf<M>>,
    ) {
        let action =
            |index: u16| list.iter().find(|scored| scored.index == index).map(|scored| scored.action);
        let ban = best.banned().and_then(|banned| self.game.ban_of(action(banned.index)?));
        let Some(effective) = best.take_effective() else { return };
        let pv = &mut self.pv[ply];
        pv.clear();
        pv.extend(ban);
        pv.extend(action(effective.index));
        pv.extend(effective.pv);
    }
}

/// The score of a table entry if it causes a cutoff.
pub(super) fn table_cutoff(entry: TtEntry, node: NodeDepth, window: Window, is_pv: bool) -> Option<Score> {
    if node.ply == 0 || is_pv || i32::from(entry.depth) < node.depth {
        return None;
    }
    let score = score_from_tt(entry.score, node.ply);
    let cuts_off = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    cuts_off.then_some(score)
}

/// Reverse futility pruning: near the leaves, an evaluation far above beta fails high without a search.
fn reverse_futility_prune<M: SearchGame>(
    node: NodeDepth,
    window: Window,
    evaluation: Score,
) -> Option<Score> {
    let is_decisive = window.beta.is_win() || window.beta.is_loss();
    let fails_high = node.depth <= 6 && evaluation.plus(-M::FUTILITY_MARGIN * node.depth) >= window.beta;
    (!is_decisive && fails_high).then_some(evaluation)
}

/// Futility pruning: near the leaves, skips quiet moves that cannot be expected to raise alpha.
fn futility_prune<M: SearchGame>(evaluation: Score, alpha: Score, depth: i32) -> bool {
    depth <= 4 && evaluation.plus(M::FUTILITY_MARGIN * (depth + 1)) <= alpha
}

/// Late-move pruning: near the leaves, skips quiet moves that are ordered very late.
fn late_move_prune(depth: i32, move_number: usize) -> bool {
    depth <= 4 && move_number > 6 + 2 * (depth * depth) as usize
}

/// Skips captures that lose more than the remaining depth can win back.
fn losing_capture_prune<M: SearchGame>(gain: Option<i32>, depth: i32) -> bool {
    depth <= 5 && gain.is_some_and(|gain| gain < -M::FUTILITY_MARGIN * depth)
}

/// The history indices of the quiet moves tried so far, up to a limit.
#[derive(Default)]
struct QuietsTried {
    history_indices: [usize; 32],
    count: usize,
}

impl QuietsTried {
    fn add(&mut self, history_index: usize) {
        if let Some(slot) = self.history_indices.get_mut(self.count) {
            *slot = history_index;
            self.count += 1;
        }
    }

    fn history_indices(&self) -> &[usize] {
        &self.history_indices[..self.count]
    }
}
