//! Pieces and their roles.

use std::fmt;

/// The pieces besides king and pawn. A pawn promotes to one of them.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[allow(missing_docs, reason = "the names of pieces")]
pub enum Officer {
    Queen,
    Bishop,
    Knight,
    Rook,
}

/// The role of a piece, which decides how it moves.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[allow(missing_docs, reason = "the names of pieces")]
pub enum Role {
    King,
    Officer(Officer),
    Pawn,
}

/// A piece on the board. A pawn has a type: the officer it promotes to.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[allow(missing_docs, reason = "the names of pieces")]
pub enum Piece {
    King,
    Officer(Officer),
    Pawn(Officer),
}

impl Officer {
    /// All of them.
    pub const ALL: [Officer; 4] = [Officer::Queen, Officer::Bishop, Officer::Knight, Officer::Rook];

    /// The letter: `Q`.
    pub const fn letter(self) -> char {
        ['Q', 'B', 'N', 'R'][self as usize]
    }

    /// The officer with this letter.
    pub fn from_letter(letter: char) -> Option<Officer> {
        Officer::ALL.into_iter().find(|officer| officer.letter() == letter)
    }

    /// The name: `queen`.
    pub const fn name(self) -> &'static str {
        ["queen", "bishop", "knight", "rook"][self as usize]
    }
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 6] = [
        Role::King,
        Role::Officer(Officer::Queen),
        Role::Officer(Officer::Bishop),
        Role::Officer(Officer::Knight),
        Role::Officer(Officer::Rook),
        Role::Pawn,
    ];

    /// The letter: `K`, `Q`, `P`.
    pub const fn letter(self) -> char {
        match self {
            Role::King => 'K',
            Role::Officer(officer) => officer.letter(),
            Role::Pawn => 'P',
        }
    }

    /// The role with this letter.
    pub fn from_letter(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.letter() == letter)
    }

    /// The name: `king`.
    pub const fn name(self) -> &'static str {
        match self {
            Role::King => "king",
            Role::Officer(officer) => officer.name(),
            Role::Pawn => "pawn",
        }
    }
}

impl Piece {
    /// The number of different pieces of an army.
    pub(super) const COUNT: usize = 9;

    /// An index below [`Piece::COUNT`].
    pub(super) const fn index(self) -> usize {
        match self {
            Piece::King => 0,
            Piece::Officer(officer) => 1 + officer as usize,
            Piece::Pawn(officer) => 5 + officer as usize,
        }
    }

    /// The role, without a pawn's type.
    pub const fn role(self) -> Role {
        match self {
            Piece::King => Role::King,
            Piece::Officer(officer) => Role::Officer(officer),
            Piece::Pawn(_) => Role::Pawn,
        }
    }
}

/// The text in positions, after the army's letter: `K`, `Q`, `Pr`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Pawn(officer) => write!(f, "P{}", officer.letter().to_ascii_lowercase()),
            piece => write!(f, "{}", piece.role().letter()),
        }
    }
}
