//! Counting the ways a game can go on.

use crate::Position;

/// Counts the sequences of `depth` actions, really playing every one of them. Chance outcomes are actions too.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth as usize];
    count(position, &mut lists)
}

/// The counts of [`perft`] by the first action, in the order of the list.
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

/// One list of actions for each ply still to go, so that nothing is allocated on the way.
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
