//! What a search may read of a position besides the [`Position`](crate::Position) trait: the public board as square
//! masks, moves without flips, and flips of chosen squares.

use super::attack_tables::{cannon_jumps, neighbours};
use super::{Action, Banqi, Colour, FIRST, Piece, SECOND, Square, SquareSet, key};
use crate::Seat;

/// A set of squares. The bit of a square is its [`Square::index`]. It is a plain number, not a `SquareSet`, because the
/// engine shifts it and builds it from bits.
pub type SquareMask = u32;

impl Banqi {
    /// The seat to move or flip; at a chance turn, the seat that flipped.
    pub const fn seat_to_move(&self) -> Seat {
        if self.ply % 2 == 1 { FIRST } else { SECOND }
    }

    /// The colour of the seat to move; `None` before the first piece is revealed.
    pub fn colour_to_move(&self) -> Option<Colour> {
        self.colour_of(self.seat_to_move())
    }

    /// The squares of the face-down pieces.
    pub const fn face_down(&self) -> SquareMask {
        self.board.face_down().0
    }

    /// The squares of the face-up pieces of a colour.
    pub const fn face_up(&self, colour: Colour) -> SquareMask {
        self.board.by_colour(colour).0
    }

    /// The face-up piece on a square.
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The number of copies of this piece that are still face-down.
    pub const fn unrevealed(&self, piece: Piece) -> u8 {
        self.unrevealed.count(piece)
    }

    /// Whether a flip is pending: the piece is chosen but not yet revealed.
    pub const fn is_flipping(&self) -> bool {
        self.flipping.is_some()
    }

    /// Plies in a row without a flip or capture.
    pub const fn quiet_plies(&self) -> u32 {
        self.quiet_plies
    }

    /// The number of quiet plies left until the draw; `None` without a limit.
    pub const fn quiet_plies_left(&self) -> Option<u32> {
        if self.quiet_limit == 0 { None } else { Some(self.quiet_limit.saturating_sub(self.quiet_plies)) }
    }

    /// Whether a pawn may capture a cannon.
    pub const fn pawn_takes_cannon(&self) -> bool {
        self.pawn_takes_cannon
    }

    /// Whether a colour has a piece left, face-up or face-down.
    pub fn has_pieces_left(&self, colour: Colour) -> bool {
        !self.board.by_colour(colour).is_empty() || self.unrevealed.has_colour(colour)
    }

    /// Appends the steps and captures of the seat to move.
    pub fn search_moves(&self, out: &mut Vec<Action>) {
        if let Some(colour) = self.colour_to_move() {
            self.moves(colour, out);
        }
    }

    /// Appends the captures of the seat to move.
    pub fn search_captures(&self, out: &mut Vec<Action>) {
        let Some(colour) = self.colour_to_move() else { return };
        let enemies = self.board.by_colour(colour.other());
        for from in self.board.by_colour(colour) {
            out.extend((self.destinations(from) & enemies).map(|to| Action::Move { from, to }));
        }
    }

    /// Appends the flips of the face-down pieces on the squares of `among`.
    pub fn search_flips(&self, among: SquareMask, out: &mut Vec<Action>) {
        out.extend((self.board.face_down() & SquareSet(among)).map(Action::Flip));
    }

    /// The position after a null move: the other seat acts, and no flip is pending.
    #[must_use]
    pub fn null_move(&self) -> Banqi {
        let mut next = *self;
        if let Some(square) = next.flipping.take() {
            next.key ^= key::flip_key(square);
        }
        next.pass_turn();
        next
    }
}

impl Square {
    /// The squares of a mask.
    pub fn iter_mask(mask: SquareMask) -> impl Iterator<Item = Square> {
        SquareSet(mask)
    }

    /// The orthogonally adjacent squares.
    pub fn neighbours(self) -> SquareMask {
        neighbours(self).0
    }

    /// The squares a cannon here attacks: occupied squares on its rank and file with exactly one occupied square in
    /// between.
    pub fn cannon_targets(self, occupied: SquareMask) -> SquareMask {
        cannon_jumps(self, SquareSet(occupied)).0
    }
}
