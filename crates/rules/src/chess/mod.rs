//! Orthodox chess for the games that contain it, on top of shakmaty.

mod board;
mod chess_move;
mod explain;
pub(crate) mod fen;
pub(crate) mod key;
mod notation;

pub use board::{ChessBoard, ChessRole, SquareBits};
pub use chess_move::{ChessMove, FromTo};
pub(crate) use explain::{SideNames, explain_chess_move, explain_chess_move_to_opponent};
pub(crate) use notation::{role_name, san, square_name};

use shakmaty::{Chess, Position as _};

/// The number of plies without a pawn move or capture that the fifty-move rule asks for.
pub(crate) const FIFTY_MOVE_PLIES: u32 = 100;

/// Whether two positions are equal in every respect. shakmaty's `==` compares only what matters for repetition.
pub(crate) fn is_identical(a: &Chess, b: &Chess) -> bool {
    a == b
        && a.maybe_ep_square() == b.maybe_ep_square()
        && a.halfmoves() == b.halfmoves()
        && a.fullmoves() == b.fullmoves()
}
