//! Reading actions: the canonical text, squares in upper case, and `c2>d2`.

use super::{Action, Banqi, Piece, Square};
use crate::{IllegalAction, Position as _};

/// A text that has the form of an action.
enum ActionText {
    Flip(Square),
    Move(Square, Square),
    Reveal(char),
}

impl ActionText {
    fn parse(text: &str) -> Option<ActionText> {
        if let Some(letter) = text.strip_prefix('=') {
            let mut letters = letter.chars();
            return letters.next().filter(|_| letters.next().is_none()).map(ActionText::Reveal);
        }
        let squares = text.to_ascii_lowercase();
        if let Some(square) = squares.strip_prefix('?') {
            return Square::parse(square).map(ActionText::Flip);
        }
        let (from, to) = squares.split_at_checked(2)?;
        let to = to.strip_prefix('>').unwrap_or(to);
        Some(ActionText::Move(Square::parse(from)?, Square::parse(to)?))
    }
}

impl Banqi {
    pub(super) fn read_action(&self, text: &str) -> Result<Action, IllegalAction> {
        if self.outcome().is_some() {
            return Err(IllegalAction::game_over());
        }
        let (action, why) = match ActionText::parse(text).ok_or_else(|| self.malformed(text))? {
            ActionText::Reveal(letter) => return self.parse_reveal(letter),
            ActionText::Flip(square) => (Action::Flip(square), self.explain_flip(square)),
            ActionText::Move(from, to) => (Action::Move { from, to }, self.explain_move(from, to)),
        };
        why.map_or(Ok(action), Err)
    }

    fn parse_reveal(&self, letter: char) -> Result<Action, IllegalAction> {
        if self.flipping.is_none() {
            return Err(IllegalAction::new("no_flip", "No piece is being turned over."));
        }
        let Some(piece) = Piece::from_letter(letter) else {
            let words =
                format!("{letter:?} is no piece: the letters are kgechpq for red and KGECHPQ for black.");
            return Err(IllegalAction::new("format", words));
        };
        if self.unrevealed.count(piece) == 0 {
            return Err(IllegalAction::new("not_in_bag", format!("No {piece} lies face-down any more.")));
        }
        Ok(Action::Reveal(piece))
    }

    fn malformed(&self, text: &str) -> IllegalAction {
        let advice = match self.flipping {
            Some(_) => "write what the piece turns out to be as =q",
            None => "write a flip as ?b4, a step or capture as c2d2",
        };
        IllegalAction::new("format", format!("{text:?} is not an action: {advice}."))
    }
}
