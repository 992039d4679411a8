//! Parses the board of a position text.

use super::army::{self, PROMOTION_RANK};
use super::piece::{Piece, Role};
use super::square::{BOARD_SIZE, Square};
use super::{ALL_SEATS, Corners, SEATS};
use crate::{ErrorCollector, Seat, SeatSet, parse_count};

const BOARD: &str = "the board";

/// The pieces of a board that has not been checked yet.
pub(super) type PlacedPieces = Vec<(Square, Piece)>;

pub(super) fn parse_board(text: &str, errors: &mut ErrorCollector) -> PlacedPieces {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != BOARD_SIZE as usize {
        errors.push(BOARD, format!("{} ranks instead of 12", ranks.len()));
        return PlacedPieces::new();
    }
    let ranks = ranks.into_iter().zip((0..BOARD_SIZE).rev());
    ranks.flat_map(|(text, rank)| parse_rank(text, rank, errors)).collect()
}

fn parse_rank(text: &str, rank: i8, errors: &mut ErrorCollector) -> PlacedPieces {
    let number = rank + 1;
    let mut pieces = PlacedPieces::new();
    let mut file = 0;
    let mut after_number = false;
    for part in text.split(',') {
        let empty = parse_count(part).filter(|count| (1..=12).contains(count));
        match (empty, parse_piece(part)) {
            (Some(_), _) if after_number => {
                errors.push(BOARD, format!("two numbers next to each other in rank {number}"));
                return pieces;
            }
            (Some(count), _) => file += count as i8,
            (None, Some(piece)) => {
                pieces.extend(Square::from_coords(file, rank).map(|square| (square, piece)));
                file += 1;
            }
            (None, None) => {
                errors
                    .push(BOARD, format!("{part:?} in rank {number} is neither a piece like wK nor 1 to 12"));
                return pieces;
            }
        }
        after_number = empty.is_some();
        // Stop before the count can overflow.
        if file > BOARD_SIZE {
            break;
        }
    }
    if file != BOARD_SIZE {
        let squares = if file > BOARD_SIZE { "more than 12".to_string() } else { file.to_string() };
        errors.push(BOARD, format!("rank {number} has {squares} squares instead of 12"));
    }
    pieces
}

fn parse_piece(text: &str) -> Option<Piece> {
    let mut letters = text.chars();
    let seat = army::seat_from_letter(letters.next()?)?;
    let role = Role::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(Piece { seat, role })
}

/// Checks the placement of the pieces.
pub(super) fn check(pieces: &PlacedPieces, living: SeatSet, corners: Corners, errors: &mut ErrorCollector) {
    for seat in ALL_SEATS.iter() {
        check_king(pieces, seat, living.contains(seat), errors);
    }
    for (square, piece) in pieces {
        check_piece(*square, *piece, corners, errors);
    }
}

fn check_king(pieces: &PlacedPieces, seat: Seat, lives: bool, errors: &mut ErrorCollector) {
    let name = seat.name(SEATS);
    let own = || pieces.iter().filter(|(_, piece)| piece.seat == seat);
    let kings = own().filter(|(_, piece)| piece.role == Role::King).count();
    if lives && kings != 1 {
        errors.push(BOARD, format!("{name} is not eliminated and has {kings} kings instead of 1"));
    }
    if let (false, Some((square, _))) = (lives, own().next()) {
        errors.push(BOARD, format!("{name} is eliminated but has pieces on the board, such as on {square}"));
    }
}

fn check_piece(square: Square, Piece { seat, role }: Piece, corners: Corners, errors: &mut ErrorCollector) {
    let (name, role_name) = (seat.name(SEATS), role.name());
    if let Some(owner) = square.owner() {
        if role != Role::King || owner != seat {
            let owner = owner.name(SEATS);
            let message = format!(
                "the {name} {role_name} on {square} is in {owner}'s corner, which only the {owner} king may enter"
            );
            errors.push(BOARD, message);
        } else if corners == Corners::Blocked {
            errors
                .push(BOARD, format!("the {name} king on {square} is in a corner, but corners are blocked"));
        }
    }
    let rank = army::relative_rank(seat, square);
    if role == Role::Pawn && !(1..PROMOTION_RANK).contains(&rank) {
        let message = if rank < 1 { "behind its starting rank" } else { "on or past its promotion rank" };
        errors.push(BOARD, format!("the {name} pawn on {square} is {message}"));
    }
}
