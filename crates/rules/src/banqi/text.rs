//! Writes position texts: board, side, seat, captured pieces, quiet plies, ply and the square being flipped.

use super::{Banqi, Colour, Piece, PieceCounts, Square};
use std::fmt;

impl fmt::Display for Banqi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            for file in 0..Square::FILES {
                write!(f, "{}", self.letter_on(Square::from_coords(file, rank)))?;
            }
            f.write_str(if rank == 0 { " " } else { "/" })?;
        }
        let seat = self.seat_to_move().index() + 1;
        write!(
            f,
            "{} {seat} {} {} {} ",
            side_letter(self.colour_to_move()),
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

fn letters(counts: PieceCounts) -> String {
    let letters: String =
        counts.iter().flat_map(|(piece, count)| (0..count).map(move |_| piece.letter())).collect();
    if letters.is_empty() { "-".to_string() } else { letters }
}
