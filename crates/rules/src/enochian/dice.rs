//! Divination: a die says which men may move.

use super::Enochian;
use super::action::Throw;
use super::moves::{MoveGenerator, VisitFlow};

/// The die of the army to act.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Die {
    /// There are no dice in this game.
    Unused,
    /// It is a chance turn.
    ToThrow,
    /// Only the men it names may move.
    Thrown(Throw),
}

impl Enochian {
    pub(super) fn play_throw(&mut self, throw: Throw) {
        self.die = Die::Thrown(throw);
        self.resolve();
    }

    /// Passes over armies that are frozen, and over the army to act if the die lets none of its men move. There
    /// is an unfrozen army, so this comes to an end.
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

    /// Whether the army to act can move one of the men that the die names.
    fn has_move_for(&self, throw: Throw) -> bool {
        let moves = MoveGenerator::new(self, self.army);
        let can_move = |kind: &_| moves.visit_role(*kind, &mut |_| VisitFlow::Break(())).is_break();
        !self.frozen.contains(self.army) && throw.roles().iter().any(can_move)
    }
}
