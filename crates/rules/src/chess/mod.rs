//! What the games that contain chess share. The chess itself is shakmaty's.

pub(crate) mod fen;
pub(crate) mod key;
mod men;
mod pair;
mod words;

pub use men::{ChessKind, Men, SquareBits};
pub use pair::{ChessMove, Pair};
pub(crate) use words::{SideNames, role_name, san, square_name, why_not_chess};

use shakmaty::{Chess, Position as _};

/// Whether two positions are the same in every respect; shakmaty compares what matters for repetition only.
pub(crate) fn is_identical(a: &Chess, b: &Chess) -> bool {
    a == b
        && a.maybe_ep_square() == b.maybe_ep_square()
        && a.halfmoves() == b.halfmoves()
        && a.fullmoves() == b.fullmoves()
}
