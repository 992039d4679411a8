//! The public board: what lies face-up where, and which squares are face-down.

use super::{Colour, Kind, Piece, Square, Squares};

/// What everybody can see of the board.
///
/// A rank is a number from 1 to 7, so three masks hold it in binary; with the colours and the face-down
/// squares that makes 24 bytes. A mask for each of 14 pieces would make reading a set one step shorter, but
/// most of the work is copying a position and changing two squares, and that is short and without branches
/// here.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Board {
    /// The binary digits of the ranks of face-up pieces, the lowest first.
    digits: [Squares; 3],
    colours: [Squares; 2],
    hidden: Squares,
}

impl Board {
    pub(super) const EMPTY: Board =
        Board { digits: [Squares::EMPTY; 3], colours: [Squares::EMPTY; 2], hidden: Squares::EMPTY };

    /// All 32 squares are face-down.
    pub(super) const ALL_HIDDEN: Board = Board { hidden: Squares::ALL, ..Board::EMPTY };

    pub(super) const fn hidden(&self) -> Squares {
        self.hidden
    }

    /// Where the face-up pieces of a colour stand.
    pub(super) const fn of(&self, colour: Colour) -> Squares {
        self.colours[colour as usize]
    }

    /// Where the face-up pieces of a colour and kind stand.
    pub(super) fn men(&self, piece: Piece) -> Squares {
        let digit = |place: usize| {
            let ones = self.digits[place];
            if piece.kind.rank() >> place & 1 == 0 { !ones } else { ones }
        };
        self.of(piece.colour) & digit(0) & digit(1) & digit(2)
    }

    /// The squares on which something lies, face-up or face-down.
    pub(super) fn occupied(&self) -> Squares {
        self.colours[0] | self.colours[1] | self.hidden
    }

    /// The face-up piece on a square.
    pub(super) fn piece(&self, square: Square) -> Option<Piece> {
        let colour = if self.of(Colour::Red).contains(square) { Colour::Red } else { Colour::Black };
        Kind::ranked(self.rank(square)).map(|kind| Piece { colour, kind })
    }

    /// The rank of the face-up piece on a square; 0 if there is none.
    fn rank(&self, square: Square) -> u8 {
        let digit = |place: usize| u8::from(self.digits[place].contains(square)) << place;
        digit(0) | digit(1) | digit(2)
    }

    /// Puts a face-up piece on an empty square.
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        debug_assert!(!self.occupied().contains(square), "{square} is not empty");
        let rank = u32::from(piece.kind.rank());
        for (place, digit) in self.digits.iter_mut().enumerate() {
            digit.0 |= (rank >> place & 1) << square.index();
        }
        let colour = &mut self.colours[piece.colour.index()];
        *colour = *colour | Squares::one(square);
    }

    /// Takes the face-up piece off a square, if there is one.
    pub(super) fn lift(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece(square);
        let others = !Squares::one(square);
        self.digits = self.digits.map(|digit| digit & others);
        self.colours = self.colours.map(|colour| colour & others);
        piece
    }

    /// Lays a face-down piece on an empty square.
    pub(super) fn hide(&mut self, square: Square) {
        debug_assert!(!self.occupied().contains(square), "{square} is not empty");
        self.hidden = self.hidden | Squares::one(square);
    }

    /// A face-down piece turns out to be this one.
    pub(super) fn reveal(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.hidden.contains(square), "{square} is not face-down");
        self.hidden = self.hidden.minus(Squares::one(square));
        self.put(square, piece);
    }
}
