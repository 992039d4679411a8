//! The stored events of a table. Replaying them restores the table.

use crate::auth::token::TokenHash;
use serde::{Deserialize, Serialize};
use tetrarch_protocol::{CommandId, CommandKind, OwnerCommand};
use tetrarch_rules::{Seat, SeatNames};
use tetrarch_table::{Millis, TableEvent};

/// One row of a table's log.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredEvent {
    /// Its number in the log, from 0.
    pub(crate) number: u64,
    /// When it was stored, in milliseconds since the Unix epoch; 0 if that is unknown.
    pub(crate) at: i64,
    /// The command that it stands for. A repeated command is recognised even after a restart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<CommandId>,
    pub(crate) event: RoomEvent,
}

/// Everything that can happen at a table: in the game, or among the people around it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum RoomEvent {
    Game(TableEvent),
    Seating(SeatingEvent),
}

impl From<TableEvent> for RoomEvent {
    fn from(event: TableEvent) -> RoomEvent {
        RoomEvent::Game(event)
    }
}

impl From<SeatingEvent> for RoomEvent {
    fn from(event: SeatingEvent) -> RoomEvent {
        RoomEvent::Seating(event)
    }
}

/// What happens among the people at a table. The game does not know about it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeatingEvent {
    /// Somebody took a seat.
    Sat {
        seat: Seat,
        token: TokenHash,
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        person: Option<String>,
    },
    /// A player moved to another, open seat.
    Moved { seat: Seat, to: Seat },
    /// A player left their seat before the game began.
    Stood { seat: Seat },
    /// A player contributed entropy to the deal.
    EntropyGiven { seat: Seat, entropy: String },
    /// The game began.
    Began,
    /// A seat claimed that the player of another seat has left.
    ClaimedAbsent { seat: Seat, absent: Seat },
    /// The engine took over for a player who left.
    StoodIn { seat: Seat, level: u8 },
    /// The player came back and got the seat back.
    SeatReturned { seat: Seat },
    /// The time the seat to act has used so far. The clock resumes from here after a restart.
    TurnTimeUsed { spent: Millis },
    /// The owner paused the game.
    Paused,
    /// The owner resumed the game.
    Resumed,
    /// The owner let the engine play for a seat.
    EngineOn { seat: Seat, level: u8, delay: Millis },
    /// The owner stopped the engine from playing for a seat.
    EngineOff { seat: Seat },
    /// The owner removed the player from a seat.
    Removed { seat: Seat },
    /// The owner swapped the players of two seats.
    Swapped { one: Seat, other: Seat },
    /// The player of a seat became the owner.
    HandedOver { seat: Seat },
    /// The owner muted a person, or unmuted them.
    Muted { person: String, muted: bool },
    /// The owner or an admin gave a command. The events that it caused come before.
    Ordered { command: OwnerCommand, by: String },
}

impl SeatingEvent {
    /// Whether it changes who sits where.
    pub(crate) const fn changes_seating(&self) -> bool {
        matches!(
            self,
            SeatingEvent::Sat { .. }
                | SeatingEvent::Moved { .. }
                | SeatingEvent::Stood { .. }
                | SeatingEvent::Swapped { .. }
                | SeatingEvent::Removed { .. }
        )
    }

    /// Whether the lobby or the players see a difference.
    pub(super) const fn is_visible(&self) -> bool {
        !matches!(
            self,
            SeatingEvent::TurnTimeUsed { .. }
                | SeatingEvent::EntropyGiven { .. }
                | SeatingEvent::ClaimedAbsent { .. }
        )
    }

    /// The seat that caused it.
    const fn seat(&self) -> Option<Seat> {
        match self {
            SeatingEvent::Sat { seat, .. }
            | SeatingEvent::Stood { seat }
            | SeatingEvent::EntropyGiven { seat, .. }
            | SeatingEvent::ClaimedAbsent { seat, .. }
            | SeatingEvent::StoodIn { seat, .. }
            | SeatingEvent::SeatReturned { seat }
            // A player who moves to another seat takes their commands along.
            | SeatingEvent::Moved { to: seat, .. } => Some(*seat),
            _ => None,
        }
    }

