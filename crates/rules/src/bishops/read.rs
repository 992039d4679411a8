//! Reading actions.

use super::action::Action;
use super::army;
use super::duel::Duel;
use super::square::Square;
use super::survival::Survival;
use super::{Bishops, Phase};
use crate::chess::{ChessMove, Pair};
use crate::{Position as _, SeatSet, Turn, WhyNot, capital};
use shakmaty::san::{San, SanError, SanPlus};
use shakmaty::{Move, Position as _, Role};

impl Bishops {
    pub(super) fn read_action(&self, text: &str) -> Result<Action, WhyNot> {
        if text == "force-duel" {
            let operators = || WhyNot::new("operator", "Only the operator of the table can force the duel.");
            return Err(self.why_no_forced_duel().unwrap_or_else(operators));
        }
        match (&self.phase, self.turn()) {
            (_, Turn::Over) => Err(WhyNot::over()),
            (Phase::Survival(game), Turn::Chance) => game.read_sides(text),
            (Phase::Survival(game), _) => self.read_survival(game, text),
            (Phase::Duel(duel), _) => duel.read(text),
        }
    }

    fn read_survival(&self, game: &Survival, text: &str) -> Result<Action, WhyNot> {
        if text == "swap" {
            return self.why_no_swap(game).map_or(Ok(Action::Swap), Err);
        }
        let Some((from, to)) = read_squares(text) else {
            return Err(WhyNot::new(
                "format",
                format!(
                    "{text:?} is not an action: write a move as g2g4, the exchange of king and queen as swap."
                ),
            ));
        };
        let mut legal = Vec::new();
        self.legal(&mut legal);
        let meant = legal
            .into_iter()
            .find(|action| matches!(action, Action::Step(step) if (step.from, step.to) == (from, to)));
        meant.ok_or_else(|| self.why_no_step(game, from, to))
    }
}

impl Duel {
    fn read(&self, text: &str) -> Result<Action, WhyNot> {
        let pair = text.split_at_checked(4).and_then(|(squares, _)| Pair::read(squares));
        let m = pair.map_or_else(|| self.read_san(text), |pair| self.read_uci(text, pair));
        m.map(|m| Action::Duel(ChessMove(m)))
    }

    /// Reads `e2e4` or `e7e8q`.
    fn read_uci(&self, text: &str, pair: Pair) -> Result<Move, WhyNot> {
        let moves = self.chess.legal_moves();
        let mut same = moves.iter().copied().filter(|m| Pair::of(*m) == pair).peekable();
        let Some(first) = same.peek().copied() else { return Err(self.why_not(pair)) };
        let meant = same.find(|m| ChessMove(*m).to_string() == text);
        meant.ok_or_else(|| match (first.promotion(), text.get(4..)) {
            (Some(_), Some("")) => {
                WhyNot::new("promotion", format!("{pair} promotes: say to what, as in {pair}q."))
            }
            (None, Some("q" | "r" | "b" | "n")) => {
                WhyNot::new("promotion", format!("{pair} does not promote: leave the letter out."))
            }
            _ => malformed(text),
        })
    }

    fn read_san(&self, text: &str) -> Result<Move, WhyNot> {
        let san = text.parse::<SanPlus>().map_err(|_| malformed(text))?.san;
        san.to_move(&self.chess).map_err(|error| self.why_no_san(san, text, &error))
    }

    fn why_no_san(&self, san: San, text: &str, error: &SanError) -> WhyNot {
        if matches!(error, SanError::AmbiguousSan) {
            let words = format!("{text} can be more than one move: say from which square.");
            return WhyNot::new("ambiguous", words);
        }
        if let San::Normal { role: Role::Pawn, to, promotion: None, .. } = san
            && self.chess.san_candidates(Role::Pawn, to).iter().any(|m| m.promotion().is_some())
        {
            return WhyNot::new("promotion", format!("{text} promotes: say to what, as in {text}=Q."));
        }
        let who = capital(self.to_move().name(army::SEATS));
        WhyNot::new("not_a_move", format!("{text} is not a legal move of {who}."))
    }
}

impl Survival {
    /// Reads `=wb` or `=-`.
    fn read_sides(&self, text: &str) -> Result<Action, WhyNot> {
        let letters = text.strip_prefix('=').ok_or_else(|| {
            WhyNot::new("chance", "First chance decides whose king and queen change places, as in =wb or =-.")
        })?;
        if letters == "-" {
            return Ok(Action::Sides(SeatSet::EMPTY));
        }
        let seats: Option<SeatSet> = letters.chars().map(army::with_letter).collect();
        let sides = seats.map(Action::Sides).filter(|sides| sides.to_string() == text);
        match (sides, seats) {
            (Some(sides), Some(seats)) if seats.minus(self.living()).is_empty() => Ok(sides),
            (Some(_), _) => Err(WhyNot::new("gone", format!("{text} names a colour that is gone."))),
            _ => Err(WhyNot::new(
                "format",
                format!("{text:?} is not an outcome: write = and some of wgbp in this order, or =-."),
            )),
        }
    }
}

/// Two squares of the big board, such as `a9c10`.
fn read_squares(text: &str) -> Option<(Square, Square)> {
    let second = text.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase())?.0;
    let (from, to) = text.split_at(second);
    Some((Square::read(from)?, Square::read(to)?))
}

fn malformed(text: &str) -> WhyNot {
    WhyNot::new("format", format!("{text:?} is not a move of the duel: write it as e2e4, e7e8q or in SAN."))
}
