//! Attack map of a chess board, shared by the games and phases that are played on one.

use crate::bitboard::squares;
use tetrarch_rules::{ChessBoard, ChessRole, SquareBits};

/// The attacks of both sides.
pub(crate) struct ChessAttackMap([ChessSideAttacks; 2]);

/// What one side attacks.
pub(crate) struct ChessSideAttacks {
    /// Attacked squares, by the role of the attacker.
    pub(crate) by: [SquareBits; 6],
    pub(crate) all: SquareBits,
    /// Squares attacked at least twice.
    pub(crate) twice: SquareBits,
}

impl ChessAttackMap {
    pub(crate) fn new(board: &ChessBoard) -> ChessAttackMap {
        ChessAttackMap([ChessSideAttacks::new(board, 0), ChessSideAttacks::new(board, 1)])
    }

    pub(crate) const fn side(&self, side: usize) -> &ChessSideAttacks {
        &self.0[side]
    }
}

impl ChessSideAttacks {
    fn new(board: &ChessBoard, side: usize) -> ChessSideAttacks {
        let mut map = ChessSideAttacks { by: [0; 6], all: 0, twice: 0 };
        for role in ChessRole::ALL {
            for square in squares(board.pieces(side, role)) {
                let attacks = board.attacks(side, role, square);
                map.twice |= map.all & attacks;
                map.all |= attacks;
                map.by[role as usize] |= attacks;
            }
        }
        map
    }
}
