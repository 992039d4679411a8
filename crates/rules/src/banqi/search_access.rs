//! For those who look ahead: the public board as sets of squares, moves without flips, and chosen flips.

use super::attack_tables::{cannon_jumps, neighbours};
use super::capture::may_take;
use super::{Action, Banqi, Colour, Piece, Role, Square, SquareSet};
use crate::Seat;

/// A set of squares: the bit of a square is its [`Square::index`].
pub type SquareMask = u32;

impl Banqi {
    /// The seat to act; at a chance turn the one that flipped.
    pub const fn acting_seat(&self) -> Seat {
        self.seat()
    }

    /// The colour of [`Banqi::actor`]; none before the first piece is revealed.
    pub fn acting_colour(&self) -> Option<Colour> {
        self.side()
    }

    /// Where the face-down pieces lie.
    pub const fn face_down(&self) -> SquareMask {
        self.board.face_down().0
    }

    /// Where the face-up pieces of a colour stand.
    pub const fn face_up(&self, colour: Colour) -> SquareMask {
        self.board.by_colour(colour).0
    }

    /// The face-up piece on a square.
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// How many of this piece are still face-down.
    pub const fn unrevealed(&self, piece: Piece) -> u8 {
        self.unrevealed.count(piece)
    }

    /// Whether a piece is being turned over.
    pub const fn is_flipping(&self) -> bool {
        self.flipping.is_some()
    }

    /// Plies in a row without flip or capture.
    pub const fn quiet_plies(&self) -> u32 {
        self.quiet_plies
    }

    /// How many more quiet plies draw the game; none if there is no limit.
    pub const fn quiet_plies_left(&self) -> Option<u32> {
        if self.quiet_limit == 0 { None } else { Some(self.quiet_limit.saturating_sub(self.quiet_plies)) }
    }

    /// Whether a pawn may take a cannon.
    pub const fn pawn_takes_cannon(&self) -> bool {
        self.pawn_takes_cannon
    }

    /// Whether a colour has a piece left, face-up or face-down.
    pub fn has_pieces_left(&self, colour: Colour) -> bool {
        self.has_pieces(colour)
    }

    /// Appends the steps and captures of the seat to act.
    pub fn search_moves(&self, out: &mut Vec<Action>) {
        if let Some(side) = self.side() {
            self.moves(side, out);
        }
    }

    /// Appends the captures of the seat to act.
    pub fn search_captures(&self, out: &mut Vec<Action>) {
        let Some(side) = self.side() else { return };
        let enemies = self.board.by_colour(side.other());
        for from in self.board.by_colour(side) {
            out.extend((self.destinations(from) & enemies).map(|to| Action::Move { from, to }));
        }
    }

    /// Appends the flips of those face-down pieces that are in a set.
    pub fn search_flips(&self, among: SquareMask, out: &mut Vec<Action>) {
        out.extend((self.board.face_down() & SquareSet(among)).map(Action::Flip));
    }

    /// The same position with the other seat to act, and nothing being turned over.
    #[must_use]
    pub fn null_move(&self) -> Banqi {
        let mut passed = *self;
        if let Some(square) = passed.flipping.take() {
            passed.key ^= super::key::flip_key(square);
        }
        passed.pass_turn();
        passed
    }
}

impl Square {
    /// The squares of a set.
    pub fn iter_mask(set: SquareMask) -> impl Iterator<Item = Square> {
        SquareSet(set)
    }

    /// The squares orthogonally next to it.
    pub fn neighbours(self) -> SquareMask {
        neighbours(self).0
    }

    /// The occupied squares on its rank and file with exactly one occupied square in between: what a cannon here
    /// aims at.
    pub fn cannon_targets(self, occupied: SquareMask) -> SquareMask {
        cannon_jumps(self, SquareSet(occupied)).0
    }
}

impl Role {
    /// Whether a piece of this kind may take a piece of another next to it. A cannon may not: it jumps.
    pub fn can_capture(self, target: Role, pawn_takes_cannon: bool) -> bool {
        may_take(self, target, pawn_takes_cannon)
    }
}
