//! Information about games.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use tetrarch_fair::ChanceRule;

/// A text in several languages, by language code. `en` is always there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct LocalizedText(pub BTreeMap<String, String>);

impl LocalizedText {
    /// The text in these languages: pairs of a language code and the text.
    pub fn new(texts: &[(&str, &str)]) -> LocalizedText {
        LocalizedText(texts.iter().map(|(code, text)| (code.to_string(), text.to_string())).collect())
    }
}

/// A game that the server offers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct GameInfo {
    /// Its name in the API.
    pub name: String,
    /// Its display name.
    pub title: String,
    /// What the game is about, in one or two sentences.
    pub summary: LocalizedText,
    /// How many people play it, such as "2 teams of 2".
    pub players: LocalizedText,
    /// Its seats with the default options, in order.
    pub seats: Vec<String>,
    /// Its options with their default values.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub options: Value,
    /// How to present its options, in display order.
    pub option_info: Vec<OptionInfo>,
    /// Named sets of options, the default first. Empty if the game has none.
    pub presets: Vec<PresetInfo>,
    /// Its record formats.
    pub formats: Vec<String>,
    /// The highest engine level, counted from 1. Absent if no engine plays the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<u8>,
    /// Whether the game has chance.
    pub chance: bool,
    /// How chance outcomes follow from the seed of a deal, to verify a finished game. Absent without chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance_rule: Option<ChanceRule>,
    /// Whether there is a page with its rules: `/api/rules/{name}`.
    pub rules: bool,
    /// Whether the engine can automatically play for a player who left.
    pub stand_in: bool,
}

/// An option of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionInfo {
    /// Its name in `options`.
    pub name: String,
    /// A short label.
    pub label: LocalizedText,
    /// What it changes, in one sentence.
    pub explanation: LocalizedText,
    /// The values to choose from. Empty for an option that is on or off, and for one that takes any number.
    pub values: Vec<OptionValue>,
}

/// A value of an option.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionValue {
    /// The value in `options`.
    #[cfg_attr(feature = "ts", ts(type = "string | number | boolean"))]
    pub value: Value,
    /// A short label.
    pub label: LocalizedText,
}

/// A named set of options.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PresetInfo {
    /// Its name.
    pub name: String,
    /// A short label.
    pub label: LocalizedText,
    /// What it is for, in one sentence.
    pub explanation: LocalizedText,
    /// All options of a table with this preset.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub options: Value,
}
