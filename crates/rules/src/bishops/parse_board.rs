//! The board of a position text, read.

use super::Corners;
use super::army::{self, PROMOTION_RANK, Role};
use super::square::{BOARD_SIZE, Square};
use crate::{ErrorCollector, Seat, SeatSet, parse_count};

const BOARD: &str = "the board";

/// The men of a board that may not be in order yet.
pub(super) type PlacedPieces = Vec<(Square, Seat, Role)>;

pub(super) fn parse_board(text: &str, faults: &mut ErrorCollector) -> PlacedPieces {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != BOARD_SIZE as usize {
        faults.push(BOARD, format!("{} ranks instead of 12", ranks.len()));
        return PlacedPieces::new();
    }
    let ranks = ranks.into_iter().zip((0..BOARD_SIZE).rev());
    ranks.flat_map(|(text, rank)| parse_rank(text, rank, faults)).collect()
}

fn parse_rank(text: &str, rank: i8, faults: &mut ErrorCollector) -> PlacedPieces {
    let number = rank + 1;
    let mut men = PlacedPieces::new();
    let mut file = 0;
    let mut after_number = false;
    for part in text.split(',') {
        let empty = parse_count(part).filter(|count| (1..=12).contains(count));
        match (empty, parse_piece(part)) {
            (Some(_), _) if after_number => {
                faults.push(BOARD, format!("two numbers next to each other in rank {number}"));
                return men;
            }
            (Some(count), _) => file += count as i8,
            (None, Some((seat, role))) => {
                men.extend(Square::from_coords(file, rank).map(|square| (square, seat, role)));
                file += 1;
            }
            (None, None) => {
                faults.push(BOARD, format!("{part:?} in rank {number} is neither a man like wK nor 1 to 12"));
                return men;
            }
        }
        after_number = empty.is_some();
        // Long before the count could overflow the rank is too long.
        if file > BOARD_SIZE {
            break;
        }
    }
    if file != BOARD_SIZE {
        let squares = if file > BOARD_SIZE { "more than 12".to_string() } else { file.to_string() };
        faults.push(BOARD, format!("rank {number} has {squares} squares instead of 12"));
    }
    men
}

fn parse_piece(text: &str) -> Option<(Seat, Role)> {
    let mut letters = text.chars();
    let man = (army::seat_from_letter(letters.next()?)?, Role::from_letter(letters.next()?)?);
    letters.next().is_none().then_some(man)
}

/// Whether the men can stand as they do.
pub(super) fn check(men: &PlacedPieces, living: SeatSet, corners: Corners, faults: &mut ErrorCollector) {
    for seat in army::ALL_SEATS.iter() {
        check_king(men, seat, living.contains(seat), faults);
    }
    for (square, seat, role) in men {
        check_piece(*square, *seat, *role, corners, faults);
    }
}

fn check_king(men: &PlacedPieces, seat: Seat, lives: bool, faults: &mut ErrorCollector) {
    let name = seat.name(army::SEATS);
    let mine = || men.iter().filter(|(_, owner, _)| *owner == seat);
    let kings = mine().filter(|(_, _, role)| *role == Role::King).count();
    if lives && kings != 1 {
        faults.push(BOARD, format!("{name} lives and has {kings} kings instead of 1"));
    }
    if let (false, Some((square, ..))) = (lives, mine().next()) {
        faults.push(BOARD, format!("{name} does not live, but has men on the board, as on {square}"));
    }
}

fn check_piece(square: Square, seat: Seat, role: Role, corners: Corners, faults: &mut ErrorCollector) {
    let (name, role_name) = (seat.name(army::SEATS), role.name());
    if let Some(owner) = square.owner() {
        if role != Role::King || owner != seat {
            let owner = owner.name(army::SEATS);
            faults.push(BOARD, format!("the {name} {role_name} on {square} is in {owner}'s corner, which only the {owner} king may enter"));
        } else if corners == Corners::Blocked {
            faults
                .push(BOARD, format!("the {name} king on {square} is in a corner, but corners are blocked"));
        }
    }
    let ahead = army::relative_rank(seat, square);
    if role == Role::Pawn && !(1..PROMOTION_RANK).contains(&ahead) {
        let wrong = if ahead < 1 { "behind its start line" } else { "on or past its promotion line" };
        faults.push(BOARD, format!("the {name} pawn on {square} is {wrong}"));
    }
}
