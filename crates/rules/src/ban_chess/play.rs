//! The two phases: bans and moves.

use super::action::speaks_for_its_pair;
use super::{Action, BanChess, Pair, key};
use crate::chess::{self, ChessMove};
use shakmaty::Position as _;

impl BanChess {
    /// The distinct pairs of all legal chess moves.
    pub(super) fn bans(&self, out: &mut Vec<Action>) {
        let moves = self.chess.legal_moves();
        out.extend(moves.into_iter().filter(|m| speaks_for_its_pair(*m)).map(|m| Action::Ban(Pair::of(m))));
    }

    /// All legal chess moves except those with the banned pair.
    pub(super) fn moves_except(&self, ban: Pair, out: &mut Vec<Action>) {
        let moves = self.chess.legal_moves();
        out.extend(moves.into_iter().filter(|m| Pair::of(*m) != ban).map(|m| Action::Move(ChessMove(m))));
    }

    /// Whether the side to move has a move that is not banned.
    pub(super) fn can_move(&self) -> bool {
        self.chess.legal_moves().iter().any(|m| Some(Pair::of(*m)) != self.ban)
    }

    pub(super) fn play_ban(&mut self, pair: Pair) {
        debug_assert!(self.ban.is_none(), "a ban in the move phase");
        self.key ^= key::of_ban(pair);
        self.ban = Some(pair);
    }

    pub(super) fn play_move(&mut self, m: ChessMove) {
        let ban = self.ban.take();
        debug_assert!(ban.is_some_and(|ban| ban != m.pair()), "a move in the ban phase, or a banned one");
        self.key ^= ban.map_or(0, key::of_ban);
        self.advance(m);
    }

    pub(super) fn advance(&mut self, m: ChessMove) {
        self.key ^= chess::key::leaving(&self.chess, m.0);
        self.chess.play_unchecked(m.0);
        self.key ^= chess::key::arriving(&self.chess);
    }
}
