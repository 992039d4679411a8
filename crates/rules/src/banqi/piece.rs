//! The pieces: seven roles in two colours.

use std::fmt;
use std::num::NonZeroU8;

/// The colour of a piece. The first flip decides which seat plays which colour.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[allow(missing_docs, reason = "the two colours")]
pub enum Colour {
    Red,
    Black,
}

impl Colour {
    pub(super) const ALL: [Colour; 2] = [Colour::Red, Colour::Black];

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

    /// The name: `red` or `black`.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Black => "black",
        }
    }
}

/// The role of a piece. The discriminant is its rank.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
#[allow(missing_docs, reason = "each name is the rules' own word")]
#[repr(u8)]
pub enum Role {
    Cannon = 1,
    Pawn = 2,
    Horse = 3,
    Chariot = 4,
    Elephant = 5,
    General = 6,
    King = 7,
}

impl Role {
    /// All roles, highest rank first.
    pub const ALL: [Role; 7] =
        [Role::King, Role::General, Role::Elephant, Role::Chariot, Role::Horse, Role::Pawn, Role::Cannon];

    /// The rank, from 1 to 7.
    pub const fn rank(self) -> u8 {
        self as u8
    }

    /// The number of pieces with this role that each side starts with.
    pub const fn count_per_side(self) -> u8 {
        match self {
            Role::King => 1,
            Role::Pawn => 5,
            _ => 2,
        }
    }

    /// Whether a piece with this role may capture an adjacent piece with role `target`. A cannon never may: it jumps,
    /// and then captures any piece.
    pub fn can_capture(self, target: Role, pawn_takes_cannon: bool) -> bool {
        match (self, target) {
            (Role::Cannon, _) | (Role::King, Role::Pawn) => false,
            (Role::Pawn, Role::King) => true,
            (Role::Pawn, Role::Cannon) => pawn_takes_cannon,
            _ => self >= target,
        }
    }

    /// The name: `king`.
    pub const fn name(self) -> &'static str {
        match self {
            Role::King => "king",
            Role::General => "general",
            Role::Elephant => "elephant",
            Role::Chariot => "chariot",
            Role::Horse => "horse",
            Role::Pawn => "pawn",
            Role::Cannon => "cannon",
        }
    }

    const fn letter(self) -> char {
        match self {
            Role::King => 'k',
            Role::General => 'g',
            Role::Elephant => 'e',
            Role::Chariot => 'c',
            Role::Horse => 'h',
            Role::Pawn => 'p',
            Role::Cannon => 'q',
        }
    }
}

/// A revealed piece. `Display` writes its name: `red king`.
///
/// It takes one byte, even as an `Option`: the colour in the fourth bit, and 1 for the king to 7 for the cannon below
/// it.
#[derive(Copy, Clone, Eq, PartialEq, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// The exclusive upper bound of [`Piece::index`].
    pub(super) const INDEX_LIMIT: usize = 16;

    /// The piece with this colour and role.
    pub const fn new(colour: Colour, role: Role) -> Piece {
        let number = (colour as u8) << 3 | (8 - role.rank());
        match NonZeroU8::new(number) {
            Some(number) => Piece(number),
            None => unreachable!(),
        }
    }

    /// All pieces in the order `kgechpqKGECHPQ`.
    pub fn all() -> impl Iterator<Item = Piece> {
        let of = |colour: Colour| Role::ALL.into_iter().map(move |role| Piece::new(colour, role));
        Colour::ALL.into_iter().flat_map(of)
    }

    /// An index that increases in the order `kgechpqKGECHPQ`, with a gap between the colours.
    pub(super) const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// The piece with this [`Piece::index`].
    pub(super) fn from_index(index: usize) -> Option<Piece> {
        let number = NonZeroU8::new(index as u8)?;
        (index < Piece::INDEX_LIMIT && index != 8).then_some(Piece(number))
    }

    /// The colour.
    pub const fn colour(self) -> Colour {
        if self.0.get() < 8 { Colour::Red } else { Colour::Black }
    }

    /// The role.
    pub const fn role(self) -> Role {
        Role::ALL[((self.0.get() - 1) & 7) as usize]
    }

    /// The letter: lower case for red, upper case for black.
    pub const fn letter(self) -> char {
        match self.colour() {
            Colour::Red => self.role().letter(),
            Colour::Black => self.role().letter().to_ascii_uppercase(),
        }
    }

    /// The piece with this letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        Piece::all().find(|piece| piece.letter() == letter)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.colour().name(), self.role().name())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.letter())
    }
}
