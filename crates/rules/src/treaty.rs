//! What several seats must agree to.

use crate::{Seat, SeatSet};

/// Something that `proposer` may propose now and that happens when all `signers` agree.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Treaty<A> {
    /// What happens, played like any action.
    pub action: A,
    /// Who may propose it.
    pub proposer: Seat,
    /// Who must agree besides the proposer.
    pub signers: SeatSet,
}
