//! Parses actions: BCN, and SAN for moves.

use super::{Action, BanChess, FromTo};
use crate::chess::ChessMove;
use crate::{IllegalAction, Position as _, Turn};
use shakmaty::san::{San, SanError};
use shakmaty::{Move, Position as _, Role};

pub(super) fn parse_action(position: &BanChess, text: &str) -> Result<Action, IllegalAction> {
    if position.turn() == Turn::Over {
        return Err(IllegalAction::game_over());
    }
    let plain = text.strip_suffix(['+', '#', '=']).unwrap_or(text);
    if let Some(squares) = plain.strip_prefix("b:") {
        return position.parse_ban(squares);
    }
    let m = match plain.strip_prefix("m:") {
        Some(body) if looks_like_squares(body) => position.parse_squares(body)?,
        Some(san) => position.parse_san(san)?,
        None => position.parse_san(plain)?,
    };
    position.unless_banned(m)
}

impl BanChess {
    fn parse_ban(&self, text: &str) -> Result<Action, IllegalAction> {
        let from_to = FromTo::parse(text).ok_or_else(|| malformed(&format!("b:{text}")))?;
        self.explain_ban(from_to).map_or(Ok(Action::Ban(from_to)), Err)
    }

    /// Parses `e2e4` or `e7e8q`.
    fn parse_squares(&self, text: &str) -> Result<Move, IllegalAction> {
        let (squares, letter) = text.split_at(4);
        let from_to = FromTo::parse(squares).ok_or_else(|| malformed(&format!("m:{text}")))?;
        let role = letter.chars().next().and_then(promotion);
        let moves = self.chess.legal_moves();
        let mut same = moves.iter().filter(|m| FromTo::from_move(**m) == from_to).peekable();
        let Some(first) = same.peek() else { return Err(self.explain_illegal_move(from_to)) };
        match (first.promotion().is_some(), letter.is_empty()) {
            (true, true) => return Err(self.unless_ban_phase(promotion_missing(from_to))),
            (false, false) => return Err(self.unless_ban_phase(promotion_unwanted(from_to))),
            _ => {}
        }
        same.find(|m| m.promotion() == role).copied().ok_or_else(|| malformed(&format!("m:{text}")))
    }

    /// Parses SAN. Ambiguity is judged among all legal chess moves, banned or not.
    fn parse_san(&self, text: &str) -> Result<Move, IllegalAction> {
        let castling = text.starts_with("0-0").then(|| text.replace('0', "O"));
        let san: San = castling.as_deref().unwrap_or(text).parse().map_err(|_| malformed(text))?;
        san.to_move(&self.chess).map_err(|error| self.explain_san(san, text, &error))
    }

    fn explain_san(&self, san: San, text: &str, error: &SanError) -> IllegalAction {
        if self.ban.is_none() {
            return self.explain_ban_phase();
        }
        if matches!(error, SanError::AmbiguousSan) {
            return IllegalAction::new(
                "ambiguous",
                format!("{text} is ambiguous: add the file or rank of the piece."),
            );
        }
        if let San::Normal { role: Role::Pawn, to, promotion: None, .. } = san
            && self.chess.san_candidates(Role::Pawn, to).iter().any(|m| m.promotion().is_some())
        {
            return IllegalAction::new(
                "promotion",
                format!("{text} is a promotion: add the piece, as in {text}=Q."),
            );
        }
        let hint =
            if looks_like_squares(text) { format!(" Write two squares as m:{text}.") } else { String::new() };
        IllegalAction::new("not_a_move", format!("{text} isn't a legal move.{hint}"))
    }

    fn unless_banned(&self, m: Move) -> Result<Action, IllegalAction> {
        match self.ban {
            None => Err(self.explain_ban_phase()),
            Some(ban) if ban == FromTo::from_move(m) => Err(self.explain_banned(ban)),
            Some(_) => Ok(Action::Move(ChessMove(m))),
        }
    }

    /// In the ban phase the phase is the first thing to explain.
    fn unless_ban_phase(&self, why: IllegalAction) -> IllegalAction {
        if self.ban.is_none() { self.explain_ban_phase() } else { why }
    }
}

/// Whether the text is two squares, with or without a promotion letter.
fn looks_like_squares(text: &str) -> bool {
    text.split_at_checked(4).is_some_and(|(squares, letter)| {
        FromTo::parse(squares).is_some()
            && (letter.is_empty() || letter.len() == 1 && letter.starts_with(is_promotion_letter))
    })
}

fn is_promotion_letter(letter: char) -> bool {
    promotion(letter).is_some()
}

fn promotion(letter: char) -> Option<Role> {
    match letter {
        'q' => Some(Role::Queen),
        'r' => Some(Role::Rook),
        'b' => Some(Role::Bishop),
        'n' => Some(Role::Knight),
        _ => None,
    }
}

fn promotion_missing(from_to: FromTo) -> IllegalAction {
    IllegalAction::new("promotion", format!("{from_to} is a promotion: add the piece, as in m:{from_to}q."))
}

fn promotion_unwanted(from_to: FromTo) -> IllegalAction {
    IllegalAction::new("promotion", format!("{from_to} is not a promotion: leave out the letter."))
}

fn malformed(text: &str) -> IllegalAction {
    IllegalAction::new(
        "format",
        format!(
            "{text:?} isn't a ban or move. Try b:e2e4 for a ban, or e4, Nf3, m:e2e4 or m:e7e8q for a move."
        ),
    )
}
