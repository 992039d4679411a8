//! Parses the board of a position text.

use super::{Board, Piece, Square};
use crate::ErrorCollector;

pub(super) const BOARD: &str = "the board";

/// The letters of the pieces in the order of the captured field.
pub(super) const ORDER: &str = "kgechpqKGECHPQ";

pub(super) fn parse_board(text: &str, errors: &mut ErrorCollector) -> Option<Board> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(Square::RANKS) {
        errors.push(BOARD, format!("{} ranks instead of {}", ranks.len(), Square::RANKS));
        return None;
    }
    let mut board = Board::EMPTY;
    let mut consistent = true;
    for (letters, rank) in ranks.iter().zip((0..Square::RANKS).rev()) {
        let placed = place_rank(&mut board, letters, rank);
        consistent &= errors.collect(BOARD, placed).is_some();
    }
    consistent.then_some(board)
}

fn place_rank(board: &mut Board, letters: &str, rank: u8) -> Result<(), String> {
    let (count, number) = (letters.chars().count(), rank + 1);
    if let Some(letter) =
        letters.chars().find(|c| !matches!(c, '?' | '.') && Piece::from_letter(*c).is_none())
    {
        return Err(format!("unknown letter {letter:?} in rank {number}: use {ORDER}, ? and ."));
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
