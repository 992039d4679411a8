//! The table's refusals in the words of the protocol.

use tetrarch_protocol::{Refused, RefusedFor};
use tetrarch_table::Refusal;

/// A refusal of the table as it is told.
pub(crate) fn told(refusal: &Refusal) -> Refused {
    let reason = match refusal {
        Refusal::Over => RefusedFor::Over,
        Refusal::NotYourTurn { .. } => RefusedFor::NotYourTurn,
        Refusal::Rules(_) => RefusedFor::Rules,
        Refusal::UnknownSeat { .. } | Refusal::NoSay { .. } => RefusedFor::NotYourSeat,
        Refusal::NoClaim(_) | Refusal::NoOffer { .. } | Refusal::NotNow(_) => RefusedFor::NotNow,
        Refusal::FlagFell { .. } => RefusedFor::Flag,
    };
    let rule = match refusal {
        Refusal::Rules(why) => Some(why.rule.clone()),
        _ => None,
    };
    Refused { reason, rule, words: refusal.to_string() }
}
