//! A strict FEN parser.

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
const HALFMOVE_CLOCK: &str = "the half-move clock";
const MOVE_NUMBER: &str = "the move number";

/// Checks that each of the six fields is in canonical form. shakmaty accepts more.
pub(crate) fn check_fields(fen: &[&str], errors: &mut ErrorCollector) {
    check_board(fen[0], errors);
    if !matches!(fen[1], "w" | "b") {
        errors.push(SIDE, format!("{:?} is neither w nor b", fen[1]));
    }
    if fen[2] != "-" && !is_subsequence(fen[2], "KQkq") {
        errors.push(CASTLING, format!("{:?} is neither - nor some of KQkq in this order", fen[2]));
    }
    let is_square = fen[3].len() == 2 && fen[3].parse::<shakmaty::Square>().is_ok();
    if fen[3] != "-" && !is_square {
        errors.push(EN_PASSANT, format!("{:?} is neither - nor a square", fen[3]));
    }
    if parse_count::<u32>(fen[4]).is_none() {
        errors.push(HALFMOVE_CLOCK, format!("{:?} is not a number from 0 to {}", fen[4], u32::MAX));
    }
    if parse_count::<NonZeroU32>(fen[5]).is_none() {
        errors.push(MOVE_NUMBER, format!("{:?} is not a number from 1 to {}", fen[5], u32::MAX));
    }
}

fn is_subsequence(text: &str, order: &str) -> bool {
    let mut rest = order.chars();
    !text.is_empty() && text.chars().all(|c| rest.any(|o| o == c))
}

fn check_board(board: &str, errors: &mut ErrorCollector) {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        errors.push(BOARD, format!("{} ranks instead of 8", ranks.len()));
    }
    for (rank, number) in ranks.iter().zip((1..=8).rev()) {
        if let Some(c) = rank.chars().find(|c| !"pnbrqkPNBRQK12345678".contains(*c)) {
            errors.push(BOARD, format!("unknown letter {c:?} in rank {number}"));
            continue;
        }
        if rank.as_bytes().windows(2).any(|two| two.iter().all(u8::is_ascii_digit)) {
            errors.push(BOARD, format!("two numbers next to each other in rank {number}"));
        }
        let squares: u32 = rank.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum();
        if squares != 8 {
            errors.push(BOARD, format!("rank {number} has {squares} squares instead of 8"));
        }
    }
}

/// Parses a legal chess position.
///
/// shakmaty also rejects positions that no game can reach: more pieces than the pawns allow, a double check by two
/// pieces that do not slide. Composed positions are often like that, and play in them is well defined, so this
/// rejects only what is plainly impossible.
pub(crate) fn parse_legal(fen: &str) -> Result<Chess, ParseErrors> {
    let setup =
        fen.parse::<Fen>().map_err(|error| ParseErrors::single("the text", error.to_string()))?.into_setup();
    let error = match Chess::from_setup(setup, CastlingMode::Standard) {
        Ok(chess) => return Ok(chess),
        Err(error) => error,
    };
    let kinds = error.kinds();
    let playable = error.ignore_too_much_material().or_else(PositionError::ignore_impossible_check);
    match playable {
        Ok(chess) => impossible_errors(&chess, kinds).into_result(|| chess),
        Err(error) => Err(describe(error.kinds())),
    }
}

/// The plainly impossible features of a position that shakmaty rejects.
fn impossible_errors(chess: &Chess, kinds: PositionErrorKinds) -> ErrorCollector {
    let (board, mut errors) = (chess.board(), ErrorCollector::default());
    for color in Color::ALL {
        let pieces = board.by_color(color);
        if pieces.count() > 16 || (pieces & board.pawns()).count() > 8 {
            errors.push(BOARD, format!("{color} has more than 16 pieces or more than 8 pawns"));
        }
    }
    let checkers = chess.checkers();
    let in_line = match (checkers.first(), checkers.last(), board.king_of(chess.turn())) {
        (Some(a), Some(b), Some(king)) => a != b && attacks::aligned(a, king, b),
        _ => false,
    };
    let by_en_passant =
        chess.maybe_ep_square().is_some() && kinds.contains(PositionErrorKinds::IMPOSSIBLE_CHECK);
    if checkers.count() > 2 || in_line || by_en_passant {
        errors.push(BOARD, "no move could have given check in this way");
    }
    errors
}

fn describe(kinds: PositionErrorKinds) -> ParseErrors {
    let mut errors = ErrorCollector::default();
    for (kind, field, message) in ILLEGAL_POSITION_ERRORS {
        if kinds.contains(kind) {
            errors.push(field, message);
        }
    }
    if errors.is_empty() {
        errors.push(BOARD, "it is not a legal chess position");
    }
    errors.into_errors()
}

/// shakmaty's reasons for an illegal position, in plain words.
const ILLEGAL_POSITION_ERRORS: [(PositionErrorKinds, &str, &str); 7] = [
    (PositionErrorKinds::EMPTY_BOARD, BOARD, "it is empty"),
    (PositionErrorKinds::MISSING_KING, BOARD, "a king is missing"),
    (PositionErrorKinds::TOO_MANY_KINGS, BOARD, "a side has more than one king"),
    (PositionErrorKinds::PAWNS_ON_BACKRANK, BOARD, "a pawn is on the first or last rank"),
    (PositionErrorKinds::OPPOSITE_CHECK, BOARD, "the side not to move is in check"),
    (
        PositionErrorKinds::INVALID_CASTLING_RIGHTS,
        CASTLING,
        "a castling right needs its king and rook on their starting squares",
    ),
    (PositionErrorKinds::INVALID_EP_SQUARE, EN_PASSANT, "no pawn has just crossed it with a double step"),
];
