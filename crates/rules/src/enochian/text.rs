//! Writes position texts.

use super::army::Army;
use super::dice::Die;
use super::options::seat_letter;
use super::{Board, Enochian};
use shakmaty::{File, Rank, Square};
use std::fmt;

impl fmt::Display for Enochian {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.board, self.army.letter())?;
        Army::ALL.iter().try_for_each(|army| write!(f, "{}", seat_letter(self.controllers[*army])))?;
        write!(f, " {} {} {} {} ", self.frozen_text(), self.captors_text(), self.quiet_plies, self.ply)?;
        match self.die {
            Die::Unused => f.write_str("-"),
            Die::ToThrow => f.write_str("?"),
            Die::Thrown(throw) => write!(f, "{}", throw.number()),
        }
    }
}

impl Enochian {
    fn frozen_text(&self) -> String {
        if self.frozen.is_empty() { "-".to_string() } else { self.frozen.iter().map(Army::letter).collect() }
    }

    fn captors_text(&self) -> String {
        let entry = |army: Army| {
            self.captors[army].map(|captor| format!("{}:{}", army.letter(), seat_letter(captor)))
        };
        let entries: Vec<String> = Army::ALL.into_iter().filter_map(entry).collect();
        if entries.is_empty() { "-".to_string() } else { entries.join(",") }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranks: Vec<String> = Rank::ALL.iter().rev().map(|rank| self.rank_text(*rank)).collect();
        f.write_str(&ranks.join("/"))
    }
}

impl Board {
    fn rank_text(&self, rank: Rank) -> String {
        let mut parts = Vec::new();
        let mut run = 0;
        for file in File::ALL {
            let pieces = self.square_text(Square::from_coords(file, rank));
            if pieces.is_empty() {
                run += 1;
                continue;
            }
            if run > 0 {
                parts.push(run.to_string());
                run = 0;
            }
            parts.push(pieces);
        }
        if run > 0 {
            parts.push(run.to_string());
        }
        parts.join(",")
    }

    /// The pieces on a square, such as `bPr` or `bK+bB`; empty for none.
    fn square_text(&self, square: Square) -> String {
        let pieces: Vec<String> =
            self.pieces_at(square).map(|(army, piece)| format!("{}{piece}", army.letter())).collect();
        pieces.join("+")
    }
}
