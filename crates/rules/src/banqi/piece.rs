//! The pieces: seven kinds in two colours.

use std::fmt;

/// A colour. Which seat it belongs to is open until the first flip.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[allow(missing_docs, reason = "the two colours")]
pub enum Colour {
    Red,
    Black,
}

impl Colour {
    pub(super) const BOTH: [Colour; 2] = [Colour::Red, Colour::Black];

    /// The other colour.
    pub const fn other(self) -> Colour {
        match self {
            Colour::Red => Colour::Black,
            Colour::Black => Colour::Red,
        }
    }

    pub(super) const fn index(self) -> usize {
        self as usize
    }

    /// Its name: `red` or `black`.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Black => "black",
        }
    }
}

/// A kind of piece; the number is its rank.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
#[allow(missing_docs, reason = "each name is the rules' own word")]
#[repr(u8)]
pub enum Kind {
    Cannon = 1,
    Pawn = 2,
    Horse = 3,
    Chariot = 4,
    Elephant = 5,
    General = 6,
    King = 7,
}

impl Kind {
    /// How many kinds there are.
    pub(super) const COUNT: usize = 7;

    /// All kinds, the highest rank first.
    pub const ALL: [Kind; Kind::COUNT] =
        [Kind::King, Kind::General, Kind::Elephant, Kind::Chariot, Kind::Horse, Kind::Pawn, Kind::Cannon];

    /// The rank, from 1 to 7.
    pub const fn rank(self) -> u8 {
        self as u8
    }

    /// The kind with this rank.
    pub(super) const fn ranked(rank: u8) -> Option<Kind> {
        match rank {
            1 => Some(Kind::Cannon),
            2 => Some(Kind::Pawn),
            3 => Some(Kind::Horse),
            4 => Some(Kind::Chariot),
            5 => Some(Kind::Elephant),
            6 => Some(Kind::General),
            7 => Some(Kind::King),
            _ => None,
        }
    }

    /// How many each side has at the start.
    pub const fn per_side(self) -> u8 {
        match self {
            Kind::King => 1,
            Kind::Pawn => 5,
            _ => 2,
        }
    }

    /// Its name: `king`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::King => "king",
            Kind::General => "general",
            Kind::Elephant => "elephant",
            Kind::Chariot => "chariot",
            Kind::Horse => "horse",
            Kind::Pawn => "pawn",
            Kind::Cannon => "cannon",
        }
    }

    const fn letter(self) -> char {
        match self {
            Kind::King => 'k',
            Kind::General => 'g',
            Kind::Elephant => 'e',
            Kind::Chariot => 'c',
            Kind::Horse => 'h',
            Kind::Pawn => 'p',
            Kind::Cannon => 'q',
        }
    }
}

/// A piece that everybody can see. Its `Display` is its name: `red king`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Piece {
    /// Its colour.
    pub colour: Colour,
    /// Its kind.
    pub kind: Kind,
}

impl Piece {
    /// How many different pieces there are.
    pub(super) const COUNT: usize = 2 * Kind::COUNT;

    /// All pieces in the order `kgechpqKGECHPQ`.
    pub fn all() -> impl Iterator<Item = Piece> {
        (0..Piece::COUNT).map(Piece::numbered)
    }

    /// Its place in the order `kgechpqKGECHPQ`, from 0.
    pub const fn index(self) -> usize {
        self.colour as usize * Kind::COUNT + (Kind::King.rank() - self.kind.rank()) as usize
    }

    pub(super) const fn numbered(index: usize) -> Piece {
        let colour = if index < Kind::COUNT { Colour::Red } else { Colour::Black };
        Piece { colour, kind: Kind::ALL[index % Kind::COUNT] }
    }

    /// Its letter: small for red, capital for black.
    pub const fn letter(self) -> char {
        match self.colour {
            Colour::Red => self.kind.letter(),
            Colour::Black => self.kind.letter().to_ascii_uppercase(),
        }
    }

    /// The piece with this letter.
    pub fn lettered(letter: char) -> Option<Piece> {
        Piece::all().find(|piece| piece.letter() == letter)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.colour.name(), self.kind.name())
    }
}
