//! Explains why a gesture or action is illegal.

use super::{BanChess, FromTo, SEATS, opponent_of};
use crate::chess::{SideNames, explain_chess_move, explain_chess_move_to_opponent};
use crate::{Gesture, IllegalAction, Position as _, Turn, capitalised};
use shakmaty::Position as _;

const NAMES: SideNames<'static> = SideNames { white: "White", black: "Black" };

pub(super) fn explain(position: &BanChess, gesture: &Gesture) -> Option<IllegalAction> {
    if position.turn() == Turn::Over {
        return Some(IllegalAction::game_over());
    }
    let Gesture::Move { from, to, .. } = gesture else {
        return Some(IllegalAction::new("gesture", "A ban or move goes from one square to another."));
    };
    let (Ok(from), Ok(to)) = (from.parse(), to.parse()) else {
        return Some(IllegalAction::new(
            "square",
            format!("{from} to {to} is not a move: the squares are a1 to h8."),
        ));
    };
    let from_to = FromTo { from, to };
    if position.ban.is_none() { position.explain_ban(from_to) } else { position.explain_move(from_to) }
}

impl BanChess {
    fn is_legal_chess_move(&self, from_to: FromTo) -> bool {
        self.chess.legal_moves().iter().any(|m| FromTo::from_move(*m) == from_to)
    }

    /// Why this ban is illegal; `None` if it is legal.
    pub(super) fn explain_ban(&self, from_to: FromTo) -> Option<IllegalAction> {
        if let Some(ban) = self.ban {
            return Some(IllegalAction::new("phase", format!("{ban} is already banned. Make your move.")));
        }
        if self.is_legal_chess_move(from_to) {
            return None;
        }
        let why = explain_chess_move_to_opponent(&self.chess, from_to, NAMES);
        let words = format!("You can only ban {}'s legal moves. {}", self.side_name(), why.words);
        Some(IllegalAction { words, ..why })
    }

    fn explain_move(&self, from_to: FromTo) -> Option<IllegalAction> {
        if self.ban == Some(from_to) {
            return Some(self.explain_banned(from_to));
        }
        (!self.is_legal_chess_move(from_to)).then(|| explain_chess_move(&self.chess, from_to, NAMES))
    }

    /// Why a move that is not legal chess cannot be played.
    pub(super) fn explain_illegal_move(&self, from_to: FromTo) -> IllegalAction {
        if self.ban.is_none() {
            self.explain_ban_phase()
        } else {
            explain_chess_move(&self.chess, from_to, NAMES)
        }
    }

    pub(super) fn explain_banned(&self, ban: FromTo) -> IllegalAction {
        let banner = capitalised(opponent_of(self.seat_to_move()).name(SEATS));
        IllegalAction::new("banned", format!("{banner} banned {ban} this turn."))
    }

    pub(super) fn explain_ban_phase(&self) -> IllegalAction {
        let side = self.side_name();
        IllegalAction::new("phase", format!("First ban one of {side}'s moves: write it as b:e2e4."))
    }

    /// The name of the side to move, capitalised.
    pub(super) fn side_name(&self) -> String {
        capitalised(self.seat_to_move().name(SEATS))
    }
}
