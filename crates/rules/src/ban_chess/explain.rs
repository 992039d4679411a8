//! Why a ban or a move cannot be made.

use super::{BanChess, FromTo, SEATS, opponent_of};
use crate::chess::{SideNames, explain_chess_move};
use crate::{Gesture, IllegalAction, Position as _, capitalised};
use shakmaty::Position as _;

const NAMES: SideNames<'static> = SideNames { white: "White", black: "Black" };

impl BanChess {
    pub(super) fn why_not(&self, gesture: &Gesture) -> Option<IllegalAction> {
        if self.outcome().is_some() {
            return Some(IllegalAction::game_over());
        }
        let Gesture::Move { from, to, .. } = gesture else {
            return Some(IllegalAction::new("gesture", "Bans and moves go from one square to another."));
        };
        let (Ok(from), Ok(to)) = (from.parse(), to.parse()) else {
            return Some(IllegalAction::new("square", format!("{from} to {to}: squares are a1 to h8.")));
        };
        let pair = FromTo { from, to };
        if self.ban.is_none() { self.explain_ban(pair) } else { self.explain_move(pair) }
    }

    fn is_legal_chess_move(&self, pair: FromTo) -> bool {
        self.chess.legal_moves().iter().any(|m| FromTo::from_move(*m) == pair)
    }

    /// Why this pair cannot be banned now, if it cannot.
    pub(super) fn explain_ban(&self, pair: FromTo) -> Option<IllegalAction> {
        if let Some(ban) = self.ban {
            return Some(IllegalAction::new(
                "phase",
                format!("{} moves now; {ban} is banned already.", self.side_name()),
            ));
        }
        if self.is_legal_chess_move(pair) {
            return None;
        }
        let why = explain_chess_move(&self.chess, pair, NAMES);
        let words = format!("Only a legal move of {} can be banned. {}", self.side_name(), why.words);
        Some(IllegalAction { words, ..why })
    }

    fn explain_move(&self, pair: FromTo) -> Option<IllegalAction> {
        if self.ban == Some(pair) {
            return Some(self.explain_banned(pair));
        }
        (!self.is_legal_chess_move(pair)).then(|| explain_chess_move(&self.chess, pair, NAMES))
    }

    /// Why a pair that is no legal chess move cannot be played.
    pub(super) fn explain_illegal_move(&self, pair: FromTo) -> IllegalAction {
        if self.ban.is_none() {
            self.explain_ban_phase()
        } else {
            explain_chess_move(&self.chess, pair, NAMES)
        }
    }

    pub(super) fn explain_banned(&self, ban: FromTo) -> IllegalAction {
        IllegalAction::new(
            "banned",
            format!(
                "{} has banned {ban} for this move.",
                capitalised(opponent_of(self.side_to_move()).name(SEATS))
            ),
        )
    }

    pub(super) fn explain_ban_phase(&self) -> IllegalAction {
        let (banner, side) = (capitalised(opponent_of(self.side_to_move()).name(SEATS)), self.side_name());
        IllegalAction::new("phase", format!("{banner} first bans one of {side}'s moves: write it as b:e2e4."))
    }

    /// The side whose move is being banned or played, as it begins a sentence.
    pub(super) fn side_name(&self) -> String {
        capitalised(self.side_to_move().name(SEATS))
    }
}
