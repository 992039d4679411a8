//! The effects of flips, moves and reveals.

use super::board::BoardMove;
use super::{Banqi, FIRST, Piece, Square, key};

impl Banqi {
    /// The player's part of a flip. The turn, the quiet plies and the ply number change when the piece is revealed.
    pub(super) fn start_flip(&mut self, square: Square) {
        debug_assert!(self.flipping.is_none() && self.board.face_down().contains(square));
        self.flipping = Some(square);
        self.key ^= key::flip_key(square);
    }

    /// The first revealed piece gives its colour to the seat that flipped it.
    pub(super) fn reveal(&mut self, piece: Piece) {
        let Some(square) = self.flipping.take() else {
            debug_assert!(false, "no flip is pending");
            return;
        };
        self.key ^= key::reveal_key(square, piece, self.unrevealed);
        self.board.reveal(square, piece);
        self.unrevealed.remove(piece);
        self.quiet_plies = 0;
        if self.first_colour.is_none() {
            let flipper_is_first = self.seat_to_move() == FIRST;
            self.first_colour = Some(if flipper_is_first { piece.colour() } else { piece.colour().other() });
            self.key ^= key::side_key(Some(piece.colour()));
        }
        self.pass_turn();
    }

    /// A step or a capture.
    pub(super) fn move_piece(&mut self, from: Square, to: Square) {
        let BoardMove { moved: Some(piece), captured } = self.board.move_piece(from, to) else {
            debug_assert!(false, "no piece on {from}");
            return;
        };
        self.key ^= key::piece_key(piece, from) ^ key::piece_key(piece, to);
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        if let Some(captured) = captured {
            self.key ^= key::piece_key(captured, to);
            self.quiet_plies = 0;
        }
        self.pass_turn();
    }

    pub(super) fn pass_turn(&mut self) {
        self.key ^= key::OTHER_SIDE;
        // Odd plies belong to the first seat, even after the counter saturates.
        self.ply = self.ply.checked_add(1).unwrap_or(u32::MAX - 1);
    }
}
