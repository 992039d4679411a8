//! Sample games.

use crate::ViewDelta;
use serde::{Deserialize, Serialize};
use tetrarch_rules::View;

/// A short game to show what a game looks like.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SampleGame {
    /// The game's name.
    pub game: String,
    /// The start, without choices.
    pub first: View,
    /// What changes with each step. Empty if the game has no sample.
    pub changes: Vec<ViewDelta>,
}
