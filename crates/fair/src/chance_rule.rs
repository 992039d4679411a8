//! How the outcomes of chance follow from the seed of a deal.

use serde::{Deserialize, Serialize};

/// What chance decides in a game.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum ChanceRule {
    /// Letters are dealt to places before play. An action reveals the letter of its place.
    Deal {
        /// The letters in their order before the shuffle.
        letters: String,
        /// The action that reveals each place, in the order of the deal. The outcome is `=` and the letter.
        reveals: Vec<String>,
    },
    /// Every outcome is the roll of a die.
    Roll {
        /// The outcome for each side of the die, from 1.
        outcomes: Vec<String>,
    },
}
