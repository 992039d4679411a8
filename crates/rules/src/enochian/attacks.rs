//! Attacks and check.

use super::Enochian;
use super::army::{Army, Team};
use super::attack_tables::{pawn_capturers, queen_leaps};
use super::piece::Officer;
use shakmaty::{Bitboard, Square, attacks};

impl Enochian {
    /// `squares` unless the army is frozen, else none: frozen pieces do not attack and cannot be captured.
    pub(super) fn if_unfrozen(&self, army: Army, squares: Bitboard) -> Bitboard {
        if self.frozen.contains(army) { Bitboard::EMPTY } else { squares }
    }

    /// Whether an unfrozen piece of `team` attacks a square.
    pub(super) fn is_attacked(&self, square: Square, team: Team) -> bool {
        self.attackers(square, team).any()
    }

    /// The squares of the unfrozen pieces of `team` that attack a square.
    #[inline]
    pub(super) fn attackers(&self, square: Square, team: Team) -> Bitboard {
        let board = &self.board;
        let [one, two] = team.armies();
        let [ones, twos] = [one, two].map(|army| self.if_unfrozen(army, board.non_kings_of(army)));
        let pawns = board.pawns() & (ones & pawn_capturers(one, square) | twos & pawn_capturers(two, square));
        let kings = board.king_bitboard(one) | board.king_bitboard(two);
        let occupied = board.occupied();
        let leapers = queen_leaps(square) & board.officers(Officer::Queen)
            | attacks::knight_attacks(square) & board.officers(Officer::Knight);
        let sliders = attacks::bishop_attacks(square, occupied) & board.officers(Officer::Bishop)
            | attacks::rook_attacks(square, occupied) & board.officers(Officer::Rook);
        pawns | attacks::king_attacks(square) & kings | (leapers | sliders) & (ones | twos)
    }

    /// Whether the army's king is attacked. An army without a king is never in check.
    pub(super) fn in_check(&self, army: Army) -> bool {
        self.board.king_of(army).is_some_and(|king| self.is_attacked(king, army.team().other()))
    }
}
