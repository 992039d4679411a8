//! The position text: board, side, seat, captured pieces, quiet plies, ply number, square being turned.

use super::{Banqi, Board, Colour, FIRST, Options, Piece, PieceCounts, Square, key};
use crate::{ErrorCollector, ParseErrors, Position as _, parse_count};
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
                write!(f, "{}", self.letter_on(Square::from_coords(file, rank)))?;
            }
            f.write_str(if rank == 0 { " " } else { "/" })?;
        }
        let seat = self.seat().index() + 1;
        write!(
            f,
            "{} {seat} {} {} {} ",
            side_letter(self.side()),
            letters(self.captured()),
            self.quiet_plies,
            self.ply
        )?;
        match self.flipping {
            Some(square) => write!(f, "{square}"),
            None => f.write_str("-"),
        }
    }
}

impl Banqi {
    fn letter_on(&self, square: Square) -> char {
        let empty = if self.board.face_down().contains(square) { '?' } else { '.' };
        self.board.piece_at(square).map_or(empty, Piece::letter)
    }
}

const fn side_letter(side: Option<Colour>) -> char {
    match side {
        Some(Colour::Red) => 'r',
        Some(Colour::Black) => 'b',
        None => '-',
    }
}

fn letters(bag: PieceCounts) -> String {
    let letters: String =
        bag.iter().flat_map(|(piece, count)| (0..count).map(move |_| piece.letter())).collect();
    if letters.is_empty() { "-".to_string() } else { letters }
}

/// The fields that could be read.
struct Fields {
    board: Option<Board>,
    /// None could not be read; `Some(None)` is `-`.
    side: Option<Option<Colour>>,
    seat: Option<u32>,
    captured: Option<Vec<Piece>>,
    quiet_plies: Option<u32>,
    ply: Option<u32>,
    flipping: Option<Option<Square>>,
}

pub(super) fn parse(text: &str, options: &Options) -> Result<Banqi, ParseErrors> {
    let fields: Vec<&str> = text.split(' ').collect();
    let Ok(fields) = <[&str; 7]>::try_from(fields) else {
        let wrong = format!(
            "{} fields, but it takes 7: board, side, seat, captured pieces, quiet plies, ply, square being turned",
            text.split(' ').count()
        );
        return Err(ParseErrors::single("the text", wrong));
    };
    let mut faults = ErrorCollector::default();
    let fields = parse_fields(fields, &mut faults);
    check_turn(&fields, &mut faults);
    let bag = check_pieces(&fields, &mut faults);
    let position = assemble(&fields, bag, options);
    match position {
        Some(position) if faults.is_empty() => Ok(position),
        _ => Err(faults.into_errors()),
    }
}

fn assemble(fields: &Fields, bag: Option<PieceCounts>, options: &Options) -> Option<Banqi> {
    let mut position = Banqi {
        board: fields.board?,
        unrevealed: bag?,
        flipping: fields.flipping?,
        quiet_plies: fields.quiet_plies?,
        ply: fields.ply?,
        ..Banqi::start(options)
    };
    let of_first = |side: Colour| if position.seat() == FIRST { side } else { side.other() };
    position.first_colour = fields.side?.map(of_first);
    position.key = key::compute(&position);
    Some(position)
}

fn parse_fields(
    [board, side, seat, captured, quiet, ply, turning]: [&str; 7],
    faults: &mut ErrorCollector,
) -> Fields {
    Fields {
        board: parse_board(board, faults),
        side: or_push(parse_side(side), SIDE, faults),
        seat: or_push(parse_seat(seat), SEAT, faults),
        captured: or_push(parse_captured(captured), CAPTURED, faults),
        quiet_plies: or_push(parse_number(quiet, 0), QUIET, faults),
        ply: or_push(parse_number(ply, 1), PLY, faults),
        flipping: or_push(parse_flipping(turning), TURNING, faults),
    }
}

/// The value, or the fault noted.
fn or_push<T>(read: Result<T, String>, part: &'static str, faults: &mut ErrorCollector) -> Option<T> {
    read.map_err(|wrong| faults.push(part, wrong)).ok()
}

fn parse_board(text: &str, faults: &mut ErrorCollector) -> Option<Board> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(Square::RANKS) {
        faults.push(BOARD, format!("{} ranks instead of {}", ranks.len(), Square::RANKS));
        return None;
    }
    let mut board = Board::EMPTY;
    let mut sound = true;
    for (letters, rank) in ranks.iter().zip((0..Square::RANKS).rev()) {
        let placed = place_rank(&mut board, letters, rank);
        sound &= or_push(placed, BOARD, faults).is_some();
    }
    sound.then_some(board)
}

