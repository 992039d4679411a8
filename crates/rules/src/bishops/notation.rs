//! How players write actions: SAN in the duel; before it the piece, both squares and the captured piece.

use super::action::{Action, Move};
use super::army;
use super::board::castling_rook;
use super::piece::{Piece, Role};
use super::survival::Survival;
use super::{Bishops, Phase};
use crate::chess;
use shakmaty::san::SanPlus;
use smol_str::{SmolStr, SmolStrBuilder};

pub(super) fn notation(position: &Bishops, action: Action) -> String {
    match (&position.phase, action) {
        (Phase::Survival(game), Action::Move(m)) => game.notation(m),
        (Phase::Duel(duel), Action::Duel(m)) => SanPlus::from_move(duel.chess.clone(), m.0).to_string(),
        _ => action.to_string(),
    }
}

/// The notation without the signs for check, mate and elimination.
pub(super) fn label(position: &Bishops, action: Action) -> SmolStr {
    match (&position.phase, action) {
        (Phase::Survival(game), Action::Move(m)) => game.label(m),
        (Phase::Duel(duel), Action::Duel(m)) => chess::san(&duel.chess, m.0),
        _ => action.text(),
    }
}

impl Survival {
    /// `g2-g4`, `Nd1-e3`, `Qf1xRf8`, `a9-j9=Q`, `O-O`; with `+` for a check and `#` for an elimination.
    fn notation(&self, m: Move) -> String {
        let mut after = *self;
        after.play(Action::Move(m));
        let suffix = match (
            after.living() == self.living(),
            after.seats_in_check.minus(self.seats_in_check).is_empty(),
        ) {
            (false, _) => "#",
            (true, false) => "+",
            (true, true) => "",
        };
        format!("{}{suffix}", self.label(m))
    }

    fn label(&self, m: Move) -> SmolStr {
        let Some(Piece { seat, role }) = self.board.piece_at(m.from) else { return SmolStr::default() };
        if m.is_castling() {
            let is_near = castling_rook(seat, m).is_next_to(m.to);
            return SmolStr::new_static(if is_near { "O-O" } else { "O-O-O" });
        }
        let mut label = SmolStrBuilder::new();
        letter(role).into_iter().for_each(|letter| label.push(letter));
        label.push_str(&m.from.name());
        match self.board.piece_at(m.to) {
            Some(captured) => {
                label.push('x');
                letter(captured.role).into_iter().for_each(|letter| label.push(letter));
            }
            None => label.push('-'),
        }
        label.push_str(&m.to.name());
        if role == Role::Pawn && army::promotion_squares(seat).contains(m.to) {
            label.push_str("=Q");
        }
        label.finish()
    }
}

/// The letter of a piece in notation; pawns have none.
fn letter(role: Role) -> Option<char> {
    (role != Role::Pawn).then(|| role.letter())
}
