//! Writes position texts: the six fields of FEN and a seventh, `PLY` or `PLY:FROMTO`.

use super::BanChess;
use shakmaty::fen::Fen;
use shakmaty::{Color, EnPassantMode, Position as _};
use std::fmt;

impl BanChess {
    /// The ply number. A full move has four plies: a ban and a move of either side.
    fn ply(&self) -> u64 {
        ban_ply(self.chess.fullmoves().get(), self.chess.turn()) + u64::from(self.ban.is_some())
    }
}

/// The ply number of the ban before a move.
pub(super) const fn ban_ply(fullmove: u32, side: Color) -> u64 {
    4 * (fullmove as u64 - 1) + if side.is_white() { 1 } else { 3 }
}

impl fmt::Display for BanChess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = Fen::from_position(&self.chess, EnPassantMode::Always);
        write!(f, "{fen} {}", self.ply())?;
        self.ban.map_or(Ok(()), |ban| write!(f, ":{ban}"))
    }
}
