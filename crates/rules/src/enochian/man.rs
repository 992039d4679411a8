//! What a man is.

use std::fmt;

/// What a pawn can become: the pieces besides the king.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[allow(missing_docs, reason = "the names of pieces")]
pub enum Figure {
    Queen,
    Bishop,
    Knight,
    Rook,
}

/// What a move moves; all that is needed to say how it goes.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[allow(missing_docs, reason = "the names of pieces")]
pub enum Kind {
    King,
    Figure(Figure),
    Pawn,
}

/// A man on the board. A pawn has a type, the figure it promotes to.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[allow(missing_docs, reason = "the names of pieces")]
pub enum Man {
    King,
    Figure(Figure),
    Pawn(Figure),
}

impl Figure {
    /// All of them.
    pub const ALL: [Figure; 4] = [Figure::Queen, Figure::Bishop, Figure::Knight, Figure::Rook];

    /// Its letter: `Q`.
    pub const fn letter(self) -> char {
        ['Q', 'B', 'N', 'R'][self as usize]
    }

    /// The figure with this letter.
    pub fn with_letter(letter: char) -> Option<Figure> {
        Figure::ALL.into_iter().find(|figure| figure.letter() == letter)
    }

    /// Its name: `queen`.
    pub const fn name(self) -> &'static str {
        ["queen", "bishop", "knight", "rook"][self as usize]
    }
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 6] = [
        Kind::King,
        Kind::Figure(Figure::Queen),
        Kind::Figure(Figure::Bishop),
        Kind::Figure(Figure::Knight),
        Kind::Figure(Figure::Rook),
        Kind::Pawn,
    ];

    /// Its letter: `K`, `Q`, `P`.
    pub const fn letter(self) -> char {
        match self {
            Kind::King => 'K',
            Kind::Figure(figure) => figure.letter(),
            Kind::Pawn => 'P',
        }
    }

    /// The kind with this letter.
    pub fn with_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Its name: `king`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::King => "king",
            Kind::Figure(figure) => figure.name(),
            Kind::Pawn => "pawn",
        }
    }
}

impl Man {
    /// How many different men an army can have.
    pub(super) const KINDS: usize = 9;

    /// A number below [`Man::KINDS`].
    pub(super) const fn index(self) -> usize {
        match self {
            Man::King => 0,
            Man::Figure(figure) => 1 + figure as usize,
            Man::Pawn(figure) => 5 + figure as usize,
        }
    }

    /// What it is, whatever it may become.
    pub const fn kind(self) -> Kind {
        match self {
            Man::King => Kind::King,
            Man::Figure(figure) => Kind::Figure(figure),
            Man::Pawn(_) => Kind::Pawn,
        }
    }
}

/// As position texts write it after the army's letter: `K`, `Q`, `Pr`.
impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Man::Pawn(figure) => write!(f, "P{}", figure.letter().to_ascii_lowercase()),
            man => write!(f, "{}", man.kind().letter()),
        }
    }
}
