//! FEN, read strictly.

use crate::{ErrorCollector, ParseErrors, parse_count};
use shakmaty::fen::Fen;
use shakmaty::{
    CastlingMode, Chess, Color, FromSetup as _, Position as _, PositionError, PositionErrorKinds, attacks,
};
use std::num::NonZeroU32;

const BOARD: &str = "the board";
const SIDE: &str = "the side";
const CASTLING: &str = "the castling rights";
const EN_PASSANT: &str = "the en-passant square";
const HALF_MOVES: &str = "the half-move clock";
const MOVE_NUMBER: &str = "the move number";

/// Checks that each of the six fields is written the one way it can be; shakmaty would read more.
pub(crate) fn check_fields(fen: &[&str], faults: &mut ErrorCollector) {
    check_board(fen[0], faults);
    if !matches!(fen[1], "w" | "b") {
        faults.push(SIDE, format!("{:?} is neither w nor b", fen[1]));
    }
    if fen[2] != "-" && !is_subsequence(fen[2], "KQkq") {
        faults.push(CASTLING, format!("{:?} is neither - nor some of KQkq in this order", fen[2]));
    }
    let is_square = fen[3].len() == 2 && fen[3].parse::<shakmaty::Square>().is_ok();
    if fen[3] != "-" && !is_square {
        faults.push(EN_PASSANT, format!("{:?} is neither - nor a square", fen[3]));
    }
    if parse_count::<u32>(fen[4]).is_none() {
        faults.push(HALF_MOVES, format!("{:?} is not a number from 0 to {}", fen[4], u32::MAX));
    }
    if parse_count::<NonZeroU32>(fen[5]).is_none() {
        faults.push(MOVE_NUMBER, format!("{:?} is not a number from 1 to {}", fen[5], u32::MAX));
    }
}

fn is_subsequence(text: &str, order: &str) -> bool {
    let mut left = order.chars();
    !text.is_empty() && text.chars().all(|c| left.any(|o| o == c))
}

fn check_board(board: &str, faults: &mut ErrorCollector) {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        faults.push(BOARD, format!("{} ranks instead of 8", ranks.len()));
    }
    for (rank, number) in ranks.iter().zip((1..=8).rev()) {
        if let Some(c) = rank.chars().find(|c| !"pnbrqkPNBRQK12345678".contains(*c)) {
            faults.push(BOARD, format!("unknown letter {c:?} in rank {number}"));
            continue;
        }
        if rank.as_bytes().windows(2).any(|two| two.iter().all(u8::is_ascii_digit)) {
            faults.push(BOARD, format!("two numbers next to each other in rank {number}"));
        }
        let squares: u32 = rank.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum();
        if squares != 8 {
            faults.push(BOARD, format!("rank {number} has {squares} squares instead of 8"));
        }
    }
}

/// The position, if it is legal chess.
///
/// shakmaty goes further and refuses what no game could have come to: more pieces than pawns to promote, a double
/// check by two pieces that do not slide. Made-up positions are often so, and play in them is well defined, so only
/// what is plainly impossible is refused here.
pub(crate) fn parse_legal(fen: &str) -> Result<Chess, ParseErrors> {
    let setup =
        fen.parse::<Fen>().map_err(|error| ParseErrors::single("the text", error.to_string()))?.into_setup();
    let refused = match Chess::from_setup(setup, CastlingMode::Standard) {
        Ok(chess) => return Ok(chess),
        Err(refused) => refused,
    };
    let kinds = refused.kinds();
    let playable = refused.ignore_too_much_material().or_else(PositionError::ignore_impossible_check);
    match playable {
        Ok(chess) => impossible_errors(&chess, kinds).into_result(|| chess),
        Err(refused) => Err(describe(refused.kinds())),
    }
}

/// What is plainly impossible about a board that shakmaty has its doubts about.
fn impossible_errors(chess: &Chess, doubts: PositionErrorKinds) -> ErrorCollector {
    let (board, mut faults) = (chess.board(), ErrorCollector::default());
    for color in Color::ALL {
        let men = board.by_color(color);
        if men.count() > 16 || (men & board.pawns()).count() > 8 {
            faults.push(BOARD, format!("{color} has more than 16 men or more than 8 pawns"));
        }
    }
    let checkers = chess.checkers();
    let in_line = match (checkers.first(), checkers.last(), board.king_of(chess.turn())) {
        (Some(a), Some(b), Some(king)) => a != b && attacks::aligned(a, king, b),
        _ => false,
    };
    let by_passing =
        chess.maybe_ep_square().is_some() && doubts.contains(PositionErrorKinds::IMPOSSIBLE_CHECK);
    if checkers.count() > 2 || in_line || by_passing {
        faults.push(BOARD, "no move could have given check in this way");
    }
    faults
}

fn describe(kinds: PositionErrorKinds) -> ParseErrors {
    let mut faults = ErrorCollector::default();
    for (kind, part, wrong) in ILLEGAL_POSITION_ERRORS {
        if kinds.contains(kind) {
            faults.push(part, wrong);
        }
    }
    if faults.is_empty() {
        faults.push(BOARD, "it is not legal chess");
    }
    faults.into_errors()
}

/// Ways not to be legal chess, in plain words.
const ILLEGAL_POSITION_ERRORS: [(PositionErrorKinds, &str, &str); 7] = [
    (PositionErrorKinds::EMPTY_BOARD, BOARD, "it is empty"),
    (PositionErrorKinds::MISSING_KING, BOARD, "a king is missing"),
    (PositionErrorKinds::TOO_MANY_KINGS, BOARD, "a side has more than one king"),
    (PositionErrorKinds::PAWNS_ON_BACKRANK, BOARD, "a pawn stands on the first or last rank"),
    (PositionErrorKinds::OPPOSITE_CHECK, BOARD, "the side not to move is in check"),
    (
        PositionErrorKinds::INVALID_CASTLING_RIGHTS,
        CASTLING,
        "a right without its king and rook on their first squares",
    ),
    (PositionErrorKinds::INVALID_EP_SQUARE, EN_PASSANT, "no pawn has just passed over it with a double step"),
];
