//! The search of captures, to judge quiet positions only.

use super::best::{Best, Choice};
use super::node::{Window, known};
use super::order::{Ranked, next_best};
use super::worker::{DEEPEST, Worker};
use crate::memory::{Memo, NO_MOVE};
use crate::mind::ActionOf;
use crate::{Mind, Moves, Score, Spot};

/// Captures are followed this far.
const LOUD_PLIES: i32 = -10;
/// What is found further down has seen too little to be remembered.
const REMEMBERED_PLIES: i32 = -3;

impl<M: Mind> Worker<'_, M> {
    /// The score once nothing more is taken. The side to decide may always do something quiet instead, unless the
    /// position is tense.
    pub(super) fn search_loud(&mut self, game: &M::Game, spot: Spot, window: Window) -> Score {
        let key = if M::REMEMBERS_LOUD && self.machinery.memory { Some(self.mind.key(game)) } else { None };
        let memo = key.and_then(|key| self.memory.recall(key));
        if let Some(score) =
            memo.and_then(|memo| known(memo, Spot { depth: 0, ..spot }, window, self.is_expected(window)))
        {
            return score;
        }
        let score = self.settle_loud(game, spot, window);
        if let (Some(key), None, false) = (key, memo, self.stopped || spot.depth < REMEMBERED_PLIES) {
            let memo = Memo {
                score: score.seen_here(spot.ply),
                bound: window.bound_of(score),
                depth: 0,
                moves: [NO_MOVE; 2],
            };
            self.memory.keep(key, memo);
        }
        score
    }

    fn settle_loud(&mut self, game: &M::Game, spot: Spot, window: Window) -> Score {
        self.listed.clear();
        let moves = self.mind.expand_loud(game, spot, &mut self.listed);
        if let Moves::Over(end) = moves {
            return end.score(spot.ply);
        }
        let tense = self.mind.is_tense(game) && spot.depth > M::TENSE_PLIES;
        let quiet_score = if tense { Score::WORST } else { self.mind.evaluate(game) };
        let enough = quiet_score >= window.beta || !self.machinery.captures;
        if enough || spot.depth < LOUD_PLIES || spot.ply >= DEEPEST || matches!(moves, Moves::Chance) {
            return if quiet_score == Score::WORST { self.mind.evaluate(game) } else { quiet_score };
        }
        let mut list = self.rank_listed(game, spot.ply, None);
        if !tense {
            let floor = window.alpha.max(quiet_score);
            list.retain(|ranked| {
                ranked.gain.is_none_or(|gain| quiet_score.plus(gain + M::MARGIN * 2) > floor)
            });
        }
        let choice = self.mind.choice(game);
        if choice == 2 && !tense && !self.has_two_groups(&list) {
            // The one capture is forbidden.
            self.give_back(list);
            return quiet_score;
        }
        let mut best = Best::<ActionOf<M>>::new(choice);
        let mut place = 0;
        while let Some(ranked) = next_best(&mut list, place) {
            place += 1;
            let alpha = window.alpha.max(quiet_score).max(best.score());
            let mut below = game.clone();
            self.mind.play(&mut below, ranked.action);
            let turn = self.mind.side(game) != self.mind.side(&below);
            let inner = Window { alpha, beta: window.beta }.turned(turn);
            if !self.count() {
                break;
            }
            let score = self.search_loud(&below, Spot { ply: spot.ply + 1, depth: spot.depth - 1 }, inner);
            let score = if turn { -score } else { score };
            if self.stopped {
                break;
            }
            let group = self.mind.group(ranked.action);
            best.add(Choice { score, group, number: ranked.number, line: Vec::new() });
            if best.score() >= window.beta {
                break;
            }
        }
        self.give_back(list);
        best.score().max(quiet_score)
    }

    fn has_two_groups(&self, list: &[Ranked<ActionOf<M>>]) -> bool {
        let mut groups = list.iter().map(|ranked| self.mind.group(ranked.action));
        groups.next().is_some_and(|first| groups.any(|group| group != first))
    }
}
