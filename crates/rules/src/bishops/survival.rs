//! The first phase: four colours on the 12×12 board.

use super::army;
use super::board::Board;
use super::piece::Piece;
use super::places::Places;
use super::square::{SQUARE_COUNT, Square};
use super::{ALL_SEATS, KingQueenSides, Options, PINK, WHITE};
use crate::{BySeat, Seat, SeatSet, Turn};

/// A position before the duel.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Survival {
    pub(super) board: Board,
    pub(super) options: Options,
    pub(super) turn: Turn,
    /// The colours in check, so that the next move need not test every king again. Empty when the game is over.
    pub(super) seats_in_check: SeatSet,
    /// The living colours that have neither moved nor swapped.
    pub(super) unmoved: SeatSet,
    pub(super) castling_rights: CastlingRights,
    /// The last mover. It determines the turn even after its elimination.
    pub(super) last_mover: Seat,
    /// The number of moves played, without swaps.
    pub(super) move_count: u32,
    /// Plies since the last capture or pawn move.
    pub(super) quiet_plies: u32,
    /// The value of each colour's captured pieces.
    pub(super) lost_value: BySeat<u16>,
    pub(super) places: Places,
}

/// Whether an action starts the duel.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum PhaseChange {
    /// The survival phase continues, or the game is over.
    Stay,
    /// The duel starts.
    StartDuel,
}

impl Survival {
    pub(super) fn start(options: &Options) -> Survival {
        Survival {
            board: Board::start(),
            options: *options,
            turn: if options.kq_sides == KingQueenSides::Random { Turn::Chance } else { Turn::Seat(WHITE) },
            seats_in_check: SeatSet::EMPTY,
            unmoved: ALL_SEATS,
            castling_rights: CastlingRights::ALL,
            // "Before the first move the last mover counts as Pink."
            last_mover: PINK,
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

    /// All pieces on the board.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| self.board.piece_at(square).map(|piece| (square, piece)))
    }
}

/// The castling rights: the rooks that have not moved and whose kings have not moved.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct CastlingRights(u8);

impl CastlingRights {
    pub(super) const NONE: CastlingRights = CastlingRights(0);
    pub(super) const ALL: CastlingRights = CastlingRights(u8::MAX);

    /// The index of each rook that may castle.
    pub(super) fn rook_indices(self) -> impl Iterator<Item = usize> {
        (0..8).filter(move |rook| self.0 & 1 << rook != 0)
    }

    /// The seats and squares of the rooks that may castle.
    pub(super) fn squares(self) -> impl Iterator<Item = (Seat, Square)> {
        self.rook_indices().map(|rook| {
            let seat = Seat::new(rook / 2);
            (seat, army::rook_squares(seat)[rook % 2])
        })
    }

    /// The rooks of a seat that may castle.
    pub(super) fn rooks_of(self, seat: Seat) -> impl Iterator<Item = Square> {
        self.squares().filter(move |(owner, _)| *owner == seat).map(|(_, rook)| rook)
    }

    #[must_use]
    pub(super) fn with(self, seat: Seat, square: Square) -> CastlingRights {
        CastlingRights(self.0 | rook_bit(seat, square))
    }

    /// Removes the right of the rook that starts on this square, if there is one.
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

/// By square: the castling rights that remain after a move from or to it.
static CASTLING_MASKS: [u8; SQUARE_COUNT] = {
    let mut masks = [u8::MAX; SQUARE_COUNT];
    let mut rook = 0;
    while rook < 8 {
        masks[army::rook_squares(army::ORDER[rook / 2])[rook % 2].index()] = !(1 << rook);
        rook += 1;
    }
    masks
};
