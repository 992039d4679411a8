//! What the engine sees in a position of Ban-Chess.

use crate::chess_attacks::{ChessSideAttacks, FILE_A, adjacent_files, count, relative_square, squares};
use crate::evaluation::{Features, MAX_PHASE};
use tetrarch_rules::{BanChess, ChessBoard, ChessRole};

/// The features of Ban-Chess. Where a man stands says also what it is worth.
pub struct BanChessFeatures;

const PLACES: usize = 0;
const MOBILITY: usize = PLACES + 6 * 64;
const ESCAPES: usize = MOBILITY + 4;
const RING: usize = ESCAPES + 9;
const CHECKS: usize = RING + 5;
const THREATS: usize = CHECKS + 4;
const PASSED: usize = THREATS + 10;
const ISOLATED: usize = PASSED + 8;
const DOUBLED: usize = ISOLATED + 1;
const PAIR: usize = DOUBLED + 1;
const OPEN_FILE: usize = PAIR + 1;
const TEMPO: usize = OPEN_FILE + 2;
const COUNT: usize = TEMPO + 1;

impl Features for BanChessFeatures {
    type Game = BanChess;

    const COUNT: usize = COUNT;

    fn name(index: usize) -> String {
        let groups = [
            (TEMPO, "tempo"),
            (OPEN_FILE, "open-file"),
            (PAIR, "bishop-pair"),
            (DOUBLED, "doubled"),
            (ISOLATED, "isolated"),
            (PASSED, "passed"),
            (THREATS, "threat"),
            (CHECKS, "check-by"),
            (RING, "ring-attacked-by"),
            (ESCAPES, "escapes"),
            (MOBILITY, "mobility"),
        ];
        if let Some((first, name)) = groups.into_iter().find(|(first, _)| index >= *first) {
            return format!("{name}-{}", index - first);
        }
        let kind = ["pawn", "knight", "bishop", "rook", "queen", "king"][index / 64];
        let (file, rank) = ((b'a' + (index % 8) as u8) as char, index % 64 / 8 + 1);
        format!("{kind}-{file}{rank}")
    }

    /// What a man is worth is learnt, where it stands best is not.
    fn tied_index(index: usize) -> usize {
        if index < MOBILITY { index / 64 * 64 } else { index }
    }

    fn phase(game: &BanChess) -> i32 {
        let men = game.chess_board();
        let count = |kind| ((men.pieces(0, kind) | men.pieces(1, kind)).count_ones()) as i32;
        let minor = count(ChessRole::Knight) + count(ChessRole::Bishop);
        (minor + 2 * count(ChessRole::Rook) + 4 * count(ChessRole::Queen)).min(MAX_PHASE)
    }

    fn visit(game: &BanChess, tell: &mut impl FnMut(usize, i32)) {
        let men = game.chess_board();
        let reach = [ChessSideAttacks::new(&men, 0), ChessSideAttacks::new(&men, 1)];
        for side in [0, 1] {
            let sign = if side == men.to_move { 1 } else { -1 };
            places(&men, side, sign, tell);
            mobility(&men, &reach, side, sign, tell);
            king(&men, &reach, side, sign, tell);
            threats(&men, &reach, side, sign, tell);
            pawns(&men, side, sign, tell);
        }
        tell(TEMPO, 1);
    }
}

fn places(men: &ChessBoard, side: usize, sign: i32, tell: &mut impl FnMut(usize, i32)) {
    for kind in ChessRole::ALL {
        for square in squares(men.pieces(side, kind)) {
            tell(PLACES + kind as usize * 64 + relative_square(side, square), sign);
        }
    }
}

fn mobility(
    men: &ChessBoard,
    reach: &[ChessSideAttacks; 2],
    side: usize,
    sign: i32,
    tell: &mut impl FnMut(usize, i32),
) {
    let safe = !men.by_side(side) & !reach[1 - side].by[ChessRole::Pawn as usize];
    let pieces = [ChessRole::Knight, ChessRole::Bishop, ChessRole::Rook, ChessRole::Queen];
    for (number, kind) in pieces.into_iter().enumerate() {
        for square in squares(men.pieces(side, kind)) {
            tell(MOBILITY + number, sign * count(men.attacks(side, kind, square) & safe));
        }
    }
}

/// A king with one flight square is mated by a check, for the flight is banned.
fn king(
    men: &ChessBoard,
    reach: &[ChessSideAttacks; 2],
    side: usize,
    sign: i32,
    tell: &mut impl FnMut(usize, i32),
) {
    let place = men.pieces(side, ChessRole::King);
    if place == 0 {
        return;
    }
    let (square, enemy) = (place.trailing_zeros(), &reach[1 - side]);
    let ring = men.attacks(side, ChessRole::King, square);
    let escapes = count(ring & !men.by_side(side) & !enemy.all) as usize;
    tell(ESCAPES + escapes, sign);
    for kind in 0..5 {
        tell(RING + kind, -sign * count(ring & enemy.by[kind]));
    }
    let lines = [
        (ChessRole::Knight, ChessRole::Knight),
        (ChessRole::Bishop, ChessRole::Bishop),
        (ChessRole::Rook, ChessRole::Rook),
        (ChessRole::Queen, ChessRole::Queen),
    ];
    for (number, (line, kind)) in lines.into_iter().enumerate() {
        let from = men.attacks(side, line, square) & !men.by_side(1 - side) & enemy.by[kind as usize];
        tell(CHECKS + number, -sign * count(from & !reach[side].all));
    }
}

/// One attacker can be banned, two cannot.
fn threats(
    men: &ChessBoard,
    reach: &[ChessSideAttacks; 2],
    side: usize,
    sign: i32,
    tell: &mut impl FnMut(usize, i32),
) {
    let (own, enemy) = (&reach[side], &reach[1 - side]);
    for kind in 0..5 {
        let targets = men.pieces(side, ChessRole::ALL[kind]);
        tell(THREATS + kind, -sign * count(targets & enemy.all & !own.all));
        tell(THREATS + 5 + kind, -sign * count(targets & enemy.twice));
    }
}

fn pawns(men: &ChessBoard, side: usize, sign: i32, tell: &mut impl FnMut(usize, i32)) {
    let (ours, theirs) = (men.pieces(side, ChessRole::Pawn), men.pieces(1 - side, ChessRole::Pawn));
    for square in squares(ours) {
        let file = FILE_A << (square % 8);
        let beside = adjacent_files(square % 8);
        let ahead = if side == 0 { (!0u64 << square) & !(1 << square) } else { (1u64 << square) - 1 };
        let ahead = ahead & !(0xff << (square / 8 * 8));
        if theirs & (file | beside) & ahead == 0 {
            tell(PASSED + relative_square(side, square) / 8, sign);
        }
        if ours & beside == 0 {
            tell(ISOLATED, sign);
        }
        if ours & file & ahead != 0 {
            tell(DOUBLED, sign);
        }
    }
    if count(men.pieces(side, ChessRole::Bishop)) >= 2 {
        tell(PAIR, sign);
    }
    for square in squares(men.pieces(side, ChessRole::Rook)) {
        let file = FILE_A << (square % 8);
        if ours & file == 0 {
            tell(OPEN_FILE + usize::from(theirs & file == 0), sign);
        }
    }
}
