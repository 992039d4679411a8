//! Playing flips, moves and what chance shows.

use super::board::Shift;
use super::{Action, Banqi, Piece, Square, key};

impl Banqi {
    pub(super) fn play_action(&mut self, action: Action) {
        match action {
            Action::Flip(square) => self.turn_over(square),
            Action::Move { from, to } => self.go(from, to),
            Action::Reveal(piece) => self.reveal(piece),
        }
    }

    /// The player's part of a flip. Side, quiet plies and ply number stay until the piece is known.
    fn turn_over(&mut self, square: Square) {
        debug_assert!(self.turning.is_none() && self.board.hidden().contains(square));
        self.turning = Some(square);
        self.key ^= key::of_turning(square);
    }

    /// The first piece that appears gives its colour to the seat that turned it.
    fn reveal(&mut self, piece: Piece) {
        let Some(square) = self.turning.take() else {
            debug_assert!(false, "no piece is being turned over");
            return;
        };
        self.key ^= key::of_reveal(square, piece, self.bag);
        self.board.reveal(square, piece);
        self.bag.take(piece);
        self.quiet = 0;
        if self.first.is_none() {
            let flipper_is_first = self.seat() == super::FIRST;
            self.first = Some(if flipper_is_first { piece.colour() } else { piece.colour().other() });
            self.key ^= key::of_side(Some(piece.colour()));
        }
        self.pass_turn();
    }

    /// A step or a capture.
    fn go(&mut self, from: Square, to: Square) {
        let Shift { moved: Some(piece), taken } = self.board.shift(from, to) else {
            debug_assert!(false, "nothing stands on {from}");
            return;
        };
        self.key ^= key::of_piece(from, piece) ^ key::of_piece(to, piece);
        self.quiet = self.quiet.saturating_add(1);
        if let Some(taken) = taken {
            self.key ^= key::of_piece(to, taken);
            self.quiet = 0;
        }
        self.pass_turn();
    }

    pub(super) fn pass_turn(&mut self) {
        self.key ^= key::OTHER_SIDE;
        // Odd plies belong to the first seat, also where the number can grow no more.
        self.ply = self.ply.checked_add(1).unwrap_or(u32::MAX - 1);
    }
}
