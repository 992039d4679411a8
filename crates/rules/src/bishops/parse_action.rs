//! Parses actions: two squares, `swap` and chance outcomes; UCI and SAN in the duel.

use super::action::Action;
use super::army;
use super::duel::Duel;
use super::square::Square;
use super::survival::Survival;
use super::{Bishops, Phase};
use crate::chess::{ChessMove, FromTo};
use crate::{IllegalAction, Position as _, SeatSet, Turn};
use shakmaty::san::{San, SanError, SanPlus};
use shakmaty::{Move, Position as _, Role};

pub(super) fn parse_action(position: &Bishops, text: &str) -> Result<Action, IllegalAction> {
    if text == "force-duel" {
        let not_operator = || IllegalAction::new("operator", "Only the host can force the duel.");
        return Err(position.explain_forced_duel().unwrap_or_else(not_operator));
    }
    if position.turn() == Turn::Over {
        return Err(IllegalAction::game_over());
    }
    match (&position.phase, position.turn()) {
        (Phase::Survival(game), Turn::Chance) => game.parse_sides(text),
        (Phase::Survival(game), _) => position.parse_survival_action(game, text),
        (Phase::Duel(duel), _) => duel.parse_action(text),
    }
}

impl Bishops {
    fn parse_survival_action(&self, game: &Survival, text: &str) -> Result<Action, IllegalAction> {
        if text == "swap" {
            return self.explain_swap(game).map_or(Ok(Action::Swap), Err);
        }
        let Some((from, to)) = parse_squares(text) else {
            let words = format!("{text:?} isn't a move. Try g2g4, or swap to swap king and queen.");
            return Err(IllegalAction::new("format", words));
        };
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        let meant = legal
            .into_iter()
            .find(|action| matches!(action, Action::Move(m) if (m.from, m.to) == (from, to)));
        meant.ok_or_else(|| self.explain_illegal_move(game, from, to))
    }
}

impl Duel {
    fn parse_action(&self, text: &str) -> Result<Action, IllegalAction> {
        let from_to = text.split_at_checked(4).and_then(|(squares, _)| FromTo::parse(squares));
        let m = from_to.map_or_else(|| self.parse_san(text), |from_to| self.parse_uci(text, from_to));
        m.map(|m| Action::Duel(ChessMove(m)))
    }

    /// Parses `e2e4` or `e7e8q`.
    fn parse_uci(&self, text: &str, from_to: FromTo) -> Result<Move, IllegalAction> {
        let moves = self.chess.legal_moves();
        let mut same = moves.iter().copied().filter(|m| FromTo::from_move(*m) == from_to).peekable();
        let Some(first) = same.peek().copied() else { return Err(self.explain_illegal_move(from_to)) };
        let meant = same.find(|m| ChessMove(*m).to_string() == text);
        meant.ok_or_else(|| match (first.promotion(), text.get(4..)) {
            (Some(_), Some("")) => {
                let words = format!("{from_to} is a promotion: add the piece, as in {from_to}q.");
                IllegalAction::new("promotion", words)
            }
            (None, Some("q" | "r" | "b" | "n")) => {
                let words = format!("{from_to} is not a promotion: leave out the letter.");
                IllegalAction::new("promotion", words)
            }
            _ => malformed(text),
        })
    }

    fn parse_san(&self, text: &str) -> Result<Move, IllegalAction> {
        let san = text.parse::<SanPlus>().map_err(|_| malformed(text))?.san;
        san.to_move(&self.chess).map_err(|error| self.explain_san(san, text, &error))
    }

    fn explain_san(&self, san: San, text: &str, error: &SanError) -> IllegalAction {
        if matches!(error, SanError::AmbiguousSan) {
            let words = format!("{text} is ambiguous: add the file or rank of the piece.");
            return IllegalAction::new("ambiguous", words);
        }
        if let San::Normal { role: Role::Pawn, to, promotion: None, .. } = san
            && self.chess.san_candidates(Role::Pawn, to).iter().any(|m| m.promotion().is_some())
        {
            let words = format!("{text} is a promotion: add the piece, as in {text}=Q.");
            return IllegalAction::new("promotion", words);
        }
        IllegalAction::new("not_a_move", format!("{text} isn't a legal move."))
    }
}

impl Survival {
    /// Parses `=wb` or `=-`.
    fn parse_sides(&self, text: &str) -> Result<Action, IllegalAction> {
        let letters = text.strip_prefix('=').ok_or_else(|| {
            let words = "Chance first decides whose king and queen are swapped, as in =wb or =-.";
            IllegalAction::new("chance", words)
        })?;
        if letters == "-" {
            return Ok(Action::Sides(SeatSet::EMPTY));
        }
        let seats: Option<SeatSet> = letters.chars().map(army::seat_from_letter).collect();
        let sides = seats.map(Action::Sides).filter(|sides| sides.to_string() == text);
        match (sides, seats) {
            (Some(sides), Some(seats)) if seats.minus(self.living()).is_empty() => Ok(sides),
            (Some(_), _) => {
                let words = format!("{text} names a colour that has already been eliminated.");
                Err(IllegalAction::new("gone", words))
            }
            _ => {
                let words = format!(
                    "{text:?} isn't a chance outcome: write = and some of wgbp in this order, or =-."
                );
                Err(IllegalAction::new("format", words))
            }
        }
    }
}

/// Parses two squares of the 12×12 board, such as `a9c10`.
fn parse_squares(text: &str) -> Option<(Square, Square)> {
    let second = text.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase())?.0;
    let (from, to) = text.split_at(second);
    Some((Square::parse(from)?, Square::parse(to)?))
}

fn malformed(text: &str) -> IllegalAction {
    IllegalAction::new("format", format!("{text:?} isn't a move. Try e4, Nf3, e2e4 or e7e8q."))
}
