//! Which kind may take which.

use super::Kind;

/// Whether a piece of one kind may take a piece of another next to it. A cannon takes by jumping only, and then
/// anything.
pub(super) fn may_take(attacker: Kind, target: Kind, pawn_takes_cannon: bool) -> bool {
    match (attacker, target) {
        (Kind::Cannon, _) | (Kind::King, Kind::Pawn) => false,
        (Kind::Pawn, Kind::King) => true,
        (Kind::Pawn, Kind::Cannon) => pawn_takes_cannon,
        _ => attacker >= target,
    }
}
