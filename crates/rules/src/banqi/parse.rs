//! Parses position texts.

use super::parse_board::{BOARD, ORDER, parse_board};
use super::{Banqi, Board, Colour, FIRST, Options, Piece, PieceCounts, Square, key};
use crate::{ErrorCollector, ParseErrors, Position as _, parse_count_from};

const SIDE: &str = "the side";
const SEAT: &str = "the seat";
const CAPTURED: &str = "the captured pieces";
const QUIET_PLIES: &str = "the quiet plies";
const PLY: &str = "the ply";
const FLIPPING: &str = "the square being flipped";

/// The parsed fields; `None` where parsing failed.
struct Fields {
    board: Option<Board>,
    /// `Some(None)` is `-`.
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
        let message = format!(
            "expected 7 fields (board, side, seat, captured pieces, quiet plies, ply, square being flipped), found {}",
            text.split(' ').count()
        );
        return Err(ParseErrors::single("the text", message));
    };
    let mut errors = ErrorCollector::default();
    let fields = parse_fields(fields, &mut errors);
    check_turn(&fields, &mut errors);
    let unrevealed = check_pieces(&fields, &mut errors);
    let position = assemble(&fields, unrevealed, options);
    match position {
        Some(position) if errors.is_empty() => Ok(position),
        _ => Err(errors.into_errors()),
    }
}

fn assemble(fields: &Fields, unrevealed: Option<PieceCounts>, options: &Options) -> Option<Banqi> {
    let mut position = Banqi {
        board: fields.board?,
        unrevealed: unrevealed?,
        flipping: fields.flipping?,
        quiet_plies: fields.quiet_plies?,
        ply: fields.ply?,
        ..Banqi::start(options)
    };
    let first_colour = |side: Colour| if position.seat_to_move() == FIRST { side } else { side.other() };
    position.first_colour = fields.side?.map(first_colour);
    position.key = key::compute(&position);
    Some(position)
}

fn parse_fields(
    [board, side, seat, captured, quiet_plies, ply, flipping]: [&str; 7],
    errors: &mut ErrorCollector,
) -> Fields {
    Fields {
        board: parse_board(board, errors),
        side: errors.collect(SIDE, parse_side(side)),
        seat: errors.collect(SEAT, parse_seat(seat)),
        captured: errors.collect(CAPTURED, parse_captured(captured)),
        quiet_plies: errors.collect(QUIET_PLIES, parse_count_from(quiet_plies, 0)),
        ply: errors.collect(PLY, parse_count_from(ply, 1)),
        flipping: errors.collect(FLIPPING, parse_flipping(flipping)),
    }
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
    let parse_piece = |letter| {
        Piece::from_letter(letter)
            .ok_or_else(|| format!("unknown letter {letter:?}: use {ORDER}, or - for none"))
    };
    let pieces = text.chars().map(parse_piece).collect::<Result<Vec<Piece>, String>>()?;
    if pieces.is_empty() {
        return Err("the field is empty: write - for none".to_string());
    }
    if !pieces.is_sorted_by_key(|piece| piece.index()) {
        return Err(format!("{text} is not in the order {ORDER}"));
    }
    Ok(pieces)
}

fn parse_flipping(text: &str) -> Result<Option<Square>, String> {
    if text == "-" {
        return Ok(None);
    }
    Square::parse(text).map(Some).ok_or_else(|| format!("{text:?} is neither - nor a square from a1 to h4"))
}

/// Checks side, seat, ply and pending flip against each other and the board.
fn check_turn(fields: &Fields, errors: &mut ErrorCollector) {
    if let (Some(seat), Some(ply)) = (fields.seat, fields.ply)
        && seat % 2 != ply % 2
    {
        let message = format!("{seat} does not match ply {ply}: the first seat acts on odd plies");
        errors.push(SEAT, message);
    }
    if let (Some(side), Some(board)) = (fields.side, fields.board) {
        check_first_flip(side, &board, fields, errors);
    }
    if let (Some(Some(square)), Some(board)) = (fields.flipping, fields.board)
        && !board.face_down().contains(square)
    {
        errors.push(FLIPPING, format!("no face-down piece on {square}"));
    }
}

fn check_first_flip(side: Option<Colour>, board: &Board, fields: &Fields, errors: &mut ErrorCollector) {
    let untouched = *board == Board::ALL_FACE_DOWN;
    if side.is_some() && untouched {
        errors.push(SIDE, "all 32 pieces are face down, so no seat has a colour yet: write -");
    }
    if side.is_some() {
        return;
    }
    if !untouched {
        errors.push(
            SIDE,
            "- is only valid before the first flip, when all 32 pieces are face down: write r or b",
        );
        return;
    }
    if fields.quiet_plies.is_some_and(|plies| plies != 0) {
        errors.push(QUIET_PLIES, "no ply has been played before the first flip: write 0");
    }
    if fields.ply.is_some_and(|ply| ply != 1) {
        errors.push(PLY, "no ply has been played before the first flip: write 1");
    }
}

/// The unrevealed pieces, if board and captured pieces add up.
fn check_pieces(fields: &Fields, errors: &mut ErrorCollector) -> Option<PieceCounts> {
    let (board, captured) = (fields.board?, fields.captured.as_ref()?);
    let (mut unrevealed, mut consistent) = (PieceCounts::full_set(), true);
    for piece in Piece::all() {
        let lost = captured.iter().filter(|other| **other == piece).count();
        let (face_up, exist) = (board.count(piece), usize::from(piece.role().count_per_side()));
        if face_up + lost > exist {
            consistent = false;
            let message =
                format!("{face_up} {} face up and {lost} captured, but only {exist} exist", piece.letter());
            errors.push(BOARD, message);
            continue;
        }
        (0..face_up + lost).for_each(|_| unrevealed.remove(piece));
    }
    let face_down = board.face_down().len();
    if consistent && unrevealed.total() != face_down {
        consistent = false;
        let message = format!(
            "{face_down} face down, but {} pieces neither face up nor captured: the numbers must match",
            unrevealed.total()
        );
        errors.push(CAPTURED, message);
    }
    consistent.then_some(unrevealed)
}
