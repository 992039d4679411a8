//! What a man is.

use std::fmt;

/// What a pawn can become: the pieces besides the king.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[allow(missing_docs, reason = "the names of pieces")]
pub enum Officer {
    Queen,
    Bishop,
    Knight,
    Rook,
}

/// What a move moves; all that is needed to say how it goes.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[allow(missing_docs, reason = "the names of pieces")]
pub enum Role {
    King,
    Officer(Officer),
    Pawn,
}

/// A man on the board. A pawn has a type, the figure it promotes to.
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

    /// Its letter: `Q`.
    pub const fn letter(self) -> char {
        ['Q', 'B', 'N', 'R'][self as usize]
    }

    /// The figure with this letter.
    pub fn from_letter(letter: char) -> Option<Officer> {
        Officer::ALL.into_iter().find(|figure| figure.letter() == letter)
    }

    /// Its name: `queen`.
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

    /// Its letter: `K`, `Q`, `P`.
    pub const fn letter(self) -> char {
        match self {
            Role::King => 'K',
            Role::Officer(figure) => figure.letter(),
            Role::Pawn => 'P',
        }
    }

    /// The kind with this letter.
    pub fn from_letter(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Its name: `king`.
    pub const fn name(self) -> &'static str {
        match self {
            Role::King => "king",
            Role::Officer(figure) => figure.name(),
            Role::Pawn => "pawn",
        }
    }
}

impl Piece {
    /// How many different men an army can have.
    pub(super) const COUNT: usize = 9;

    /// A number below [`Man::KINDS`].
    pub(super) const fn index(self) -> usize {
        match self {
            Piece::King => 0,
            Piece::Officer(figure) => 1 + figure as usize,
            Piece::Pawn(figure) => 5 + figure as usize,
        }
    }

    /// What it is, whatever it may become.
    pub const fn role(self) -> Role {
        match self {
            Piece::King => Role::King,
            Piece::Officer(figure) => Role::Officer(figure),
            Piece::Pawn(_) => Role::Pawn,
        }
    }
}

/// As position texts write it after the army's letter: `K`, `Q`, `Pr`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Pawn(figure) => write!(f, "P{}", figure.letter().to_ascii_lowercase()),
            man => write!(f, "{}", man.role().letter()),
        }
    }
}
