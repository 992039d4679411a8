//! What the seat to act may do.

use super::capture::may_take;
use super::lines::{jumps, neighbours};
use super::{Action, Banqi, Colour, Kind, Square, Squares};

impl Banqi {
    /// Flips of all face-down pieces.
    pub(super) fn flips(&self, out: &mut Vec<Action>) {
        out.extend(self.board.hidden().map(Action::Flip));
    }

    /// Steps and captures of a colour.
    pub(super) fn moves(&self, colour: Colour, out: &mut Vec<Action>) {
        for from in self.board.of(colour) {
            out.extend(self.targets(from).map(|to| Action::Move { from, to }));
        }
    }

    /// Whether a colour has a step or a capture.
    pub(super) fn can_move(&self, colour: Colour) -> bool {
        self.board.of(colour).any(|from| !self.targets(from).is_empty())
    }

    /// Where the face-up piece on a square can step, and what it can capture.
    pub(super) fn targets(&self, from: Square) -> Squares {
        let Some(piece) = self.board.piece(from) else { return Squares::EMPTY };
        let (beside, occupied) = (neighbours(from), self.board.occupied());
        let enemies = self.board.of(piece.colour().other());
        let captures = match piece.kind() {
            Kind::Cannon => jumps(from, occupied) & enemies,
            kind => self.prey(kind, beside & enemies),
        };
        beside.minus(occupied) | captures
    }

    /// Those of the enemies next to a piece of this kind that it may take.
    fn prey(&self, kind: Kind, enemies: Squares) -> Squares {
        let safe = |target: &Square| {
            let target = self.board.piece(*target).map(super::Piece::kind);
            !target.is_some_and(|target| may_take(kind, target, self.pawn_takes_cannon))
        };
        enemies.filter(safe).fold(enemies, |prey, target| prey.minus(Squares::one(target)))
    }
}
