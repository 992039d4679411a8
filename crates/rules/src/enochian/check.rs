//! Check, what it forces, and who can act at all.

use super::Enochian;
use super::action::{Action, Move};
use super::army::{Army, Team};
use super::attacks::{leaps, lines, pawn_capturers, pawn_steps};
use super::dice::Die;
use super::man::{Figure, Kind};
use super::moves::{Moves, Next};
use super::options::KingSafety;
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
        let [ones, twos] = [one, two].map(|army| self.if_unfrozen(army, board.men_of(army)));
        let pawns = board.pawns() & (ones & pawn_capturers(one, square) | twos & pawn_capturers(two, square));
        let kings = board.king_set(one) | board.king_set(two);
        let occupied = board.occupied();
        let slow = leaps(square) & board.figures(Figure::Queen)
            | attacks::knight_attacks(square) & board.figures(Figure::Knight);
        let sliding = attacks::bishop_attacks(square, occupied) & board.figures(Figure::Bishop)
            | attacks::rook_attacks(square, occupied) & board.figures(Figure::Rook);
        pawns | attacks::king_attacks(square) & kings | (slow | sliding) & (ones | twos)
    }

    /// Whether the army's king is attacked. An army without a king never is in check.
    pub(super) fn in_check(&self, army: Army) -> bool {
        self.board.king_of(army).is_some_and(|king| self.is_attacked(king, army.team().other()))
    }

    /// The moves of the army to act.
    pub(super) fn moves(&self, out: &mut Vec<Action>) {
        let moves = Moves::of(self, self.army);
        let mut list = |m| {
            out.push(Action::Move(m));
            Next::Continue(())
        };
        let _ = match self.die {
            Die::Unused if self.in_check(self.army) => self.when_in_check(&moves, &mut list),
            Die::Unused if self.rules.king_safety == KingSafety::Strict => {
                moves.all(&mut |m| if self.is_safe(m, self.army) { list(m) } else { Next::Continue(()) })
            }
            Die::Unused => moves.all(&mut list),
            Die::ToThrow => Next::Continue(()),
            Die::Thrown(throw) => throw.kinds().iter().try_for_each(|kind| moves.of_kind(*kind, &mut list)),
        };
    }

    /// Only the king moves, if it can.
    fn when_in_check(&self, moves: &Moves<'_>, list: &mut impl FnMut(Move) -> Next) -> Next {
        if moves.of_kind(Kind::King, &mut |_| Next::Break(())).is_break() {
            moves.of_kind(Kind::King, list)
        } else {
            moves.without_king(list)
        }
    }

    /// Whether the army would move on its turn, dice aside: it is not frozen, not stalemated, and has a move.
    pub(super) fn can_act(&self, army: Army) -> bool {
        if self.frozen.contains(army) {
            return false;
        }
        let moves = Moves::of(self, army);
        let Some(king) = self.board.king_of(army) else { return moves.is_any() };
        // A man who is on no line with the king may move in check or not.
        let off_lines = moves.among(!lines(king));
        off_lines.without_king(&mut |_| Next::Break(())).is_break() || self.can_act_with_care(&moves)
    }

    /// The same for an army that may be stalemated.
    fn can_act_with_care(&self, moves: &Moves<'_>) -> bool {
        if self.in_check(moves.army()) {
            return moves.is_any();
        }
        let try_it = |m| if self.is_safe(m, moves.army()) { Next::Break(()) } else { Next::Continue(()) };
        moves.all(&mut { try_it }).is_break()
    }

    /// Whether the army to act can act, as far as a glance at its pawns tells. It mostly does, and it is asked
    /// at every ply.
    pub(super) fn can_plainly_act(&self) -> bool {
        let Some(king) = self.board.king_of(self.army) else { return false };
        let pawns = self.board.men_of(self.army) & self.board.pawns() & !lines(king);
        self.die == Die::Unused && (pawn_steps(self.army, pawns) & !self.board.occupied()).any()
    }

    /// Whether the army has any pseudo-legal move.
    pub(super) fn can_move(&self, army: Army) -> bool {
        !self.frozen.contains(army) && Moves::of(self, army).is_any()
    }

    /// Whether the army's king is not attacked after the whole effect of the move. It must not be before.
    pub(super) fn is_safe(&self, m: Move, army: Army) -> bool {
        let Some(king) = self.board.king_of(army) else { return true };
        // Whatever a move does, it makes no new enemy: only a line can open, where the man was.
        if m.kind != Kind::King && !lines(king).contains(m.from) {
            return true;
        }
        let mut after = self.clone();
        after.army = army;
        after.carry_out(m);
        !after.in_check(army)
    }
}
