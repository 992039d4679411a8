//! The options of Enochian chess.

use super::army::{Army, Team};
use crate::{Seat, SeatNames, SeatSet};
use serde::{Deserialize, Serialize};

/// The options of Enochian chess. The default is Air of Water for four players.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The starting array.
    pub array: Element,
    /// The board, which decides which army begins and which of two orders the array has.
    pub board: Element,
    /// The number of players.
    pub players: PlayerCount,
    /// The direction of the turn order.
    pub direction: TurnDirection,
    /// Whether an army may move into check.
    pub king_safety: KingSafety,
    /// The number of plies without a capture or pawn move that draws the game; 0 for no limit.
    pub quiet_limit: u32,
    /// Whether a die decides which pieces may move.
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

/// The element that names an array or a board.
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

/// The direction of the turn order.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnDirection {
    /// Blue, Red, Black, Yellow.
    Clockwise,
    /// Blue, Yellow, Black, Red.
    Widdershins,
}

/// Whether an army that is not in check may leave or put its king in check.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KingSafety {
    /// Any pseudo-legal move is legal.
    Free,
    /// The king must not be attacked after the move.
    Strict,
}

/// The number of players, which decides the seat of each army.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum PlayerCount {
    /// `blue` plays Blue and Black, `red` plays Red and Yellow.
    Two,
    /// Each army has its own seat.
    Four,
}

impl TryFrom<u8> for PlayerCount {
    type Error = String;
    fn try_from(count: u8) -> Result<PlayerCount, String> {
        match count {
            2 => Ok(PlayerCount::Two),
            4 => Ok(PlayerCount::Four),
            _ => Err(format!("invalid players {count}: expected 2 or 4")),
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

    /// The original seat of an army, which need not control it now.
    pub(super) const fn seat_of(self, army: Army) -> Seat {
        Seat::new(army.index() % self.seat_names().len())
    }

    /// The armies whose original seat this is.
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

/// The letter of a seat in position texts: that of its first army.
pub(super) const fn seat_letter(seat: Seat) -> char {
    Army::ALL[seat.index()].letter()
}
