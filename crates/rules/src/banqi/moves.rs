//! What the seat to act may do.

use super::attack_tables::{cannon_jumps, neighbours};
use super::capture::may_take;
use super::{Action, Banqi, Colour, Role, Square, SquareSet};

impl Banqi {
    /// Flips of all face-down pieces.
    pub(super) fn flips(&self, out: &mut Vec<Action>) {
        out.extend(self.board.face_down().map(Action::Flip));
    }

    /// Steps and captures of a colour.
    pub(super) fn moves(&self, colour: Colour, out: &mut Vec<Action>) {
        for from in self.board.by_colour(colour) {
            out.extend(self.destinations(from).map(|to| Action::Move { from, to }));
        }
    }

    /// Whether a colour has a step or a capture.
    pub(super) fn can_move(&self, colour: Colour) -> bool {
        self.board.by_colour(colour).any(|from| !self.destinations(from).is_empty())
    }

    /// Where the face-up piece on a square can step, and what it can capture.
    pub(super) fn destinations(&self, from: Square) -> SquareSet {
        let Some(piece) = self.board.piece_at(from) else { return SquareSet::EMPTY };
        let (beside, occupied) = (neighbours(from), self.board.occupied());
        let enemies = self.board.by_colour(piece.colour().other());
        let captures = match piece.role() {
            Role::Cannon => cannon_jumps(from, occupied) & enemies,
            kind => self.capturable(kind, beside & enemies),
        };
        beside.without(occupied) | captures
    }

    /// Those of the enemies next to a piece of this kind that it may take.
    fn capturable(&self, kind: Role, enemies: SquareSet) -> SquareSet {
        let safe = |target: &Square| {
            let target = self.board.piece_at(*target).map(super::Piece::role);
            !target.is_some_and(|target| may_take(kind, target, self.pawn_takes_cannon))
        };
        enemies.filter(safe).fold(enemies, |prey, target| prey.without(SquareSet::one(target)))
    }
}
