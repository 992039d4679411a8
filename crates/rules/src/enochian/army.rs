//! The four armies and the two teams they form.

use super::options::TurnDirection;
use shakmaty::{Bitboard, File, Rank, Square};
use std::fmt;
use std::ops::{Index, IndexMut};

/// The four armies, clockwise from Blue. The seat that controls an army can change; its team cannot.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[allow(missing_docs, reason = "the four armies")]
pub enum Army {
    Blue,
    Red,
    Black,
    Yellow,
}

/// Two armies that win and lose together.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[allow(missing_docs, reason = "the two teams")]
pub enum Team {
    BlueBlack,
    RedYellow,
}

impl Army {
    /// The armies in seat order.
    pub const ALL: [Army; 4] = [Army::Blue, Army::Red, Army::Black, Army::Yellow];

    /// The index in [`Army::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The army `places` seats further clockwise.
    const fn places_after(self, places: usize) -> Army {
        match (self.index() + places) % 4 {
            0 => Army::Blue,
            1 => Army::Red,
            2 => Army::Black,
            _ => Army::Yellow,
        }
    }

    /// The name: `blue`.
    pub const fn name(self) -> &'static str {
        ["blue", "red", "black", "yellow"][self.index()]
    }

    /// The letter in position texts. Black is `k` because `b` is Blue.
    pub const fn letter(self) -> char {
        ['b', 'r', 'k', 'y'][self.index()]
    }

    /// The army with this letter.
    pub fn from_letter(letter: char) -> Option<Army> {
        Army::ALL.into_iter().find(|army| army.letter() == letter)
    }

    /// The throne: the corner where the king starts.
    pub const fn throne(self) -> Square {
        [Square::H8, Square::H1, Square::A1, Square::A8][self.index()]
    }

    /// The edge on which the army's pawns promote.
    pub const fn promotion_edge(self) -> Bitboard {
        const EDGES: [Bitboard; 4] = [
            Bitboard::from_file(File::A),
            Bitboard::from_rank(Rank::Eighth),
            Bitboard::from_file(File::H),
            Bitboard::from_rank(Rank::First),
        ];
        EDGES[self.index()]
    }

    /// The direction of a pawn step, in files and ranks.
    pub(super) const fn forward(self) -> (i32, i32) {
        [(-1, 0), (0, 1), (1, 0), (0, -1)][self.index()]
    }

    /// The other army of the team. It starts in the opposite corner, and its pawns move in the opposite direction.
    pub const fn ally(self) -> Army {
        self.places_after(2)
    }

    /// The team, which never changes.
    pub const fn team(self) -> Team {
        match self {
            Army::Blue | Army::Black => Team::BlueBlack,
            Army::Red | Army::Yellow => Team::RedYellow,
        }
    }

    /// The two armies of the other team.
    pub const fn enemies(self) -> [Army; 2] {
        [self.places_after(1), self.places_after(3)]
    }

    /// The army whose turn comes next.
    pub(super) const fn next(self, direction: TurnDirection) -> Army {
        match direction {
            TurnDirection::Clockwise => self.places_after(1),
            TurnDirection::Widdershins => self.places_after(3),
        }
    }
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["Blue", "Red", "Black", "Yellow"][self.index()])
    }
}

impl Team {
    /// The two armies of the team.
    pub const fn armies(self) -> [Army; 2] {
        match self {
            Team::BlueBlack => [Army::Blue, Army::Black],
            Team::RedYellow => [Army::Red, Army::Yellow],
        }
    }

    /// The opposing team.
    #[must_use]
    pub const fn other(self) -> Team {
        match self {
            Team::BlueBlack => Team::RedYellow,
            Team::RedYellow => Team::BlueBlack,
        }
    }
}

/// A set of armies.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub(super) struct ArmySet(u8);

impl ArmySet {
    pub(super) const EMPTY: ArmySet = ArmySet(0);

    pub(super) const fn contains(self, army: Army) -> bool {
        self.0 & (1 << army.index()) != 0
    }

    pub(super) const fn insert(&mut self, army: Army) {
        self.0 |= 1 << army.index();
    }

    pub(super) const fn remove(&mut self, army: Army) {
        self.0 &= !(1 << army.index());
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Army> {
        Army::ALL.into_iter().filter(move |army| self.contains(*army))
    }
}

/// One value for each army.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub(super) struct ByArmy<T>(pub(super) [T; 4]);

impl<T> Index<Army> for ByArmy<T> {
    type Output = T;
    fn index(&self, army: Army) -> &T {
        &self.0[army.index()]
    }
}

impl<T> IndexMut<Army> for ByArmy<T> {
    fn index_mut(&mut self, army: Army) -> &mut T {
        &mut self.0[army.index()]
    }
}
