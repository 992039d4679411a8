//! Perft: counts the leaves of the game tree.

use crate::Position;

/// Counts the sequences of `depth` actions, chance outcomes included. It plays every action; there is no bulk
/// counting.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth as usize];
    count(position, &mut lists)
}

/// The [`perft`] counts by first action, in generation order.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Action, u64)> {
    let mut branches = Vec::new();
    if depth > 0 {
        position.perft_actions(&mut branches);
    }
    let after = |action| {
        let mut next = position.clone();
        next.play(action);
        perft(&next, depth - 1)
    };
    branches.into_iter().map(|action| (action, after(action))).collect()
}

/// `lists` has one reusable list of actions for each remaining ply, so that the recursion does not allocate.
fn count<P: Position>(position: &P, lists: &mut [Vec<P::Action>]) -> u64 {
    let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
    list.clear();
    position.perft_actions(list);
    let mut total = 0;
    for &action in list.iter() {
        let mut next = position.clone();
        next.play(action);
        total += count(&next, deeper);
    }
    total
}
