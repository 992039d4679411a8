use crate::Benchmark;
use tetrarch_rules::Position;
use tetrarch_rules::bishops::{Bishops, Options};

/// An opening, middlegames with four and three colours, sanctuaries, many checks and an endgame, with their counts.
const POSITIONS: &str = include_str!("../../src/bishops/tests/data/perft.txt");

// A profile of this set: 35-40 % playing a move and testing for check, 20-25 % generating moves (partly to test whether
// the next colour can act), 12 % moving pieces on the board, 10 % full attack tests, 10 % copying the position.
pub(crate) fn benchmark() -> Benchmark {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    let set = lines.map(|line| {
        let [_, numbers, text] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = Bishops::parse(text, &Options::default()).expect("a position");
        (position, numbers.split(' ').count() as u32)
    });
    Benchmark::new(0.2, set.collect())
}
