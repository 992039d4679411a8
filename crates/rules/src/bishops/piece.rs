//! The pieces.

use crate::Seat;

/// A kind of piece.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Role {
    /// Moves straight ahead, captures diagonally.
    Pawn,
    /// Jumps as in chess.
    Knight,
    /// Slides diagonally.
    Bishop,
    /// Slides along ranks and files.
    Rook,
    /// Slides in all directions.
    Queen,
    /// Moves one square, and must not be left in check.
    King,
}

impl Role {
    pub(super) const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    pub(super) const fn letter(self) -> char {
        match self {
            Role::Pawn => 'P',
            Role::Knight => 'N',
            Role::Bishop => 'B',
            Role::Rook => 'R',
            Role::Queen => 'Q',
            Role::King => 'K',
        }
    }

    pub(super) fn from_letter(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.letter() == letter)
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }

    /// The value of a captured piece for the material limit.
    pub(super) const fn value(self) -> u16 {
        match self {
            Role::Pawn => 1,
            Role::Knight | Role::Bishop => 3,
            Role::Rook => 5,
            Role::Queen => 9,
            Role::King => 0,
        }
    }
}

/// A piece on the board.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Piece {
    pub(super) seat: Seat,
    pub(super) role: Role,
}
