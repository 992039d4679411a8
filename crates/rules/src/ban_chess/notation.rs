//! How players write bans and moves.

use super::{Action, BanChess};
use crate::chess;
use shakmaty::san::SanPlus;
use smol_str::SmolStr;

/// A ban as two squares, a move in SAN.
pub(super) fn notation(position: &BanChess, action: Action) -> String {
    match action {
        Action::Ban(ban) => ban.to_string(),
        Action::Move(m) => SanPlus::from_move(position.chess.clone(), m.0).to_string(),
    }
}

/// The same without the signs of check and mate.
pub(super) fn label(position: &BanChess, action: Action) -> SmolStr {
    match action {
        Action::Ban(ban) => ban.text_with_prefix("").finish(),
        Action::Move(m) => chess::san(&position.chess, m.0),
    }
}
