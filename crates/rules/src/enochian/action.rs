//! The actions of Enochian chess and their text.

use super::piece::{Officer, Role};
use crate::Seat;
use crate::chess::square_name;
use shakmaty::Square;
use smol_str::{SmolStr, SmolStrBuilder, format_smolstr};
use std::fmt;

/// An action: `Kh1g1`, `=4`, `exchange`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// A piece moves.
    Move(Move),
    /// Chance: the number the die shows.
    Throw(Throw),
    /// The two captured kings return. This seat proposed the exchange, so its ally's king returns first.
    Exchange(Seat),
}

/// A move of one piece. Two pieces can share a square, so the role says which one moves.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Move {
    /// The role of the piece that moves.
    pub role: Role,
    /// The square it leaves.
    pub from: Square,
    /// The square it enters.
    pub to: Square,
    /// The piece a pawn promotes to on its promotion edge.
    pub promotion: Option<Officer>,
}

/// A throw of the die, from 1 to 6.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Throw(u8);

impl Throw {
    /// All six throws.
    pub const ALL: [Throw; 6] = [Throw(1), Throw(2), Throw(3), Throw(4), Throw(5), Throw(6)];

    /// The number on the die.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Parses a single digit from 1 to 6.
    pub fn from_digit(digit: &str) -> Option<Throw> {
        Throw::ALL.into_iter().find(|throw| throw.0.to_string() == digit)
    }

    /// The roles that may move after this throw.
    pub const fn roles(self) -> &'static [Role] {
        match self.0 {
            1 => &[Role::King, Role::Pawn],
            2 => &[Role::Officer(Officer::Knight)],
            3 => &[Role::Officer(Officer::Bishop)],
            4 => &[Role::Officer(Officer::Queen)],
            5 => &[Role::Officer(Officer::Rook)],
            _ => &[Role::Pawn],
        }
    }

    /// The names of those roles: "king or pawn".
    pub const fn role_names(self) -> &'static str {
        match self.roles() {
            [role] => role.name(),
            _ => "king or pawn",
        }
    }
}

impl Move {
    fn text(self) -> SmolStr {
        let mut text = SmolStrBuilder::new();
        text.push(self.role.letter());
        text.push_str(&square_name(self.from));
        text.push_str(&square_name(self.to));
        if let Some(officer) = self.promotion {
            text.push('=');
            text.push(officer.letter());
        }
        text.finish()
    }
}

impl Action {
    pub(super) fn text(self) -> SmolStr {
        match self {
            Action::Move(m) => m.text(),
            Action::Throw(throw) => format_smolstr!("={}", throw.0),
            Action::Exchange(_) => SmolStr::new_static("exchange"),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}
