//! Material count with the textbook piece values.

use tetrarch_rules::{Eye, PieceState, SeatSet};
use tetrarch_table::Table;

/// The material of the friends minus that of all others.
pub(super) fn balance(table: &dyn Table, friends: SeatSet) -> i32 {
    let (view, seats) = (table.view(Eye::Spectator), table.seats());
    let is_friend =
        |name: &str| friends.iter().any(|friend| seats.get(friend.index()).is_some_and(|seat| *seat == name));
    let pieces = view.men.iter().filter(|piece| piece.state == PieceState::Free);
    pieces
        .map(|piece| {
            let army = view.armies.iter().find(|army| Some(&army.name) == piece.army.as_ref());
            match army.and_then(|army| army.controller.as_deref()) {
                Some(controller) if is_friend(controller) => piece_value(table.game(), &piece.kind),
                Some(_) => -piece_value(table.game(), &piece.kind),
                None => 0,
            }
        })
        .sum()
}

/// The textbook value of a piece.
fn piece_value(game: &str, kind: &str) -> i32 {
    match (game, kind) {
        ("banqi", kind) => match kind {
            "king" => 7,
            "general" => 6,
            "elephant" => 5,
            "chariot" | "cannon" => 4,
            "horse" => 3,
            _ => 2,
        },
        // The Enochian queen leaps two squares and can reach a quarter of the board.
        ("enochian", "queen") => 3,
        // For games in which kings can be captured.
        (_, "king") => 20,
        (_, "queen") => 9,
        (_, "rook") => 5,
        (_, "bishop" | "knight") => 3,
        _ => 1,
    }
}
