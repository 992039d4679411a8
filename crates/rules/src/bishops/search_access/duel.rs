//! The duel as a search sees it.

use super::super::action::Action;
use super::super::duel::{Duel, Finalists};
use crate::chess::{ChessBoard, ChessMove};
use crate::{Seat, SeatSet};
use shakmaty::{Position as _, Role};

/// Read access to a duel.
#[derive(Copy, Clone, Debug)]
pub struct DuelState<'a>(pub(super) &'a Duel);

impl DuelState<'_> {
    /// The pieces and the side to move.
    pub fn chess_board(self) -> ChessBoard {
        ChessBoard::new(&self.0.chess)
    }

    /// Whether the side to move is in check.
    pub fn is_check(self) -> bool {
        self.0.chess.is_check()
    }

    /// Plies since the last capture or pawn move.
    pub fn quiet_plies(self) -> u32 {
        self.0.chess.halfmoves()
    }

    /// Whether insufficient material draws the game or the fifty-move rule allows a claim. It counts only if there is a
    /// legal move.
    pub fn is_draw_by_rule(self) -> bool {
        self.0.claimable_draw().is_some() || self.0.chess.is_insufficient_material()
    }

    /// Appends the legal moves.
    pub fn search_moves(self, out: &mut Vec<Action>) {
        out.extend(self.0.chess.legal_moves().into_iter().map(|m| Action::Duel(ChessMove(m))));
    }

    /// Appends the captures and the promotions to a queen, without underpromotions.
    pub fn search_captures(self, out: &mut Vec<Action>) {
        let chess = &self.0.chess;
        let under = |m: &shakmaty::Move| m.promotion().is_some_and(|role| role != Role::Queen);
        let queens = chess.promotion_moves().into_iter().filter(|m| !m.is_capture());
        let all = chess.capture_moves().into_iter().chain(queens).filter(|m| !under(m));
        out.extend(all.map(|m| Action::Duel(ChessMove(m))));
    }

    /// The seat to move.
    pub fn seat_to_move(self) -> Seat {
        self.0.seat_to_move()
    }

    /// The seats that would play white and black if these two were left.
    pub fn sides_for(two: SeatSet) -> [Seat; 2] {
        let Finalists { white, black } = Finalists::new(two);
        [white, black]
    }

    /// The seats that play white and black.
    pub fn sides(self) -> [Seat; 2] {
        [self.0.finalists.white, self.0.finalists.black]
    }
}

impl Duel {
    /// The position after a null move; `None` in check.
    pub(super) fn null_move(&self) -> Option<Duel> {
        let chess = self.chess.clone().swap_turn().ok()?;
        Some(Duel::new(chess, self.finalists, self.places))
    }
}
