//! What the engine sees in a duel.

use super::{king_safety, pawn_structure};
use crate::chess_attacks::{ChessSideAttacks, FILE_A, adjacent_files, count, relative_square, squares};
use crate::evaluation::{Features, MAX_PHASE};
use tetrarch_rules::{Bishops, ChessBoard, ChessRole, SquareBits};

/// The features of the duel. Where a man stands says also what it is worth.
pub struct DuelFeatures;

const PLACES: usize = 0;
const MOBILITY: usize = PLACES + 6 * 64;
pub(super) const DANGER: usize = MOBILITY + MOBILITIES;
pub(super) const SHELTER: usize = DANGER + 16;
pub(super) const STORM: usize = SHELTER + 4;
pub(super) const PASSED: usize = STORM + 4;
pub(super) const PASSED_BLOCKED: usize = PASSED + 8;
pub(super) const PASSED_KINGS: usize = PASSED_BLOCKED + 8;
pub(super) const SUPPORTED: usize = PASSED_KINGS + 2;
pub(super) const ISOLATED: usize = SUPPORTED + 8;
pub(super) const DOUBLED: usize = ISOLATED + 2;
pub(super) const BACKWARD: usize = DOUBLED + 1;
const PAIR: usize = BACKWARD + 1;
const OPEN_FILE: usize = PAIR + 1;
const SEVENTH: usize = OPEN_FILE + 2;
const OUTPOST: usize = SEVENTH + 1;
const BY_PAWN: usize = OUTPOST + 2;
const BY_MINOR: usize = BY_PAWN + 3;
const BY_ROOK: usize = BY_MINOR + 2;
const HANGING: usize = BY_ROOK + 1;
const TEMPO: usize = HANGING + 5;
const COUNT: usize = TEMPO + 1;

/// How many squares knight, bishop, rook and queen can reach at most, and none.
const MOBILITIES: usize = 9 + 14 + 15 + 28;
const PIECES: [ChessRole; 4] = [ChessRole::Knight, ChessRole::Bishop, ChessRole::Rook, ChessRole::Queen];
const FIRST_MOBILITY: [usize; 4] = [0, 9, 23, 38];

const RANK_1: SquareBits = 0xff;

const GROUPS: [(usize, &str); 21] = [
    (TEMPO, "tempo"),
    (HANGING, "hanging"),
    (BY_ROOK, "attacked-by-rook"),
    (BY_MINOR, "attacked-by-minor"),
    (BY_PAWN, "attacked-by-pawn"),
    (OUTPOST, "outpost"),
    (SEVENTH, "seventh"),
    (OPEN_FILE, "open-file"),
    (PAIR, "bishop-pair"),
    (BACKWARD, "backward"),
    (DOUBLED, "doubled"),
    (ISOLATED, "isolated"),
    (SUPPORTED, "supported"),
    (PASSED_KINGS, "passed-king"),
    (PASSED_BLOCKED, "passed-blocked"),
    (PASSED, "passed"),
    (STORM, "storm"),
    (SHELTER, "shelter"),
    (DANGER, "king-danger"),
    (MOBILITY, "mobility"),
    (PLACES, "place"),
];

impl Features for DuelFeatures {
    type Game = Bishops;

    const COUNT: usize = COUNT;

    fn name(index: usize) -> String {
        if index < MOBILITY {
            let kind = ["pawn", "knight", "bishop", "rook", "queen", "king"][index / 64];
            let (file, rank) = ((b'a' + (index % 8) as u8) as char, index % 64 / 8 + 1);
            return format!("{kind}-{file}{rank}");
        }
        let group = GROUPS.into_iter().find(|(first, _)| index >= *first);
        group.map_or(String::new(), |(first, name)| format!("{name}-{}", index - first))
    }

    fn phase(game: &Bishops) -> i32 {
        let Some(duel) = game.duel() else { return MAX_PHASE };
        let men = duel.chess_board();
        let count = |kind| count(men.pieces(0, kind) | men.pieces(1, kind));
        let minor = count(ChessRole::Knight) + count(ChessRole::Bishop);
        (minor + 2 * count(ChessRole::Rook) + 4 * count(ChessRole::Queen)).min(MAX_PHASE)
    }

    fn visit(game: &Bishops, tell: &mut impl FnMut(usize, i32)) {
        let Some(duel) = game.duel() else { return };
        let men = duel.chess_board();
        let reach = [ChessSideAttacks::new(&men, 0), ChessSideAttacks::new(&men, 1)];
        for side in [0, 1] {
            let sign = if side == men.to_move { 1 } else { -1 };
            let view = SideView { men: &men, own: &reach[side], enemy: &reach[1 - side], side, sign };
            view.places(tell);
            view.mobility(tell);
            view.pieces(tell);
            view.threats(tell);
            king_safety::visit(&view, tell);
            pawn_structure::visit(&view, tell);
        }
        tell(TEMPO, 1);
    }
}

