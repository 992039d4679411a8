//! Parses actions, in canonical text only.

use super::action::{Move, Throw};
use super::explain::explain_throw;
use super::piece::{Officer, Role};
use super::{Action, Enochian};
use crate::{IllegalAction, Position as _, Turn};

pub(super) fn parse_action(position: &Enochian, text: &str) -> Result<Action, IllegalAction> {
    if position.turn() == Turn::Over {
        return Err(IllegalAction::game_over());
    }
    if text == "exchange" {
        return Err(position.explain_exchange().unwrap_or_else(|| {
            IllegalAction::new("exchange", "An exchange must be proposed and accepted: it isn't a move.")
        }));
    }
    if let Some(digit) = text.strip_prefix('=') {
        return position.parse_throw(digit);
    }
    let m = Move::parse(text).ok_or_else(|| malformed(text))?;
    if position.turn() == Turn::Chance {
        return Err(position.explain_unthrown_die());
    }
    position.explain_move(m).map_or(Ok(Action::Move(m)), Err)
}

impl Enochian {
    fn parse_throw(&self, digit: &str) -> Result<Action, IllegalAction> {
        let throw = Throw::from_digit(digit).ok_or_else(|| malformed(&format!("={digit}")))?;
        if self.turn() == Turn::Chance { Ok(Action::Throw(throw)) } else { Err(explain_throw(self.die)) }
    }
}

impl Move {
    /// Parses `Kh1g1` or `Pb5a5=N`.
    fn parse(text: &str) -> Option<Move> {
        let (role, squares) = text.split_at_checked(1)?;
        let (from, rest) = squares.split_at_checked(2)?;
        let (to, promotion) = rest.split_at_checked(2)?;
        let promotion = match promotion.strip_prefix('=') {
            Some(letter) if letter.len() == 1 => Some(Officer::from_letter(letter.chars().next()?)?),
            None if promotion.is_empty() => None,
            _ => return None,
        };
        let role = Role::from_letter(role.chars().next()?)?;
        Some(Move { role, from: from.parse().ok()?, to: to.parse().ok()?, promotion })
    }
}

fn malformed(text: &str) -> IllegalAction {
    let words = format!("{text:?} isn't a move. Try Kh1g1, or Pb5a5=N for a promotion.");
    IllegalAction::new("format", words)
}
