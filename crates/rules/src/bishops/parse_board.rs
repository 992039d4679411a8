//! The board of a position text, read.

use super::Corners;
use super::army::{self, PROMOTION_LINE, Role};
use super::square::{SIDE, Square};
use crate::{FaultList, Seat, SeatSet, read_count};

const BOARD: &str = "the board";

/// The men of a board that may not be in order yet.
pub(super) type Men = Vec<(Square, Seat, Role)>;

pub(super) fn read(text: &str, faults: &mut FaultList) -> Men {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != SIDE as usize {
        faults.note(BOARD, format!("{} ranks instead of 12", ranks.len()));
        return Men::new();
    }
    let ranks = ranks.into_iter().zip((0..SIDE).rev());
    ranks.flat_map(|(text, rank)| read_rank(text, rank, faults)).collect()
}

fn read_rank(text: &str, rank: i8, faults: &mut FaultList) -> Men {
    let number = rank + 1;
    let mut men = Men::new();
    let mut file = 0;
    let mut after_number = false;
    for part in text.split(',') {
        let empty = read_count(part).filter(|count| (1..=12).contains(count));
        match (empty, read_man(part)) {
            (Some(_), _) if after_number => {
                faults.note(BOARD, format!("two numbers next to each other in rank {number}"));
                return men;
            }
            (Some(count), _) => file += count as i8,
            (None, Some((seat, role))) => {
                men.extend(Square::at(file, rank).map(|square| (square, seat, role)));
                file += 1;
            }
            (None, None) => {
                faults.note(BOARD, format!("{part:?} in rank {number} is neither a man like wK nor 1 to 12"));
                return men;
            }
        }
        after_number = empty.is_some();
        // Long before the count could overflow the rank is too long.
        if file > SIDE {
            break;
        }
    }
    if file != SIDE {
        let squares = if file > SIDE { "more than 12".to_string() } else { file.to_string() };
        faults.note(BOARD, format!("rank {number} has {squares} squares instead of 12"));
    }
    men
}

fn read_man(text: &str) -> Option<(Seat, Role)> {
    let mut letters = text.chars();
    let man = (army::with_letter(letters.next()?)?, Role::with_letter(letters.next()?)?);
    letters.next().is_none().then_some(man)
}

/// Whether the men can stand as they do.
pub(super) fn check(men: &Men, living: SeatSet, corners: Corners, faults: &mut FaultList) {
    for seat in army::EVERYBODY.iter() {
        check_king(men, seat, living.contains(seat), faults);
    }
    for (square, seat, role) in men {
        check_man(*square, *seat, *role, corners, faults);
    }
}

fn check_king(men: &Men, seat: Seat, lives: bool, faults: &mut FaultList) {
    let name = seat.name(army::SEATS);
    let mine = || men.iter().filter(|(_, owner, _)| *owner == seat);
    let kings = mine().filter(|(_, _, role)| *role == Role::King).count();
    if lives && kings != 1 {
        faults.note(BOARD, format!("{name} lives and has {kings} kings instead of 1"));
    }
    if let (false, Some((square, ..))) = (lives, mine().next()) {
        faults.note(BOARD, format!("{name} does not live, but has men on the board, as on {square}"));
    }
}

fn check_man(square: Square, seat: Seat, role: Role, corners: Corners, faults: &mut FaultList) {
    let (name, role_name) = (seat.name(army::SEATS), role.name());
    if let Some(owner) = square.owner() {
        if role != Role::King || owner != seat {
            let owner = owner.name(army::SEATS);
            faults.note(BOARD, format!("the {name} {role_name} on {square} is in {owner}'s corner, which only the {owner} king may enter"));
        } else if corners == Corners::Blocked {
            faults
                .note(BOARD, format!("the {name} king on {square} is in a corner, but corners are blocked"));
        }
    }
    let ahead = army::ahead(seat, square);
    if role == Role::Pawn && !(1..PROMOTION_LINE).contains(&ahead) {
        let wrong = if ahead < 1 { "behind its start line" } else { "on or past its promotion line" };
        faults.note(BOARD, format!("the {name} pawn on {square} is {wrong}"));
    }
}
