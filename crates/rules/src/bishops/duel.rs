//! The second phase: the last two play chess.

use super::army::{BLACK, GREY, PINK, WHITE};
use super::key;
use super::places::Places;
use crate::chess::{self, ChessMove};
use crate::{ForfeitCause, Outcome, Points, Reason, Seat, SeatSet};
use shakmaty::{Chess, Color, Position as _};

/// Half-moves without pawn move or capture after which the seat to move may claim a draw.
const FIFTY_MOVE_PLIES: u32 = 100;
/// Half-moves without pawn move or capture that make a draw.
const SEVENTY_FIVE_MOVE_PLIES: u32 = 150;

/// A position of the duel.
#[derive(Clone, Debug)]
pub(super) struct Duel {
    pub(super) chess: Chess,
    pub(super) finalists: Finalists,
    pub(super) places: Places,
    key: u64,
}

/// Who plays the duel, and on which side.
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

    pub(super) fn to_move(&self) -> Seat {
        self.finalists.seat(self.chess.turn())
    }

    pub(super) fn key(&self) -> u64 {
        self.key ^ key::finalists_key(self.finalists.white, self.finalists.black)
    }

    pub(super) fn play(&mut self, m: ChessMove) {
        self.key ^= chess::key::delta_before_move(&self.chess, m.0);
        self.chess.play_unchecked(m.0);
        self.key ^= chess::key::delta_after_move(&self.chess);
    }

    pub(super) fn board_outcome(&self) -> Option<Outcome> {
        if self.chess.legal_moves().is_empty() {
            let mated = self.chess.is_check();
            let winner = self.finalists.seat(!self.chess.turn());
            return Some(if mated {
                self.win_outcome(winner, Reason::Checkmate)
            } else {
                self.draw_outcome(Reason::Stalemate)
            });
        }
        self.draw_by_rule()
    }

    /// The draws that need no look at the moves. They count only if there is a move.
    pub(super) fn draw_by_rule(&self) -> Option<Outcome> {
        if self.chess.is_insufficient_material() {
            return Some(self.draw_outcome(Reason::InsufficientMaterial));
        }
        (self.chess.halfmoves() >= SEVENTY_FIVE_MOVE_PLIES)
            .then(|| self.draw_outcome(Reason::SeventyFiveMoves))
    }

    pub(super) fn claimable_draw(&self) -> Option<Reason> {
        (self.chess.halfmoves() >= FIFTY_MOVE_PLIES).then_some(Reason::FiftyMoves)
    }

    /// A resignation loses; so does a flag, unless the opponent's material could never mate.
    pub(super) fn forfeit_outcome(&self, seat: Seat, cause: ForfeitCause) -> Outcome {
        let side = self.finalists.side(seat).unwrap_or(Color::White);
        if cause == ForfeitCause::Flag && self.chess.has_insufficient_material(!side) {
            return self.draw_outcome(Reason::Flag);
        }
        self.win_outcome(self.finalists.seat(!side), cause.into())
    }

    pub(super) fn draw_outcome(&self, reason: Reason) -> Outcome {
        let both = self.finalists.seats();
        Outcome::new(both, Points::HALF, reason).with_places(self.places.final_places(both))
    }

    fn win_outcome(&self, winner: Seat, reason: Reason) -> Outcome {
        let winner = SeatSet::one(winner);
        Outcome::win(winner, reason).with_places(self.places.final_places(winner))
    }
}
