//! The two phases: bans and moves.

use super::action::represents_its_from_to;
use super::{Action, BanChess, FromTo, key};
use crate::chess::{self, ChessMove};
use shakmaty::Position as _;

impl BanChess {
    /// The distinct pairs of all legal chess moves.
    pub(super) fn legal_bans(&self, out: &mut Vec<Action>) {
        let moves = self.chess.legal_moves();
        out.extend(
            moves
                .into_iter()
                .filter(|m| represents_its_from_to(*m))
                .map(|m| Action::Ban(FromTo::from_move(m))),
        );
    }

    /// All legal chess moves except those with the banned pair.
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

    pub(super) fn play_ban(&mut self, pair: FromTo) {
        debug_assert!(self.ban.is_none(), "a ban in the move phase");
        self.key ^= key::ban_key(pair);
        self.ban = Some(pair);
    }

    pub(super) fn play_move(&mut self, m: ChessMove) {
        let ban = self.ban.take();
        debug_assert!(ban.is_some_and(|ban| ban != m.from_to()), "a move in the ban phase, or a banned one");
        self.key ^= ban.map_or(0, key::ban_key);
        self.play_chess_move(m);
    }

    pub(super) fn play_chess_move(&mut self, m: ChessMove) {
        self.key ^= chess::key::delta_before_move(&self.chess, m.0);
        self.chess.play_unchecked(m.0);
        self.key ^= chess::key::delta_after_move(&self.chess);
    }
}
