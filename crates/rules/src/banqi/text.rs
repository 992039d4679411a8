//! The position text: board, side, seat, captured pieces, quiet plies, ply number, square being turned.

use super::{Bag, Banqi, Board, Colour, FIRST, Options, Piece, Square, key};
use crate::{FaultList, Faults, Position as _, read_count};
use std::fmt;

const BOARD: &str = "the board";
const SIDE: &str = "the side";
const SEAT: &str = "the seat";
const CAPTURED: &str = "the captured pieces";
const QUIET: &str = "the quiet plies";
const PLY: &str = "the ply";
const TURNING: &str = "the square being turned";

const ORDER: &str = "kgechpqKGECHPQ";

impl fmt::Display for Banqi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            for file in 0..Square::FILES {
                write!(f, "{}", self.letter_on(Square::at(file, rank)))?;
            }
            f.write_str(if rank == 0 { " " } else { "/" })?;
        }
        let seat = self.seat().index() + 1;
        write!(
            f,
            "{} {seat} {} {} {} ",
            side_letter(self.side()),
            letters(self.captured()),
            self.quiet,
            self.ply
        )?;
        match self.turning {
            Some(square) => write!(f, "{square}"),
            None => f.write_str("-"),
        }
    }
}

impl Banqi {
    fn letter_on(&self, square: Square) -> char {
        let empty = if self.board.hidden().contains(square) { '?' } else { '.' };
        self.board.piece(square).map_or(empty, Piece::letter)
    }
}

const fn side_letter(side: Option<Colour>) -> char {
    match side {
        Some(Colour::Red) => 'r',
        Some(Colour::Black) => 'b',
        None => '-',
    }
}

fn letters(bag: Bag) -> String {
    let letters: String =
        bag.pieces().flat_map(|(piece, count)| (0..count).map(move |_| piece.letter())).collect();
    if letters.is_empty() { "-".to_string() } else { letters }
}

/// The fields that could be read.
struct Fields {
    board: Option<Board>,
    /// None could not be read; `Some(None)` is `-`.
    side: Option<Option<Colour>>,
    seat: Option<u32>,
    captured: Option<Vec<Piece>>,
    quiet: Option<u32>,
    ply: Option<u32>,
    turning: Option<Option<Square>>,
}

pub(super) fn parse(text: &str, options: &Options) -> Result<Banqi, Faults> {
    let fields: Vec<&str> = text.split(' ').collect();
    let Ok(fields) = <[&str; 7]>::try_from(fields) else {
        let wrong = format!(
            "{} fields, but it takes 7: board, side, seat, captured pieces, quiet plies, ply, square being turned",
            text.split(' ').count()
        );
        return Err(Faults::one("the text", wrong));
    };
    let mut faults = FaultList::default();
    let fields = read_fields(fields, &mut faults);
    check_turn(&fields, &mut faults);
    let bag = check_pieces(&fields, &mut faults);
    let position = assemble(&fields, bag, options);
    match position {
        Some(position) if faults.is_empty() => Ok(position),
        _ => Err(faults.into_faults()),
    }
}

fn assemble(fields: &Fields, bag: Option<Bag>, options: &Options) -> Option<Banqi> {
    let mut position = Banqi {
        board: fields.board?,
        bag: bag?,
        turning: fields.turning?,
        quiet: fields.quiet?,
        ply: fields.ply?,
        ..Banqi::start(options)
    };
    let of_first = |side: Colour| if position.seat() == FIRST { side } else { side.other() };
    position.first = fields.side?.map(of_first);
    position.key = key::from_scratch(&position);
    Some(position)
}

fn read_fields(
    [board, side, seat, captured, quiet, ply, turning]: [&str; 7],
    faults: &mut FaultList,
) -> Fields {
    Fields {
        board: read_board(board, faults),
        side: kept(read_side(side), SIDE, faults),
        seat: kept(read_seat(seat), SEAT, faults),
        captured: kept(read_captured(captured), CAPTURED, faults),
        quiet: kept(read_number(quiet, 0), QUIET, faults),
        ply: kept(read_number(ply, 1), PLY, faults),
        turning: kept(read_turning(turning), TURNING, faults),
    }
}

/// The value, or the fault noted.
fn kept<T>(read: Result<T, String>, part: &'static str, faults: &mut FaultList) -> Option<T> {
    read.map_err(|wrong| faults.note(part, wrong)).ok()
}

fn read_board(text: &str, faults: &mut FaultList) -> Option<Board> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(Square::RANKS) {
        faults.note(BOARD, format!("{} ranks instead of {}", ranks.len(), Square::RANKS));
        return None;
    }
    let mut board = Board::EMPTY;
    let mut sound = true;
    for (letters, rank) in ranks.iter().zip((0..Square::RANKS).rev()) {
        let placed = place_rank(&mut board, letters, rank);
        sound &= kept(placed, BOARD, faults).is_some();
    }
    sound.then_some(board)
}

