//! The best choices of a position, where the very best may be forbidden.

use crate::Score;

/// One choice.
#[derive(Clone, Debug)]
pub(super) struct SearchedMove<A> {
    pub(super) score: Score,
    pub(super) ban_group: u32,
    /// Its number in the order in which moves are listed.
    pub(super) index: u16,
    /// What follows it, if that is of interest.
    pub(super) pv: Vec<A>,
}

/// The best two choices of different groups.
pub(super) struct BestMoves<A> {
    /// Which of them counts: the first, or the second.
    effective_rank: usize,
    top: [Option<SearchedMove<A>>; 2],
}

impl<A> BestMoves<A> {
    pub(super) fn new(effective_rank: usize) -> BestMoves<A> {
        debug_assert!(effective_rank == 1 || effective_rank == 2, "the first or the second choice counts");
        BestMoves { effective_rank, top: [None, None] }
    }

    /// The score of the choice that counts.
    pub(super) fn score(&self) -> Score {
        self.effective().map_or(Score::WORST, |choice| choice.score)
    }

    /// The choice that counts.
    pub(super) fn effective(&self) -> Option<&SearchedMove<A>> {
        self.top[self.effective_rank - 1].as_ref()
    }

    /// The best choice, if it is forbidden because a second one counts.
    pub(super) fn banned(&self) -> Option<&SearchedMove<A>> {
        if self.effective_rank == 2 { self.top[0].as_ref() } else { None }
    }

    /// The choice that counts, taken out.
    pub(super) fn take_effective(&mut self) -> Option<SearchedMove<A>> {
        self.top[self.effective_rank - 1].take()
    }

    /// The numbers of the choices, for the memory.
    pub(super) fn move_indices(&self) -> [u16; 2] {
        [0, 1].map(|place| {
            self.top[place].as_ref().map_or(crate::transposition_table::NO_MOVE, |choice| choice.index)
        })
    }

    pub(super) fn add(&mut self, choice: SearchedMove<A>) {
        let better =
            |than: &Option<SearchedMove<A>>| than.as_ref().is_none_or(|than| choice.score > than.score);
        let same = |than: &Option<SearchedMove<A>>| {
            than.as_ref().is_some_and(|than| choice.ban_group == than.ban_group)
        };
        // Where one choice counts, groups do not matter.
        if better(&self.top[0]) {
            if !(self.effective_rank == 2 && same(&self.top[0])) {
                self.top[1] = self.top[0].take();
            }
            self.top[0] = Some(choice);
        } else if (self.effective_rank == 1 || !same(&self.top[0])) && better(&self.top[1]) {
            self.top[1] = Some(choice);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_second_choice_is_the_best_of_all_groups_but_the_best_one(
            moves in prop::collection::vec((-50i32..50, 0u32..6), 1..30)
        ) {
            let mut best = BestMoves::<()>::new(2);
            for (number, (score, group)) in moves.iter().enumerate() {
                let score = Score::centipawns(*score);
                best.add(SearchedMove { score, ban_group: *group, index: number as u16, pv: Vec::new() });
            }
            let (top, first) = moves.iter().copied().fold((i32::MIN, 0), |top, m| if m.0 > top.0 { m } else { top });
            let second = moves.iter().filter(|(_, group)| *group != first).map(|(score, _)| *score).max();
            // Where two groups share the best score, either may be the forbidden one.
            prop_assert_eq!(best.banned().unwrap().score, Score::centipawns(top));
            prop_assert_eq!(best.effective().map(|choice| choice.score.value()), second);
        }
    }
}
