//! The four armies: turn order, letters, starting squares and pawn directions.

use super::piece::Role;
use super::square::{SQUARE_COUNT, Square, SquareSet};
use super::{BLACK, GREY, PINK, WHITE};
use crate::Seat;

/// The letters of the seats in position texts.
pub(super) const SEAT_LETTERS: [char; 4] = ['w', 'g', 'b', 'p'];

/// The turn order, clockwise.
pub(super) const ORDER: [Seat; 4] = [WHITE, GREY, BLACK, PINK];

pub(super) const fn seat_letter(seat: Seat) -> char {
    SEAT_LETTERS[seat.index()]
}

pub(super) fn seat_from_letter(letter: char) -> Option<Seat> {
    SEAT_LETTERS.iter().position(|l| *l == letter).map(Seat::new)
}

/// The other seats clockwise from `seat`, then `seat` itself.
pub(super) fn clockwise_from(seat: Seat) -> impl Iterator<Item = Seat> {
    (1..=Seat::MAX_COUNT).map(move |places| Seat::new((seat.index() + places) % Seat::MAX_COUNT))
}

/// The pawn direction of each seat, as a file and a rank offset.
pub(super) const FORWARD: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The pieces on the back rank, in order.
pub(super) const BACK_RANK: [Role; 8] =
    [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];

/// Where the queen and the king start on the back rank.
const QUEEN_INDEX: i8 = 3;
const KING_INDEX: i8 = 4;

/// The square on a seat's relative rank `ahead`. `along` counts in the order of the back rank.
const fn square_of(seat: Seat, along: i8, ahead: i8) -> Square {
    let (file, rank) = match seat.index() {
        0 => (2 + along, ahead),
        1 => (ahead, 9 - along),
        2 => (2 + along, 11 - ahead),
        _ => (11 - ahead, 9 - along),
    };
    match Square::from_coords(file, rank) {
        Some(square) => square,
        None => panic!("a square outside the board"),
    }
}

/// The starting squares of a seat's pieces.
pub(super) fn starting_pieces(seat: Seat) -> impl Iterator<Item = (Square, Role)> {
    let back = (0..8).zip(BACK_RANK).map(move |(along, role)| (square_of(seat, along, 0), role));
    back.chain((0..8).map(move |along| (square_of(seat, along, 1), Role::Pawn)))
}

/// The starting squares of a seat's queen and king, in this order. A swap exchanges them.
pub(super) const fn royal_squares(seat: Seat) -> [Square; 2] {
    [square_of(seat, QUEEN_INDEX, 0), square_of(seat, KING_INDEX, 0)]
}

/// The starting squares of a seat's rooks.
pub(super) const fn rook_squares(seat: Seat) -> [Square; 2] {
    [square_of(seat, 0, 0), square_of(seat, 7, 0)]
}

/// The rank of a square as a seat sees it, from 0 at its own edge.
pub(super) const fn relative_rank(seat: Seat, on: Square) -> i8 {
    let (file, rank) = on.coords();
    match seat.index() {
        0 => rank,
        1 => file,
        2 => 11 - rank,
        _ => 11 - file,
    }
}

/// The relative rank where pawns start.
const PAWN_RANK: i8 = 1;
/// The relative rank where pawns promote.
pub(super) const PROMOTION_RANK: i8 = 9;

const fn is_edge_square(seat: Seat, on: Square) -> bool {
    let (file, rank) = on.coords();
    let across = if seat.index().is_multiple_of(2) { file } else { rank };
    across == 2 || across == 9
}

/// Pawn tables of a seat.
struct PawnSquares {
    /// From here a pawn may move two squares.
    start: SquareSet,
    /// Here a pawn promotes to a queen.
    promotion: SquareSet,
    /// Here a pawn is an edge pawn.
    edge: SquareSet,
    /// The square ahead of each square; the square itself where the one ahead is not in play.
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

/// The squares from which a seat's pawns may move two squares.
pub(super) fn double_step_squares(seat: Seat) -> SquareSet {
    PAWN_SQUARES[seat.index()].start
}

/// The squares where a seat's pawns promote to queens.
#[inline]
pub(super) fn promotion_squares(seat: Seat) -> SquareSet {
    PAWN_SQUARES[seat.index()].promotion
}

/// The squares where a seat's pawns are edge pawns.
pub(super) fn edge_squares(seat: Seat) -> SquareSet {
    PAWN_SQUARES[seat.index()].edge
}

/// The square ahead in the pawn direction of a seat; `from` itself where that is not in play.
#[inline]
pub(super) fn square_ahead(seat: Seat, from: Square) -> Square {
    PAWN_SQUARES[seat.index()].ahead[from.index()]
}
