//! Generation of flips, steps and captures.

use super::attack_tables::{cannon_jumps, neighbours};
use super::{Action, Banqi, Colour, Piece, Role, Square, SquareSet};

impl Banqi {
    /// Appends the flips of all face-down pieces.
    pub(super) fn flips(&self, out: &mut Vec<Action>) {
        out.extend(self.board.face_down().map(Action::Flip));
    }

    /// Appends the steps and captures of a colour.
    pub(super) fn moves(&self, colour: Colour, out: &mut Vec<Action>) {
        for from in self.board.by_colour(colour) {
            out.extend(self.destinations(from).map(|to| Action::Move { from, to }));
        }
    }

    /// Whether a colour has a step or a capture.
    pub(super) fn can_move(&self, colour: Colour) -> bool {
        self.board.by_colour(colour).any(|from| !self.destinations(from).is_empty())
    }

    /// The squares the face-up piece on a square can step to or capture on.
    pub(super) fn destinations(&self, from: Square) -> SquareSet {
        let Some(piece) = self.board.piece_at(from) else { return SquareSet::EMPTY };
        let (adjacent, occupied) = (neighbours(from), self.board.occupied());
        let enemies = self.board.by_colour(piece.colour().other());
        let captures = match piece.role() {
            Role::Cannon => cannon_jumps(from, occupied) & enemies,
            role => self.capturable(role, adjacent & enemies),
        };
        adjacent.without(occupied) | captures
    }

    /// The adjacent enemies that a piece with this role may capture.
    fn capturable(&self, role: Role, enemies: SquareSet) -> SquareSet {
        let safe = |target: &Square| {
            let target = self.board.piece_at(*target).map(Piece::role);
            !target.is_some_and(|target| role.can_capture(target, self.pawn_takes_cannon))
        };
        enemies.filter(safe).fold(enemies, |rest, target| rest.without(SquareSet::one(target)))
    }
}
