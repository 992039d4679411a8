//! Seats at the table.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{BitOr, Index, IndexMut};

/// A seat, by its index. The game gives it a name ([`SeatNames`]).
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

/// The names of a game's seats in seat order, such as `["white", "black"]`.
pub type SeatNames = &'static [&'static str];

impl Seat {
    /// The largest number of seats in any game.
    pub const MAX_COUNT: usize = 4;

    /// The seat with this index.
    ///
    /// # Panics
    /// If the index is [`Seat::MAX_COUNT`] or more.
    pub const fn new(index: usize) -> Seat {
        assert!(index < Seat::MAX_COUNT, "no table has that many seats");
        Seat(index as u8)
    }

    /// Its index in seat order, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat with this name, if the game has one.
    pub fn from_name(name: &str, names: SeatNames) -> Option<Seat> {
        names.iter().position(|n| *n == name).map(Seat::new)
    }

    /// The seat's name; `nobody` if the game has no such seat.
    pub fn name(self, names: SeatNames) -> &'static str {
        names.get(self.index()).copied().unwrap_or("nobody")
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;

    fn try_from(index: u8) -> Result<Seat, String> {
        if usize::from(index) < Seat::MAX_COUNT {
            return Ok(Seat(index));
        }
        Err(format!("there is no seat {index}: seats are numbered from 0 to {}", Seat::MAX_COUNT - 1))
    }
}

/// A set of seats.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The first `count` seats.
    pub const fn first(count: usize) -> SeatSet {
        assert!(count <= Seat::MAX_COUNT, "no table has that many seats");
        SeatSet((1u8 << count) - 1)
    }

    /// The set of one seat.
    pub const fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// The set with `seat` added.
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// The set with `seat` removed.
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// The seats of this set that are not in `others`.
    #[must_use]
    pub const fn minus(self, others: SeatSet) -> SeatSet {
        SeatSet(self.0 & !others.0)
    }

    /// The number of seats.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in seat order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..Seat::MAX_COUNT).map(Seat::new).filter(move |seat| self.contains(*seat))
    }
}

impl BitOr for SeatSet {
    type Output = SeatSet;
    fn bitor(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::index)).finish()
    }
}

/// One value for each seat.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct BySeat<T>([T; Seat::MAX_COUNT]);

impl<T: Copy> BySeat<T> {
    /// The same value for every seat.
    pub const fn all(value: T) -> BySeat<T> {
        BySeat([value; Seat::MAX_COUNT])
    }
}

impl<T> BySeat<T> {
    /// Computes the value of each seat.
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(std::array::from_fn(|index| value(Seat::new(index))))
    }

    /// The first `count` seats with their values, in seat order.
    pub fn first(&self, count: usize) -> impl Iterator<Item = (Seat, &T)> {
        self.0.iter().take(count).enumerate().map(|(index, value)| (Seat::new(index), value))
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_name_finds_a_seat() {
        let names: SeatNames = &["white", "black"];
        assert_eq!(Seat::from_name("black", names), Some(Seat::new(1)));
        assert_eq!(Seat::from_name("pink", names), None);
        assert_eq!(Seat::new(0).name(names), "white");
        assert_eq!(Seat::new(3).name(names), "nobody");
    }

    #[test]
    fn a_seat_set_holds_each_seat_once() {
        let (a, b) = (Seat::new(0), Seat::new(3));
        let set: SeatSet = [a, b, a].into_iter().collect();
        assert_eq!(set.len(), 2);
        assert!(set.contains(b) && !set.contains(Seat::new(1)));
        assert_eq!(set.without(b), SeatSet::one(a));
        assert_eq!(SeatSet::first(4).minus(set).iter().map(Seat::index).collect::<Vec<_>>(), [1, 2]);
        assert!(SeatSet::EMPTY.is_empty() && SeatSet::first(0) == SeatSet::EMPTY);
    }

    #[test]
    fn debug_prints_the_indices_of_a_seat_set() {
        assert_eq!(format!("{:?}", SeatSet::first(4).without(Seat::new(1))), "{0, 2, 3}");
    }

    #[test]
    fn by_seat_holds_one_value_per_seat() {
        let mut values = BySeat::all(7);
        values[Seat::new(2)] = 9;
        let first: Vec<_> = values.first(3).map(|(seat, value)| (seat.index(), *value)).collect();
        assert_eq!(first, [(0, 7), (1, 7), (2, 9)]);
        assert_eq!(BySeat::from_fn(Seat::index)[Seat::new(3)], 3);
    }
}
