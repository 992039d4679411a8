//! What a move does.

use super::Enochian;
use super::action::Move;
use super::army::Army;
use super::dice::Die;
use super::piece::{Officer, Piece, Role};
use crate::Seat;
use shakmaty::Square;

impl Enochian {
    /// The army to act moves, and the turn goes on.
    pub(super) fn play_move(&mut self, m: Move) {
        let captured = self.apply_move(m);
        let quiet = !captured && m.role != Role::Pawn;
        self.quiet_plies = if quiet { self.quiet_plies.saturating_add(1) } else { 0 };
        self.ply = self.ply.saturating_add(1);
        self.pass_turn();
        if captured { self.resolve() } else { self.resolve_turn() }
    }

    /// The turn goes to the next army, which may have to throw first.
    pub(super) fn pass_turn(&mut self) {
        self.army = self.army.next(self.rules.direction);
        if self.die != Die::Unused {
            self.die = Die::ToThrow;
        }
    }

    /// All that a move of the army to act does to the men, and to who is frozen and who decides. Whether it
    /// captured.
    #[inline]
    pub(super) fn apply_move(&mut self, m: Move) -> bool {
        let army = self.army;
        let captures = self.board.occupied().contains(m.to);
        if captures {
            self.capture(m.to);
        }
        match m.role {
            Role::King => {
                self.board.move_piece(army, Piece::King, m.from, m.to);
                if m.to == army.ally().throne() {
                    self.seize(army.ally());
                }
            }
            Role::Officer(figure) => self.board.move_piece(army, Piece::Officer(figure), m.from, m.to),
            Role::Pawn => self.move_pawn(m),
        }
        captures
    }

    fn move_pawn(&mut self, m: Move) {
        let pawn = Piece::Pawn(self.board.officer_at(m.from));
        let Some(figure) = m.promotion else {
            return self.board.move_piece(self.army, pawn, m.from, m.to);
        };
        if self.board.is_privileged(self.army) {
            self.demote(figure);
        }
        self.board.toggle(self.army, pawn, m.from);
        self.board.toggle(self.army, Piece::Officer(figure), m.to);
    }

    /// The figure that the army has already becomes a pawn of its type.
    fn demote(&mut self, figure: Officer) {
        let there = self.board.officers(figure) & self.board.non_kings_of(self.army);
        for square in there {
            self.board.toggle(self.army, Piece::Officer(figure), square);
            self.board.toggle(self.army, Piece::Pawn(figure), square);
        }
    }

    /// The army to act takes whoever stands there, both men of a shared throne.
    fn capture(&mut self, square: Square) {
        let captor = self.controllers[self.army];
        for army in self.army.enemies() {
            if self.board.king_bitboard(army).contains(square) {
                self.remove_king(army, Some(captor));
                self.return_control(army.ally());
            } else if let Some(man) = self.board.non_king_at(army, square) {
                self.board.toggle(army, man, square);
            }
        }
    }
}

/// Who is frozen, and who decides for whom.
impl Enochian {
    /// The army's king and a man on his square leave the board, and the army freezes.
    pub(super) fn remove_king(&mut self, army: Army, captor: Option<Seat>) {
        let Some(square) = self.board.king_of(army) else { return };
        self.board.toggle(army, Piece::King, square);
        if let Some(man) = self.board.non_king_at(army, square) {
            self.board.toggle(army, man, square);
        }
        self.frozen.insert(army);
        self.captors[army] = captor;
    }

    /// Control that a captured king had gained returns to the original seat, if the army's own king lives.
    fn return_control(&mut self, army: Army) {
        if self.board.has_king(army) {
            self.controllers[army] = self.rules.players.seat_of(army);
        }
    }

    /// The king of the army to act has moved onto its ally's throne. With two players, whose armies already are
    /// under one seat, this only revives.
    fn seize(&mut self, ally: Army) {
        self.controllers[ally] = self.controllers[self.army];
        self.frozen.remove(ally);
    }
}
