//! How the outcomes of chance follow from the seed of a deal.

use crate::Dealer;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// What chance decides in a game. In the line of a game, chance outcomes are the words that begin with `=`.
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

impl ChanceRule {
    /// The outcome of a chance turn in a game from the standard start. Chance turns are numbered from 1 in the order of
    /// the game; `after` is the action before this one. `None` if the rule has no outcome for such a turn.
    pub fn outcome(&self, dealer: &Dealer, number: u64, after: Option<&str>) -> Option<String> {
        match self {
            ChanceRule::Deal { letters, reveals } => {
                let place = reveals.iter().position(|action| Some(action.as_str()) == after)?;
                dealer.shuffle(letters).get(place).map(|letter| format!("={letter}"))
            }
            ChanceRule::Roll { outcomes } => {
                let sides = NonZeroU32::new(u32::try_from(outcomes.len()).ok()?)?;
                outcomes.get(dealer.roll(sides, number) as usize - 1).cloned()
            }
        }
    }

    /// A chance outcome and its circumstances as a phrase.
    pub(crate) fn describe(&self, number: usize, after: Option<&str>, outcome: &str) -> String {
        let value = outcome.trim_start_matches('=');
        match self {
            ChanceRule::Deal { .. } => format!("{} revealed {value}", after.unwrap_or("the start")),
            ChanceRule::Roll { .. } => format!("roll {number} was {value}"),
        }
    }
}