/// One side of a position.
pub(super) struct SideView<'a> {
    pub(super) men: &'a ChessBoard,
    pub(super) own: &'a ChessSideAttacks,
    pub(super) enemy: &'a ChessSideAttacks,
    pub(super) side: usize,
    /// Whether it counts for or against the side to move.
    pub(super) sign: i32,
}

impl SideView<'_> {
    pub(super) fn own(&self, kind: ChessRole) -> SquareBits {
        self.men.pieces(self.side, kind)
    }

    pub(super) fn theirs(&self, kind: ChessRole) -> SquareBits {
        self.men.pieces(1 - self.side, kind)
    }

    /// A square as the side that owns it counts, its own first rank first.
    pub(super) const fn relative_square(&self, square: u32) -> usize {
        relative_square(self.side, square)
    }

    fn places(&self, tell: &mut impl FnMut(usize, i32)) {
        for kind in ChessRole::ALL {
            for square in squares(self.own(kind)) {
                tell(PLACES + kind as usize * 64 + self.relative_square(square), self.sign);
            }
        }
    }

    fn mobility(&self, tell: &mut impl FnMut(usize, i32)) {
        let safe = !self.men.by_side(self.side) & !self.enemy.by[ChessRole::Pawn as usize];
        for (kind, first) in PIECES.into_iter().zip(FIRST_MOBILITY) {
            for square in squares(self.own(kind)) {
                let reached = count(self.men.attacks(self.side, kind, square) & safe) as usize;
                tell(MOBILITY + first + reached, self.sign);
            }
        }
    }

    fn pieces(&self, tell: &mut impl FnMut(usize, i32)) {
        if count(self.own(ChessRole::Bishop)) >= 2 {
            tell(PAIR, self.sign);
        }
        let (ours, theirs) = (self.own(ChessRole::Pawn), self.theirs(ChessRole::Pawn));
        for square in squares(self.own(ChessRole::Rook)) {
            let file = FILE_A << (square % 8);
            if ours & file == 0 {
                tell(OPEN_FILE + usize::from(theirs & file == 0), self.sign);
            }
        }
        let (seventh, eighth) = if self.side == 0 { (6, 7) } else { (1, 0) };
        let (seventh, eighth) = (RANK_1 << (8 * seventh), RANK_1 << (8 * eighth));
        if theirs & seventh != 0 || self.theirs(ChessRole::King) & eighth != 0 {
            tell(SEVENTH, self.sign * count(self.own(ChessRole::Rook) & seventh));
        }
        for (number, kind) in [ChessRole::Knight, ChessRole::Bishop].into_iter().enumerate() {
            let held = self.own(kind) & self.own.by[ChessRole::Pawn as usize];
            let outposts = squares(held).filter(|square| self.is_outpost(*square)).count();
            tell(OUTPOST + number, self.sign * outposts as i32);
        }
    }

    /// Far ahead, and no pawn of theirs can ever attack it.
    fn is_outpost(&self, square: u32) -> bool {
        let rank = self.relative_square(square) / 8;
        let ahead = pawn_structure::ranks_ahead(self.side, square);
        (3..6).contains(&rank) && self.theirs(ChessRole::Pawn) & adjacent_files(square % 8) & ahead == 0
    }

    /// What of this side is attacked by something cheaper, or by anything and not defended.
    fn threats(&self, tell: &mut impl FnMut(usize, i32)) {
        let by = |kind: ChessRole| self.enemy.by[kind as usize];
        let minor = by(ChessRole::Knight) | by(ChessRole::Bishop);
        let (rooks, queens) = (self.own(ChessRole::Rook), self.own(ChessRole::Queen));
        let minors = self.own(ChessRole::Knight) | self.own(ChessRole::Bishop);
        for (number, men) in [minors, rooks, queens].into_iter().enumerate() {
            tell(BY_PAWN + number, -self.sign * count(men & by(ChessRole::Pawn)));
        }
        tell(BY_MINOR, -self.sign * count(rooks & minor));
        tell(BY_MINOR + 1, -self.sign * count(queens & minor));
        tell(BY_ROOK, -self.sign * count(queens & by(ChessRole::Rook)));
        let loose = self.enemy.all & !self.own.all;
        for (number, kind) in ChessRole::ALL.into_iter().take(5).enumerate() {
            tell(HANGING + number, -self.sign * count(self.own(kind) & loose));
        }
    }
}
