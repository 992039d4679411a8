//! The best moves of a node, where the opponent may ban the best one.

use crate::transposition_table::NO_MOVE;
use tetrarch_table::search::Score;

/// A searched move.
#[derive(Clone, Debug)]
pub(super) struct SearchedMove<A> {
    pub(super) score: Score,
    pub(super) ban_group: u32,
    /// Its index in the generated move list.
    pub(super) index: u16,
    /// The principal variation after it, or empty if not needed.
    pub(super) pv: Vec<A>,
}

/// The best two moves of different ban groups.
pub(super) struct BestMoves<A> {
    /// Which of them determines the value: 1 or 2.
    effective_rank: usize,
    top: [Option<SearchedMove<A>>; 2],
}

impl<A> BestMoves<A> {
    pub(super) fn new(effective_rank: usize) -> BestMoves<A> {
        debug_assert!(effective_rank == 1 || effective_rank == 2, "the effective rank is 1 or 2");
        BestMoves { effective_rank, top: [None, None] }
    }

    /// The score of the effective move.
    pub(super) fn score(&self) -> Score {
        self.effective().map_or(Score::WORST, |effective| effective.score)
    }

    /// The move that determines the value of the node.
    pub(super) fn effective(&self) -> Option<&SearchedMove<A>> {
        self.top[self.effective_rank - 1].as_ref()
    }

    /// The best move, if the opponent bans it.
    pub(super) fn banned(&self) -> Option<&SearchedMove<A>> {
        if self.effective_rank == 2 { self.top[0].as_ref() } else { None }
    }

    /// Takes the effective move out.
    pub(super) fn take_effective(&mut self) -> Option<SearchedMove<A>> {
        self.top[self.effective_rank - 1].take()
    }

    /// The indices of the best moves, for the transposition table.
    pub(super) fn move_indices(&self) -> [u16; 2] {
        [0, 1].map(|rank| self.top[rank].as_ref().map_or(NO_MOVE, |searched| searched.index))
    }

    pub(super) fn add(&mut self, new: SearchedMove<A>) {
        let is_better =
            |than: &Option<SearchedMove<A>>| than.as_ref().is_none_or(|than| new.score > than.score);
        let same_group = |other: &Option<SearchedMove<A>>| {
            other.as_ref().is_some_and(|other| new.ban_group == other.ban_group)
        };
        // Ban groups only matter if the second-best move counts.
        if is_better(&self.top[0]) {
            if !(self.effective_rank == 2 && same_group(&self.top[0])) {
                self.top[1] = self.top[0].take();
            }
            self.top[0] = Some(new);
        } else if (self.effective_rank == 1 || !same_group(&self.top[0])) && is_better(&self.top[1]) {
            self.top[1] = Some(new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_effective_move_is_the_best_outside_the_banned_group(
            moves in prop::collection::vec((-50i32..50, 0u32..6), 1..30)
        ) {
            let mut best = BestMoves::<()>::new(2);
            for (index, (score, ban_group)) in moves.iter().enumerate() {
                let score = Score::centipawns(*score);
                best.add(SearchedMove { score, ban_group: *ban_group, index: index as u16, pv: Vec::new() });
            }
            let (top, first) = moves.iter().copied().fold((i32::MIN, 0), |top, m| if m.0 > top.0 { m } else { top });
            let second = moves.iter().filter(|(_, group)| *group != first).map(|(score, _)| *score).max();
            // If two groups share the best score, either may be the banned one.
            prop_assert_eq!(best.banned().unwrap().score, Score::centipawns(top));
            prop_assert_eq!(best.effective().map(|effective| effective.score.value()), second);
        }
    }
}
