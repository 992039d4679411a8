//! Reading the men of a position text.

use super::Board;
use super::army::Army;
use super::man::{Figure, Kind, Man};
use crate::FaultList;
use shakmaty::{File, Rank, Square};

const BOARD: &str = "the board";

/// Reads the men, and notes everything that is wrong with them.
pub(super) fn read_board(text: &str, faults: &mut FaultList) -> Board {
    let mut board = Board::empty();
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        faults.note(BOARD, format!("{} ranks instead of 8, joined by /", ranks.len()));
    }
    for (text, rank) in ranks.iter().zip(Rank::ALL.into_iter().rev()) {
        read_rank(text, rank, &mut board, faults);
    }
    board
}

fn read_rank(text: &str, rank: Rank, board: &mut Board, faults: &mut FaultList) {
    let mut squares = 0;
    let mut after_run = false;
    for part in text.split(',') {
        let run = part.bytes().next().is_some_and(|byte| byte.is_ascii_digit());
        if run && after_run {
            let wrong = format!("two numbers next to each other in rank {rank}: write their sum");
            faults.note(BOARD, wrong);
        }
        after_run = run;
        if run {
            squares += read_run(part, rank, faults);
            continue;
        }
        let men = read_men(part, rank, faults);
        if squares < 8 {
            place(&men, Square::from_coords(File::new(squares), rank), board, faults);
        }
        squares += 1;
    }
    if squares != 8 {
        faults.note(BOARD, format!("rank {rank} has {squares} squares instead of 8"));
    }
}

/// Reads the length of a run of empty squares.
fn read_run(part: &str, rank: Rank, faults: &mut FaultList) -> u32 {
    match part.parse() {
        Ok(length @ 1..=8) if part.len() == 1 => length,
        _ => {
            let wrong = format!("{part:?} in rank {rank}: a run of empty squares is a number from 1 to 8");
            faults.note(BOARD, wrong);
            0
        }
    }
}

fn read_men(part: &str, rank: Rank, faults: &mut FaultList) -> Vec<(Army, Man)> {
    let read = |text| {
        let man = read_man(text);
        man.map_err(|wrong| faults.note(BOARD, format!("{part:?} in rank {rank}: {wrong}"))).ok()
    };
    part.split('+').filter_map(read).collect()
}

/// Reads `bK` or `bPr`.
fn read_man(text: &str) -> Result<(Army, Man), String> {
    let mut letters = text.chars();
    let army = letters.next().ok_or("a man is missing: write an army's letter and a piece's")?;
    let army = Army::with_letter(army)
        .ok_or_else(|| format!("unknown letter {army:?}: armies are b, r, k and y"))?;
    let kind = letters.next().ok_or("the piece is missing: it is K, Q, B, N, R or P with a type")?;
    let kind = Kind::with_letter(kind)
        .ok_or_else(|| format!("unknown letter {kind:?}: pieces are K, Q, B, N, R and P"))?;
    let man = match kind {
        Kind::King => Man::King,
        Kind::Figure(figure) => Man::Figure(figure),
        Kind::Pawn => Man::Pawn(read_type(letters.next())?),
    };
    letters.next().map_or(Ok((army, man)), |more| Err(format!("{more:?} is too much for one man")))
}

fn read_type(letter: Option<char>) -> Result<Figure, String> {
    let letter = letter.ok_or("a pawn's type is missing: it is q, b, n or r")?;
    let figure = Figure::ALL.into_iter().find(|figure| figure.letter().to_ascii_lowercase() == letter);
    figure.ok_or_else(|| format!("unknown letter {letter:?}: types of pawns are q, b, n and r"))
}

/// Puts the men of one square on the board if they may stand there together.
fn place(men: &[(Army, Man)], square: Square, board: &mut Board, faults: &mut FaultList) {
    if let Some(wrong) = why_not_together(men, square) {
        return faults.note(BOARD, wrong);
    }
    for (army, man) in men {
        if *man == Man::King && board.has_king(*army) {
            faults.note(BOARD, format!("{army} has two kings: an army has one at most"));
        } else {
            board.toggle(*army, *man, square);
        }
    }
}

fn why_not_together(men: &[(Army, Man)], square: Square) -> Option<String> {
    match men {
        [] | [_] => None,
        [(one, _), (two, _)] if one != two || one.throne() != square => {
            Some(format!("two men on {square}, which is not their own throne"))
        }
        [(army, Man::King), (_, Man::King)] => Some(format!("{army} has two kings: an army has one at most")),
        [(_, Man::King), _] => None,
        [_, _] => Some(format!("two men on {square}: the first of them must be the king")),
        _ => Some(format!("{} men on {square}: two at most share a throne", men.len())),
    }
}
