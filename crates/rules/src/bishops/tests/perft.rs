use super::*;
use crate::perft;

/// Perft without swaps.
fn without_swaps(position: &Bishops, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    let moves = legal.into_iter().filter(|action| *action != Action::Swap);
    let after = |action| {
        let mut next = position.clone();
        next.play(action);
        without_swaps(&next, depth - 1)
    };
    moves.map(after).sum()
}

#[test]
fn perft_from_the_start_with_and_without_swaps() {
    for (depth, with, without) in [(1, 21, 20), (2, 431, 391), (3, 8861, 7664)] {
        assert_eq!(perft(&start("{}"), depth), with);
        assert_eq!(without_swaps(&start("{}"), depth), without);
    }
}

#[test]
fn perft_of_six_positions() {
    let lines = include_str!("data/perft.txt").lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.clone().count(), 6);
    for line in lines {
        let [name, numbers, text] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = Bishops::parse(text, &Options::default()).unwrap();
        for (depth, number) in (1..).zip(numbers.split(' ')) {
            assert_eq!(perft(&position, depth).to_string(), number, "{name} at depth {depth}");
        }
    }
}
