use crate::Contest;
use tetrarch_rules::Position;
use tetrarch_rules::bishops::{Bishops, Options};

/// Opening, middle games with four and three colours, sanctuaries, many checks, ending, with their numbers.
const SET: &str = include_str!("../../src/bishops/tests/data/perft.txt");

// What a profile of this set shows as the remaining cost: 35-40 % playing a move with the check tests after it,
// 20-25 % generating moves (partly for the question whether the next colour can act), 12 % moving men on the board,
// 10 % full attack tests, 10 % copying the position.
pub(crate) fn contest() -> Contest {
    let lines = SET.lines().filter(|line| !line.starts_with('#'));
    let set = lines.map(|line| {
        let [_, numbers, text] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = Bishops::parse(text, &Options::default()).expect("a position");
        (position, numbers.split(' ').count() as u32)
    });
    Contest::new(0.2, set.collect())
}
