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
                Some(controller) if is_friend(controller) => table.piece_value(&piece.kind),
                Some(_) => -table.piece_value(&piece.kind),
                None => 0,
            }
        })
        .sum()
}
