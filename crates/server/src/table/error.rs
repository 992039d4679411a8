//! Converts a table's errors into the errors of the protocol.

use tetrarch_protocol::{ErrorCode, RequestError};
use tetrarch_table::TableError;

pub(crate) fn to_request_error(refusal: &TableError) -> RequestError {
    let reason = match refusal {
        TableError::GameOver => ErrorCode::Over,
        TableError::NotYourTurn { .. } => ErrorCode::NotYourTurn,
        TableError::Rules(_) => ErrorCode::Rules,
        TableError::UnknownSeat { .. } | TableError::NotPlaying { .. } => ErrorCode::NotYourSeat,
        TableError::NoClaim(_) | TableError::NoOffer { .. } | TableError::NotNow(_) => ErrorCode::NotNow,
        TableError::FlagFell { .. } => ErrorCode::Flag,
    };
    let rule = match refusal {
        TableError::Rules(why) => Some(why.rule.clone()),
        _ => None,
    };
    RequestError { reason, rule, words: refusal.to_string() }
}
