//! The stored events of a table. Replaying them restores the table.

use crate::auth::token::TokenHash;
use serde::{Deserialize, Serialize};
use tetrarch_protocol::{CommandId, CommandKind, OwnerCommand};
use tetrarch_table::{Millis, OfferKind};

/// One stored event: what happened, the chance outcomes that followed, and the command that caused it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredEvent {
    #[serde(rename = "what")]
    pub(crate) event: TableEvent,
    /// The chance outcomes dealt after the event.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) dealt: Vec<String>,
    /// The command that caused it. A repeated command is recognised even after a restart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) command: Option<CommandId>,
}

/// Everything that can happen at a table. Seats are stored by name.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TableEvent {
    /// Somebody took a seat.
    Sat {
        seat: String,
        token: TokenHash,
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        person: Option<String>,
    },
    /// A player moved to another, open seat.
    Moved { seat: String, to: String },
    /// A player left their seat before the game began.
    Stood { seat: String },
    /// A player contributed entropy to the deal.
    Gave { seat: String, entropy: String },
    /// All seats were taken and the game began.
    Began,
    /// The seat to act made its move.
    Acted { seat: String, action: String, spent: Millis },
    /// A seat made an offer.
    Proposed { seat: String, offer: OfferKind },
    /// A seat accepted an offer. `spent` is the time the seat to act had used by then.
    Accepted {
        seat: String,
        offer: OfferKind,
        #[serde(default)]
        spent: Millis,
    },
    /// A seat declined an offer or withdrew its own.
    Declined { seat: String, offer: OfferKind },
    /// A seat claimed a draw.
    Claimed { seat: String },
    /// A seat resigned.
    Resigned { seat: String },
    /// A seat claimed a win over a player who left.
    ClaimedAbsent { seat: String, absent: String },
    /// The engine took over for a player who left.
    StoodIn { seat: String, level: u8 },
    /// The player came back and got the seat back.
    #[serde(rename = "gave_back")]
    SeatReturned { seat: String },
    /// The seat to act ran out of time.
    Flagged { spent: Millis },
    /// A seat or the owner ended the game without a result.
    Aborted { seat: Option<String> },
    /// The time the seat to act has used so far. The clock resumes from here after a restart.
    #[serde(rename = "thought")]
    TurnTimeUsed { spent: Millis },
    /// The owner or an admin gave an owner command.
    #[serde(rename = "ordered")]
    OwnerCommanded {
        #[serde(rename = "order")]
        command: OwnerCommand,
        by: String,
        at: i64,
    },
}

impl TableEvent {
    /// Whether it changes who sits where.
    pub(crate) const fn changes_seating(&self) -> bool {
        let reseats = matches!(
            self,
            TableEvent::OwnerCommanded { command: OwnerCommand::Swap { .. } | OwnerCommand::Remove(_), .. }
        );
        reseats
            || matches!(self, TableEvent::Sat { .. } | TableEvent::Moved { .. } | TableEvent::Stood { .. })
    }

    /// The command that leads to this event, if there is one.
    pub(crate) fn command_kind(&self) -> Option<CommandKind> {
        Some(match self.clone() {
            TableEvent::Moved { to, .. } => CommandKind::Sit(to),
            TableEvent::Stood { .. } => CommandKind::Stand,
            TableEvent::Gave { entropy, .. } => CommandKind::Entropy(entropy),
            TableEvent::Acted { action, .. } => CommandKind::Act(action),
            TableEvent::Proposed { offer, .. } => CommandKind::Propose(offer),
            TableEvent::Accepted { offer, .. } => CommandKind::Accept(offer),
            TableEvent::Declined { offer, .. } => CommandKind::Decline(offer),
            TableEvent::Claimed { .. } => CommandKind::Claim,
            TableEvent::Resigned { .. } => CommandKind::Resign,
            TableEvent::ClaimedAbsent { absent, .. } => CommandKind::ClaimAbsent(absent),
            TableEvent::Aborted { .. } => CommandKind::Abort,
            TableEvent::OwnerCommanded { command, .. } => CommandKind::Order(command),
            TableEvent::Sat { .. }
            | TableEvent::Began
            | TableEvent::StoodIn { .. }
            | TableEvent::SeatReturned { .. }
            | TableEvent::Flagged { .. }
            | TableEvent::TurnTimeUsed { .. } => return None,
        })
    }

    /// The seat that acted.
    pub(crate) fn seat(&self) -> Option<&str> {
        match self {
            TableEvent::Sat { seat, .. }
            | TableEvent::Moved { seat, .. }
            | TableEvent::Stood { seat }
            | TableEvent::Gave { seat, .. }
            | TableEvent::Acted { seat, .. }
            | TableEvent::Proposed { seat, .. }
            | TableEvent::Accepted { seat, .. }
            | TableEvent::Declined { seat, .. }
            | TableEvent::Claimed { seat }
            | TableEvent::ClaimedAbsent { seat, .. }
            | TableEvent::StoodIn { seat, .. }
            | TableEvent::SeatReturned { seat }
            | TableEvent::Resigned { seat } => Some(seat),
            TableEvent::Aborted { seat } => seat.as_deref(),
            TableEvent::Began
            | TableEvent::Flagged { .. }
            | TableEvent::TurnTimeUsed { .. }
            | TableEvent::OwnerCommanded { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_stored_under_stable_names() {
        let seat = || "white".to_string();
        let commanded =
            TableEvent::OwnerCommanded { command: OwnerCommand::Pause, by: "Ada".to_string(), at: 7 };
        for (event, stored) in [
            (TableEvent::StoodIn { seat: seat(), level: 3 }, r#"{"stood_in":{"seat":"white","level":3}}"#),
            (TableEvent::SeatReturned { seat: seat() }, r#"{"gave_back":{"seat":"white"}}"#),
            (TableEvent::TurnTimeUsed { spent: Millis(5) }, r#"{"thought":{"spent":5}}"#),
            (commanded, r#"{"ordered":{"order":"pause","by":"Ada","at":7}}"#),
        ] {
            assert_eq!(serde_json::to_string(&event).unwrap(), stored);
            let read: TableEvent = serde_json::from_str(stored).unwrap();
            assert_eq!(serde_json::to_string(&read).unwrap(), stored);
        }
    }
}
