//! What the engine sees in a duel.

use super::{king, pawns};
use crate::linear::{BEGINNING, Features};
use crate::reach::{FILE_A, Reach, count, neighbours, own, squares};
use tetrarch_rules::{Bishops, ChessKind, Men, SquareBits};

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
const PIECES: [ChessKind; 4] = [ChessKind::Knight, ChessKind::Bishop, ChessKind::Rook, ChessKind::Queen];
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
        let Some(duel) = game.duel() else { return BEGINNING };
        let men = duel.men();
        let count = |kind| count(men.set(0, kind) | men.set(1, kind));
        let minor = count(ChessKind::Knight) + count(ChessKind::Bishop);
        (minor + 2 * count(ChessKind::Rook) + 4 * count(ChessKind::Queen)).min(BEGINNING)
    }

    fn visit(game: &Bishops, tell: &mut impl FnMut(usize, i32)) {
        let Some(duel) = game.duel() else { return };
        let men = duel.men();
        let reach = [Reach::of(&men, 0), Reach::of(&men, 1)];
        for side in [0, 1] {
            let sign = if side == men.to_move { 1 } else { -1 };
            let view = Half { men: &men, own: &reach[side], enemy: &reach[1 - side], side, sign };
            view.places(tell);
            view.mobility(tell);
            view.pieces(tell);
            view.threats(tell);
            king::visit(&view, tell);
            pawns::visit(&view, tell);
        }
        tell(TEMPO, 1);
    }
}

/// One side of a position.
pub(super) struct Half<'a> {
    pub(super) men: &'a Men,
    pub(super) own: &'a Reach,
    pub(super) enemy: &'a Reach,
    pub(super) side: usize,
    /// Whether it counts for or against the side to move.
    pub(super) sign: i32,
}

impl Half<'_> {
    pub(super) fn own(&self, kind: ChessKind) -> SquareBits {
        self.men.set(self.side, kind)
    }

    pub(super) fn theirs(&self, kind: ChessKind) -> SquareBits {
        self.men.set(1 - self.side, kind)
    }

    /// A square as the side that owns it counts, its own first rank first.
    pub(super) const fn seen(&self, square: u32) -> usize {
        own(self.side, square)
    }

    fn places(&self, tell: &mut impl FnMut(usize, i32)) {
        for kind in ChessKind::ALL {
            for square in squares(self.own(kind)) {
                tell(PLACES + kind as usize * 64 + self.seen(square), self.sign);
            }
        }
    }

    fn mobility(&self, tell: &mut impl FnMut(usize, i32)) {
        let safe = !self.men.side(self.side) & !self.enemy.by[ChessKind::Pawn as usize];
        for (kind, first) in PIECES.into_iter().zip(FIRST_MOBILITY) {
            for square in squares(self.own(kind)) {
                let reached = count(self.men.attacks(self.side, kind, square) & safe) as usize;
                tell(MOBILITY + first + reached, self.sign);
            }
        }
    }

    fn pieces(&self, tell: &mut impl FnMut(usize, i32)) {
        if count(self.own(ChessKind::Bishop)) >= 2 {
            tell(PAIR, self.sign);
        }
        let (ours, theirs) = (self.own(ChessKind::Pawn), self.theirs(ChessKind::Pawn));
        for square in squares(self.own(ChessKind::Rook)) {
            let file = FILE_A << (square % 8);
            if ours & file == 0 {
                tell(OPEN_FILE + usize::from(theirs & file == 0), self.sign);
            }
        }
        let (seventh, eighth) = if self.side == 0 { (6, 7) } else { (1, 0) };
        let (seventh, eighth) = (RANK_1 << (8 * seventh), RANK_1 << (8 * eighth));
        if theirs & seventh != 0 || self.theirs(ChessKind::King) & eighth != 0 {
            tell(SEVENTH, self.sign * count(self.own(ChessKind::Rook) & seventh));
        }
        for (number, kind) in [ChessKind::Knight, ChessKind::Bishop].into_iter().enumerate() {
            let held = self.own(kind) & self.own.by[ChessKind::Pawn as usize];
            let outposts = squares(held).filter(|square| self.is_outpost(*square)).count();
            tell(OUTPOST + number, self.sign * outposts as i32);
        }
    }

    /// Far ahead, and no pawn of theirs can ever attack it.
    fn is_outpost(&self, square: u32) -> bool {
        let rank = self.seen(square) / 8;
        let ahead = pawns::ranks_ahead(self.side, square);
        (3..6).contains(&rank) && self.theirs(ChessKind::Pawn) & neighbours(square % 8) & ahead == 0
    }

    /// What of this side is attacked by something cheaper, or by anything and not defended.
    fn threats(&self, tell: &mut impl FnMut(usize, i32)) {
        let by = |kind: ChessKind| self.enemy.by[kind as usize];
        let minor = by(ChessKind::Knight) | by(ChessKind::Bishop);
        let (rooks, queens) = (self.own(ChessKind::Rook), self.own(ChessKind::Queen));
        let minors = self.own(ChessKind::Knight) | self.own(ChessKind::Bishop);
        for (number, men) in [minors, rooks, queens].into_iter().enumerate() {
            tell(BY_PAWN + number, -self.sign * count(men & by(ChessKind::Pawn)));
        }
        tell(BY_MINOR, -self.sign * count(rooks & minor));
        tell(BY_MINOR + 1, -self.sign * count(queens & minor));
        tell(BY_ROOK, -self.sign * count(queens & by(ChessKind::Rook)));
        let loose = self.enemy.all & !self.own.all;
        for (number, kind) in ChessKind::ALL.into_iter().take(5).enumerate() {
            tell(HANGING + number, -self.sign * count(self.own(kind) & loose));
        }
    }
}
