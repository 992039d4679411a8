//! The sixteen starting arrays.

use super::army::Army;
use super::options::Element;
use super::piece::{Officer, Piece};
use super::{Board, Options};
use shakmaty::Square;

/// The officers on an army's home squares, starting at the throne.
const fn home_row(array: Element, board: Element) -> [Officer; 4] {
    use Officer::{Bishop as B, Knight as N, Queen as Q, Rook as R};
    match (array, board) {
        (Element::Earth, Element::Fire | Element::Earth) => [R, B, Q, N],
        (Element::Earth, Element::Air | Element::Water) => [R, N, Q, B],
        (Element::Air, Element::Fire | Element::Earth) => [B, R, N, Q],
        (Element::Air, Element::Air | Element::Water) => [B, Q, N, R],
        (Element::Water, Element::Fire | Element::Earth) => [Q, N, R, B],
        (Element::Water, Element::Air | Element::Water) => [Q, B, R, N],
        (Element::Fire, Element::Fire | Element::Earth) => [N, Q, B, R],
        (Element::Fire, Element::Air | Element::Water) => [N, R, B, Q],
    }
}

/// The army that moves first, which depends on the board.
pub(super) const fn first_army(board: Element) -> Army {
    match board {
        Element::Water => Army::Blue,
        Element::Fire => Army::Red,
        Element::Earth => Army::Black,
        Element::Air => Army::Yellow,
    }
}

/// An army's home squares, starting at the throne, each with the square of the pawn in front of it.
const fn home(army: Army) -> [(Square, Square); 4] {
    use Square::{
        A1, A2, A3, A4, A7, A8, B1, B2, B3, B4, B7, B8, C7, C8, D7, D8, E1, E2, F1, F2, G1, G2, G5, G6, G7,
        G8, H1, H2, H5, H6, H7, H8,
    };
    match army {
        Army::Blue => [(H8, G8), (H7, G7), (H6, G6), (H5, G5)],
        Army::Red => [(H1, H2), (G1, G2), (F1, F2), (E1, E2)],
        Army::Black => [(A1, B1), (A2, B2), (A3, B3), (A4, B4)],
        Army::Yellow => [(A8, A7), (B8, B7), (C8, C7), (D8, D7)],
    }
}

/// The starting board of an array and a board element.
pub(super) fn starting_board(options: &Options) -> Board {
    let mut board = Board::empty();
    for army in Army::ALL {
        board.toggle(army, Piece::King, army.throne());
        for ((square, before), officer) in home(army).into_iter().zip(home_row(options.array, options.board))
        {
            board.toggle(army, Piece::Officer(officer), square);
            board.toggle(army, Piece::Pawn(officer), before);
        }
    }
    board
}
