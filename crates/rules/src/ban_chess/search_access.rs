//! For those who look ahead: with best play a ban takes the best pair, so the bans themselves need not be tried.

use super::{Action, BanChess, ChessMove, FromTo};
use crate::chess::ChessBoard;
use shakmaty::{EnPassantMode, Position as _};

impl BanChess {
    /// Whether a ban is to be chosen.
    pub fn is_ban_phase(&self) -> bool {
        self.ban.is_none()
    }

    /// Appends the moves of the side whose move is being banned or played; without the banned pair, once it is
    /// chosen.
    pub fn search_moves(&self, out: &mut Vec<Action>) {
        let moves = self.chess.legal_moves();
        out.extend(moves.into_iter().filter(|m| self.is_allowed(*m)).map(|m| Action::Move(ChessMove(m))));
    }

    /// Appends those of them that take something.
    pub fn search_captures(&self, out: &mut Vec<Action>) {
        let moves = self.chess.capture_moves();
        out.extend(moves.into_iter().filter(|m| self.is_allowed(*m)).map(|m| Action::Move(ChessMove(m))));
    }

    fn is_allowed(&self, m: shakmaty::Move) -> bool {
        self.ban.is_none_or(|ban| FromTo::from_move(m) != ban)
    }

    /// Plays a move; in the ban phase as if something else had been banned.
    pub fn play_search_move(&mut self, m: ChessMove) {
        if self.ban.is_some() {
            return self.play_move(m);
        }
        self.play_chess_move(m);
    }

    /// The same position with the other side to be banned; none in check.
    pub fn null_move(&self) -> Option<BanChess> {
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
    pub fn is_draw_by_rule(&self) -> bool {
        self.draw_by_rule().is_some()
    }

    /// Where the men stand.
    pub fn chess_board(&self) -> ChessBoard {
        ChessBoard::new(&self.chess)
    }
}
