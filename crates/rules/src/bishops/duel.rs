//! The second phase: the last two colours play chess.

use super::key;
use super::places::Places;
use super::{BLACK, GREY, PINK, WHITE};
use crate::chess::{self, ChessMove};
use crate::{Seat, SeatSet};
use shakmaty::{Chess, Color, Position as _};

/// A position of the duel.
#[derive(Clone, Debug)]
pub(super) struct Duel {
    pub(super) chess: Chess,
    pub(super) finalists: Finalists,
    pub(super) places: Places,
    key: u64,
}

/// The seats that play white and black in the duel.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Finalists {
    pub(super) white: Seat,
    pub(super) black: Seat,
}

impl Finalists {
    /// "White survives → White plays white, the other black. Else Black survives → Black plays black, the other
    /// white. Else Pink plays white, Grey black." There must be two.
    pub(super) fn new(living: SeatSet) -> Finalists {
        debug_assert_eq!(living.len(), 2, "a duel is between two");
        let other = |seat: Seat| living.without(seat).iter().next().unwrap_or(seat);
        if living.contains(WHITE) {
            Finalists { white: WHITE, black: other(WHITE) }
        } else if living.contains(BLACK) {
            Finalists { white: other(BLACK), black: BLACK }
        } else {
            Finalists { white: PINK, black: GREY }
        }
    }

    pub(super) fn seat(self, side: Color) -> Seat {
        side.fold_wb(self.white, self.black)
    }

    pub(super) fn side(self, seat: Seat) -> Option<Color> {
        [Color::White, Color::Black].into_iter().find(|side| self.seat(*side) == seat)
    }

    pub(super) fn seats(self) -> SeatSet {
        SeatSet::one(self.white).with(self.black)
    }
}

impl PartialEq for Duel {
    fn eq(&self, other: &Duel) -> bool {
        chess::is_identical(&self.chess, &other.chess)
            && self.finalists == other.finalists
            && self.places == other.places
    }
}

impl Eq for Duel {}

impl Duel {
    pub(super) fn new(chess: Chess, finalists: Finalists, places: Places) -> Duel {
        let key = chess::key::compute(&chess);
        Duel { chess, finalists, places, key }
    }

    pub(super) fn seat_to_move(&self) -> Seat {
        self.finalists.seat(self.chess.turn())
    }

    pub(super) fn key(&self) -> u64 {
        self.key ^ key::finalists_key(self.finalists.white, self.finalists.black)
    }

    pub(super) fn play(&mut self, m: ChessMove) {
        self.key ^= chess::key::delta_before_move(&self.chess, m.0);
        self.chess.play_unchecked(m.0);
        self.key ^= chess::key::state_key(&self.chess);
    }
}
