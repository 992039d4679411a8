//! The interface of all searches, and the opponent models.

use crate::limits::SearchControl;
use crate::{SearchLimits, SearchResult, StopFlag};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use tetrarch_rules::{BySeat, Position};

/// What to search, and how long.
#[derive(Debug)]
pub struct SearchRequest<'a, P> {
    /// The position.
    pub game: &'a P,
    /// The keys of the positions before it, the earliest first, to detect repetitions.
    pub history: &'a [u64],
    /// When to stop.
    pub limits: SearchLimits,
    /// Number of lines to find (MultiPV), the best first.
    pub lines: usize,
    /// Whether the result is for play: a forced move is then returned at once.
    pub for_play: bool,
    /// Stops the search from outside.
    pub stop: &'a StopFlag,
}

impl<P> SearchRequest<'_, P> {
    pub(crate) fn control(&self) -> SearchControl {
        SearchControl::new(self.limits, self.stop)
    }
}

/// A search algorithm for a game.
pub trait Searcher<P: Position>: Send {
    /// Searches for the best lines of the seat to move, best first. Calls `report` after each completed
    /// depth.
    ///
    /// The seat must have something to decide. There is always at least one line.
    fn search(
        &mut self,
        request: &SearchRequest<'_, P>,
        report: &mut dyn FnMut(&SearchResult<P::Action>),
    ) -> SearchResult<P::Action>;

    /// Clears the transposition table for a new game.
    fn clear(&mut self);

    /// Resizes the transposition table, in mebibytes.
    fn set_hash_size(&mut self, mebibytes: usize);

    /// Sets the number of search threads.
    fn set_threads(&mut self, threads: usize);

    /// Sets the model of how opponents play. Returns false if the game does not support it.
    fn set_opponent_model(&mut self, model: OpponentModel) -> bool {
        model == OpponentModel::Default
    }
}

/// How a seat expects its opponents to play, in games of more than two.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpponentModel {
    /// The model that plays best.
    #[default]
    #[serde(rename = "usual")]
    Default,
    /// Max-n: each seat plays for itself.
    #[serde(rename = "each-for-itself")]
    MaxN,
    /// Paranoid: all opponents play against the one, each in turn.
    #[serde(rename = "all-against-one")]
    Paranoid,
    /// Best-reply search: only the opponent with the strongest reply moves.
    BestReply,
}

/// A name that is not an opponent model.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct UnknownOpponentModel(String);

impl OpponentModel {
    /// All models.
    pub const ALL: [OpponentModel; 4] =
        [OpponentModel::Default, OpponentModel::MaxN, OpponentModel::Paranoid, OpponentModel::BestReply];

    /// Its name on command lines and in UCI.
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

/// Shares for two sides: the seat to move and its allies, and the others.
pub(crate) fn two_sided_shares<P: Position>(game: &P, win_probability: f64) -> BySeat<f64> {
    let allies = game.turn().seat().map(|seat| game.allies(seat)).unwrap_or_default();
    BySeat::from_fn(|seat| match seat.index() {
        index if index >= game.seats().len() => 0.0,
        _ if allies.contains(seat) => win_probability,
        _ => 1.0 - win_probability,
    })
}

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
}
