//! The places of eliminated colours.

use super::ALL_SEATS;
use crate::{BySeat, Seat, SeatSet};

/// The places of eliminated colours.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub(super) struct Places(BySeat<Option<u8>>);

impl Places {
    pub(super) fn of(&self, seat: Seat) -> Option<u8> {
        self.0[seat]
    }

    pub(super) fn eliminated(&self) -> SeatSet {
        ALL_SEATS.iter().filter(|seat| self.0[*seat].is_some()).collect()
    }

    /// Eliminates colours together: they share the place after all remaining colours.
    pub(super) fn eliminate(&mut self, seats: SeatSet) {
        let staying = ALL_SEATS.minus(self.eliminated()).minus(seats);
        for seat in seats.iter() {
            self.0[seat] = Some(staying.len() as u8 + 1);
        }
    }

    /// The places at the end of a game in which `first` share the first place.
    pub(super) fn final_places(&self, first: SeatSet) -> BySeat<u8> {
        BySeat::from_fn(|seat| match self.0[seat] {
            _ if first.contains(seat) => 1,
            Some(place) => place,
            // Neither eliminated nor first: lost the duel.
            None => first.len() as u8 + 1,
        })
    }

    /// The colours eliminated last; empty if none was eliminated.
    pub(super) fn last_eliminated(&self) -> SeatSet {
        let best = self.eliminated().iter().filter_map(|seat| self.0[seat]).min();
        self.eliminated().iter().filter(|seat| self.0[*seat] == best).collect()
    }

    pub(super) fn set(&mut self, seat: Seat, place: u8) {
        self.0[seat] = Some(place);
    }

    /// The first seat whose place contradicts the others, with the place that it should have.
    pub(super) fn first_contradiction(&self) -> Option<(Seat, u8)> {
        self.eliminated().iter().find_map(|seat| {
            let better = |other: &Seat| self.0[*other].is_none_or(|place| Some(place) < self.0[seat]);
            let place = ALL_SEATS.without(seat).iter().filter(better).count() as u8 + 1;
            (self.0[seat] != Some(place)).then_some((seat, place))
        })
    }
}
