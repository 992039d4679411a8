//! For those who look ahead: the public board as sets of squares, moves without flips, and chosen flips.

use super::capture::may_take;
use super::lines::{jumps, neighbours};
use super::{Action, Banqi, Colour, Kind, Piece, Square, Squares};
use crate::Seat;

/// A set of squares: the bit of a square is its [`Square::index`].
pub type SquareSet = u32;

impl Banqi {
    /// The seat to act; at a chance turn the one that flipped.
    pub const fn actor(&self) -> Seat {
        self.seat()
    }

    /// The colour of [`Banqi::actor`]; none before the first piece is revealed.
    pub fn actor_colour(&self) -> Option<Colour> {
        self.side()
    }

    /// Where the face-down pieces lie.
    pub const fn hidden(&self) -> SquareSet {
        self.board.hidden().0
    }

    /// Where the face-up pieces of a colour stand.
    pub const fn standing(&self, colour: Colour) -> SquareSet {
        self.board.of(colour).0
    }

    /// The face-up piece on a square.
    pub const fn piece(&self, square: Square) -> Option<Piece> {
        self.board.piece(square)
    }

    /// How many of this piece are still face-down.
    pub const fn unrevealed(&self, piece: Piece) -> u8 {
        self.bag.count(piece)
    }

    /// Whether a piece is being turned over.
    pub const fn is_turning(&self) -> bool {
        self.turning.is_some()
    }

    /// Plies in a row without flip or capture.
    pub const fn quiet_plies(&self) -> u32 {
        self.quiet
    }

    /// How many more quiet plies draw the game; none if there is no limit.
    pub const fn quiet_plies_left(&self) -> Option<u32> {
        if self.quiet_limit == 0 { None } else { Some(self.quiet_limit.saturating_sub(self.quiet)) }
    }

    /// Whether a pawn may take a cannon.
    pub const fn pawn_takes_cannon(&self) -> bool {
        self.pawn_takes_cannon
    }

    /// Whether a colour has a piece left, face-up or face-down.
    pub fn is_alive(&self, colour: Colour) -> bool {
        self.has_pieces(colour)
    }

    /// Appends the steps and captures of the seat to act.
    pub fn moves_ahead(&self, out: &mut Vec<Action>) {
        if let Some(side) = self.side() {
            self.moves(side, out);
        }
    }

    /// Appends the captures of the seat to act.
    pub fn captures_ahead(&self, out: &mut Vec<Action>) {
        let Some(side) = self.side() else { return };
        let enemies = self.board.of(side.other());
        for from in self.board.of(side) {
            out.extend((self.targets(from) & enemies).map(|to| Action::Move { from, to }));
        }
    }

    /// Appends the flips of those face-down pieces that are in a set.
    pub fn flips_ahead(&self, among: SquareSet, out: &mut Vec<Action>) {
        out.extend((self.board.hidden() & Squares(among)).map(Action::Flip));
    }

    /// The same position with the other seat to act, and nothing being turned over.
    #[must_use]
    pub fn passed(&self) -> Banqi {
        let mut passed = *self;
        if let Some(square) = passed.turning.take() {
            passed.key ^= super::key::of_turning(square);
        }
        passed.pass_turn();
        passed
    }
}

impl Square {
    /// The squares of a set.
    pub fn of_set(set: SquareSet) -> impl Iterator<Item = Square> {
        Squares(set)
    }

    /// The squares orthogonally next to it.
    pub fn beside(self) -> SquareSet {
        neighbours(self).0
    }

    /// The occupied squares on its rank and file with exactly one occupied square in between: what a cannon here
    /// aims at.
    pub fn aimed_at(self, occupied: SquareSet) -> SquareSet {
        jumps(self, Squares(occupied)).0
    }
}

impl Kind {
    /// Whether a piece of this kind may take a piece of another next to it. A cannon may not: it jumps.
    pub fn may_take(self, target: Kind, pawn_takes_cannon: bool) -> bool {
        may_take(self, target, pawn_takes_cannon)
    }
}
