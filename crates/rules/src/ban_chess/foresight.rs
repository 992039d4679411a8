//! For those who look ahead: with best play a ban takes the best pair, so the bans themselves need not be tried.

use super::{Action, BanChess, ChessMove, Pair};
use crate::chess::Men;
use shakmaty::{EnPassantMode, Position as _};

impl BanChess {
    /// Whether a ban is to be chosen.
    pub fn is_ban_phase(&self) -> bool {
        self.ban.is_none()
    }

    /// Appends the moves of the side whose move is being banned or played; without the banned pair, once it is
    /// chosen.
    pub fn moves_ahead(&self, out: &mut Vec<Action>) {
        let moves = self.chess.legal_moves();
        out.extend(moves.into_iter().filter(|m| self.allows(*m)).map(|m| Action::Move(ChessMove(m))));
    }

    /// Appends those of them that take something.
    pub fn captures_ahead(&self, out: &mut Vec<Action>) {
        let moves = self.chess.capture_moves();
        out.extend(moves.into_iter().filter(|m| self.allows(*m)).map(|m| Action::Move(ChessMove(m))));
    }

    fn allows(&self, m: shakmaty::Move) -> bool {
        self.ban.is_none_or(|ban| Pair::of(m) != ban)
    }

    /// Plays a move; in the ban phase as if something else had been banned.
    pub fn play_ahead(&mut self, m: ChessMove) {
        if self.ban.is_some() {
            return self.play_move(m);
        }
        self.advance(m);
    }

    /// The same position with the other side to be banned; none in check.
    pub fn passed(&self) -> Option<BanChess> {
        let chess = self.chess.clone().swap_turn().ok()?;
        debug_assert!(
            chess.ep_square(EnPassantMode::Always).is_none(),
            "a pass leaves nothing to take in passing"
        );
        Some(BanChess::new(chess, None))
    }

    /// Whether the side whose move is being banned or played is in check.
    pub fn is_check(&self) -> bool {
        self.chess.is_check()
    }

    /// Plies since the last capture or pawn move.
    pub fn quiet_plies(&self) -> u32 {
        self.chess.halfmoves()
    }

    /// Whether the rules draw the game for its material or its length. They do so only if there is a move.
    pub fn is_drawn_by_count(&self) -> bool {
        self.drawn_on_the_board().is_some()
    }

    /// Where the men stand.
    pub fn men(&self) -> Men {
        Men::of(&self.chess)
    }
}
