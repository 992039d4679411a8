//! The public board: face-up pieces and face-down squares.

use super::{Colour, Piece, Square, SquareSet};

/// The public board in 44 bytes.
///
/// Square sets answer questions about many pieces, and one byte per square answers which piece is there. Each piece
/// is stored twice, but only this type writes either. One set per binary digit of the rank would take 24 bytes and
/// no byte array; perft took 1.4 times as long with it, because a move then changes five sets.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Board {
    pieces: [Option<Piece>; 32],
    colours: [SquareSet; 2],
    face_down: SquareSet,
}

impl Board {
    pub(super) const EMPTY: Board =
        Board { pieces: [None; 32], colours: [SquareSet::EMPTY; 2], face_down: SquareSet::EMPTY };

    /// The board before the first flip.
    pub(super) const ALL_FACE_DOWN: Board = Board { face_down: SquareSet::ALL, ..Board::EMPTY };

    pub(super) const fn face_down(&self) -> SquareSet {
        self.face_down
    }

    /// The squares of the face-up pieces of a colour.
    pub(super) const fn by_colour(&self, colour: Colour) -> SquareSet {
        self.colours[colour as usize]
    }

    /// The squares that hold a piece, face-up or face-down.
    pub(super) fn occupied(&self) -> SquareSet {
        self.colours[0] | self.colours[1] | self.face_down
    }

    /// The face-up piece on a square.
    pub(super) const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// The number of face-up copies of this piece.
    pub(super) fn count(&self, piece: Piece) -> usize {
        self.pieces.iter().filter(|other| **other == Some(piece)).count()
    }

    /// Places a face-up piece on an empty square.
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        debug_assert!(!self.occupied().contains(square), "{square} is not empty");
        self.pieces[square.index()] = Some(piece);
        self.colours[piece.colour().index()].toggle(SquareSet::one(square));
    }

    /// Moves the face-up piece on `from` to `to` and removes a captured piece from it.
    pub(super) fn move_piece(&mut self, from: Square, to: Square) -> BoardMove {
        debug_assert!(!self.face_down.contains(to), "{to} is face-down");
        let moved = self.pieces[from.index()].take();
        let captured = std::mem::replace(&mut self.pieces[to.index()], moved);
        if let Some(captured) = captured {
            self.colours[captured.colour().index()].toggle(SquareSet::one(to));
        }
        if let Some(moved) = moved {
            self.colours[moved.colour().index()].toggle(SquareSet::one(from) | SquareSet::one(to));
        }
        BoardMove { moved, captured }
    }

    /// Places a face-down piece on an empty square.
    pub(super) fn put_face_down(&mut self, square: Square) {
        debug_assert!(!self.occupied().contains(square), "{square} is not empty");
        self.face_down.toggle(SquareSet::one(square));
    }

    /// Turns the face-down piece on a square into this face-up piece.
    pub(super) fn reveal(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.face_down.contains(square), "{square} is not face-down");
        self.face_down.toggle(SquareSet::one(square));
        self.put(square, piece);
    }
}

/// The pieces that [`Board::move_piece`] moved and captured.
pub(super) struct BoardMove {
    pub(super) moved: Option<Piece>,
    pub(super) captured: Option<Piece>,
}
