//! What a hand does at the board, and why it may not.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::borrow::Cow;
use std::fmt;

/// What a player does with the board to choose an action. Cells are named as in the [`View`](crate::View).
#[derive(Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Gesture {
    /// From one cell to another.
    Move {
        /// The cell where it begins.
        from: SmolStr,
        /// The cell where it ends.
        to: SmolStr,
        /// The letter of the man meant, where two men share the cell.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        man: Option<SmolStr>,
    },
    /// A tap on one cell.
    Tap {
        /// The cell.
        cell: SmolStr,
    },
    /// A button beside the board.
    Button {
        /// The button's name.
        name: SmolStr,
    },
}

impl Gesture {
    /// From `from` to `to`.
    pub fn from_to(from: impl Into<SmolStr>, to: impl Into<SmolStr>) -> Gesture {
        Gesture::Move { from: from.into(), to: to.into(), man: None }
    }
}

/// Why something cannot be played, in the words of the rules.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IllegalAction {
    /// A short word for the rule, the same for every case of it: `banned`.
    pub rule: Cow<'static, str>,
    /// A sentence for the player.
    pub words: String,
}

impl IllegalAction {
    /// A reason by its rule and its sentence.
    pub fn new(rule: &'static str, words: impl Into<String>) -> IllegalAction {
        IllegalAction { rule: Cow::Borrowed(rule), words: words.into() }
    }

    /// Nothing can be played once the game is over.
    pub fn game_over() -> IllegalAction {
        IllegalAction::new("over", "The game is over.")
    }
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}
