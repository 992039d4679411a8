//! What happens at a table, as it is stored: a table is exactly what its rows say.

use crate::token::TokenHash;
use serde::{Deserialize, Serialize};
use tetrarch_protocol::{CommandId, Deed, Order};
use tetrarch_table::{Millis, OfferKind};

/// One row of a table's log: what happened, what chance showed upon it, and whose command it was.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    /// What happened.
    pub(crate) what: What,
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
pub(crate) enum What {
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
    Ordered { order: Order, by: String, at: i64 },
}

impl What {
    /// Whether somebody who sat sits elsewhere now, or no more.
    pub(crate) const fn reseats(&self) -> bool {
        let ordered = matches!(self, What::Ordered { order: Order::Swap { .. } | Order::Remove(_), .. });
        ordered || matches!(self, What::Sat { .. } | What::Moved { .. } | What::Stood { .. })
    }

    /// What was asked for with a command, if this is what came of it.
    pub(crate) fn deed(&self) -> Option<Deed> {
        Some(match self.clone() {
            What::Moved { to, .. } => Deed::Sit(to),
            What::Stood { .. } => Deed::Stand,
            What::Gave { entropy, .. } => Deed::Entropy(entropy),
            What::Acted { action, .. } => Deed::Act(action),
            What::Proposed { offer, .. } => Deed::Propose(offer),
            What::Accepted { offer, .. } => Deed::Accept(offer),
            What::Declined { offer, .. } => Deed::Decline(offer),
            What::Claimed { .. } => Deed::Claim,
            What::Resigned { .. } => Deed::Resign,
            What::ClaimedAbsent { absent, .. } => Deed::ClaimAbsent(absent),
            What::Aborted { .. } => Deed::Abort,
            What::Ordered { order, .. } => Deed::Order(order),
            What::Sat { .. }
            | What::Began
            | What::StoodIn { .. }
            | What::GaveBack { .. }
            | What::Flagged { .. }
            | What::Thought { .. } => return None,
        })
    }

    /// The seat whose doing it is.
    pub(crate) fn seat(&self) -> Option<&str> {
        match self {
            What::Sat { seat, .. }
            | What::Moved { seat, .. }
            | What::Stood { seat }
            | What::Gave { seat, .. }
            | What::Acted { seat, .. }
            | What::Proposed { seat, .. }
            | What::Accepted { seat, .. }
            | What::Declined { seat, .. }
            | What::Claimed { seat }
            | What::ClaimedAbsent { seat, .. }
            | What::StoodIn { seat, .. }
            | What::GaveBack { seat }
            | What::Resigned { seat } => Some(seat),
            What::Aborted { seat } => seat.as_deref(),
            What::Began | What::Flagged { .. } | What::Thought { .. } | What::Ordered { .. } => None,
        }
    }
}
