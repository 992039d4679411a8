//! What a search may read of a position besides the [`Position`](crate::Position) trait. With best play a ban takes
//! the best move, so the search need not try the bans themselves.

use super::{Action, BanChess, ChessMove, FromTo};
use crate::chess::ChessBoard;
use shakmaty::{EnPassantMode, Position as _};

impl BanChess {
    /// Whether the next action is a ban.
    pub fn is_ban_phase(&self) -> bool {
        self.ban.is_none()
    }

    /// Appends the moves of the side to move. In the move phase the banned ones are left out.
    pub fn search_moves(&self, out: &mut Vec<Action>) {
        let moves = self.chess.legal_moves();
        out.extend(moves.into_iter().filter(|m| self.is_allowed(*m)).map(|m| Action::Move(ChessMove(m))));
    }

    /// Appends the captures among the [`search_moves`](BanChess::search_moves).
    pub fn search_captures(&self, out: &mut Vec<Action>) {
        let moves = self.chess.capture_moves();
        out.extend(moves.into_iter().filter(|m| self.is_allowed(*m)).map(|m| Action::Move(ChessMove(m))));
    }

    fn is_allowed(&self, m: shakmaty::Move) -> bool {
        self.ban.is_none_or(|ban| FromTo::from_move(m) != ban)
    }

    /// Plays a move. In the ban phase it acts as if another move had been banned.
    pub fn play_search_move(&mut self, m: ChessMove) {
        if self.ban.is_some() {
            return self.play_move(m);
        }
        self.play_chess_move(m);
    }

    /// The position after a null move, in the ban phase of the other side's move. `None` in check.
    pub fn null_move(&self) -> Option<BanChess> {
        let chess = self.chess.clone().swap_turn().ok()?;
        debug_assert!(
            chess.ep_square(EnPassantMode::Always).is_none(),
            "a null move leaves no en-passant capture"
        );
        Some(BanChess::new(chess, None))
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.chess.is_check()
    }

    /// Plies since the last capture or pawn move.
    pub fn quiet_plies(&self) -> u32 {
        self.chess.halfmoves()
    }

    /// Whether the game is drawn by insufficient material or the fifty-move rule. Both apply only if the side to move has
    /// a move.
    pub fn is_draw_by_rule(&self) -> bool {
        self.draw_by_rule().is_some()
    }

    /// The chess board.
    pub fn chess_board(&self) -> ChessBoard {
        ChessBoard::new(&self.chess)
    }
}
