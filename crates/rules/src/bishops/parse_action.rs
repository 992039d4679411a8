//! Reading actions.

use super::action::Action;
use super::army;
use super::duel::Duel;
use super::square::Square;
use super::survival::Survival;
use super::{Bishops, Phase};
use crate::chess::{ChessMove, FromTo};
use crate::{IllegalAction, Position as _, SeatSet, Turn, capitalised};
use shakmaty::san::{San, SanError, SanPlus};
use shakmaty::{Move, Position as _, Role};

impl Bishops {
    pub(super) fn read_action(&self, text: &str) -> Result<Action, IllegalAction> {
        if text == "force-duel" {
            let operators =
                || IllegalAction::new("operator", "Only the operator of the table can force the duel.");
            return Err(self.explain_forced_duel().unwrap_or_else(operators));
        }
        match (&self.phase, self.turn()) {
            (_, Turn::Over) => Err(IllegalAction::game_over()),
            (Phase::Survival(game), Turn::Chance) => game.parse_sides(text),
            (Phase::Survival(game), _) => self.parse_survival_action(game, text),
            (Phase::Duel(duel), _) => duel.parse_action(text),
        }
    }

    fn parse_survival_action(&self, game: &Survival, text: &str) -> Result<Action, IllegalAction> {
        if text == "swap" {
            return self.explain_swap(game).map_or(Ok(Action::Swap), Err);
        }
        let Some((from, to)) = parse_squares(text) else {
            return Err(IllegalAction::new(
                "format",
                format!(
                    "{text:?} is not an action: write a move as g2g4, the exchange of king and queen as swap."
                ),
            ));
        };
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        let meant = legal
            .into_iter()
            .find(|action| matches!(action, Action::Move(step) if (step.from, step.to) == (from, to)));
        meant.ok_or_else(|| self.explain_move(game, from, to))
    }
}

impl Duel {
    fn parse_action(&self, text: &str) -> Result<Action, IllegalAction> {
        let pair = text.split_at_checked(4).and_then(|(squares, _)| FromTo::parse(squares));
        let m = pair.map_or_else(|| self.parse_san(text), |pair| self.parse_uci(text, pair));
        m.map(|m| Action::Duel(ChessMove(m)))
    }

    /// Reads `e2e4` or `e7e8q`.
    fn parse_uci(&self, text: &str, pair: FromTo) -> Result<Move, IllegalAction> {
        let moves = self.chess.legal_moves();
        let mut same = moves.iter().copied().filter(|m| FromTo::from_move(*m) == pair).peekable();
        let Some(first) = same.peek().copied() else { return Err(self.why_not(pair)) };
        let meant = same.find(|m| ChessMove(*m).to_string() == text);
        meant.ok_or_else(|| match (first.promotion(), text.get(4..)) {
            (Some(_), Some("")) => {
                IllegalAction::new("promotion", format!("{pair} promotes: say to what, as in {pair}q."))
            }
            (None, Some("q" | "r" | "b" | "n")) => {
                IllegalAction::new("promotion", format!("{pair} does not promote: leave the letter out."))
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
            let words = format!("{text} can be more than one move: say from which square.");
            return IllegalAction::new("ambiguous", words);
        }
        if let San::Normal { role: Role::Pawn, to, promotion: None, .. } = san
            && self.chess.san_candidates(Role::Pawn, to).iter().any(|m| m.promotion().is_some())
        {
            return IllegalAction::new("promotion", format!("{text} promotes: say to what, as in {text}=Q."));
        }
        let who = capitalised(self.to_move().name(army::SEATS));
        IllegalAction::new("not_a_move", format!("{text} is not a legal move of {who}."))
    }
}

impl Survival {
    /// Reads `=wb` or `=-`.
    fn parse_sides(&self, text: &str) -> Result<Action, IllegalAction> {
        let letters = text.strip_prefix('=').ok_or_else(|| {
            IllegalAction::new(
                "chance",
                "First chance decides whose king and queen change places, as in =wb or =-.",
            )
        })?;
        if letters == "-" {
            return Ok(Action::Sides(SeatSet::EMPTY));
        }
        let seats: Option<SeatSet> = letters.chars().map(army::seat_from_letter).collect();
        let sides = seats.map(Action::Sides).filter(|sides| sides.to_string() == text);
        match (sides, seats) {
            (Some(sides), Some(seats)) if seats.minus(self.living()).is_empty() => Ok(sides),
            (Some(_), _) => Err(IllegalAction::new("gone", format!("{text} names a colour that is gone."))),
            _ => Err(IllegalAction::new(
                "format",
                format!("{text:?} is not an outcome: write = and some of wgbp in this order, or =-."),
            )),
        }
    }
}

/// Two squares of the big board, such as `a9c10`.
fn parse_squares(text: &str) -> Option<(Square, Square)> {
    let second = text.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase())?.0;
    let (from, to) = text.split_at(second);
    Some((Square::parse(from)?, Square::parse(to)?))
}

fn malformed(text: &str) -> IllegalAction {
    IllegalAction::new(
        "format",
        format!("{text:?} is not a move of the duel: write it as e2e4, e7e8q or in SAN."),
    )
}
