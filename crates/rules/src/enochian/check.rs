//! Check, what it forces, and who can act at all.

use super::Enochian;
use super::action::{Action, Move};
use super::army::{Army, Team};
use super::attacks::{lines_through, pawn_capturers, pawn_steps, queen_leaps};
use super::dice::Die;
use super::moves::{MoveGenerator, VisitFlow};
use super::options::KingSafety;
use super::piece::{Officer, Role};
use shakmaty::{Bitboard, Square, attacks};

impl Enochian {
    /// `squares` if the army is not frozen, else none: frozen men do not attack and cannot be captured.
    pub(super) fn if_unfrozen(&self, army: Army, squares: Bitboard) -> Bitboard {
        if self.frozen.contains(army) { Bitboard::EMPTY } else { squares }
    }

    /// Whether an unfrozen man of `team` attacks a square.
    pub(super) fn is_attacked(&self, square: Square, team: Team) -> bool {
        self.attackers(square, team).any()
    }

    /// Where the unfrozen men of `team` stand who attack a square.
    #[inline]
    pub(super) fn attackers(&self, square: Square, team: Team) -> Bitboard {
        let board = &self.board;
        let [one, two] = team.armies();
        let [ones, twos] = [one, two].map(|army| self.if_unfrozen(army, board.non_kings_of(army)));
        let pawns = board.pawns() & (ones & pawn_capturers(one, square) | twos & pawn_capturers(two, square));
        let kings = board.king_bitboard(one) | board.king_bitboard(two);
        let occupied = board.occupied();
        let slow = queen_leaps(square) & board.officers(Officer::Queen)
            | attacks::knight_attacks(square) & board.officers(Officer::Knight);
        let sliding = attacks::bishop_attacks(square, occupied) & board.officers(Officer::Bishop)
            | attacks::rook_attacks(square, occupied) & board.officers(Officer::Rook);
        pawns | attacks::king_attacks(square) & kings | (slow | sliding) & (ones | twos)
    }

    /// Whether the army's king is attacked. An army without a king never is in check.
    pub(super) fn in_check(&self, army: Army) -> bool {
        self.board.king_of(army).is_some_and(|king| self.is_attacked(king, army.team().other()))
    }

    /// The moves of the army to act.
    pub(super) fn legal_moves(&self, out: &mut Vec<Action>) {
        let moves = MoveGenerator::new(self, self.army);
        let mut list = |m| {
            out.push(Action::Move(m));
            VisitFlow::Continue(())
        };
        let _ = match self.die {
            Die::Unused if self.in_check(self.army) => self.moves_in_check(&moves, &mut list),
            Die::Unused if self.rules.king_safety == KingSafety::Strict => moves.visit_all(&mut |m| {
                if self.leaves_king_safe(m, self.army) { list(m) } else { VisitFlow::Continue(()) }
            }),
            Die::Unused => moves.visit_all(&mut list),
            Die::ToThrow => VisitFlow::Continue(()),
            Die::Thrown(throw) => {
                throw.roles().iter().try_for_each(|kind| moves.visit_role(*kind, &mut list))
            }
        };
    }

    /// Only the king moves, if it can.
    fn moves_in_check(
        &self,
        moves: &MoveGenerator<'_>,
        list: &mut impl FnMut(Move) -> VisitFlow,
    ) -> VisitFlow {
        if moves.visit_role(Role::King, &mut |_| VisitFlow::Break(())).is_break() {
            moves.visit_role(Role::King, list)
        } else {
            moves.visit_non_kings(list)
        }
    }

    /// Whether the army would move on its turn, dice aside: it is not frozen, not stalemated, and has a move.
    pub(super) fn can_act(&self, army: Army) -> bool {
        if self.frozen.contains(army) {
            return false;
        }
        let moves = MoveGenerator::new(self, army);
        let Some(king) = self.board.king_of(army) else { return moves.has_move() };
        // A man who is on no line with the king may move in check or not.
        let off_lines = moves.from_sources(!lines_through(king));
        off_lines.visit_non_kings(&mut |_| VisitFlow::Break(())).is_break() || self.can_act_near_check(&moves)
    }

    /// The same for an army that may be stalemated.
    fn can_act_near_check(&self, moves: &MoveGenerator<'_>) -> bool {
        if self.in_check(moves.army()) {
            return moves.has_move();
        }
        let try_it = |m| {
            if self.leaves_king_safe(m, moves.army()) {
                VisitFlow::Break(())
            } else {
                VisitFlow::Continue(())
            }
        };
        moves.visit_all(&mut { try_it }).is_break()
    }

    /// Whether the army to act can act, as far as a glance at its pawns tells. It mostly does, and it is asked
    /// at every ply.
    pub(super) fn has_free_pawn_step(&self) -> bool {
        let Some(king) = self.board.king_of(self.army) else { return false };
        let pawns = self.board.non_kings_of(self.army) & self.board.pawns() & !lines_through(king);
        self.die == Die::Unused && (pawn_steps(self.army, pawns) & !self.board.occupied()).any()
    }

    /// Whether the army has any pseudo-legal move.
    pub(super) fn can_move(&self, army: Army) -> bool {
        !self.frozen.contains(army) && MoveGenerator::new(self, army).has_move()
    }

    /// Whether the army's king is not attacked after the whole effect of the move. It must not be before.
    pub(super) fn leaves_king_safe(&self, m: Move, army: Army) -> bool {
        let Some(king) = self.board.king_of(army) else { return true };
        // Whatever a move does, it makes no new enemy: only a line can open, where the man was.
        if m.role != Role::King && !lines_through(king).contains(m.from) {
            return true;
        }
        let mut after = self.clone();
        after.army = army;
        after.apply_move(m);
        !after.in_check(army)
    }
}
