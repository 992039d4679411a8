//! The options of Banqi.

use serde::{Deserialize, Deserializer, Serialize};

/// The options of Banqi. An option that is not given has the value of the preset.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "PartialOptions")]
pub struct Options {
    /// The preset that supplies the other options.
    pub preset: Preset,
    /// The number of plies in a row without a flip or capture that draws the game; 0 for no limit.
    pub quiet_limit: u32,
    /// The number of occurrences of a position that draws the game; 0 for no limit.
    pub repetition: u32,
    /// Whether a pawn may capture a cannon. The Taiwanese rule says no.
    pub pawn_takes_cannon: bool,
}

impl Default for Options {
    fn default() -> Options {
        Preset::Standard.options()
    }
}

/// A named set of options.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", try_from = "String")]
pub enum Preset {
    /// 100 quiet plies, threefold repetition.
    Standard,
    /// No limits, as in the document that the rules are based on.
    Document,
    /// 180 quiet plies, threefold repetition.
    Olympiad,
    /// 60 quiet plies, threefold repetition, the Taiwanese pawn.
    Tcga,
}

impl Preset {
    /// The options of this preset.
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
            _ => Err(format!("invalid preset {name:?}: expected standard, document, olympiad or tcga")),
        }
    }
}

/// Options as users write them: each may be missing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartialOptions {
    #[serde(default, deserialize_with = "not_null")]
    preset: Option<Preset>,
    #[serde(default, deserialize_with = "not_null")]
    quiet_limit: Option<u32>,
    #[serde(default, deserialize_with = "not_null")]
    repetition: Option<u32>,
    #[serde(default, deserialize_with = "not_null")]
    pawn_takes_cannon: Option<bool>,
}

/// Deserialises a field that may be missing but not `null`.
fn not_null<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl TryFrom<PartialOptions> for Options {
    type Error = &'static str;

    fn try_from(partial: PartialOptions) -> Result<Options, &'static str> {
        let preset = partial.preset.unwrap_or(Preset::Standard).options();
        if partial.repetition == Some(1) {
            return Err(
                "invalid repetition 1: expected 0 (off) or at least 2, since every position occurs once",
            );
        }
        Ok(Options {
            quiet_limit: partial.quiet_limit.unwrap_or(preset.quiet_limit),
            repetition: partial.repetition.unwrap_or(preset.repetition),
            pawn_takes_cannon: partial.pawn_takes_cannon.unwrap_or(preset.pawn_takes_cannon),
            ..preset
        })
    }
}
