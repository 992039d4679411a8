//! Which moves to try first.

use super::worker::{MAX_PLY, Worker};
use crate::SearchGame;
use crate::search_game::ActionOf;
use crate::transposition_table::{NO_MOVE, TtEntry};

/// A move with its number in the listed order and its place in the order of trying.
#[derive(Copy, Clone, Debug)]
pub(super) struct ScoredMove<A> {
    pub(super) action: A,
    pub(super) index: u16,
    /// What it takes at once; none for a quiet move.
    pub(super) tactical_gain: Option<i32>,
    ordering_score: i32,
}

/// What has proved good in other positions of the search.
pub(super) struct MoveHistory<A> {
    killers: Vec<[Option<A>; 2]>,
    history: Vec<i32>,
}

const HASH_MOVE_SCORE: i32 = 1 << 30;
const GOOD_CAPTURE_SCORE: i32 = 1 << 24;
const KILLER_SCORE: i32 = 1 << 20;
/// The history of a slot stays within this.
const MAX_HISTORY: i32 = 1 << 14;

impl<A: Copy + Eq> MoveHistory<A> {
    pub(super) fn new(slots: usize) -> MoveHistory<A> {
        MoveHistory { killers: vec![[None; 2]; MAX_PLY + 2], history: vec![0; slots] }
    }

    /// A quiet move was too good to go on: praise it, and blame those that were tried before it.
    pub(super) fn reward(&mut self, ply: usize, depth: i32, good: (A, usize), tried: &[usize]) {
        let killers = &mut self.killers[ply.min(MAX_PLY)];
        if killers[0] != Some(good.0) {
            *killers = [Some(good.0), killers[0]];
        }
        let weight = (depth * depth * 16).min(MAX_HISTORY / 8);
        self.update(good.1, weight);
        tried.iter().for_each(|slot| self.update(*slot, -weight / 2));
    }

    /// Moves towards praise or blame, more slowly the nearer it is to the edge.
    fn update(&mut self, slot: usize, weight: i32) {
        let value = &mut self.history[slot];
        *value += weight - *value * weight.abs() / MAX_HISTORY;
    }

    pub(super) fn ordering_score(&self, ply: usize, action: A, slot: usize) -> i32 {
        match self.killers[ply.min(MAX_PLY)] {
            [Some(first), _] if first == action => KILLER_SCORE + 1,
            [_, Some(second)] if second == action => KILLER_SCORE,
            _ => self.history[slot],
        }
    }

    /// What is known of a quiet move: from very bad to very good, -8 to 8.
    pub(super) fn history_score(&self, slot: usize) -> i32 {
        self.history[slot] / (MAX_HISTORY / 8)
    }
}

impl<M: SearchGame> Worker<'_, M> {
    /// Gives the listed moves their places in the order of trying.
    pub(super) fn score_moves(
        &mut self,
        game: &M::Game,
        ply: usize,
        memo: Option<TtEntry>,
    ) -> Vec<ScoredMove<ActionOf<M>>> {
        let mut list = self.take_list();
        let remembered = memo.map_or([NO_MOVE; 2], |memo| memo.moves);
        for (number, action) in self.generated.drain(..).enumerate() {
            let number = number as u16;
            let gain = self.game.tactical_gain(game, action);
            let rank = match gain {
                _ if number == remembered[0] => HASH_MOVE_SCORE + 1,
                _ if number == remembered[1] => HASH_MOVE_SCORE,
                Some(gain) if gain >= 0 => GOOD_CAPTURE_SCORE + gain,
                Some(gain) => gain - MAX_HISTORY,
                None => self.history.ordering_score(ply, action, self.game.history_index(game, action)),
            };
            list.push(ScoredMove { action, index: number, tactical_gain: gain, ordering_score: rank });
        }
        list
    }
}

/// Takes the best move that is left, by putting it at the front of what is left.
pub(super) fn pick_next<A: Copy>(list: &mut [ScoredMove<A>], from: usize) -> Option<ScoredMove<A>> {
    let left = list.get_mut(from..)?;
    let best =
        left.iter().enumerate().max_by_key(|(place, ranked)| (ranked.ordering_score, -(*place as i64)))?.0;
    left.swap(0, best);
    left.first().copied()
}
