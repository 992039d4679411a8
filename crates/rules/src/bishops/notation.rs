//! How players write actions: SAN in the duel, before it the piece, both squares and what was captured.

use super::action::{Action, Move};
use super::army::Role;
use super::board::castling_rook;
use super::survival::Survival;
use super::{Bishops, Phase};
use crate::chess;
use shakmaty::san::SanPlus;
use smol_str::{SmolStr, SmolStrBuilder};

impl Bishops {
    pub(super) fn written(&self, action: Action) -> String {
        match (&self.phase, action) {
            (Phase::Survival(game), Action::Move(step)) => game.written(step),
            (Phase::Duel(duel), Action::Duel(m)) => SanPlus::from_move(duel.chess.clone(), m.0).to_string(),
            _ => action.to_string(),
        }
    }

    /// Without the signs of check, mate and elimination.
    pub(super) fn labelled(&self, action: Action) -> SmolStr {
        match (&self.phase, action) {
            (Phase::Survival(game), Action::Move(step)) => game.labelled(step),
            (Phase::Duel(duel), Action::Duel(m)) => chess::san(&duel.chess, m.0),
            _ => action.text(),
        }
    }
}

impl Survival {
    /// `g2-g4`, `Nd1-e3`, `Qf1xRf8`, `a9-j9=Q`, `O-O`; with `+` if it gives check and `#` if it eliminates.
    fn written(&self, step: Move) -> String {
        let mut after = *self;
        after.play(Action::Move(step));
        let suffix = match (
            after.living() == self.living(),
            after.seats_in_check.minus(self.seats_in_check).is_empty(),
        ) {
            (false, _) => "#",
            (true, false) => "+",
            (true, true) => "",
        };
        format!("{}{suffix}", self.labelled(step))
    }

    fn labelled(&self, step: Move) -> SmolStr {
        let Some((seat, role)) = self.board.piece_at(step.from) else { return SmolStr::default() };
        if step.is_castling() {
            let is_near = castling_rook(seat, step).is_next_to(step.to);
            return SmolStr::new_static(if is_near { "O-O" } else { "O-O-O" });
        }
        let mut label = SmolStrBuilder::new();
        letter(role).into_iter().for_each(|letter| label.push(letter));
        label.push_str(&step.from.name());
        match self.board.piece_at(step.to) {
            Some((_, taken)) => {
                label.push('x');
                letter(taken).into_iter().for_each(|letter| label.push(letter));
            }
            None => label.push('-'),
        }
        label.push_str(&step.to.name());
        if role == Role::Pawn && super::army::promotion_squares(seat).contains(step.to) {
            label.push_str("=Q");
        }
        label.finish()
    }
}

/// Pawns have no letter.
fn letter(role: Role) -> Option<char> {
    (role != Role::Pawn).then(|| role.letter())
}
