//! The best choices of a position, where the very best may be forbidden.

use crate::Score;

/// One choice.
#[derive(Clone, Debug)]
pub(super) struct Choice<A> {
    pub(super) score: Score,
    pub(super) group: u32,
    /// Its number in the order in which moves are listed.
    pub(super) number: u16,
    /// What follows it, if that is of interest.
    pub(super) line: Vec<A>,
}

/// The best two choices of different groups.
pub(super) struct Best<A> {
    /// Which of them counts: the first, or the second.
    counts: usize,
    top: [Option<Choice<A>>; 2],
}

impl<A> Best<A> {
    pub(super) fn new(counts: usize) -> Best<A> {
        debug_assert!(counts == 1 || counts == 2, "the first or the second choice counts");
        Best { counts, top: [None, None] }
    }

    /// The score of the choice that counts.
    pub(super) fn score(&self) -> Score {
        self.counting().map_or(Score::WORST, |choice| choice.score)
    }

    /// The choice that counts.
    pub(super) fn counting(&self) -> Option<&Choice<A>> {
        self.top[self.counts - 1].as_ref()
    }

    /// The best choice, if it is forbidden because a second one counts.
    pub(super) fn forbidden(&self) -> Option<&Choice<A>> {
        if self.counts == 2 { self.top[0].as_ref() } else { None }
    }

    /// The choice that counts, taken out.
    pub(super) fn take_counting(&mut self) -> Option<Choice<A>> {
        self.top[self.counts - 1].take()
    }

    /// The numbers of the choices, for the memory.
    pub(super) fn numbers(&self) -> [u16; 2] {
        [0, 1].map(|place| self.top[place].as_ref().map_or(crate::memory::NO_MOVE, |choice| choice.number))
    }

    pub(super) fn add(&mut self, choice: Choice<A>) {
        let better = |than: &Option<Choice<A>>| than.as_ref().is_none_or(|than| choice.score > than.score);
        let same = |than: &Option<Choice<A>>| than.as_ref().is_some_and(|than| choice.group == than.group);
        // Where one choice counts, groups do not matter.
        if better(&self.top[0]) {
            if !(self.counts == 2 && same(&self.top[0])) {
                self.top[1] = self.top[0].take();
            }
            self.top[0] = Some(choice);
        } else if (self.counts == 1 || !same(&self.top[0])) && better(&self.top[1]) {
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
            let mut best = Best::<()>::new(2);
            for (number, (score, group)) in moves.iter().enumerate() {
                let score = Score::centipawns(*score);
                best.add(Choice { score, group: *group, number: number as u16, line: Vec::new() });
            }
            let (top, first) = moves.iter().copied().fold((i32::MIN, 0), |top, m| if m.0 > top.0 { m } else { top });
            let second = moves.iter().filter(|(_, group)| *group != first).map(|(score, _)| *score).max();
            // Where two groups share the best score, either may be the forbidden one.
            prop_assert_eq!(best.forbidden().unwrap().score, Score::centipawns(top));
            prop_assert_eq!(best.counting().map(|choice| choice.score.value()), second);
        }
    }
}
