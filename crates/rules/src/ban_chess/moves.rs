//! Generation of bans and moves.

use super::action::represents_its_from_to;
use super::{Action, BanChess, ChessMove, FromTo};
use shakmaty::Position as _;

impl BanChess {
    /// Appends the legal bans: each pair of squares of a legal chess move, once.
    pub(super) fn legal_bans(&self, out: &mut Vec<Action>) {
        let moves = self.chess.legal_moves();
        out.extend(
            moves
                .into_iter()
                .filter(|m| represents_its_from_to(*m))
                .map(|m| Action::Ban(FromTo::from_move(m))),
        );
    }

    /// Appends all legal chess moves except the banned ones.
    pub(super) fn legal_moves_except(&self, ban: FromTo, out: &mut Vec<Action>) {
        let moves = self.chess.legal_moves();
        out.extend(
            moves.into_iter().filter(|m| FromTo::from_move(*m) != ban).map(|m| Action::Move(ChessMove(m))),
        );
    }

    /// Whether the side to move has a move that is not banned.
    pub(super) fn can_move(&self) -> bool {
        self.chess.legal_moves().iter().any(|m| Some(FromTo::from_move(*m)) != self.ban)
    }
}