fn place_rank(board: &mut Board, letters: &str, rank: u8) -> Result<(), String> {
    let (count, number) = (letters.chars().count(), rank + 1);
    if let Some(letter) = letters.chars().find(|c| !matches!(c, '?' | '.') && Piece::lettered(*c).is_none()) {
        return Err(format!("unknown letter {letter:?} in rank {number}: it takes {ORDER}, ? and ."));
    }
    if count != usize::from(Square::FILES) {
        return Err(format!("rank {number} has {count} squares instead of {}", Square::FILES));
    }
    for (letter, file) in letters.chars().zip(0..) {
        let square = Square::at(file, rank);
        match Piece::lettered(letter) {
            Some(piece) => board.put(square, piece),
            None if letter == '?' => board.hide(square),
            None => {}
        }
    }
    Ok(())
}

fn read_side(text: &str) -> Result<Option<Colour>, String> {
    match text {
        "r" => Ok(Some(Colour::Red)),
        "b" => Ok(Some(Colour::Black)),
        "-" => Ok(None),
        _ => Err(format!("{text:?} is neither r nor b, nor - before the first flip")),
    }
}

fn read_seat(text: &str) -> Result<u32, String> {
    match text {
        "1" => Ok(1),
        "2" => Ok(2),
        _ => Err(format!("{text:?} is neither 1 nor 2")),
    }
}

fn read_captured(text: &str) -> Result<Vec<Piece>, String> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let read = |letter| {
        Piece::lettered(letter)
            .ok_or_else(|| format!("unknown letter {letter:?}: it takes {ORDER}, or - for none"))
    };
    let pieces = text.chars().map(read).collect::<Result<Vec<Piece>, String>>()?;
    if pieces.is_empty() {
        return Err("nothing is written: - means none".to_string());
    }
    if !pieces.is_sorted_by_key(|piece| piece.index()) {
        return Err(format!("{text} is not in the order {ORDER}"));
    }
    Ok(pieces)
}

fn read_number(text: &str, least: u32) -> Result<u32, String> {
    let number = read_count(text).filter(|number| *number >= least);
    number.ok_or_else(|| format!("{text:?} is not a number from {least} to {}", u32::MAX))
}

fn read_turning(text: &str) -> Result<Option<Square>, String> {
    if text == "-" {
        return Ok(None);
    }
    Square::read(text).map(Some).ok_or_else(|| format!("{text:?} is neither - nor a square from a1 to h4"))
}

/// Side, seat and ply must fit each other and what lies face-down.
fn check_turn(fields: &Fields, faults: &mut FaultList) {
    if let (Some(seat), Some(ply)) = (fields.seat, fields.ply)
        && seat % 2 != ply % 2
    {
        let wrong = format!("{seat} does not fit ply {ply}: the first seat acts on odd plies");
        faults.note(SEAT, wrong);
    }
    if let (Some(side), Some(board)) = (fields.side, fields.board) {
        check_first_flip(side, &board, fields, faults);
    }
    if let (Some(Some(square)), Some(board)) = (fields.turning, fields.board)
        && !board.hidden().contains(square)
    {
        faults.note(TURNING, format!("nothing lies face-down on {square}"));
    }
}

fn check_first_flip(side: Option<Colour>, board: &Board, fields: &Fields, faults: &mut FaultList) {
    let untouched = *board == Board::ALL_HIDDEN;
    if side.is_some() && untouched {
        faults.note(SIDE, "all 32 pieces lie face-down, so no colour belongs to a seat: write -");
    }
    if side.is_some() {
        return;
    }
    if !untouched {
        faults.note(SIDE, "- stands before the first flip, when all 32 pieces lie face-down: write r or b");
        return;
    }
    if fields.quiet.is_some_and(|quiet| quiet != 0) {
        faults.note(QUIET, "before the first flip there was no ply: write 0");
    }
    if fields.ply.is_some_and(|ply| ply != 1) {
        faults.note(PLY, "before the first flip there was no ply: write 1");
    }
}

/// The bag that board and captured pieces leave, if they add up.
fn check_pieces(fields: &Fields, faults: &mut FaultList) -> Option<Bag> {
    let (board, captured) = (fields.board?, fields.captured.as_ref()?);
    let (mut bag, mut sound) = (Bag::full(), true);
    for piece in Piece::all() {
        let gone = captured.iter().filter(|other| **other == piece).count();
        let (shown, exist) = (board.count(piece), usize::from(piece.kind().per_side()));
        if shown + gone > exist {
            sound = false;
            let wrong =
                format!("{shown} {} face-up and {gone} captured, but only {exist} exist", piece.letter());
            faults.note(BOARD, wrong);
            continue;
        }
        (0..shown + gone).for_each(|_| bag.take(piece));
    }
    let hidden = board.hidden().len();
    if sound && bag.total() != hidden {
        sound = false;
        let wrong = format!(
            "{hidden} face-down, but {} pieces are neither face-up nor captured: the two must be the same",
            bag.total()
        );
        faults.note(CAPTURED, wrong);
    }
    sound.then_some(bag)
}
