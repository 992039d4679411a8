//! Parses the board field of a position text.

use super::Board;
use super::army::Army;
use super::piece::{Officer, Piece, Role};
use crate::ErrorCollector;
use shakmaty::{File, Rank, Square};

const BOARD: &str = "the board";

/// Parses the board and collects all errors in it.
pub(super) fn parse_board(text: &str, errors: &mut ErrorCollector) -> Board {
    let mut board = Board::empty();
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        errors.push(BOARD, format!("{} ranks instead of 8, joined by /", ranks.len()));
    }
    for (text, rank) in ranks.iter().zip(Rank::ALL.into_iter().rev()) {
        parse_rank(text, rank, &mut board, errors);
    }
    board
}

fn parse_rank(text: &str, rank: Rank, board: &mut Board, errors: &mut ErrorCollector) {
    let mut squares = 0;
    let mut after_run = false;
    for part in text.split(',') {
        let run = part.bytes().next().is_some_and(|byte| byte.is_ascii_digit());
        if run && after_run {
            let message = format!("two numbers next to each other in rank {rank}: write their sum");
            errors.push(BOARD, message);
        }
        after_run = run;
        if run {
            squares += parse_run(part, rank, errors);
            continue;
        }
        let pieces = parse_pieces(part, rank, errors);
        if squares < 8 {
            place(&pieces, Square::from_coords(File::new(squares), rank), board, errors);
        }
        squares += 1;
    }
    if squares != 8 {
        errors.push(BOARD, format!("rank {rank} has {squares} squares instead of 8"));
    }
}

/// Parses the length of a run of empty squares.
fn parse_run(part: &str, rank: Rank, errors: &mut ErrorCollector) -> u32 {
    match part.parse() {
        Ok(length @ 1..=8) if part.len() == 1 => length,
        _ => {
            let message = format!("{part:?} in rank {rank}: a run of empty squares is a number from 1 to 8");
            errors.push(BOARD, message);
            0
        }
    }
}

fn parse_pieces(part: &str, rank: Rank, errors: &mut ErrorCollector) -> Vec<(Army, Piece)> {
    let parse = |text| {
        let piece = parse_piece(text);
        piece.map_err(|message| errors.push(BOARD, format!("{part:?} in rank {rank}: {message}"))).ok()
    };
    part.split('+').filter_map(parse).collect()
}

/// Parses `bK` or `bPr`.
fn parse_piece(text: &str) -> Result<(Army, Piece), String> {
    let mut letters = text.chars();
    let army = letters.next().ok_or("a piece is missing: write an army's letter and a piece's letter")?;
    let army = Army::from_letter(army)
        .ok_or_else(|| format!("unknown letter {army:?}: armies are b, r, k and y"))?;
    let role = letters.next().ok_or("the piece's letter is missing: use K, Q, B, N, R, or P with a type")?;
    let role = Role::from_letter(role)
        .ok_or_else(|| format!("unknown letter {role:?}: pieces are K, Q, B, N, R and P"))?;
    let piece = match role {
        Role::King => Piece::King,
        Role::Officer(officer) => Piece::Officer(officer),
        Role::Pawn => Piece::Pawn(parse_pawn_type(letters.next())?),
    };
    letters.next().map_or(Ok((army, piece)), |more| Err(format!("unexpected {more:?} after the piece")))
}

fn parse_pawn_type(letter: Option<char>) -> Result<Officer, String> {
    let letter = letter.ok_or("a pawn's type is missing: use q, b, n or r")?;
    let officer = Officer::ALL.into_iter().find(|officer| officer.letter().to_ascii_lowercase() == letter);
    officer.ok_or_else(|| format!("unknown letter {letter:?}: pawn types are q, b, n and r"))
}

/// Places the pieces of one square if they may share it.
fn place(pieces: &[(Army, Piece)], square: Square, board: &mut Board, errors: &mut ErrorCollector) {
    if let Some(message) = check_shared_square(pieces, square) {
        return errors.push(BOARD, message);
    }
    for (army, piece) in pieces {
        if *piece == Piece::King && board.has_king(*army) {
            errors.push(BOARD, format!("{army} has two kings: an army has at most one"));
        } else {
            board.toggle(*army, *piece, square);
        }
    }
}

fn check_shared_square(pieces: &[(Army, Piece)], square: Square) -> Option<String> {
    match pieces {
        [] | [_] => None,
        [(one, _), (two, _)] if one != two || one.throne() != square => {
            Some(format!("two pieces on {square}, which is not their own throne"))
        }
        [(army, Piece::King), (_, Piece::King)] => {
            Some(format!("{army} has two kings: an army has at most one"))
        }
        [(_, Piece::King), _] => None,
        [_, _] => Some(format!("two pieces on {square}: the first of them must be the king")),
        _ => Some(format!("{} pieces on {square}: at most two can share a throne", pieces.len())),
    }
}
