//! Evaluation features of the duel.

use super::{king_safety, pawn_structure};
use crate::bitboard::{FILE_A, adjacent_files, count, relative_square, squares};
use crate::chess_attack_map::{ChessAttackMap, ChessSideAttacks};
use crate::evaluation::{Features, MAX_PHASE, weight_name};
use tetrarch_rules::{Bishops, ChessBoard, ChessRole, SquareBits};

/// The features of the duel. The piece-square tables include the material values.
pub struct DuelFeatures;

const PIECE_SQUARES: usize = 0;
const MOBILITY: usize = PIECE_SQUARES + 6 * 64;
pub(super) const KING_DANGER: usize = MOBILITY + MOBILITIES;
pub(super) const PAWN_SHELTER: usize = KING_DANGER + 16;
pub(super) const PAWN_STORM: usize = PAWN_SHELTER + 4;
pub(super) const PASSED: usize = PAWN_STORM + 4;
pub(super) const PASSED_BLOCKED: usize = PASSED + 8;
pub(super) const PASSED_KINGS: usize = PASSED_BLOCKED + 8;
pub(super) const SUPPORTED: usize = PASSED_KINGS + 2;
pub(super) const ISOLATED: usize = SUPPORTED + 8;
pub(super) const DOUBLED: usize = ISOLATED + 2;
pub(super) const BACKWARD: usize = DOUBLED + 1;
const BISHOP_PAIR: usize = BACKWARD + 1;
const OPEN_FILE: usize = BISHOP_PAIR + 1;
const SEVENTH: usize = OPEN_FILE + 2;
const OUTPOST: usize = SEVENTH + 1;
const ATTACKED_BY_PAWN: usize = OUTPOST + 2;
const ATTACKED_BY_MINOR: usize = ATTACKED_BY_PAWN + 3;
const ATTACKED_BY_ROOK: usize = ATTACKED_BY_MINOR + 2;
const HANGING: usize = ATTACKED_BY_ROOK + 1;
const TEMPO: usize = HANGING + 5;
const COUNT: usize = TEMPO + 1;

/// One mobility feature for each possible number of squares, from none, for knight, bishop, rook and queen.
const MOBILITIES: usize = 9 + 14 + 15 + 28;
const PIECES: [ChessRole; 4] = [ChessRole::Knight, ChessRole::Bishop, ChessRole::Rook, ChessRole::Queen];
const FIRST_MOBILITY: [usize; 4] = [0, 9, 23, 38];

const RANK_1: SquareBits = 0xff;

const GROUPS: [(usize, &str); 20] = [
    (TEMPO, "tempo"),
    (HANGING, "hanging"),
    (ATTACKED_BY_ROOK, "attacked-by-rook"),
    (ATTACKED_BY_MINOR, "attacked-by-minor"),
    (ATTACKED_BY_PAWN, "attacked-by-pawn"),
    (OUTPOST, "outpost"),
    (SEVENTH, "seventh"),
    (OPEN_FILE, "open-file"),
    (BISHOP_PAIR, "bishop-pair"),
    (BACKWARD, "backward"),
    (DOUBLED, "doubled"),
    (ISOLATED, "isolated"),
    (SUPPORTED, "supported"),
    (PASSED_KINGS, "passed-king"),
    (PASSED_BLOCKED, "passed-blocked"),
    (PASSED, "passed"),
    (PAWN_STORM, "storm"),
    (PAWN_SHELTER, "shelter"),
    (KING_DANGER, "king-danger"),
    (MOBILITY, "mobility"),
];

impl Features for DuelFeatures {
    type Game = Bishops;

    const COUNT: usize = COUNT;

    fn name(index: usize) -> String {
        if let Some(name) = weight_name(&GROUPS, index) {
            return name;
        }
        let role = ["pawn", "knight", "bishop", "rook", "queen", "king"][index / 64];
        let (file, rank) = ((b'a' + (index % 8) as u8) as char, index % 64 / 8 + 1);
        format!("{role}-{file}{rank}")
    }

    fn phase(game: &Bishops) -> i32 {
        let Some(duel) = game.duel() else { return MAX_PHASE };
        let board = duel.chess_board();
        let count = |role| count(board.pieces(0, role) | board.pieces(1, role));
        let minor = count(ChessRole::Knight) + count(ChessRole::Bishop);
        (minor + 2 * count(ChessRole::Rook) + 4 * count(ChessRole::Queen)).min(MAX_PHASE)
    }

    fn visit(game: &Bishops, add: &mut impl FnMut(usize, i32)) {
        let Some(duel) = game.duel() else { return };
        let board = duel.chess_board();
        let map = ChessAttackMap::new(&board);
        for side in [0, 1] {
            let sign = if side == board.to_move { 1 } else { -1 };
            let view = SideView { board: &board, own: map.side(side), enemy: map.side(1 - side), side, sign };
            view.piece_squares(add);
            view.mobility(add);
            view.piece_placement(add);
            view.threats(add);
            king_safety::visit(&view, add);
            pawn_structure::visit(&view, add);
        }
        add(TEMPO, 1);
    }
}

