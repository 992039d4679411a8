//! The public board: what lies face-up where, and which squares are face-down.

use super::{Colour, Piece, Square, Squares};

/// What everybody can see of the board, in 44 bytes.
///
/// Masks for whole sets, and one byte for each square to look up a single piece. The piece is stored twice, but
/// only this type can write either. A mask for each binary digit of the rank would take 24 bytes and no look-up
/// table; it was tried, and perft took 1.4 times as long, for a move then changes five masks bit by bit.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Board {
    pieces: [Option<Piece>; 32],
    colours: [Squares; 2],
    hidden: Squares,
}

impl Board {
    pub(super) const EMPTY: Board =
        Board { pieces: [None; 32], colours: [Squares::EMPTY; 2], hidden: Squares::EMPTY };

    /// All 32 squares are face-down.
    pub(super) const ALL_HIDDEN: Board = Board { hidden: Squares::ALL, ..Board::EMPTY };

    pub(super) const fn hidden(&self) -> Squares {
        self.hidden
    }

    /// Where the face-up pieces of a colour stand.
    pub(super) const fn of(&self, colour: Colour) -> Squares {
        self.colours[colour as usize]
    }

    /// The squares on which something lies, face-up or face-down.
    pub(super) fn occupied(&self) -> Squares {
        self.colours[0] | self.colours[1] | self.hidden
    }

    /// The face-up piece on a square.
    pub(super) const fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// How many of this piece lie face-up.
    pub(super) fn count(&self, piece: Piece) -> usize {
        self.pieces.iter().filter(|other| **other == Some(piece)).count()
    }

    /// Puts a face-up piece on an empty square.
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        debug_assert!(!self.occupied().contains(square), "{square} is not empty");
        self.pieces[square.index()] = Some(piece);
        self.colours[piece.colour().index()].toggle(Squares::one(square));
    }

    /// Moves the face-up piece on `from` to `to`, and takes off what stood there.
    pub(super) fn shift(&mut self, from: Square, to: Square) -> Shift {
        debug_assert!(!self.hidden.contains(to), "{to} is face-down");
        let moved = self.pieces[from.index()].take();
        let taken = std::mem::replace(&mut self.pieces[to.index()], moved);
        if let Some(taken) = taken {
            self.colours[taken.colour().index()].toggle(Squares::one(to));
        }
        if let Some(moved) = moved {
            self.colours[moved.colour().index()].toggle(Squares::one(from) | Squares::one(to));
        }
        Shift { moved, taken }
    }

    /// Lays a face-down piece on an empty square.
    pub(super) fn hide(&mut self, square: Square) {
        debug_assert!(!self.occupied().contains(square), "{square} is not empty");
        self.hidden.toggle(Squares::one(square));
    }

    /// A face-down piece turns out to be this one.
    pub(super) fn reveal(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.hidden.contains(square), "{square} is not face-down");
        self.hidden.toggle(Squares::one(square));
        self.put(square, piece);
    }
}

/// What [`Board::shift`] moved and took.
pub(super) struct Shift {
    pub(super) moved: Option<Piece>,
    pub(super) taken: Option<Piece>,
}
