//! What can be chosen before a game of Bishops.

use serde::{Deserialize, Serialize};

/// The options of Bishops.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// What it costs to exchange king and queen.
    pub swap: Swap,
    /// Whether there is castling before the duel.
    pub castling: bool,
    /// What the corners are for.
    pub corners: Corners,
    /// Where kings and queens begin.
    pub kq_sides: KingQueenSides,
    /// The value of lost pieces at which a colour is eliminated.
    pub material_limit: MaterialLimit,
    /// Whether the first elimination ends the game.
    pub short: bool,
    /// When the duel begins.
    pub duel: DuelStart,
    /// When the operator may force the duel.
    pub force_duel: ForceDuel,
    /// How many plies without capture or pawn move make a draw before the duel; 0 is no limit.
    pub quiet_limit: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            swap: Swap::Free,
            castling: true,
            corners: Corners::Sanctuary,
            kq_sides: KingQueenSides::Fixed,
            material_limit: MaterialLimit::Off,
            short: false,
            duel: DuelStart::Immediate,
            force_duel: ForceDuel::TwoLeft,
            quiet_limit: 400,
        }
    }
}

/// What it costs to exchange king and queen.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Swap {
    /// Nothing: the same seat then moves.
    Free,
    /// The turn.
    Turn,
}

/// What the corners are for.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Corners {
    /// A king may enter its own.
    Sanctuary,
    /// Nobody enters them.
    Blocked,
}

/// Where kings and queens begin.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KingQueenSides {
    /// On their squares.
    Fixed,
    /// Chance decides for each colour whether they change places.
    Random,
}

/// When the duel begins.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DuelStart {
    /// As soon as two colours are left.
    Immediate,
    /// When two are left and the operator says so.
    Operator,
    /// Not at all: the last two play on.
    Never,
}

/// When the operator may force the duel.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForceDuel {
    /// When two are left.
    TwoLeft,
    /// Also with three or four.
    Anytime,
}

/// The value of lost pieces at which a colour is eliminated: off, 18 or 30.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub enum MaterialLimit {
    /// Nobody is eliminated for lost pieces.
    Off,
    /// At 18.
    Eighteen,
    /// At 30.
    Thirty,
}

impl MaterialLimit {
    /// The value, if there is a limit.
    pub const fn value(self) -> Option<u16> {
        match self {
            MaterialLimit::Off => None,
            MaterialLimit::Eighteen => Some(18),
            MaterialLimit::Thirty => Some(30),
        }
    }
}

impl From<MaterialLimit> for u32 {
    fn from(limit: MaterialLimit) -> u32 {
        limit.value().map_or(0, u32::from)
    }
}

impl TryFrom<u32> for MaterialLimit {
    type Error = String;

    fn try_from(value: u32) -> Result<MaterialLimit, String> {
        match value {
            0 => Ok(MaterialLimit::Off),
            18 => Ok(MaterialLimit::Eighteen),
            30 => Ok(MaterialLimit::Thirty),
            _ => Err(format!("material_limit is 0, 18 or 30, not {value}")),
        }
    }
}
