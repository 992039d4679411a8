//! Which moves to try first.

use super::worker::{DEEPEST, Worker};
use crate::Mind;
use crate::memory::{Memo, NO_MOVE};
use crate::mind::ActionOf;

/// A move with its number in the listed order and its place in the order of trying.
#[derive(Copy, Clone, Debug)]
pub(super) struct Ranked<A> {
    pub(super) action: A,
    pub(super) number: u16,
    /// What it takes at once; none for a quiet move.
    pub(super) gain: Option<i32>,
    rank: i32,
}

/// What has proved good in other positions of the search.
pub(super) struct Habits<A> {
    killers: Vec<[Option<A>; 2]>,
    history: Vec<i32>,
}

const REMEMBERED: i32 = 1 << 30;
const LOUD: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
/// The history of a slot stays within this.
const HISTORY: i32 = 1 << 14;

impl<A: Copy + Eq> Habits<A> {
    pub(super) fn new(slots: usize) -> Habits<A> {
        Habits { killers: vec![[None; 2]; DEEPEST + 2], history: vec![0; slots] }
    }

    /// A quiet move was too good to go on: praise it, and blame those that were tried before it.
    pub(super) fn learn(&mut self, ply: usize, depth: i32, good: (A, usize), tried: &[usize]) {
        let killers = &mut self.killers[ply.min(DEEPEST)];
        if killers[0] != Some(good.0) {
            *killers = [Some(good.0), killers[0]];
        }
        let weight = (depth * depth * 16).min(HISTORY / 8);
        self.nudge(good.1, weight);
        tried.iter().for_each(|slot| self.nudge(*slot, -weight / 2));
    }

    /// Moves towards praise or blame, more slowly the nearer it is to the edge.
    fn nudge(&mut self, slot: usize, weight: i32) {
        let value = &mut self.history[slot];
        *value += weight - *value * weight.abs() / HISTORY;
    }

    pub(super) fn rank(&self, ply: usize, action: A, slot: usize) -> i32 {
        match self.killers[ply.min(DEEPEST)] {
            [Some(first), _] if first == action => KILLER + 1,
            [_, Some(second)] if second == action => KILLER,
            _ => self.history[slot],
        }
    }

    /// What is known of a quiet move: from very bad to very good, -8 to 8.
    pub(super) fn opinion(&self, slot: usize) -> i32 {
        self.history[slot] / (HISTORY / 8)
    }
}

impl<M: Mind> Worker<'_, M> {
    /// Gives the listed moves their places in the order of trying.
    pub(super) fn rank_listed(
        &mut self,
        game: &M::Game,
        ply: usize,
        memo: Option<Memo>,
    ) -> Vec<Ranked<ActionOf<M>>> {
        let mut list = self.borrow_list();
        let remembered = memo.map_or([NO_MOVE; 2], |memo| memo.moves);
        for (number, action) in self.listed.drain(..).enumerate() {
            let number = number as u16;
            let gain = self.mind.gain(game, action);
            let rank = match gain {
                _ if number == remembered[0] => REMEMBERED + 1,
                _ if number == remembered[1] => REMEMBERED,
                Some(gain) if gain >= 0 => LOUD + gain,
                Some(gain) => gain - HISTORY,
                None => self.habits.rank(ply, action, self.mind.slot(game, action)),
            };
            list.push(Ranked { action, number, gain, rank });
        }
        list
    }
}

/// Takes the best move that is left, by putting it at the front of what is left.
pub(super) fn next_best<A: Copy>(list: &mut [Ranked<A>], from: usize) -> Option<Ranked<A>> {
    let left = list.get_mut(from..)?;
    let best = left.iter().enumerate().max_by_key(|(place, ranked)| (ranked.rank, -(*place as i64)))?.0;
    left.swap(0, best);
    left.first().copied()
}
