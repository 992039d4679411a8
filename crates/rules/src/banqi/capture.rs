//! Which kind may take which.

use super::Role;

/// Whether a piece of one kind may take a piece of another next to it. A cannon takes by jumping only, and then
/// anything.
pub(super) fn may_take(attacker: Role, target: Role, pawn_takes_cannon: bool) -> bool {
    match (attacker, target) {
        (Role::Cannon, _) | (Role::King, Role::Pawn) => false,
        (Role::Pawn, Role::King) => true,
        (Role::Pawn, Role::Cannon) => pawn_takes_cannon,
        _ => attacker >= target,
    }
}
