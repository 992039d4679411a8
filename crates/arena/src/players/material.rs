//! What stands on the board, counted as a beginner counts it.

use tetrarch_rules::{Eye, PieceState, SeatSet};
use tetrarch_table::Table;

/// What the friends have on the board less what all others have.
pub(super) fn balance(table: &dyn Table, friends: SeatSet) -> i32 {
    let (view, seats) = (table.view(Eye::Spectator), table.seats());
    let is_friend =
        |name: &str| friends.iter().any(|friend| seats.get(friend.index()).is_some_and(|seat| *seat == name));
    let men = view.men.iter().filter(|man| man.state == PieceState::Free);
    men.map(|man| {
        let army = view.armies.iter().find(|army| Some(&army.name) == man.army.as_ref());
        match army.and_then(|army| army.controller.as_deref()) {
            Some(controller) if is_friend(controller) => piece_value(table.game(), &man.kind),
            Some(_) => -piece_value(table.game(), &man.kind),
            None => 0,
        }
    })
    .sum()
}

/// What everybody learns that a man is worth.
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
        // She leaps two squares and reaches a quarter of the board.
        ("enochian", "queen") => 3,
        // Kings are captured where that can be.
        (_, "king") => 20,
        (_, "queen") => 9,
        (_, "rook") => 5,
        (_, "bishop" | "knight") => 3,
        _ => 1,
    }
}
