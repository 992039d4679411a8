//! What the games that contain chess share. The chess itself is shakmaty's.

mod board;
mod chess_move;
mod explain;
pub(crate) mod fen;
pub(crate) mod key;

pub use board::{ChessBoard, ChessRole, SquareBits};
pub use chess_move::{ChessMove, FromTo};
pub(crate) use explain::{SideNames, explain_chess_move, role_name, san, square_name};

use shakmaty::{Chess, Position as _};

/// Whether two positions are the same in every respect; shakmaty compares what matters for repetition only.
pub(crate) fn is_identical(a: &Chess, b: &Chess) -> bool {
    a == b
        && a.maybe_ep_square() == b.maybe_ep_square()
        && a.halfmoves() == b.halfmoves()
        && a.fullmoves() == b.fullmoves()
}
