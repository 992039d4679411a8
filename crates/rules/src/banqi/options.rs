//! What can be chosen before a game of Banqi.

use serde::{Deserialize, Deserializer, Serialize};

/// What can be chosen before a game. What is not given is as in the preset, and what is given overrides it.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "PartialOptions")]
pub struct Options {
    preset: Preset,
    quiet_limit: u32,
    repetition: u32,
    pawn_takes_cannon: bool,
}

impl Options {
    /// The set the other options start from.
    pub const fn preset(&self) -> Preset {
        self.preset
    }

    /// So many plies in a row without flip or capture draw the game; 0 for no limit.
    pub const fn quiet_limit(&self) -> u32 {
        self.quiet_limit
    }

    /// The same position so many times draws the game; 0 for never.
    pub const fn repetition(&self) -> u32 {
        self.repetition
    }

    /// Whether a pawn may take a cannon; not by the Taiwanese rule.
    pub const fn pawn_takes_cannon(&self) -> bool {
        self.pawn_takes_cannon
    }
}

impl Default for Options {
    fn default() -> Options {
        Preset::Standard.options()
    }
}

/// A set of options with a name.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", try_from = "String")]
pub enum Preset {
    /// 100 quiet plies, threefold repetition.
    Standard,
    /// No limits: the document this game was made from knows none.
    Document,
    /// 180 quiet plies, threefold repetition.
    Olympiad,
    /// 60 quiet plies, threefold repetition, the Taiwanese pawn.
    Tcga,
}

impl Preset {
    /// The options of this set.
    pub const fn options(self) -> Options {
        let (quiet_limit, repetition, pawn_takes_cannon) = match self {
            Preset::Standard => (100, 3, true),
            Preset::Document => (0, 0, true),
            Preset::Olympiad => (180, 3, true),
            Preset::Tcga => (60, 3, false),
        };
        Options { preset: self, quiet_limit, repetition, pawn_takes_cannon }
    }
}

impl TryFrom<String> for Preset {
    type Error = String;

    fn try_from(name: String) -> Result<Preset, String> {
        match name.as_str() {
            "standard" => Ok(Preset::Standard),
            "document" => Ok(Preset::Document),
            "olympiad" => Ok(Preset::Olympiad),
            "tcga" => Ok(Preset::Tcga),
            _ => Err(format!("no preset is called {name:?}: take standard, document, olympiad or tcga")),
        }
    }
}

/// The options as they are written: each may be left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartialOptions {
    #[serde(default, deserialize_with = "present")]
    preset: Option<Preset>,
    #[serde(default, deserialize_with = "present")]
    quiet_limit: Option<u32>,
    #[serde(default, deserialize_with = "present")]
    repetition: Option<u32>,
    #[serde(default, deserialize_with = "present")]
    pawn_takes_cannon: Option<bool>,
}

/// A value that must be one if it is written at all: `null` is none.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl TryFrom<PartialOptions> for Options {
    type Error = &'static str;

    fn try_from(written: PartialOptions) -> Result<Options, &'static str> {
        let preset = written.preset.unwrap_or(Preset::Standard).options();
        if written.repetition == Some(1) {
            return Err("repetition is 0 (off) or at least 2: each position occurs once anyway");
        }
        Ok(Options {
            quiet_limit: written.quiet_limit.unwrap_or(preset.quiet_limit),
            repetition: written.repetition.unwrap_or(preset.repetition),
            pawn_takes_cannon: written.pawn_takes_cannon.unwrap_or(preset.pawn_takes_cannon),
            ..preset
        })
    }
}
