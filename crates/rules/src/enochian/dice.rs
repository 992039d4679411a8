//! Divination: a die decides which pieces may move.

use super::Enochian;
use super::action::Throw;
use super::pseudo_legal_moves::{MoveGenerator, VisitFlow};

/// The die of the army to move.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Die {
    /// The game has no dice.
    Unused,
    /// It is a chance turn: the die is thrown next.
    ToThrow,
    /// Only pieces with the roles of this throw may move.
    Thrown(Throw),
}

impl Enochian {
    pub(super) fn play_throw(&mut self, throw: Throw) {
        self.die = Die::Thrown(throw);
        self.resolve();
    }

    /// Skips frozen armies, and the army to move if it has no move for its throw. At least one army is unfrozen, so the
    /// loop ends.
    pub(super) fn skip_armies_with_dice(&mut self) {
        if let Die::Thrown(throw) = self.die
            && !self.has_move_for(throw)
        {
            self.pass_turn();
        }
        while self.frozen.contains(self.army) {
            self.pass_turn();
        }
    }

    /// Whether the army to move can move a piece with a role of this throw.
    fn has_move_for(&self, throw: Throw) -> bool {
        let moves = MoveGenerator::new(self, self.army);
        let can_move = |role: &_| moves.visit_role(*role, &mut |_| VisitFlow::Break(())).is_break();
        !self.frozen.contains(self.army) && throw.roles().iter().any(can_move)
    }
}
