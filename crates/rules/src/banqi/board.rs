//! The public board: what lies face-up where, and which squares are face-down.

use super::{Colour, Piece, Square, SquareSet};

/// What everybody can see of the board, in 44 bytes.
///
/// Masks for whole sets, and one byte for each square to look up a single piece. The piece is stored twice, but
/// only this type can write either. A mask for each binary digit of the rank would take 24 bytes and no look-up
/// table; it was tried, and perft took 1.4 times as long, for a move then changes five masks bit by bit.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Board {
    pieces: [Option<Piece>; 32],
    colours: [SquareSet; 2],
    face_down: SquareSet,
}

impl Board {
    pub(super) const EMPTY: Board =
        Board { pieces: [None; 32], colours: [SquareSet::EMPTY; 2], face_down: SquareSet::EMPTY };

    /// All 32 squares are face-down.
    pub(super) const ALL_FACE_DOWN: Board = Board { face_down: SquareSet::ALL, ..Board::EMPTY };

    pub(super) const fn face_down(&self) -> SquareSet {
        self.face_down
    }

    /// Where the face-up pieces of a colour stand.
    pub(super) const fn by_colour(&self, colour: Colour) -> SquareSet {
        self.colours[colour as usize]
    }

    /// The squares on which something lies, face-up or face-down.
    pub(super) fn occupied(&self) -> SquareSet {
        self.colours[0] | self.colours[1] | self.face_down
    }

    /// The face-up piece on a square.
    pub(super) const fn piece_at(&self, square: Square) -> Option<Piece> {
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
        self.colours[piece.colour().index()].toggle(SquareSet::one(square));
    }

    /// Moves the face-up piece on `from` to `to`, and takes off what stood there.
    pub(super) fn move_piece(&mut self, from: Square, to: Square) -> BoardMove {
        debug_assert!(!self.face_down.contains(to), "{to} is face-down");
        let moved = self.pieces[from.index()].take();
        let taken = std::mem::replace(&mut self.pieces[to.index()], moved);
        if let Some(taken) = taken {
            self.colours[taken.colour().index()].toggle(SquareSet::one(to));
        }
        if let Some(moved) = moved {
            self.colours[moved.colour().index()].toggle(SquareSet::one(from) | SquareSet::one(to));
        }
        BoardMove { moved, captured: taken }
    }

    /// Lays a face-down piece on an empty square.
    pub(super) fn put_face_down(&mut self, square: Square) {
        debug_assert!(!self.occupied().contains(square), "{square} is not empty");
        self.face_down.toggle(SquareSet::one(square));
    }

    /// A face-down piece turns out to be this one.
    pub(super) fn reveal(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.face_down.contains(square), "{square} is not face-down");
        self.face_down.toggle(SquareSet::one(square));
        self.put(square, piece);
    }
}

/// What [`Board::shift`] moved and took.
pub(super) struct BoardMove {
    pub(super) moved: Option<Piece>,
    pub(super) captured: Option<Piece>,
}
