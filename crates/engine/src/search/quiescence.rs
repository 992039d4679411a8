//! The search of captures, to judge quiet positions only.

use super::best_moves::{BestMoves, SearchedMove};
use super::move_ordering::{ScoredMove, pick_next};
use super::node::{Window, table_cutoff};
use super::worker::{MAX_PLY, Worker};
use crate::search_game::ActionOf;
use crate::transposition_table::{NO_MOVE, TtEntry};
use crate::{NodeDepth, NodeKind, Score, SearchGame};

/// Captures are followed this far.
const MAX_QUIESCENCE_DEPTH: i32 = -10;
/// What is found further down has seen too little to be remembered.
const MIN_STORED_DEPTH: i32 = -3;

impl<M: SearchGame> Worker<'_, M> {
    /// The score once nothing more is taken. The side to decide may always do something quiet instead, unless the
    /// position is tense.
    pub(super) fn qsearch(&mut self, game: &M::Game, spot: NodeDepth, window: Window) -> Score {
        let key = if M::TABLE_IN_QUIESCENCE && self.flags.transposition_table {
            Some(self.game.key(game))
        } else {
            None
        };
        let memo = key.and_then(|key| self.table.probe(key));
        if let Some(score) = memo.and_then(|memo| {
            table_cutoff(memo, NodeDepth { depth: 0, ..spot }, window, self.is_pv_node(window))
        }) {
            return score;
        }
        let score = self.qsearch_moves(game, spot, window);
        if let (Some(key), None, false) = (key, memo, self.stopped || spot.depth < MIN_STORED_DEPTH) {
            let memo = TtEntry {
                score: score.relative_to_node(spot.ply),
                bound: window.bound(score),
                depth: 0,
                moves: [NO_MOVE; 2],
            };
            self.table.store(key, memo);
        }
        score
    }

    fn qsearch_moves(&mut self, game: &M::Game, spot: NodeDepth, window: Window) -> Score {
        self.generated.clear();
        let moves = self.game.generate_tactical_moves(game, spot, &mut self.generated);
        if let NodeKind::Terminal(end) = moves {
            return end.score(spot.ply);
        }
        let tense = self.game.in_danger(game) && spot.depth > M::MIN_EVASION_DEPTH;
        let quiet_score = if tense { Score::WORST } else { self.game.evaluate(game) };
        let enough = quiet_score >= window.beta || !self.flags.quiescence;
        if enough
            || spot.depth < MAX_QUIESCENCE_DEPTH
            || spot.ply >= MAX_PLY
            || matches!(moves, NodeKind::Chance)
        {
            return if quiet_score == Score::WORST { self.game.evaluate(game) } else { quiet_score };
        }
        let mut list = self.score_moves(game, spot.ply, None);
        if !tense {
            let floor = window.alpha.max(quiet_score);
            list.retain(|ranked| {
                ranked
                    .tactical_gain
                    .is_none_or(|gain| quiet_score.plus(gain + M::FUTILITY_MARGIN * 2) > floor)
            });
        }
        let choice = self.game.effective_rank(game);
        if choice == 2 && !tense && !self.has_two_ban_groups(&list) {
            // The one capture is forbidden.
            self.return_list(list);
            return quiet_score;
        }
        let mut best = BestMoves::<ActionOf<M>>::new(choice);
        let mut place = 0;
        while let Some(ranked) = pick_next(&mut list, place) {
            place += 1;
            let alpha = window.alpha.max(quiet_score).max(best.score());
            let mut below = game.clone();
            self.game.play(&mut below, ranked.action);
            let turn = self.game.side_to_move(game) != self.game.side_to_move(&below);
            let inner = Window { alpha, beta: window.beta }.negated_if(turn);
            if !self.count_node() {
                break;
            }
            let score = self.qsearch(&below, NodeDepth { ply: spot.ply + 1, depth: spot.depth - 1 }, inner);
            let score = if turn { -score } else { score };
            if self.stopped {
                break;
            }
            let group = self.game.ban_group(ranked.action);
            best.add(SearchedMove { score, ban_group: group, index: ranked.index, pv: Vec::new() });
            if best.score() >= window.beta {
                break;
            }
        }
        self.return_list(list);
        best.score().max(quiet_score)
    }

    fn has_two_ban_groups(&self, list: &[ScoredMove<ActionOf<M>>]) -> bool {
        let mut groups = list.iter().map(|ranked| self.game.ban_group(ranked.action));
        groups.next().is_some_and(|first| groups.any(|group| group != first))
    }
}
