//! Quiescence search: resolves captures so that only quiet positions are evaluated statically.

use super::best_moves::{BestMoves, SearchedMove};
use super::move_ordering::{ScoredMove, pick_next};
use super::node::{Window, table_cutoff};
use super::worker::{MAX_PLY, Worker};
use crate::search_game::ActionOf;
use crate::transposition_table::{NO_MOVE, TtEntry, score_to_tt};
use crate::{NodeDepth, NodeKind, SearchGame};
use tetrarch_table::search::Score;

/// The quiescence search stops at this depth.
const MIN_QUIESCENCE_DEPTH: i32 = -10;
/// Results below this depth have seen too little to be stored.
const MIN_STORED_DEPTH: i32 = -3;

impl<M: SearchGame> Worker<'_, M> {
    /// Searches tactical moves only. The side to move may stand pat, that is, choose a quiet move instead, unless
    /// it is in danger.
    pub(super) fn qsearch(&mut self, position: &M::Game, node: NodeDepth, window: Window) -> Score {
        let uses_table = M::TABLE_IN_QUIESCENCE && self.flags.transposition_table;
        let key = if uses_table { Some(self.game.key(position)) } else { None };
        let entry = key.and_then(|key| self.table.probe(key));
        let depth_0 = NodeDepth { depth: 0, ..node };
        if let Some(score) =
            entry.and_then(|entry| table_cutoff(entry, depth_0, window, self.is_pv_node(window)))
        {
            return score;
        }
        let score = self.qsearch_moves(position, node, window);
        if let (Some(key), None, false) = (key, entry, self.stopped || node.depth < MIN_STORED_DEPTH) {
            let entry = TtEntry {
                score: score_to_tt(score, node.ply),
                bound: window.bound(score),
                depth: 0,
                moves: [NO_MOVE; 2],
            };
            self.table.store(key, entry);
        }
        score
    }

    fn qsearch_moves(&mut self, position: &M::Game, node: NodeDepth, window: Window) -> Score {
        self.generated.clear();
        let kind = self.game.generate_tactical_moves(position, node, &mut self.generated);
        if let NodeKind::Terminal(terminal) = kind {
            return terminal.score(node.ply);
        }
        let in_danger = self.game.in_danger(position) && node.depth > M::MIN_EVASION_DEPTH;
        let stand_pat = if in_danger { Score::WORST } else { self.game.evaluate(position) };
        let fails_high = stand_pat >= window.beta || !self.flags.quiescence;
        if fails_high
            || node.depth < MIN_QUIESCENCE_DEPTH
            || node.ply >= MAX_PLY
            || matches!(kind, NodeKind::Chance)
        {
            return if stand_pat == Score::WORST { self.game.evaluate(position) } else { stand_pat };
        }
        let mut list = self.score_moves(position, node.ply, None);
        if !in_danger {
            // Delta pruning: skip captures that cannot raise the score to alpha.
            let floor = window.alpha.max(stand_pat);
            list.retain(|scored| {
                scored.tactical_gain.is_none_or(|gain| stand_pat.plus(gain + M::FUTILITY_MARGIN * 2) > floor)
            });
        }
        let effective_rank = self.game.effective_rank(position);
        if effective_rank == 2 && !in_danger && !self.has_two_ban_groups(&list) {
            // The only capture is banned.
            self.return_list(list);
            return stand_pat;
        }
        let mut best = BestMoves::<ActionOf<M>>::new(effective_rank);
        let mut move_number = 0;
        while let Some(scored) = pick_next(&mut list, move_number) {
            move_number += 1;
            let alpha = window.alpha.max(stand_pat).max(best.score());
            let mut child = position.clone();
            self.game.play(&mut child, scored.action);
            let switches_side = self.game.side_to_move(position) != self.game.side_to_move(&child);
            let child_window = Window { alpha, beta: window.beta }.negated_if(switches_side);
            if !self.count_node() {
                break;
            }
            let child_node = NodeDepth { ply: node.ply + 1, depth: node.depth - 1 };
            let score = self.qsearch(&child, child_node, child_window);
            let score = if switches_side { -score } else { score };
            if self.stopped {
                break;
            }
            let ban_group = self.game.ban_group(scored.action);
            best.add(SearchedMove { score, ban_group, index: scored.index, pv: Vec::new() });
            if best.score() >= window.beta {
                break;
            }
        }
        self.return_list(list);
        best.score().max(stand_pat)
    }

    fn has_two_ban_groups(&self, list: &[ScoredMove<ActionOf<M>>]) -> bool {
        let mut groups = list.iter().map(|scored| self.game.ban_group(scored.action));
        groups.next().is_some_and(|first| groups.any(|group| group != first))
    }
}
