//! Parses actions: the canonical text, upper-case squares, and `c2>d2`.

use super::{Action, Banqi, Piece, Square};
use crate::{IllegalAction, Position as _, Turn};

/// A text in the form of an action, legal or not.
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

pub(super) fn parse_action(position: &Banqi, text: &str) -> Result<Action, IllegalAction> {
    if position.turn() == Turn::Over {
        return Err(IllegalAction::game_over());
    }
    let (action, why) = match ActionText::parse(text).ok_or_else(|| position.malformed(text))? {
        ActionText::Reveal(letter) => return position.parse_reveal(letter),
        ActionText::Flip(square) => (Action::Flip(square), position.explain_flip(square)),
        ActionText::Move(from, to) => (Action::Move { from, to }, position.explain_move(from, to)),
    };
    why.map_or(Ok(action), Err)
}

impl Banqi {
    fn parse_reveal(&self, letter: char) -> Result<Action, IllegalAction> {
        if self.flipping.is_none() {
            return Err(IllegalAction::new("no_flip", "No piece is being flipped."));
        }
        let Some(piece) = Piece::from_letter(letter) else {
            let words =
                format!("{letter:?} isn't a piece: the letters are kgechpq for red and KGECHPQ for black.");
            return Err(IllegalAction::new("format", words));
        };
        if self.unrevealed.count(piece) == 0 {
            return Err(IllegalAction::new("not_in_bag", format!("No {piece} is face down any more.")));
        }
        Ok(Action::Reveal(piece))
    }

    fn malformed(&self, text: &str) -> IllegalAction {
        let example = match self.flipping {
            Some(_) => "=q for the revealed piece",
            None => "?b4 for a flip, or c2d2 for a step or capture",
        };
        IllegalAction::new("format", format!("{text:?} isn't an action. Try {example}."))
    }
}
