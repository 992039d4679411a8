//! Playing flips, moves and what chance shows.

use super::board::BoardMove;
use super::{Action, Banqi, Piece, Square, key};

impl Banqi {
    pub(super) fn play_action(&mut self, action: Action) {
        match action {
            Action::Flip(square) => self.start_flip(square),
            Action::Move { from, to } => self.move_piece(from, to),
            Action::Reveal(piece) => self.reveal(piece),
        }
    }

    /// The player's part of a flip. Side, quiet plies and ply number stay until the piece is known.
    fn start_flip(&mut self, square: Square) {
        debug_assert!(self.flipping.is_none() && self.board.face_down().contains(square));
        self.flipping = Some(square);
        self.key ^= key::flip_key(square);
    }

    /// The first piece that appears gives its colour to the seat that turned it.
    fn reveal(&mut self, piece: Piece) {
        let Some(square) = self.flipping.take() else {
            debug_assert!(false, "no piece is being turned over");
            return;
        };
        self.key ^= key::reveal_key(square, piece, self.unrevealed);
        self.board.reveal(square, piece);
        self.unrevealed.remove(piece);
        self.quiet_plies = 0;
        if self.first_colour.is_none() {
            let flipper_is_first = self.seat() == super::FIRST;
            self.first_colour = Some(if flipper_is_first { piece.colour() } else { piece.colour().other() });
            self.key ^= key::side_key(Some(piece.colour()));
        }
        self.pass_turn();
    }

    /// A step or a capture.
    fn move_piece(&mut self, from: Square, to: Square) {
        let BoardMove { moved: Some(piece), captured: taken } = self.board.move_piece(from, to) else {
            debug_assert!(false, "nothing stands on {from}");
            return;
        };
        self.key ^= key::piece_key(from, piece) ^ key::piece_key(to, piece);
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        if let Some(taken) = taken {
            self.key ^= key::piece_key(to, taken);
            self.quiet_plies = 0;
        }
        self.pass_turn();
    }

    pub(super) fn pass_turn(&mut self) {
        self.key ^= key::OTHER_SIDE;
        // Odd plies belong to the first seat, also where the number can grow no more.
        self.ply = self.ply.checked_add(1).unwrap_or(u32::MAX - 1);
    }
}
