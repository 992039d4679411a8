//! The baseline: shakmaty's chess perft, playing every move.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

/// The chess positions of the Ban-Chess reference numbers.
const POSITIONS: [(&str, u32); 4] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 5),
    ("r3k2r/8/8/2pPp3/2PpP3/8/8/R3K2R w KQkq c6 0 1", 4),
];

pub(crate) fn run() -> u64 {
    POSITIONS.iter().map(|(fen, depth)| perft(&chess(fen), *depth)).sum()
}

fn chess(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a FEN");
    fen.into_position(CastlingMode::Standard).expect("legal chess")
}

/// shakmaty's `perft` without bulk counting at the last ply.
fn perft(position: &Chess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    let after = |m: &shakmaty::Move| {
        let mut next = position.clone();
        next.play_unchecked(*m);
        perft(&next, depth - 1)
    };
    moves.iter().map(after).sum()
}
