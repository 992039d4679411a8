//! Why a ban or a move cannot be made.

use super::{BanChess, Pair, SEATS, other};
use crate::chess::{SideNames, why_not_chess};
use crate::{Gesture, Position as _, WhyNot, capital};
use shakmaty::Position as _;

const NAMES: SideNames<'static> = SideNames { white: "White", black: "Black" };

impl BanChess {
    pub(super) fn why_not(&self, gesture: &Gesture) -> Option<WhyNot> {
        if self.outcome().is_some() {
            return Some(WhyNot::over());
        }
        let Gesture::Move { from, to, .. } = gesture else {
            return Some(WhyNot::new("gesture", "Bans and moves go from one square to another."));
        };
        let (Ok(from), Ok(to)) = (from.parse(), to.parse()) else {
            return Some(WhyNot::new("square", format!("{from} to {to}: squares are a1 to h8.")));
        };
        let pair = Pair { from, to };
        if self.ban.is_none() { self.why_no_ban(pair) } else { self.why_not_move(pair) }
    }

    fn is_chess(&self, pair: Pair) -> bool {
        self.chess.legal_moves().iter().any(|m| Pair::of(*m) == pair)
    }

    /// Why this pair cannot be banned now, if it cannot.
    pub(super) fn why_no_ban(&self, pair: Pair) -> Option<WhyNot> {
        if let Some(ban) = self.ban {
            return Some(WhyNot::new(
                "phase",
                format!("{} moves now; {ban} is banned already.", self.side_name()),
            ));
        }
        if self.is_chess(pair) {
            return None;
        }
        let why = why_not_chess(&self.chess, pair, NAMES);
        let words = format!("Only a legal move of {} can be banned. {}", self.side_name(), why.words);
        Some(WhyNot { words, ..why })
    }

    fn why_not_move(&self, pair: Pair) -> Option<WhyNot> {
        if self.ban == Some(pair) {
            return Some(self.banned(pair));
        }
        (!self.is_chess(pair)).then(|| why_not_chess(&self.chess, pair, NAMES))
    }

    /// Why a pair that is no legal chess move cannot be played.
    pub(super) fn why_no_move(&self, pair: Pair) -> WhyNot {
        if self.ban.is_none() { self.ban_phase() } else { why_not_chess(&self.chess, pair, NAMES) }
    }

    pub(super) fn banned(&self, ban: Pair) -> WhyNot {
        WhyNot::new(
            "banned",
            format!("{} has banned {ban} for this move.", capital(other(self.side()).name(SEATS))),
        )
    }

    pub(super) fn ban_phase(&self) -> WhyNot {
        let (banner, side) = (capital(other(self.side()).name(SEATS)), self.side_name());
        WhyNot::new("phase", format!("{banner} first bans one of {side}'s moves: write it as b:e2e4."))
    }

    /// The side whose move is being banned or played, as it begins a sentence.
    pub(super) fn side_name(&self) -> String {
        capital(self.side().name(SEATS))
    }
}
