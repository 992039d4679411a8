use crate::Benchmark;
use tetrarch_rules::Position;
use tetrarch_rules::ban_chess::{BanChess, Options};

/// The four reference positions, each at depths 4 and 5.
const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 3",
    "r3k2r/8/8/2pPp3/2PpP3/8/8/R3K2R w KQkq c6 0 1 1",
];

pub(crate) fn benchmark() -> Benchmark {
    let position = |text: &str| BanChess::parse(text, &Options::default()).expect("a position");
    let set = POSITIONS.iter().flat_map(|text| [4, 5].map(|depth| (position(text), depth))).collect();
    Benchmark::new(0.7, set)
}
