//! The options of Ban-Chess.

use serde::{Deserialize, Serialize};

/// The options of Ban-Chess, which has none.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {}
