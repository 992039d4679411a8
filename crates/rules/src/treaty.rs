//! Actions that need the agreement of several seats.

use crate::{Seat, SeatSet};

/// An action that `proposer` may propose now. It is played once all `signers` agree.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Treaty<A> {
    /// The action, played like any other.
    pub action: A,
    /// The seat that may propose it.
    pub proposer: Seat,
    /// The seats that must agree, without the proposer.
    pub signers: SeatSet,
}
