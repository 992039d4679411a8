//! Names and notation of chess.

use crate::cell_name;
use shakmaty::san::San;
use shakmaty::{Chess, Move, Role, Square};
use smol_str::SmolStr;

/// The name of a square: `e4`.
pub(crate) fn square_name(square: Square) -> SmolStr {
    cell_name(square.file().to_u32() as u8, square.rank().to_u32() as u8)
}

/// The SAN of a move, without the signs for check and mate.
pub(crate) fn san(chess: &Chess, m: Move) -> SmolStr {
    let mut text = String::with_capacity(8);
    San::from_move(chess, m).append_to_string(&mut text);
    text.into()
}

pub(crate) const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