    /// The seats that it names.
    const fn seats(&self) -> (Option<Seat>, Option<Seat>) {
        match self {
            SeatingEvent::Moved { seat, to: other }
            | SeatingEvent::ClaimedAbsent { seat, absent: other }
            | SeatingEvent::Swapped { one: seat, other } => (Some(*seat), Some(*other)),
            SeatingEvent::EngineOn { seat, .. }
            | SeatingEvent::EngineOff { seat }
            | SeatingEvent::Removed { seat }
            | SeatingEvent::HandedOver { seat } => (Some(*seat), None),
            _ => (self.seat(), None),
        }
    }

    fn command_kind(&self, seats: SeatNames) -> Option<CommandKind> {
        Some(match self.clone() {
            SeatingEvent::Moved { to, .. } => CommandKind::Sit(to.name(seats).to_string()),
            SeatingEvent::Stood { .. } => CommandKind::Stand,
            SeatingEvent::EntropyGiven { entropy, .. } => CommandKind::Entropy(entropy),
            SeatingEvent::ClaimedAbsent { absent, .. } => {
                CommandKind::ClaimAbsent(absent.name(seats).to_string())
            }
            SeatingEvent::Ordered { command, .. } => CommandKind::Order(command),
            _ => return None,
        })
    }
}

impl RoomEvent {
    /// The seat that it is about. For an event that stands for a command, the seat that gave it; `None` for the owner.
    pub(crate) const fn seat(&self) -> Option<Seat> {
        match self {
            RoomEvent::Game(event) => event.seat(),
            RoomEvent::Seating(event) => event.seat(),
        }
    }

    /// All seats that it names.
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> {
        let (one, other) = match self {
            RoomEvent::Game(event) => (event.seat(), None),
            RoomEvent::Seating(event) => event.seats(),
        };
        one.into_iter().chain(other)
    }

    /// The command that leads to this event, if there is one.
    pub(crate) fn command_kind(&self, seats: SeatNames) -> Option<CommandKind> {
        let event = match self {
            RoomEvent::Seating(event) => return event.command_kind(seats),
            RoomEvent::Game(event) => event.clone(),
        };
        Some(match event {
            TableEvent::Acted { action, .. } => CommandKind::Act(action),
            TableEvent::Proposed { offer, .. } => CommandKind::Propose(offer),
            TableEvent::Accepted { offer, .. } => CommandKind::Accept(offer),
            TableEvent::Declined { offer, .. } => CommandKind::Decline(offer),
            TableEvent::Claimed { .. } => CommandKind::Claim,
            TableEvent::Resigned { .. } => CommandKind::Resign,
            TableEvent::Aborted { .. } => CommandKind::Abort,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarch_table::OfferKind;

    #[test]
    fn events_are_stored_under_stable_names() {
        let seat = Seat::new(1);
        let spent = Millis(5);
        let acted = TableEvent::Acted { seat, action: "b:e2e4".to_string(), spent };
        let accepted = TableEvent::Accepted { seat, offer: OfferKind::Takeback, spent };
        let ordered = SeatingEvent::Ordered { command: OwnerCommand::Pause, by: "Ada".to_string() };
        let id = CommandId::try_from("c1".to_string()).ok();
        let rows: [(RoomEvent, &str); 6] = [
            (acted.into(), r#"{"acted":{"seat":1,"action":"b:e2e4","spent":5}}"#),
            (accepted.into(), r#"{"accepted":{"seat":1,"offer":"takeback","spent":5}}"#),
            (TableEvent::Agreed.into(), r#""agreed""#),
            (SeatingEvent::Began.into(), r#""began""#),
            (SeatingEvent::StoodIn { seat, level: 3 }.into(), r#"{"stood_in":{"seat":1,"level":3}}"#),
            (ordered.into(), r#"{"ordered":{"command":"pause","by":"Ada"}}"#),
        ];
        for (event, written) in rows {
            let stored = StoredEvent { number: 4, at: 7, id: id.clone(), event };
            let expected = format!(r#"{{"number":4,"at":7,"id":"c1","event":{written}}}"#);
            assert_eq!(serde_json::to_string(&stored).unwrap(), expected);
            let read: StoredEvent = serde_json::from_str(&expected).unwrap();
            assert_eq!(serde_json::to_string(&read).unwrap(), expected);
        }
    }
}
