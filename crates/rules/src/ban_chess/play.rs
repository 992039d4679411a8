//! The effects of bans and moves.

use super::{BanChess, FromTo, key};
use crate::chess::{self, ChessMove};
use shakmaty::Position as _;

impl BanChess {
    pub(super) fn play_ban(&mut self, ban: FromTo) {
        debug_assert!(self.ban.is_none(), "a ban in the move phase");
        self.key ^= key::ban_key(ban);
        self.ban = Some(ban);
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
        self.key ^= chess::key::state_key(&self.chess);
    }
}