fn place_rank(board: &mut Board, letters: &str, rank: u8) -> Result<(), String> {
    let (count, number) = (letters.chars().count(), rank + 1);
    if let Some(letter) =
        letters.chars().find(|c| !matches!(c, '?' | '.') && Piece::from_letter(*c).is_none())
    {
        return Err(format!("unknown letter {letter:?} in rank {number}: it takes {ORDER}, ? and ."));
    }
    if count != usize::from(Square::FILES) {
        return Err(format!("rank {number} has {count} squares instead of {}", Square::FILES));
    }
    for (letter, file) in letters.chars().zip(0..) {
        let square = Square::from_coords(file, rank);
        match Piece::from_letter(letter) {
            Some(piece) => board.put(square, piece),
            None if letter == '?' => board.put_face_down(square),
            None => {}
        }
    }
    Ok(())
}

fn parse_side(text: &str) -> Result<Option<Colour>, String> {
    match text {
        "r" => Ok(Some(Colour::Red)),
        "b" => Ok(Some(Colour::Black)),
        "-" => Ok(None),
        _ => Err(format!("{text:?} is neither r nor b, nor - before the first flip")),
    }
}

fn parse_seat(text: &str) -> Result<u32, String> {
    match text {
        "1" => Ok(1),
        "2" => Ok(2),
        _ => Err(format!("{text:?} is neither 1 nor 2")),
    }
}

fn parse_captured(text: &str) -> Result<Vec<Piece>, String> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let read = |letter| {
        Piece::from_letter(letter)
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

fn parse_number(text: &str, least: u32) -> Result<u32, String> {
    let number = parse_count(text).filter(|number| *number >= least);
    number.ok_or_else(|| format!("{text:?} is not a number from {least} to {}", u32::MAX))
}

fn parse_flipping(text: &str) -> Result<Option<Square>, String> {
    if text == "-" {
        return Ok(None);
    }
    Square::parse(text).map(Some).ok_or_else(|| format!("{text:?} is neither - nor a square from a1 to h4"))
}

/// Side, seat and ply must fit each other and what lies face-down.
fn check_turn(fields: &Fields, faults: &mut ErrorCollector) {
    if let (Some(seat), Some(ply)) = (fields.seat, fields.ply)
        && seat % 2 != ply % 2
    {
        let wrong = format!("{seat} does not fit ply {ply}: the first seat acts on odd plies");
        faults.push(SEAT, wrong);
    }
    if let (Some(side), Some(board)) = (fields.side, fields.board) {
        check_first_flip(side, &board, fields, faults);
    }
    if let (Some(Some(square)), Some(board)) = (fields.flipping, fields.board)
        && !board.face_down().contains(square)
    {
        faults.push(TURNING, format!("nothing lies face-down on {square}"));
    }
}

fn check_first_flip(side: Option<Colour>, board: &Board, fields: &Fields, faults: &mut ErrorCollector) {
    let untouched = *board == Board::ALL_FACE_DOWN;
    if side.is_some() && untouched {
        faults.push(SIDE, "all 32 pieces lie face-down, so no colour belongs to a seat: write -");
    }
    if side.is_some() {
        return;
    }
    if !untouched {
        faults.push(SIDE, "- stands before the first flip, when all 32 pieces lie face-down: write r or b");
        return;
    }
    if fields.quiet_plies.is_some_and(|quiet| quiet != 0) {
        faults.push(QUIET, "before the first flip there was no ply: write 0");
    }
    if fields.ply.is_some_and(|ply| ply != 1) {
        faults.push(PLY, "before the first flip there was no ply: write 1");
    }
}

/// The bag that board and captured pieces leave, if they add up.
fn check_pieces(fields: &Fields, faults: &mut ErrorCollector) -> Option<PieceCounts> {
    let (board, captured) = (fields.board?, fields.captured.as_ref()?);
    let (mut bag, mut sound) = (PieceCounts::full_set(), true);
    for piece in Piece::all() {
        let gone = captured.iter().filter(|other| **other == piece).count();
        let (shown, exist) = (board.count(piece), usize::from(piece.role().count_per_side()));
        if shown + gone > exist {
            sound = false;
            let wrong =
                format!("{shown} {} face-up and {gone} captured, but only {exist} exist", piece.letter());
            faults.push(BOARD, wrong);
            continue;
        }
        (0..shown + gone).for_each(|_| bag.remove(piece));
    }
    let hidden = board.face_down().len();
    if sound && bag.total() != hidden {
        sound = false;
        let wrong = format!(
            "{hidden} face-down, but {} pieces are neither face-up nor captured: the two must be the same",
            bag.total()
        );
        faults.push(CAPTURED, wrong);
    }
    sound.then_some(bag)
}
