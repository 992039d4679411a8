//! Reading actions: the canonical text, squares in upper case, and `c2>d2`.

use super::{Action, Banqi, Piece, Square};
use crate::{Position as _, WhyNot};

/// A text that has the form of an action.
enum Meant {
    Flip(Square),
    Move(Square, Square),
    Reveal(char),
}

impl Meant {
    fn read(text: &str) -> Option<Meant> {
        if let Some(letter) = text.strip_prefix('=') {
            let mut letters = letter.chars();
            return letters.next().filter(|_| letters.next().is_none()).map(Meant::Reveal);
        }
        let squares = text.to_ascii_lowercase();
        if let Some(square) = squares.strip_prefix('?') {
            return Square::read(square).map(Meant::Flip);
        }
        let (from, to) = squares.split_at_checked(2)?;
        let to = to.strip_prefix('>').unwrap_or(to);
        Some(Meant::Move(Square::read(from)?, Square::read(to)?))
    }
}

impl Banqi {
    pub(super) fn read_action(&self, text: &str) -> Result<Action, WhyNot> {
        if self.outcome().is_some() {
            return Err(WhyNot::over());
        }
        let (action, why) = match Meant::read(text).ok_or_else(|| self.malformed(text))? {
            Meant::Reveal(letter) => return self.read_reveal(letter),
            Meant::Flip(square) => (Action::Flip(square), self.why_no_flip(square)),
            Meant::Move(from, to) => (Action::Move { from, to }, self.why_no_move(from, to)),
        };
        why.map_or(Ok(action), Err)
    }

    fn read_reveal(&self, letter: char) -> Result<Action, WhyNot> {
        if self.turning.is_none() {
            return Err(WhyNot::new("no_flip", "No piece is being turned over."));
        }
        let Some(piece) = Piece::lettered(letter) else {
            let words =
                format!("{letter:?} is no piece: the letters are kgechpq for red and KGECHPQ for black.");
            return Err(WhyNot::new("format", words));
        };
        if self.bag.count(piece) == 0 {
            return Err(WhyNot::new("not_in_bag", format!("No {piece} lies face-down any more.")));
        }
        Ok(Action::Reveal(piece))
    }

    fn malformed(&self, text: &str) -> WhyNot {
        let advice = match self.turning {
            Some(_) => "write what the piece turns out to be as =q",
            None => "write a flip as ?b4, a step or capture as c2d2",
        };
        WhyNot::new("format", format!("{text:?} is not an action: {advice}."))
    }
}
