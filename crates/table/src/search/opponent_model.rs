//! How opponents are expected to play.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How a seat expects its opponents to play, where more than two play each for themselves.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum OpponentModel {
    /// The model that plays best.
    #[default]
    #[serde(rename = "usual")]
    Default,
    /// Max-n: each seat plays for itself.
    #[serde(rename = "each-for-itself", alias = "each_for_itself")]
    MaxN,
    /// Paranoid: all opponents play against the seat to act, each in turn.
    #[serde(rename = "all-against-one", alias = "all_against_one")]
    Paranoid,
    /// Best-reply search: only the opponent with the strongest reply moves.
    #[serde(rename = "best-reply", alias = "best_reply")]
    BestReply,
}

/// A name that is not an opponent model.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct UnknownOpponentModel(String);

impl OpponentModel {
    /// All models.
    pub const ALL: [OpponentModel; 4] =
        [OpponentModel::Default, OpponentModel::MaxN, OpponentModel::Paranoid, OpponentModel::BestReply];

    /// Its name in JSON, on command lines and in UCI.
    pub const fn name(self) -> &'static str {
        match self {
            OpponentModel::Default => "usual",
            OpponentModel::MaxN => "each-for-itself",
            OpponentModel::Paranoid => "all-against-one",
            OpponentModel::BestReply => "best-reply",
        }
    }
}

impl fmt::Display for OpponentModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for OpponentModel {
    type Err = UnknownOpponentModel;

    fn from_str(name: &str) -> Result<OpponentModel, UnknownOpponentModel> {
        let known = OpponentModel::ALL.into_iter().find(|model| model.name() == name);
        known.ok_or_else(|| UnknownOpponentModel(name.to_string()))
    }
}

impl fmt::Display for UnknownOpponentModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = OpponentModel::ALL.map(OpponentModel::name).join(", ");
        write!(f, "one of {names}, not {:?}", self.0)
    }
}

impl std::error::Error for UnknownOpponentModel {}

#[cfg(test)]
mod tests {
    use super::*;

    /// The command line and UCI use the same names as JSON.
    #[test]
    fn opponent_models_have_one_name_everywhere() {
        for model in OpponentModel::ALL {
            assert_eq!(model.name().parse(), Ok(model));
            assert_eq!(serde_json::to_value(model).unwrap(), model.name());
        }
        let wrong = "paranoid".parse::<OpponentModel>().unwrap_err().to_string();
        assert!(wrong.contains("all-against-one") && wrong.contains("\"paranoid\""), "{wrong}");
    }

    #[test]
    fn json_accepts_the_older_names_with_underscores() {
        for model in OpponentModel::ALL {
            let older = model.name().replace('-', "_");
            assert_eq!(serde_json::from_value::<OpponentModel>(older.into()).unwrap(), model);
        }
    }
}
