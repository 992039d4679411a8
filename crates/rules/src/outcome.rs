//! The result of a game.

use crate::{BySeat, ForfeitCause, Seat, SeatSet};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// Why a game ended. JSON uses the snake-case name.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each name is the term of the rules")]
pub enum Reason {
    Checkmate,
    Stalemate,
    InsufficientMaterial,
    FiftyMoves,
    SeventyFiveMoves,
    Repetition,
    QuietLimit,
    Agreement,
    Resignation,
    Flag,
    NoPieces,
    NoMoves,
    KingsCaptured,
    BareKings,
    FourBareKings,
    NobodyCanAct,
    LastStanding,
    ShortGame,
    /// The operator of the table decided the result.
    Adjudication,
    /// The game does not count, and nobody scores.
    Aborted,
}

impl Reason {
    /// The reason in plain words, such as "insufficient material". Records and the database contain these texts, so they
    /// must not change.
    pub const fn description(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::InsufficientMaterial => "insufficient material",
            Reason::FiftyMoves => "the fifty-move rule",
            Reason::SeventyFiveMoves => "the seventy-five-move rule",
            Reason::Repetition => "repetition",
            Reason::QuietLimit => "the limit of quiet plies",
            Reason::Agreement => "agreement",
            Reason::Resignation => "resignation",
            Reason::Flag => "time",
            Reason::NoPieces => "the last piece captured",
            Reason::NoMoves => "no action left",
            Reason::KingsCaptured => "both kings captured",
            Reason::BareKings => "two bare kings",
            Reason::FourBareKings => "four bare kings",
            Reason::NobodyCanAct => "nobody can act",
            Reason::LastStanding => "last standing",
            Reason::ShortGame => "the first elimination",
            Reason::Adjudication => "the operator's decision",
            Reason::Aborted => "aborted",
        }
    }
}

impl From<ForfeitCause> for Reason {
    fn from(cause: ForfeitCause) -> Reason {
        match cause {
            ForfeitCause::Resign => Reason::Resignation,
            ForfeitCause::Flag => Reason::Flag,
        }
    }
}

/// A share of the one point that a win is worth. It counts twelfths, so that shares between two, three and four
/// seats are exact.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default)]
pub struct Points(u8);

impl Points {
    /// A loss.
    pub const NONE: Points = Points(0);
    /// Half a point: a draw between two.
    pub const HALF: Points = Points(6);
    /// A win.
    pub const WIN: Points = Points(12);

    /// One of `seats` equal shares (one to four).
    pub const fn share(seats: usize) -> Points {
        Points(12 / seats as u8)
    }

    /// The points as a fraction of a win.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 12.0
    }
}

impl fmt::Display for Points {
    /// As records write it: `1`, `0`, `1/2`, `1/3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            whole if whole.is_multiple_of(12) => write!(f, "{}", whole / 12),
            share if 12 % share == 0 => write!(f, "1/{}", 12 / share),
            other => write!(f, "{other}/12"),
        }
    }
}

impl Serialize for Points {
    /// Writes whole points as integers.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(12) {
            serializer.serialize_u8(self.0 / 12)
        } else {
            serializer.serialize_f64(self.value())
        }
    }
}

/// The result of a game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Outcome {
    points: BySeat<Points>,
    places: Option<BySeat<u8>>,
    reason: Reason,
}

impl Outcome {
    /// Each of `seats` scores `points`, the others nothing.
    pub fn new(seats: SeatSet, points: Points, reason: Reason) -> Outcome {
        let points = BySeat::from_fn(|seat| if seats.contains(seat) { points } else { Points::NONE });
        Outcome { points, places: None, reason }
    }

    /// All of `seats` win.
    pub fn win(seats: SeatSet, reason: Reason) -> Outcome {
        Outcome::new(seats, Points::WIN, reason)
    }

    /// The game does not count.
    pub fn aborted() -> Outcome {
        Outcome::new(SeatSet::EMPTY, Points::NONE, Reason::Aborted)
    }

    /// Adds the final places.
    #[must_use]
    pub fn with_places(self, places: BySeat<u8>) -> Outcome {
        Outcome { places: Some(places), ..self }
    }

    /// The points of `seat`.
    pub fn points(&self, seat: Seat) -> Points {
        self.points[seat]
    }

    /// The place of `seat`, in games that rank all seats.
    pub fn place(&self, seat: Seat) -> Option<u8> {
        self.places.map(|places| places[seat])
    }

    /// Why the game ended.
    pub const fn reason(&self) -> Reason {
        self.reason
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_exact_shares_and_whole_points_print_as_integers() {
        let json = |points: Points| serde_json::to_string(&points).unwrap();
        assert_eq!(json(Points::WIN), "1");
        assert_eq!(json(Points::NONE), "0");
        assert_eq!(json(Points::share(2)), "0.5");
        assert_eq!(json(Points::share(4)), "0.25");
        assert!((Points::share(3).value() * 3.0 - 1.0).abs() < 1e-12);
        let texts: Vec<String> =
            [Points::NONE, Points::share(4), Points::share(3), Points::HALF, Points::WIN]
                .map(|points| points.to_string())
                .to_vec();
        assert_eq!(texts, ["0", "1/4", "1/3", "1/2", "1"]);
    }

    #[test]
    fn reasons_are_written_in_snake_case() {
        assert_eq!(
            serde_json::to_string(&Reason::InsufficientMaterial).unwrap(),
            "\"insufficient_material\""
        );
        assert_eq!(serde_json::to_string(&Reason::SeventyFiveMoves).unwrap(), "\"seventy_five_moves\"");
    }

    #[test]
    fn every_reason_has_a_distinct_description() {
        let names = "checkmate stalemate insufficient_material fifty_moves seventy_five_moves repetition quiet_limit \
                     agreement resignation flag no_pieces no_moves kings_captured bare_kings four_bare_kings \
                     nobody_can_act last_standing short_game adjudication aborted";
        let read = |name: &str| serde_json::from_value::<Reason>(name.into()).expect(name);
        let words: std::collections::HashSet<&str> =
            names.split_whitespace().map(|name| read(name).description()).collect();
        assert_eq!(words.len(), names.split_whitespace().count());
        assert!(words.contains("insufficient material") && words.contains("the fifty-move rule"));
    }
}
