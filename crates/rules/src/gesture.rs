//! Gestures on the board, and why an action is illegal.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::borrow::Cow;
use std::fmt;

/// How a player picks an action on the board. Cells have the names of the [`View`](crate::View).
#[derive(Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Gesture {
    /// A drag, or two taps, from one cell to another.
    Move {
        /// The origin.
        from: SmolStr,
        /// The destination.
        to: SmolStr,
        /// The letter of the piece, where two pieces share the origin.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        man: Option<SmolStr>,
    },
    /// A tap on one cell.
    Tap {
        /// The tapped cell.
        cell: SmolStr,
    },
    /// A button beside the board.
    Button {
        /// The name of the button.
        name: SmolStr,
    },
}

impl Gesture {
    /// A move from `from` to `to`.
    pub fn from_to(from: impl Into<SmolStr>, to: impl Into<SmolStr>) -> Gesture {
        Gesture::Move { from: from.into(), to: to.into(), man: None }
    }
}

/// Why an action is illegal, in the words of the rules.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IllegalAction {
    /// A stable identifier of the rule: `banned`.
    pub rule: Cow<'static, str>,
    /// A sentence for the player.
    pub words: String,
}

impl IllegalAction {
    /// The rule's identifier and the sentence for the player.
    pub fn new(rule: &'static str, words: impl Into<String>) -> IllegalAction {
        IllegalAction { rule: Cow::Borrowed(rule), words: words.into() }
    }

    /// The game is over.
    pub fn game_over() -> IllegalAction {
        IllegalAction::new("over", "The game is over.")
    }
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}
