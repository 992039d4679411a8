//! Moves, throws and the exchange, and how they are written.

use super::piece::{Officer, Role};
use crate::Seat;
use crate::chess::square_name;
use shakmaty::Square;
use smol_str::{SmolStr, SmolStrBuilder, format_smolstr};
use std::fmt;

/// Anything that changes the position through play: `Kh1g1`, `=4`, `exchange`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Action {
    /// A man moves.
    Move(Move),
    /// The die falls.
    Throw(Throw),
    /// The two captured kings return. It was proposed by this seat, whose ally comes first.
    Exchange(Seat),
}

/// A move of one man. The kind is needed, for two men can share a square.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Move {
    /// What moves.
    pub role: Role,
    /// Where it stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What a pawn becomes at its promotion edge.
    pub promotion: Option<Officer>,
}

/// A number thrown, from 1 to 6.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Throw(u8);

impl Throw {
    /// What a die can show.
    pub const ALL: [Throw; 6] = [Throw(1), Throw(2), Throw(3), Throw(4), Throw(5), Throw(6)];

    /// The number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The throw that is written with this digit.
    pub fn from_digit(digit: &str) -> Option<Throw> {
        Throw::ALL.into_iter().find(|throw| throw.0.to_string() == digit)
    }

    /// The kinds of men that may move after it.
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

    /// The same in words: "king or pawn".
    pub const fn role_names(self) -> &'static str {
        match self.roles() {
            [kind] => kind.name(),
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
        if let Some(figure) = self.promotion {
            text.push('=');
            text.push(figure.letter());
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
