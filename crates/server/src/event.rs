//! What happens at a table, as it is stored: a table is exactly what its rows say.

use crate::token::TokenHash;
use serde::{Deserialize, Serialize};
use tetrarch_protocol::{CommandId, CommandKind, OwnerCommand};
use tetrarch_table::{Millis, OfferKind};

/// One row of a table's log: what happened, what chance showed upon it, and whose command it was.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredEvent {
    /// What happened.
    pub(crate) what: TableEvent,
    /// What chance showed upon it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) dealt: Vec<String>,
    /// The command that asked for it, so that a repeated one is known also after a restart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) command: Option<CommandId>,
}

/// What can happen. Seats are named.
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
    /// Somebody moved from a seat to an open one.
    Moved { seat: String, to: String },
    /// Somebody left a seat before the game began.
    Stood { seat: String },
    /// A seat has added to the deal.
    Gave { seat: String, entropy: String },
    /// Everybody sat, and the game began.
    Began,
    /// A seat acted in its turn.
    Acted { seat: String, action: String, spent: Millis },
    /// A seat proposed something.
    Proposed { seat: String, offer: OfferKind },
    /// A seat agreed. The seat to act had used this much of its turn by then.
    Accepted {
        seat: String,
        offer: OfferKind,
        #[serde(default)]
        spent: Millis,
    },
    /// A seat declined, or took its own proposal back.
    Declined { seat: String, offer: OfferKind },
    /// A seat claimed a draw.
    Claimed { seat: String },
    /// A seat gave up.
    Resigned { seat: String },
    /// A seat claimed that another, whose player has left, gives up.
    ClaimedAbsent { seat: String, absent: String },
    /// The engine sat in for somebody who has left.
    StoodIn { seat: String, level: u8 },
    /// They are back, and have their seat again.
    GaveBack { seat: String },
    /// The time of the seat to act ran out.
    Flagged { spent: Millis },
    /// The game was ended without a result, by a seat or by the owner.
    Aborted { seat: Option<String> },
    /// The seat to act has used this much of its turn so far: what a restart begins from.
    Thought { spent: Millis },
    /// The owner, or an admin, has ordered something.
    Ordered { order: OwnerCommand, by: String, at: i64 },
}

impl TableEvent {
    /// Whether somebody who sat sits elsewhere now, or no more.
    pub(crate) const fn changes_seating(&self) -> bool {
        let ordered = matches!(
            self,
            TableEvent::Ordered { order: OwnerCommand::Swap { .. } | OwnerCommand::Remove(_), .. }
        );
        ordered
            || matches!(self, TableEvent::Sat { .. } | TableEvent::Moved { .. } | TableEvent::Stood { .. })
    }

    /// What was asked for with a command, if this is what came of it.
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
            TableEvent::Ordered { order, .. } => CommandKind::Order(order),
            TableEvent::Sat { .. }
            | TableEvent::Began
            | TableEvent::StoodIn { .. }
            | TableEvent::GaveBack { .. }
            | TableEvent::Flagged { .. }
            | TableEvent::Thought { .. } => return None,
        })
    }

    /// The seat whose doing it is.
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
            | TableEvent::GaveBack { seat }
            | TableEvent::Resigned { seat } => Some(seat),
            TableEvent::Aborted { seat } => seat.as_deref(),
            TableEvent::Began
            | TableEvent::Flagged { .. }
            | TableEvent::Thought { .. }
            | TableEvent::Ordered { .. } => None,
        }
    }
}
