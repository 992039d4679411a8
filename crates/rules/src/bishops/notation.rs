//! How players write actions: SAN in the duel, before it the piece, both squares and what was captured.

use super::action::{Action, Step};
use super::army::Role;
use super::board::castling_rook;
use super::survival::Survival;
use super::{Bishops, Phase};
use shakmaty::san::{San, SanPlus};

impl Bishops {
    pub(super) fn written(&self, action: Action) -> String {
        match (&self.phase, action) {
            (Phase::Survival(game), Action::Step(step)) => game.written(step),
            (Phase::Duel(duel), Action::Duel(m)) => SanPlus::from_move(duel.chess.clone(), m.0).to_string(),
            _ => action.to_string(),
        }
    }

    /// Without the signs of check, mate and elimination.
    pub(super) fn labelled(&self, action: Action) -> String {
        match (&self.phase, action) {
            (Phase::Survival(game), Action::Step(step)) => game.labelled(step),
            (Phase::Duel(duel), Action::Duel(m)) => San::from_move(&duel.chess, m.0).to_string(),
            _ => action.to_string(),
        }
    }
}

impl Survival {
    /// `g2-g4`, `Nd1-e3`, `Qf1xRf8`, `a9-j9=Q`, `O-O`; with `+` if it gives check and `#` if it eliminates.
    fn written(&self, step: Step) -> String {
        let mut after = *self;
        after.play(Action::Step(step));
        let suffix = match (after.living() == self.living(), after.checked.minus(self.checked).is_empty()) {
            (false, _) => "#",
            (true, false) => "+",
            (true, true) => "",
        };
        format!("{}{suffix}", self.labelled(step))
    }

    fn labelled(&self, step: Step) -> String {
        let Some((seat, role)) = self.board.man_at(step.from) else { return String::new() };
        if step.is_castling() {
            let rook = castling_rook(seat, step);
            let is_near = rook.is_next_to(step.to);
            return if is_near { "O-O" } else { "O-O-O" }.to_string();
        }
        let piece = letter(role);
        let capture = match self.board.man_at(step.to) {
            Some((_, taken)) => format!("x{}", letter(taken)),
            None => "-".to_string(),
        };
        let promotes = role == Role::Pawn && super::army::promotion_squares(seat).contains(step.to);
        let promotion = if promotes { "=Q" } else { "" };
        format!("{piece}{}{capture}{}{promotion}", step.from, step.to)
    }
}

/// Pawns have no letter.
fn letter(role: Role) -> String {
    if role == Role::Pawn { String::new() } else { role.letter().to_string() }
}
