//! Reading actions: BCN, and SAN for moves.

use super::{Action, BanChess, FromTo};
use crate::chess::{self, ChessMove};
use crate::{IllegalAction, Position as _};
use shakmaty::san::{San, SanError, SanPlus};
use shakmaty::{Move, Position as _, Role};
use smol_str::SmolStr;

impl BanChess {
    pub(super) fn read_action(&self, text: &str) -> Result<Action, IllegalAction> {
        if self.outcome().is_some() {
            return Err(IllegalAction::game_over());
        }
        let plain = text.strip_suffix(['+', '#', '=']).unwrap_or(text);
        if let Some(pair) = plain.strip_prefix("b:") {
            return self.parse_ban(pair);
        }
        let m = match plain.strip_prefix("m:") {
            Some(body) if looks_like_pair(body) => self.parse_squares(body)?,
            Some(san) => self.parse_san(san)?,
            None => self.parse_san(plain)?,
        };
        self.not_banned(m)
    }

    fn parse_ban(&self, text: &str) -> Result<Action, IllegalAction> {
        let pair = FromTo::parse(text).ok_or_else(|| malformed(&format!("b:{text}")))?;
        self.explain_ban(pair).map_or(Ok(Action::Ban(pair)), Err)
    }

    /// Reads `e2e4` or `e7e8q`.
    fn parse_squares(&self, text: &str) -> Result<Move, IllegalAction> {
        let (squares, letter) = text.split_at(4);
        let pair = FromTo::parse(squares).ok_or_else(|| malformed(&format!("m:{text}")))?;
        let role = letter.chars().next().and_then(promotion);
        let moves = self.chess.legal_moves();
        let mut same = moves.iter().filter(|m| FromTo::from_move(**m) == pair).peekable();
        let Some(first) = same.peek() else { return Err(self.explain_illegal_move(pair)) };
        match (first.promotion().is_some(), letter.is_empty()) {
            (true, true) => return Err(self.if_moving(promotion_missing(pair))),
            (false, false) => return Err(self.if_moving(promotion_unwanted(pair))),
            _ => {}
        }
        same.find(|m| m.promotion() == role).copied().ok_or_else(|| malformed(&format!("m:{text}")))
    }

    /// Reads SAN; ambiguity is judged among plain chess moves, ignoring the ban.
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
                format!("{text} can be more than one move: say from which square."),
            );
        }
        if let San::Normal { role: Role::Pawn, to, promotion: None, .. } = san
            && self.chess.san_candidates(Role::Pawn, to).iter().any(|m| m.promotion().is_some())
        {
            return IllegalAction::new("promotion", format!("{text} promotes: say to what, as in {text}=Q."));
        }
        let hint = if looks_like_pair(text) {
            format!(" Two squares are written as m:{text}.")
        } else {
            String::new()
        };
        IllegalAction::new("not_a_move", format!("{text} is not a legal move of {}.{hint}", self.side_name()))
    }

    fn not_banned(&self, m: Move) -> Result<Action, IllegalAction> {
        match self.ban {
            None => Err(self.explain_ban_phase()),
            Some(ban) if ban == FromTo::from_move(m) => Err(self.explain_banned(ban)),
            Some(_) => Ok(Action::Move(ChessMove(m))),
        }
    }

    /// In the ban phase the phase is what is wrong first of all.
    fn if_moving(&self, why: IllegalAction) -> IllegalAction {
        if self.ban.is_none() { self.explain_ban_phase() } else { why }
    }

    pub(super) fn written(&self, action: Action) -> String {
        match action {
            Action::Ban(pair) => pair.to_string(),
            Action::Move(m) => SanPlus::from_move(self.chess.clone(), m.0).to_string(),
        }
    }

    /// Without the signs of check and mate.
    pub(super) fn labelled(&self, action: Action) -> SmolStr {
        match action {
            Action::Ban(pair) => pair.text_with_prefix("").finish(),
            Action::Move(m) => chess::san(&self.chess, m.0),
        }
    }
}

/// Two squares, and perhaps a promotion letter.
fn looks_like_pair(text: &str) -> bool {
    text.split_at_checked(4).is_some_and(|(squares, letter)| {
        FromTo::parse(squares).is_some()
            && (letter.is_empty() || letter.len() == 1 && letter.starts_with(promotion_letter))
    })
}

fn promotion_letter(letter: char) -> bool {
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

fn promotion_missing(pair: FromTo) -> IllegalAction {
    IllegalAction::new("promotion", format!("{pair} promotes: say to what, as in m:{pair}q."))
}

fn promotion_unwanted(pair: FromTo) -> IllegalAction {
    IllegalAction::new("promotion", format!("{pair} does not promote: leave the letter out."))
}

fn malformed(text: &str) -> IllegalAction {
    IllegalAction::new(
        "format",
        format!("{text:?} is not an action: write a ban as b:e2e4, a move as m:e2e4, m:e7e8q or in SAN."),
    )
}
