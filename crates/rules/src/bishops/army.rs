//! The four armies: where they stand, where they go.

use super::square::{SQUARE_COUNT, Square, SquareSet};
use crate::{Seat, SeatNames, SeatSet};

pub(super) const SEATS: SeatNames = &["white", "grey", "black", "pink"];
pub(super) const ALL_SEATS: SeatSet = SeatSet::first(4);
/// One letter for each seat in the texts.
pub(super) const SEAT_LETTERS: [char; 4] = ['w', 'g', 'b', 'p'];

/// The seat of the white pieces.
pub const WHITE: Seat = Seat::new(0);
/// The seat of the grey pieces.
pub const GREY: Seat = Seat::new(1);
/// The seat of the black pieces.
pub const BLACK: Seat = Seat::new(2);
/// The seat of the pink pieces.
pub const PINK: Seat = Seat::new(3);

/// The order of the turn, clockwise.
pub(super) const ORDER: [Seat; 4] = [WHITE, GREY, BLACK, PINK];

pub(super) const fn seat_letter(seat: Seat) -> char {
    SEAT_LETTERS[seat.index()]
}

pub(super) fn seat_from_letter(letter: char) -> Option<Seat> {
    SEAT_LETTERS.iter().position(|l| *l == letter).map(Seat::new)
}

/// The other seats clockwise from `seat`, and itself last.
pub(super) fn clockwise_from(seat: Seat) -> impl Iterator<Item = Seat> {
    (1..=Seat::MAX_COUNT).map(move |step| Seat::new((seat.index() + step) % Seat::MAX_COUNT))
}

/// A kind of piece.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Role {
    /// Goes straight ahead, captures diagonally.
    Pawn,
    /// Jumps.
    Knight,
    /// Goes diagonally.
    Bishop,
    /// Goes straight.
    Rook,
    /// Goes both ways.
    Queen,
    /// Must not be left attacked.
    King,
}

impl Role {
    pub(super) const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    pub(super) const fn letter(self) -> char {
        match self {
            Role::Pawn => 'P',
            Role::Knight => 'N',
            Role::Bishop => 'B',
            Role::Rook => 'R',
            Role::Queen => 'Q',
            Role::King => 'K',
        }
    }

    pub(super) fn from_letter(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.letter() == letter)
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }

    /// What a captured piece counts for the material limit.
    pub(super) const fn value(self) -> u16 {
        match self {
            Role::Pawn => 1,
            Role::Knight | Role::Bishop => 3,
            Role::Rook => 5,
            Role::Queen => 9,
            Role::King => 0,
        }
    }
}

/// The way forward by seat, as files to the right and ranks up.
pub(super) const FORWARD: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The back line from its first rook on.
pub(super) const BACK_RANK: [Role; 8] =
    [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];

/// How far along the back line queen and king begin.
const QUEEN_INDEX: i8 = 3;
const KING_INDEX: i8 = 4;

/// The square `along` the line that is `ahead` of the seat's edge; `along` counts as the back line does.
const fn square_of(seat: Seat, along: i8, ahead: i8) -> Square {
    let place = match seat.index() {
        0 => (2 + along, ahead),
        1 => (ahead, 9 - along),
        2 => (2 + along, 11 - ahead),
        _ => (11 - ahead, 9 - along),
    };
    match Square::from_coords(place.0, place.1) {
        Some(square) => square,
        None => panic!("beside the board"),
    }
}

/// Where a seat's men begin.
pub(super) fn starting_pieces(seat: Seat) -> impl Iterator<Item = (Square, Role)> {
    let back = (0..8).zip(BACK_RANK).map(move |(along, role)| (square_of(seat, along, 0), role));
    back.chain((0..8).map(move |along| (square_of(seat, along, 1), Role::Pawn)))
}

/// Where queen and king of a seat begin, in this order; the swap exchanges them.
pub(super) const fn royal_squares(seat: Seat) -> [Square; 2] {
    [square_of(seat, QUEEN_INDEX, 0), square_of(seat, KING_INDEX, 0)]
}

/// Where the rooks of a seat begin.
pub(super) const fn rook_squares(seat: Seat) -> [Square; 2] {
    [square_of(seat, 0, 0), square_of(seat, 7, 0)]
}

/// How far a square is ahead of a seat's edge of the board: pawns begin at 1.
pub(super) const fn relative_rank(seat: Seat, on: Square) -> i8 {
    let (file, rank) = on.coords();
    match seat.index() {
        0 => rank,
        1 => file,
        2 => 11 - rank,
        _ => 11 - file,
    }
}

/// Where pawns begin, and where they become queens.
const PAWN_RANK: i8 = 1;
pub(super) const PROMOTION_RANK: i8 = 9;

const fn is_edge_square(seat: Seat, on: Square) -> bool {
    let (file, rank) = on.coords();
    let across = if seat.index().is_multiple_of(2) { file } else { rank };
    across == 2 || across == 9
}

/// The squares that matter to a seat's pawns.
struct PawnSquares {
    /// From here they may go two squares.
    start: SquareSet,
    /// Here they become queens.
    promotion: SquareSet,
    /// Here they are edge pawns.
    edge: SquareSet,
    /// One square ahead of each square; itself where there is none in play.
    ahead: [Square; SQUARE_COUNT],
}

const fn pawn_squares(seat: Seat) -> PawnSquares {
    let none = SquareSet::EMPTY;
    let mut squares = PawnSquares {
        start: none,
        promotion: none,
        edge: none,
        ahead: [square_of(seat, 0, 0); SQUARE_COUNT],
    };
    let mut i = 0;
    while i < SQUARE_COUNT {
        let here = Square::from_index(i);
        match relative_rank(seat, here) {
            PAWN_RANK => squares.start = squares.start.with(here),
            PROMOTION_RANK => squares.promotion = squares.promotion.with(here),
            _ => {}
        }
        if is_edge_square(seat, here) {
            squares.edge = squares.edge.with(here);
        }
        let ((file, rank), (files, ranks)) = (here.coords(), FORWARD[seat.index()]);
        squares.ahead[i] = match Square::from_coords(file + files, rank + ranks) {
            Some(next) if next.index() < super::square::IN_PLAY => next,
            _ => here,
        };
        i += 1;
    }
    squares
}

static PAWN_SQUARES: [PawnSquares; 4] =
    [pawn_squares(WHITE), pawn_squares(GREY), pawn_squares(BLACK), pawn_squares(PINK)];

/// The squares from which a seat's pawns may go two squares.
pub(super) fn double_step_squares(seat: Seat) -> SquareSet {
    PAWN_SQUARES[seat.index()].start
}

/// The squares where a seat's pawns become queens.
#[inline]
pub(super) fn promotion_squares(seat: Seat) -> SquareSet {
    PAWN_SQUARES[seat.index()].promotion
}

/// The squares where a seat's pawns are edge pawns.
pub(super) fn edge_squares(seat: Seat) -> SquareSet {
    PAWN_SQUARES[seat.index()].edge
}

/// One square ahead, as a seat's pawns go.
#[inline]
pub(super) fn square_ahead(seat: Seat, from: Square) -> Square {
    PAWN_SQUARES[seat.index()].ahead[from.index()]
}
