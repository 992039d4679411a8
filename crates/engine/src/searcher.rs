//! Something that finds what to play.

use crate::limits::SearchControl;
use crate::{SearchLimits, SearchResult, StopFlag};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use tetrarch_rules::{BySeat, Position};

/// What is to be thought about, and how long.
#[derive(Debug)]
pub struct SearchRequest<'a, P> {
    /// The position.
    pub game: &'a P,
    /// The keys of the positions before it, the earliest first.
    pub history: &'a [u64],
    /// How far to go.
    pub limits: SearchLimits,
    /// How many different lines are wanted, the best first.
    pub lines: usize,
    /// Whether it is for play: a decision that cannot be helped takes no time then.
    pub for_play: bool,
    /// To stop it from outside.
    pub stop: &'a StopFlag,
}

impl<P> SearchRequest<'_, P> {
    pub(crate) fn control(&self) -> SearchControl {
        SearchControl::new(self.limits, self.stop)
    }
}

/// A way to find what to play in a game.
pub trait Searcher<P: Position>: Send {
    /// The best lines that it finds for the seat to act, best first. Each deeper look is reported.
    ///
    /// The position must have something to decide. There is always at least one line.
    fn search(
        &mut self,
        task: &SearchRequest<'_, P>,
        report: &mut dyn FnMut(&SearchResult<P::Action>),
    ) -> SearchResult<P::Action>;

    /// Forgets what it has learnt: another game begins.
    fn clear(&mut self);

    /// Takes a memory of about so many mebibytes.
    fn set_hash_size(&mut self, mebibytes: usize);

    /// Uses so many threads.
    fn set_threads(&mut self, threads: usize);

    /// Thinks from now on as if the others played like this. False if the game knows no such question.
    fn set_opponent_model(&mut self, outlook: OpponentModel) -> bool {
        outlook == OpponentModel::Default
    }
}

/// What a seat supposes about the others, where more than two play.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpponentModel {
    /// What has proved to play best.
    #[default]
    #[serde(rename = "usual")]
    Default,
    /// Each plays for itself (max-n).
    #[serde(rename = "each-for-itself")]
    MaxN,
    /// All play against the one, each in its turn (paranoid).
    #[serde(rename = "all-against-one")]
    Paranoid,
    /// Only the one whose reply hurts most answers (best-reply search).
    BestReply,
}

/// A word that is the name of no outlook.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct UnknownOpponentModel(String);

impl OpponentModel {
    /// All of them.
    pub const ALL: [OpponentModel; 4] =
        [OpponentModel::Default, OpponentModel::MaxN, OpponentModel::Paranoid, OpponentModel::BestReply];

    /// How it is written, on command lines as in UCI.
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
        let known = OpponentModel::ALL.into_iter().find(|outlook| outlook.name() == name);
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

/// Shares between two sides: the seat to act and its allies, and the others.
pub(crate) fn two_sided_shares<P: Position>(game: &P, win_chance: f64) -> BySeat<f64> {
    let friends = game.turn().seat().map(|seat| game.allies(seat)).unwrap_or_default();
    BySeat::from_fn(|seat| match seat.index() {
        index if index >= game.seats().len() => 0.0,
        _ if friends.contains(seat) => win_chance,
        _ => 1.0 - win_chance,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The command line and UCI write it as JSON does.
    #[test]
    fn an_outlook_has_one_name_everywhere() {
        for outlook in OpponentModel::ALL {
            assert_eq!(outlook.name().parse(), Ok(outlook));
            assert_eq!(serde_json::to_value(outlook).unwrap(), outlook.name());
        }
        let wrong = "paranoid".parse::<OpponentModel>().unwrap_err().to_string();
        assert!(wrong.contains("all-against-one") && wrong.contains("\"paranoid\""), "{wrong}");
    }
}
