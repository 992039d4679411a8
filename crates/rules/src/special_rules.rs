//! The rules that most games do not have.

use crate::{Position, Reason, Seat, SeatSet, Treaty};

/// The rules of a game that most others do not have. A game sets its own, and takes the rest from
/// [`NONE`](SpecialRules::NONE).
#[derive(Debug)]
pub struct SpecialRules<P: Position> {
    /// The seats that win and lose together with `seat`, itself included.
    pub allies: fn(position: &P, seat: Seat) -> SeatSet,
    /// The treaties that can be proposed now. `before` is the position before the last action, for proposals that are
    /// only possible right after it.
    pub treaties: fn(position: &P, before: Option<&P>) -> Treaties<P>,
    /// The actions that the operator of the table may take now.
    pub operator_actions: fn(position: &P) -> Vec<P::Action>,
    /// The draw that the seat to act may claim from the position alone, without the history.
    pub claimable_draw: fn(position: &P) -> Option<Reason>,
}

type Treaties<P> = Vec<Treaty<<P as Position>::Action>>;

impl<P: Position> SpecialRules<P> {
    /// No special rules: every seat plays for itself, and there is nothing to propose, to operate or to claim.
    pub const NONE: SpecialRules<P> = SpecialRules {
        allies: |_, seat| SeatSet::one(seat),
        treaties: |_, _| Vec::new(),
        operator_actions: |_| Vec::new(),
        claimable_draw: |_| None,
    };
}
