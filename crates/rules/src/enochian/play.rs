//! The effects of a move.

use super::Enochian;
use super::action::Move;
use super::army::Army;
use super::dice::Die;
use super::piece::{Officer, Piece, Role};
use crate::Seat;
use shakmaty::Square;

impl Enochian {
    /// Plays a move and passes the turn.
    pub(super) fn play_move(&mut self, m: Move) {
        let captured = self.apply_move(m);
        let quiet = !captured && m.role != Role::Pawn;
        self.quiet_plies = if quiet { self.quiet_plies.saturating_add(1) } else { 0 };
        self.ply = self.ply.saturating_add(1);
        self.pass_turn();
        if captured { self.resolve() } else { self.resolve_turn() }
    }

    /// Passes the turn to the next army, which must throw first in a game with dice.
    pub(super) fn pass_turn(&mut self) {
        self.army = self.army.next(self.rules.direction);
        if self.die != Die::Unused {
            self.die = Die::ToThrow;
        }
    }

    /// Applies all effects of a move on pieces, frozen armies and control, and returns whether it captured.
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
            Role::Officer(officer) => self.board.move_piece(army, Piece::Officer(officer), m.from, m.to),
            Role::Pawn => self.move_pawn(m),
        }
        captures
    }

    fn move_pawn(&mut self, m: Move) {
        let pawn = Piece::Pawn(self.board.officer_at(m.from));
        let Some(officer) = m.promotion else {
            return self.board.move_piece(self.army, pawn, m.from, m.to);
        };
        if self.board.is_privileged(self.army) {
            self.demote(officer);
        }
        self.board.toggle(self.army, pawn, m.from);
        self.board.toggle(self.army, Piece::Officer(officer), m.to);
    }

    /// Demotes the army's officer of this kind to a pawn of its type.
    fn demote(&mut self, officer: Officer) {
        let there = self.board.officers(officer) & self.board.non_kings_of(self.army);
        for square in there {
            self.board.toggle(self.army, Piece::Officer(officer), square);
            self.board.toggle(self.army, Piece::Pawn(officer), square);
        }
    }

    /// Captures the pieces on a square, both of them on a shared throne.
    fn capture(&mut self, square: Square) {
        let captor = self.controllers[self.army];
        for army in self.army.enemies() {
            if self.board.king_bitboard(army).contains(square) {
                self.remove_king(army, Some(captor));
                self.return_control(army.ally());
            } else if let Some(piece) = self.board.non_king_at(army, square) {
                self.board.toggle(army, piece, square);
            }
        }
    }
}

/// Frozen armies and control.
impl Enochian {
    /// Removes the army's king and any piece that shares its square, and freezes the army.
    pub(super) fn remove_king(&mut self, army: Army, captor: Option<Seat>) {
        let Some(square) = self.board.king_of(army) else { return };
        self.board.toggle(army, Piece::King, square);
        if let Some(piece) = self.board.non_king_at(army, square) {
            self.board.toggle(army, piece, square);
        }
        self.frozen.insert(army);
        self.captors[army] = captor;
    }

    /// Returns control that a captured king had gained to the original seat, if the army still has its own king.
    fn return_control(&mut self, army: Army) {
        if self.board.has_king(army) {
            self.controllers[army] = self.rules.players.seat_of(army);
        }
    }

    /// The king has moved onto its ally's throne. With two players one seat controls both armies anyway, so
    /// this only revives.
    fn seize(&mut self, ally: Army) {
        self.controllers[ally] = self.controllers[self.army];
        self.frozen.remove(ally);
    }
}
