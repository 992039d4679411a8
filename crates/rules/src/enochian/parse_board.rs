//! Reading the men of a position text.

use super::Board;
use super::army::Army;
use super::piece::{Officer, Piece, Role};
use crate::ErrorCollector;
use shakmaty::{File, Rank, Square};

const BOARD: &str = "the board";

/// Reads the men, and notes everything that is wrong with them.
pub(super) fn parse_board(text: &str, faults: &mut ErrorCollector) -> Board {
    let mut board = Board::empty();
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        faults.push(BOARD, format!("{} ranks instead of 8, joined by /", ranks.len()));
    }
    for (text, rank) in ranks.iter().zip(Rank::ALL.into_iter().rev()) {
        parse_rank(text, rank, &mut board, faults);
    }
    board
}

fn parse_rank(text: &str, rank: Rank, board: &mut Board, faults: &mut ErrorCollector) {
    let mut squares = 0;
    let mut after_run = false;
    for part in text.split(',') {
        let run = part.bytes().next().is_some_and(|byte| byte.is_ascii_digit());
        if run && after_run {
            let wrong = format!("two numbers next to each other in rank {rank}: write their sum");
            faults.push(BOARD, wrong);
        }
        after_run = run;
        if run {
            squares += parse_run(part, rank, faults);
            continue;
        }
        let men = parse_pieces(part, rank, faults);
        if squares < 8 {
            place(&men, Square::from_coords(File::new(squares), rank), board, faults);
        }
        squares += 1;
    }
    if squares != 8 {
        faults.push(BOARD, format!("rank {rank} has {squares} squares instead of 8"));
    }
}

/// Reads the length of a run of empty squares.
fn parse_run(part: &str, rank: Rank, faults: &mut ErrorCollector) -> u32 {
    match part.parse() {
        Ok(length @ 1..=8) if part.len() == 1 => length,
        _ => {
            let wrong = format!("{part:?} in rank {rank}: a run of empty squares is a number from 1 to 8");
            faults.push(BOARD, wrong);
            0
        }
    }
}

fn parse_pieces(part: &str, rank: Rank, faults: &mut ErrorCollector) -> Vec<(Army, Piece)> {
    let read = |text| {
        let man = parse_piece(text);
        man.map_err(|wrong| faults.push(BOARD, format!("{part:?} in rank {rank}: {wrong}"))).ok()
    };
    part.split('+').filter_map(read).collect()
}

/// Reads `bK` or `bPr`.
fn parse_piece(text: &str) -> Result<(Army, Piece), String> {
    let mut letters = text.chars();
    let army = letters.next().ok_or("a man is missing: write an army's letter and a piece's")?;
    let army = Army::from_letter(army)
        .ok_or_else(|| format!("unknown letter {army:?}: armies are b, r, k and y"))?;
    let kind = letters.next().ok_or("the piece is missing: it is K, Q, B, N, R or P with a type")?;
    let kind = Role::from_letter(kind)
        .ok_or_else(|| format!("unknown letter {kind:?}: pieces are K, Q, B, N, R and P"))?;
    let man = match kind {
        Role::King => Piece::King,
        Role::Officer(figure) => Piece::Officer(figure),
        Role::Pawn => Piece::Pawn(parse_pawn_type(letters.next())?),
    };
    letters.next().map_or(Ok((army, man)), |more| Err(format!("{more:?} is too much for one man")))
}

fn parse_pawn_type(letter: Option<char>) -> Result<Officer, String> {
    let letter = letter.ok_or("a pawn's type is missing: it is q, b, n or r")?;
    let figure = Officer::ALL.into_iter().find(|figure| figure.letter().to_ascii_lowercase() == letter);
    figure.ok_or_else(|| format!("unknown letter {letter:?}: types of pawns are q, b, n and r"))
}

/// Puts the men of one square on the board if they may stand there together.
fn place(men: &[(Army, Piece)], square: Square, board: &mut Board, faults: &mut ErrorCollector) {
    if let Some(wrong) = check_shared_square(men, square) {
        return faults.push(BOARD, wrong);
    }
    for (army, man) in men {
        if *man == Piece::King && board.has_king(*army) {
            faults.push(BOARD, format!("{army} has two kings: an army has one at most"));
        } else {
            board.toggle(*army, *man, square);
        }
    }
}

fn check_shared_square(men: &[(Army, Piece)], square: Square) -> Option<String> {
    match men {
        [] | [_] => None,
        [(one, _), (two, _)] if one != two || one.throne() != square => {
            Some(format!("two men on {square}, which is not their own throne"))
        }
        [(army, Piece::King), (_, Piece::King)] => {
            Some(format!("{army} has two kings: an army has one at most"))
        }
        [(_, Piece::King), _] => None,
        [_, _] => Some(format!("two men on {square}: the first of them must be the king")),
        _ => Some(format!("{} men on {square}: two at most share a throne", men.len())),
    }
}
