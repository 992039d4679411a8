//! Move ordering: hash moves, good captures, killer moves, history heuristic, losing captures.

use super::worker::{MAX_PLY, Worker};
use crate::SearchGame;
use crate::search_game::ActionOf;
use crate::transposition_table::{NO_MOVE, TtEntry};

/// A generated move with its index in the list and its ordering score.
#[derive(Copy, Clone, Debug)]
pub(crate) struct ScoredMove<A> {
    pub(crate) action: A,
    pub(crate) index: u16,
    /// Material it gains at once; `None` for a quiet move.
    pub(crate) tactical_gain: Option<i32>,
    ordering_score: i32,
}

/// Killer moves and the history heuristic: quiet moves that caused beta cutoffs in other nodes.
pub(crate) struct MoveHistory<A> {
    /// The last two killer moves of each ply.
    killers: Vec<[Option<A>; 2]>,
    history: Vec<i32>,
}

const HASH_MOVE_SCORE: i32 = 1 << 30;
const GOOD_CAPTURE_SCORE: i32 = 1 << 24;
const KILLER_SCORE: i32 = 1 << 20;
/// History scores stay within this bound.
const MAX_HISTORY: i32 = 1 << 14;

impl<A: Copy + Eq> MoveHistory<A> {
    pub(crate) fn new(history_size: usize) -> MoveHistory<A> {
        MoveHistory { killers: vec![[None; 2]; MAX_PLY + 2], history: vec![0; history_size] }
    }

    /// Rewards a quiet move that caused a beta cutoff, and penalises the quiet moves tried before it.
    pub(crate) fn reward(&mut self, ply: usize, depth: i32, good: (A, usize), tried: &[usize]) {
        let killers = &mut self.killers[ply.min(MAX_PLY)];
        if killers[0] != Some(good.0) {
            *killers = [Some(good.0), killers[0]];
        }
        let bonus = (depth * depth * 16).min(MAX_HISTORY / 8);
        self.update(good.1, bonus);
        tried.iter().for_each(|index| self.update(*index, -bonus / 2));
    }

    /// Updates a history score; the change shrinks near the bound (history gravity).
    fn update(&mut self, index: usize, bonus: i32) {
        let value = &mut self.history[index];
        *value += bonus - *value * bonus.abs() / MAX_HISTORY;
    }

    /// The ordering score of a quiet move: killer moves first, then by history.
    pub(crate) fn ordering_score(&self, ply: usize, action: A, index: usize) -> i32 {
        match self.killers[ply.min(MAX_PLY)] {
            [Some(first), _] if first == action => KILLER_SCORE + 1,
            [_, Some(second)] if second == action => KILLER_SCORE,
            _ => self.history[index],
        }
    }

    /// The history score of a quiet move, scaled to -8..=8.
    pub(crate) fn history_score(&self, index: usize) -> i32 {
        self.history[index] / (MAX_HISTORY / 8)
    }
}

impl<M: SearchGame> Worker<'_, M> {
    /// Scores the generated moves for move ordering.
    pub(crate) fn score_moves(
        &mut self,
        position: &M::Game,
        ply: usize,
        entry: Option<TtEntry>,
    ) -> Vec<ScoredMove<ActionOf<M>>> {
        let mut list = self.take_list();
        let hash_moves = entry.map_or([NO_MOVE; 2], |entry| entry.moves);
        for (index, action) in self.generated.drain(..).enumerate() {
            let index = index as u16;
            let tactical_gain = self.game.tactical_gain(position, action);
            let ordering_score = match tactical_gain {
                _ if index == hash_moves[0] => HASH_MOVE_SCORE + 1,
                _ if index == hash_moves[1] => HASH_MOVE_SCORE,
                Some(gain) if gain >= 0 => GOOD_CAPTURE_SCORE + gain,
                Some(gain) => gain - MAX_HISTORY,
                None => self.history.ordering_score(ply, action, self.game.history_index(position, action)),
            };
            list.push(ScoredMove { action, index, tactical_gain, ordering_score });
        }
        list
    }
}

/// Picks the best remaining move (lazy selection sort) and puts it at the front of the rest.
pub(crate) fn pick_next<A: Copy>(list: &mut [ScoredMove<A>], from: usize) -> Option<ScoredMove<A>> {
    let rest = list.get_mut(from..)?;
    let best =
        rest.iter().enumerate().max_by_key(|(index, scored)| (scored.ordering_score, -(*index as i64)))?.0;
    rest.swap(0, best);
    rest.first().copied()
}
