//! Evaluation features of Ban-Chess.

use crate::bitboard::{FILE_A, adjacent_files, count, relative_square, squares};
use crate::chess_attack_map::ChessAttackMap;
use crate::evaluation::{Features, MAX_PHASE, weight_name};
use tetrarch_rules::{BanChess, ChessBoard, ChessRole};

/// The features of Ban-Chess. The piece-square tables include the material values.
pub struct BanChessFeatures;

const PIECE_SQUARES: usize = 0;
const MOBILITY: usize = PIECE_SQUARES + 6 * 64;
const ESCAPES: usize = MOBILITY + 4;
const KING_RING: usize = ESCAPES + 9;
const CHECKS: usize = KING_RING + 5;
const THREATS: usize = CHECKS + 4;
const PASSED: usize = THREATS + 10;
const ISOLATED: usize = PASSED + 8;
const DOUBLED: usize = ISOLATED + 1;
const BISHOP_PAIR: usize = DOUBLED + 1;
const OPEN_FILE: usize = BISHOP_PAIR + 1;
const TEMPO: usize = OPEN_FILE + 2;
const COUNT: usize = TEMPO + 1;

/// The pieces besides pawns and king, in feature order.
const PIECES: [ChessRole; 4] = [ChessRole::Knight, ChessRole::Bishop, ChessRole::Rook, ChessRole::Queen];

const GROUPS: [(usize, &str); 11] = [
    (TEMPO, "tempo"),
    (OPEN_FILE, "open-file"),
    (BISHOP_PAIR, "bishop-pair"),
    (DOUBLED, "doubled"),
    (ISOLATED, "isolated"),
    (PASSED, "passed"),
    (THREATS, "threat"),
    (CHECKS, "check-by"),
    (KING_RING, "ring-attacked-by"),
    (ESCAPES, "escapes"),
    (MOBILITY, "mobility"),
];

impl Features for BanChessFeatures {
    type Game = BanChess;

    const COUNT: usize = COUNT;

    fn name(index: usize) -> String {
        if let Some(name) = weight_name(&GROUPS, index) {
            return name;
        }
        let role = ["pawn", "knight", "bishop", "rook", "queen", "king"][index / 64];
        let (file, rank) = ((b'a' + (index % 8) as u8) as char, index % 64 / 8 + 1);
        format!("{role}-{file}{rank}")
    }

    /// Tunes one offset for each role: material values are learnt, the shape of the piece-square
    /// tables is not.
    fn tied_index(index: usize) -> usize {
        if index < MOBILITY { index / 64 * 64 } else { index }
    }

    fn phase(game: &BanChess) -> i32 {
        let board = game.chess_board();
        let count = |role| count(board.pieces(0, role) | board.pieces(1, role));
        let minor = count(ChessRole::Knight) + count(ChessRole::Bishop);
        (minor + 2 * count(ChessRole::Rook) + 4 * count(ChessRole::Queen)).min(MAX_PHASE)
    }

    fn visit(game: &BanChess, add: &mut impl FnMut(usize, i32)) {
        let board = game.chess_board();
        let map = ChessAttackMap::new(&board);
        for side in [0, 1] {
            let sign = if side == board.to_move { 1 } else { -1 };
            piece_squares(&board, side, sign, add);
            mobility(&board, &map, side, sign, add);
            king_safety(&board, &map, side, sign, add);
            threats(&board, &map, side, sign, add);
            pawn_structure(&board, side, sign, add);
        }
        add(TEMPO, 1);
    }
}

fn piece_squares(board: &ChessBoard, side: usize, sign: i32, add: &mut impl FnMut(usize, i32)) {
    for role in ChessRole::ALL {
        for square in squares(board.pieces(side, role)) {
            add(PIECE_SQUARES + role as usize * 64 + relative_square(side, square), sign);
        }
    }
}

fn mobility(
    board: &ChessBoard,
    map: &ChessAttackMap,
    side: usize,
    sign: i32,
    add: &mut impl FnMut(usize, i32),
) {
    let safe = !board.by_side(side) & !map.side(1 - side).by[ChessRole::Pawn as usize];
    for (index, role) in PIECES.into_iter().enumerate() {
        for square in squares(board.pieces(side, role)) {
            add(MOBILITY + index, sign * count(board.attacks(side, role, square) & safe));
        }
    }
}

/// King safety. A check mates a king that has only one flight square, because the opponent bans that flight.
fn king_safety(
    board: &ChessBoard,
    map: &ChessAttackMap,
    side: usize,
    sign: i32,
    add: &mut impl FnMut(usize, i32),
) {
    let king = board.pieces(side, ChessRole::King);
    if king == 0 {
        return;
    }
    let (square, enemy) = (king.trailing_zeros(), map.side(1 - side));
    let ring = board.attacks(side, ChessRole::King, square);
    let escapes = count(ring & !board.by_side(side) & !enemy.all) as usize;
    add(ESCAPES + escapes, sign);
    for role in 0..5 {
        add(KING_RING + role, -sign * count(ring & enemy.by[role]));
    }
    for (index, role) in PIECES.into_iter().enumerate() {
        let from = board.attacks(side, role, square) & !board.by_side(1 - side) & enemy.by[role as usize];
        add(CHECKS + index, -sign * count(from & !map.side(side).all));
    }
}

/// Threats. A single attacker can be banned, two cannot.
fn threats(
    board: &ChessBoard,
    map: &ChessAttackMap,
    side: usize,
    sign: i32,
    add: &mut impl FnMut(usize, i32),
) {
    let (own, enemy) = (map.side(side), map.side(1 - side));
    for role in 0..5 {
        let targets = board.pieces(side, ChessRole::ALL[role]);
        add(THREATS + role, -sign * count(targets & enemy.all & !own.all));
        add(THREATS + 5 + role, -sign * count(targets & enemy.twice));
    }
}

fn pawn_structure(board: &ChessBoard, side: usize, sign: i32, add: &mut impl FnMut(usize, i32)) {
    let (ours, theirs) = (board.pieces(side, ChessRole::Pawn), board.pieces(1 - side, ChessRole::Pawn));
    for square in squares(ours) {
        let file = FILE_A << (square % 8);
        let adjacent = adjacent_files(square % 8);
        let ahead = if side == 0 { (!0u64 << square) & !(1 << square) } else { (1u64 << square) - 1 };
        let ahead = ahead & !(0xff << (square / 8 * 8));
        if theirs & (file | adjacent) & ahead == 0 {
            add(PASSED + relative_square(side, square) / 8, sign);
        }
        if ours & adjacent == 0 {
            add(ISOLATED, sign);
        }
        if ours & file & ahead != 0 {
            add(DOUBLED, sign);
        }
    }
    if count(board.pieces(side, ChessRole::Bishop)) >= 2 {
        add(BISHOP_PAIR, sign);
    }
    for square in squares(board.pieces(side, ChessRole::Rook)) {
        let file = FILE_A << (square % 8);
        if ours & file == 0 {
            add(OPEN_FILE + usize::from(theirs & file == 0), sign);
        }
    }
}
