//! The first phase: four colours on the big board.

use super::army::{self, Role};
use super::board::Board;
use super::places::Places;
use super::square::Square;
use super::{KingQueenSides, Options};
use crate::{BySeat, Seat, SeatSet, Turn};

/// A position before the duel.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Survival {
    pub(super) board: Board,
    pub(super) options: Options,
    pub(super) turn: Turn,
    /// Who is in check, so that the next move need not look at every king again. Nobody once over.
    pub(super) seats_in_check: SeatSet,
    /// The living colours that have neither moved nor swapped.
    pub(super) unmoved: SeatSet,
    pub(super) castling_rights: CastlingRights,
    /// The last mover; it counts for the turn even if it is gone.
    pub(super) last_mover: Seat,
    /// Moves played, swaps not counted.
    pub(super) move_count: u32,
    /// Plies without capture or pawn move.
    pub(super) quiet_plies: u32,
    /// The value of each colour's captured pieces.
    pub(super) lost_value: BySeat<u16>,
    pub(super) places: Places,
}

/// What follows when the order of effects has run through.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum PhaseChange {
    /// The first phase goes on, or is over.
    Stay,
    /// The duel begins.
    StartDuel,
}

impl Survival {
    pub(super) fn start(options: &Options) -> Survival {
        Survival {
            board: Board::start(),
            options: *options,
            turn: if options.kq_sides == KingQueenSides::Random {
                Turn::Chance
            } else {
                Turn::Seat(army::WHITE)
            },
            seats_in_check: SeatSet::EMPTY,
            unmoved: army::ALL_SEATS,
            castling_rights: CastlingRights::ALL,
            // "Before the first move the last mover counts as Pink."
            last_mover: army::PINK,
            move_count: 0,
            quiet_plies: 0,
            lost_value: BySeat::default(),
            places: Places::default(),
        }
    }

    pub(super) fn living(&self) -> SeatSet {
        self.board.living()
    }

    /// "During the first round (fewer than four moves played in the game, swaps not counted)".
    pub(super) fn is_first_round(&self) -> bool {
        self.move_count < 4
    }

    /// "In the corner with only one queen or none."
    pub(super) fn has_lost_sanctuary(&self, seat: Seat) -> bool {
        self.board.in_corner(seat) && self.board.queen_count(seat) <= 1
    }

    /// All men on the board.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Square, Seat, Role)> {
        Square::all()
            .filter_map(|square| self.board.piece_at(square).map(|(seat, role)| (square, seat, role)))
    }
}

/// The rooks that may still castle: they and their kings have not moved.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct CastlingRights(u8);

impl CastlingRights {
    pub(super) const NONE: CastlingRights = CastlingRights(0);
    pub(super) const ALL: CastlingRights = CastlingRights(u8::MAX);

    /// A number for each rook that may castle.
    pub(super) fn rook_indices(self) -> impl Iterator<Item = usize> {
        (0..8).filter(move |rook| self.0 & 1 << rook != 0)
    }

    /// Whose rooks they are, and where they stand.
    pub(super) fn squares(self) -> impl Iterator<Item = (Seat, Square)> {
        self.rook_indices().map(|rook| {
            let seat = Seat::new(rook / 2);
            (seat, army::rook_squares(seat)[rook % 2])
        })
    }

    /// A seat's rooks that may castle.
    pub(super) fn rooks_of(self, seat: Seat) -> impl Iterator<Item = Square> {
        self.squares().filter(move |(owner, _)| *owner == seat).map(|(_, rook)| rook)
    }

    #[must_use]
    pub(super) fn with(self, seat: Seat, square: Square) -> CastlingRights {
        CastlingRights(self.0 | rook_bit(seat, square))
    }

    /// Without the rook that begins on this square, whatever happened there.
    #[inline]
    #[must_use]
    pub(super) fn without_square(self, square: Square) -> CastlingRights {
        CastlingRights(self.0 & CASTLING_MASKS[square.index()])
    }

    #[must_use]
    pub(super) fn without_seat(self, seat: Seat) -> CastlingRights {
        CastlingRights(self.0 & !(3 << (2 * seat.index())))
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

fn rook_bit(seat: Seat, square: Square) -> u8 {
    let place = army::rook_squares(seat).iter().position(|rook| *rook == square);
    place.map_or(0, |place| 1 << (2 * seat.index() + place))
}

/// The rooks that keep their right when something happens on a square.
static CASTLING_MASKS: [u8; super::square::SQUARE_COUNT] = {
    let mut kept = [u8::MAX; super::square::SQUARE_COUNT];
    let mut rook = 0;
    while rook < 8 {
        kept[army::rook_squares(army::ORDER[rook / 2])[rook % 2].index()] = !(1 << rook);
        rook += 1;
    }
    kept
};