/// One side's view of a position.
pub(super) struct SideView<'a> {
    pub(super) board: &'a ChessBoard,
    pub(super) own: &'a ChessSideAttacks,
    pub(super) enemy: &'a ChessSideAttacks,
    pub(super) side: usize,
    /// 1 for the side to move, -1 for the other.
    pub(super) sign: i32,
}

impl SideView<'_> {
    pub(super) fn own(&self, role: ChessRole) -> SquareBits {
        self.board.pieces(self.side, role)
    }

    pub(super) fn theirs(&self, role: ChessRole) -> SquareBits {
        self.board.pieces(1 - self.side, role)
    }

    /// A square from the side's own point of view, with its first rank as rank 0.
    pub(super) const fn relative_square(&self, square: u32) -> usize {
        relative_square(self.side, square)
    }

    fn piece_squares(&self, add: &mut impl FnMut(usize, i32)) {
        for role in ChessRole::ALL {
            for square in squares(self.own(role)) {
                add(PIECE_SQUARES + role as usize * 64 + self.relative_square(square), self.sign);
            }
        }
    }

    fn mobility(&self, add: &mut impl FnMut(usize, i32)) {
        let safe = !self.board.by_side(self.side) & !self.enemy.by[ChessRole::Pawn as usize];
        for (role, first) in PIECES.into_iter().zip(FIRST_MOBILITY) {
            for square in squares(self.own(role)) {
                let mobility = count(self.board.attacks(self.side, role, square) & safe) as usize;
                add(MOBILITY + first + mobility, self.sign);
            }
        }
    }

    fn piece_placement(&self, add: &mut impl FnMut(usize, i32)) {
        if count(self.own(ChessRole::Bishop)) >= 2 {
            add(BISHOP_PAIR, self.sign);
        }
        let (ours, theirs) = (self.own(ChessRole::Pawn), self.theirs(ChessRole::Pawn));
        for square in squares(self.own(ChessRole::Rook)) {
            let file = FILE_A << (square % 8);
            if ours & file == 0 {
                add(OPEN_FILE + usize::from(theirs & file == 0), self.sign);
            }
        }
        let (seventh, eighth) = if self.side == 0 { (6, 7) } else { (1, 0) };
        let (seventh, eighth) = (RANK_1 << (8 * seventh), RANK_1 << (8 * eighth));
        if theirs & seventh != 0 || self.theirs(ChessRole::King) & eighth != 0 {
            add(SEVENTH, self.sign * count(self.own(ChessRole::Rook) & seventh));
        }
        for (index, role) in [ChessRole::Knight, ChessRole::Bishop].into_iter().enumerate() {
            let defended = self.own(role) & self.own.by[ChessRole::Pawn as usize];
            let outposts = squares(defended).filter(|square| self.is_outpost(*square)).count();
            add(OUTPOST + index, self.sign * outposts as i32);
        }
    }

    /// Whether the square is advanced and no enemy pawn can ever attack it.
    fn is_outpost(&self, square: u32) -> bool {
        let rank = self.relative_square(square) / 8;
        let ahead = pawn_structure::ranks_ahead(self.side, square);
        (3..6).contains(&rank) && self.theirs(ChessRole::Pawn) & adjacent_files(square % 8) & ahead == 0
    }

    /// Own pieces that are attacked by a less valuable piece, or attacked and undefended.
    fn threats(&self, add: &mut impl FnMut(usize, i32)) {
        let by = |role: ChessRole| self.enemy.by[role as usize];
        let by_minor = by(ChessRole::Knight) | by(ChessRole::Bishop);
        let (rooks, queens) = (self.own(ChessRole::Rook), self.own(ChessRole::Queen));
        let minors = self.own(ChessRole::Knight) | self.own(ChessRole::Bishop);
        for (index, pieces) in [minors, rooks, queens].into_iter().enumerate() {
            add(ATTACKED_BY_PAWN + index, -self.sign * count(pieces & by(ChessRole::Pawn)));
        }
        add(ATTACKED_BY_MINOR, -self.sign * count(rooks & by_minor));
        add(ATTACKED_BY_MINOR + 1, -self.sign * count(queens & by_minor));
        add(ATTACKED_BY_ROOK, -self.sign * count(queens & by(ChessRole::Rook)));
        let hanging = self.enemy.all & !self.own.all;
        for (index, role) in ChessRole::ALL.into_iter().take(5).enumerate() {
            add(HANGING + index, -self.sign * count(self.own(role) & hanging));
        }
    }
}
