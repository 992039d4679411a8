//! Reading actions: the canonical text and nothing else.

use super::action::{Move, Throw};
use super::explain::why_no_throw;
use super::man::{Figure, Kind};
use super::{Action, Enochian};
use crate::{Position as _, Turn, WhyNot};

impl Enochian {
    pub(super) fn read_action(&self, text: &str) -> Result<Action, WhyNot> {
        if self.ended.is_some() {
            return Err(WhyNot::over());
        }
        if text == "exchange" {
            return Err(self.why_no_exchange().unwrap_or_else(|| {
                WhyNot::new("exchange", "An exchange is proposed and accepted, not played alone.")
            }));
        }
        if let Some(digit) = text.strip_prefix('=') {
            return self.read_throw(digit);
        }
        let m = Move::read(text).ok_or_else(|| malformed(text))?;
        if self.turn() == Turn::Chance {
            return Err(self.throw_first());
        }
        self.why_not_move(m).map_or(Ok(Action::Move(m)), Err)
    }

    fn read_throw(&self, digit: &str) -> Result<Action, WhyNot> {
        let throw = Throw::with_digit(digit).ok_or_else(|| malformed(&format!("={digit}")))?;
        if self.turn() == Turn::Chance { Ok(Action::Throw(throw)) } else { Err(why_no_throw(self.die)) }
    }

    /// Why this very move cannot be played, if it cannot.
    fn why_not_move(&self, m: Move) -> Option<WhyNot> {
        let mut legal = Vec::new();
        self.legal(&mut legal);
        if legal.contains(&Action::Move(m)) {
            return None;
        }
        let same = legal.iter().filter_map(|action| match action {
            Action::Move(other) if (other.kind, other.from, other.to) == (m.kind, m.from, m.to) => {
                Some(other)
            }
            _ => None,
        });
        let choices: Vec<String> = same.filter_map(|other| other.promotion).map(becomes).collect();
        let short = Move { promotion: None, ..m };
        Some(match (m.promotion, choices.is_empty()) {
            (_, false) => {
                let words = format!("{short} promotes here by adding {}.", choices.join(" or "));
                WhyNot::new("promotion", words)
            }
            (Some(_), true) if legal.contains(&Action::Move(short)) => {
                WhyNot::new("promotion", format!("{short} does not promote: leave the letter out."))
            }
            (_, true) => self.why_unlisted(Some(m.kind), m.from, m.to),
        })
    }
}

fn becomes(figure: Figure) -> String {
    format!("={}", figure.letter())
}

impl Move {
    /// Reads `Kh1g1` or `Pb5a5=N`.
    fn read(text: &str) -> Option<Move> {
        let (kind, squares) = text.split_at_checked(1)?;
        let (from, rest) = squares.split_at_checked(2)?;
        let (to, promotion) = rest.split_at_checked(2)?;
        let promotion = match promotion.strip_prefix('=') {
            Some(letter) if letter.len() == 1 => Some(Figure::with_letter(letter.chars().next()?)?),
            None if promotion.is_empty() => None,
            _ => return None,
        };
        let kind = Kind::with_letter(kind.chars().next()?)?;
        Some(Move { kind, from: from.parse().ok()?, to: to.parse().ok()?, promotion })
    }
}

fn malformed(text: &str) -> WhyNot {
    let words = format!(
        "{text:?} is not an action: write the piece's letter and two squares as Kh1g1, a promotion as Pb5a5=N."
    );
    WhyNot::new("format", words)
}
