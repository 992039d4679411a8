//! The options of Bishops.

use serde::{Deserialize, Serialize};

/// The options of Bishops.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The cost of swapping king and queen.
    pub swap: Swap,
    /// Whether castling is allowed before the duel.
    pub castling: bool,
    /// Who may enter the corners.
    pub corners: Corners,
    /// Where kings and queens start.
    pub kq_sides: KingQueenSides,
    /// The value of lost pieces at which a colour is eliminated.
    pub material_limit: MaterialLimit,
    /// Whether the first elimination ends the game.
    pub short: bool,
    /// When the duel starts.
    pub duel: DuelStart,
    /// When the operator may force the duel.
    pub force_duel: ForceDuel,
    /// The number of plies without a capture or pawn move that draw the game before the duel; 0 for no limit.
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

/// The cost of swapping king and queen.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Swap {
    /// Nothing: the same seat moves afterwards.
    Free,
    /// The turn.
    Turn,
}

/// Who may enter the corners.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Corners {
    /// A king may enter its own corner.
    Sanctuary,
    /// Nobody enters them.
    Blocked,
}

/// Where kings and queens start.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KingQueenSides {
    /// On their fixed squares.
    Fixed,
    /// Chance decides for each colour whether they are swapped.
    Random,
}

/// When the duel starts.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DuelStart {
    /// As soon as two colours are left.
    Immediate,
    /// When two colours are left and the operator starts it.
    Operator,
    /// Never: the last two play on.
    Never,
}

/// When the operator may force the duel.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForceDuel {
    /// When two colours are left.
    TwoLeft,
    /// Also with three or four colours.
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
    /// The limit, if there is one.
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
            _ => Err(format!("invalid material_limit {value}: expected 0, 18 or 30")),
        }
    }
}
