//! What can be chosen before the game.

use super::army::{Army, Team};
use crate::{Seat, SeatNames, SeatSet};
use serde::{Deserialize, Serialize};

/// What can be chosen before the game. The default is Air of Water for four players.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How the pieces stand.
    pub array: Element,
    /// Which army begins, and which of two orders the array has.
    pub board: Element,
    /// How many people play.
    pub players: PlayerCount,
    /// Which way the turn goes round.
    pub direction: TurnDirection,
    /// Whether an army that is not in check may leave its king attacked.
    pub king_safety: KingSafety,
    /// How many plies without capture or pawn move make a draw; 0 for no limit.
    pub quiet_limit: u32,
    /// Whether a die says which men may move.
    pub divination: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            array: Element::Air,
            board: Element::Water,
            players: PlayerCount::Four,
            direction: TurnDirection::Clockwise,
            king_safety: KingSafety::Free,
            quiet_limit: 200,
            divination: false,
        }
    }
}

/// One of the four elements, after which arrays and boards are called.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the four elements")]
pub enum Element {
    Earth,
    Air,
    Water,
    Fire,
}

impl Element {
    /// All of them.
    pub const ALL: [Element; 4] = [Element::Earth, Element::Air, Element::Water, Element::Fire];
}

/// Which way the turn goes round.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnDirection {
    /// Blue, Red, Black, Yellow.
    Clockwise,
    /// Blue, Yellow, Black, Red.
    Widdershins,
}

/// Whether an army that is not in check may leave its king attacked.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KingSafety {
    /// It may.
    Free,
    /// It may not.
    Strict,
}

/// How many people play, and so which seat an army belongs to.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum PlayerCount {
    /// `blue` has Blue and Black, `red` has Red and Yellow.
    Two,
    /// Each army has a seat.
    Four,
}

impl TryFrom<u8> for PlayerCount {
    type Error = String;
    fn try_from(count: u8) -> Result<PlayerCount, String> {
        match count {
            2 => Ok(PlayerCount::Two),
            4 => Ok(PlayerCount::Four),
            _ => Err(format!("{count} players: there are 2 or 4")),
        }
    }
}

impl From<PlayerCount> for u8 {
    fn from(players: PlayerCount) -> u8 {
        players.seat_names().len() as u8
    }
}

impl PlayerCount {
    /// The names of the seats.
    pub(super) const fn seat_names(self) -> SeatNames {
        match self {
            PlayerCount::Two => &["blue", "red"],
            PlayerCount::Four => &["blue", "red", "black", "yellow"],
        }
    }

    /// The seat an army belongs to, whoever decides for it now.
    pub(super) const fn seat_of(self, army: Army) -> Seat {
        Seat::new(army.index() % self.seat_names().len())
    }

    /// The armies that belong to a seat.
    pub(super) fn armies_of(self, seat: Seat) -> impl Iterator<Item = Army> {
        Army::ALL.into_iter().filter(move |army| self.seat_of(*army) == seat)
    }

    /// The seats of a team.
    pub(super) fn seats_of(self, team: Team) -> SeatSet {
        team.armies().map(|army| self.seat_of(army)).into_iter().collect()
    }
}

/// The team a seat plays for, with two players as with four.
pub(super) const fn team_of(seat: Seat) -> Team {
    if seat.index().is_multiple_of(2) { Team::BlueBlack } else { Team::RedYellow }
}

/// A seat's letter in position texts: that of the first army that belongs to it.
pub(super) const fn seat_letter(seat: Seat) -> char {
    Army::ALL[seat.index()].letter()
}
