//! Legal moves, the moves that check forces, and which armies can act.

use super::Enochian;
use super::action::{Action, Move};
use super::army::Army;
use super::attack_tables::{lines_through, pawn_steps};
use super::dice::Die;
use super::options::KingSafety;
use super::piece::Role;
use super::pseudo_legal_moves::{MoveGenerator, VisitFlow};

impl Enochian {
    /// Appends the legal moves.
    pub(super) fn legal_moves(&self, out: &mut Vec<Action>) {
        let moves = MoveGenerator::new(self, self.army);
        let mut push = |m| {
            out.push(Action::Move(m));
            VisitFlow::Continue(())
        };
        let _ = match self.die {
            Die::Unused if self.in_check(self.army) => self.moves_in_check(&moves, &mut push),
            Die::Unused if self.rules.king_safety == KingSafety::Strict => moves.visit_all(&mut |m| {
                if self.leaves_king_safe(m, self.army) { push(m) } else { VisitFlow::Continue(()) }
            }),
            Die::Unused => moves.visit_all(&mut push),
            Die::ToThrow => VisitFlow::Continue(()),
            Die::Thrown(throw) => {
                throw.roles().iter().try_for_each(|role| moves.visit_role(*role, &mut push))
            }
        };
    }

    /// In check only the king moves, unless it has no move at all.
    fn moves_in_check(
        &self,
        moves: &MoveGenerator<'_>,
        visit: &mut impl FnMut(Move) -> VisitFlow,
    ) -> VisitFlow {
        if moves.visit_role(Role::King, &mut |_| VisitFlow::Break(())).is_break() {
            moves.visit_role(Role::King, visit)
        } else {
            moves.visit_non_kings(visit)
        }
    }

    /// Whether the army would move on its turn in a game without dice: it is not frozen, not stalemated, and has a
    /// move.
    pub(super) fn can_act(&self, army: Army) -> bool {
        if self.frozen.contains(army) {
            return false;
        }
        let moves = MoveGenerator::new(self, army);
        let Some(king) = self.board.king_of(army) else { return moves.has_move() };
        // A piece that is on no line with the king may move whether or not the king is in check.
        let off_lines = moves.with_sources(!lines_through(king));
        off_lines.visit_non_kings(&mut |_| VisitFlow::Break(())).is_break() || self.can_act_near_check(&moves)
    }

    /// The slow part of [`can_act`](Enochian::can_act): the army may be stalemated, so the moves are played out.
    fn can_act_near_check(&self, moves: &MoveGenerator<'_>) -> bool {
        if self.in_check(moves.army()) {
            return moves.has_move();
        }
        let stop_if_safe = |m| {
            if self.leaves_king_safe(m, moves.army()) {
                VisitFlow::Break(())
            } else {
                VisitFlow::Continue(())
            }
        };
        moves.visit_all(&mut { stop_if_safe }).is_break()
    }

    /// Whether a pawn of the army to move that shields no king has an empty square ahead. This cheap test, run at every
    /// ply, usually shows that the army can act. It is false in games with dice.
    pub(super) fn has_free_pawn_step(&self) -> bool {
        let Some(king) = self.board.king_of(self.army) else { return false };
        let pawns = self.board.non_kings_of(self.army) & self.board.pawns() & !lines_through(king);
        self.die == Die::Unused && (pawn_steps(self.army, pawns) & !self.board.occupied()).any()
    }

    /// Whether the army has a pseudo-legal move.
    pub(super) fn can_move(&self, army: Army) -> bool {
        !self.frozen.contains(army) && MoveGenerator::new(self, army).has_move()
    }

    /// Whether the army's king is not attacked after the move and all its effects. It must not be attacked before.
    pub(super) fn leaves_king_safe(&self, m: Move, army: Army) -> bool {
        let Some(king) = self.board.king_of(army) else { return true };
        // A move of another piece adds no attacker: it can only open a line through the square it leaves.
        if m.role != Role::King && !lines_through(king).contains(m.from) {
            return true;
        }
        let mut after = self.clone();
        after.army = army;
        after.apply_move(m);
        !after.in_check(army)
    }
}
