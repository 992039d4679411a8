//! Reads the rows that version 0.1.0 stored. They name seats and contain the chance outcomes that followed.

use super::LiveTable;
use super::event::{RoomEvent, SeatingEvent, StoredEvent};
use crate::auth::token::TokenHash;
use serde::Deserialize;
use tetrarch_protocol::{CommandId, OwnerCommand};
use tetrarch_rules::Seat;
use tetrarch_table::{Millis, OfferKind, TableError, TableEvent};

/// A row of version 0.1.0.
#[derive(Deserialize)]
pub(super) struct FirstRow {
    what: FirstEvent,
    #[serde(default)]
    dealt: Vec<String>,
    #[serde(default)]
    command: Option<CommandId>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum FirstEvent {
    Sat {
        seat: String,
        token: TokenHash,
        name: String,
        #[serde(default)]
        person: Option<String>,
    },
    Moved {
        seat: String,
        to: String,
    },
    Stood {
        seat: String,
    },
    Gave {
        seat: String,
        entropy: String,
    },
    Began,
    Acted {
        seat: String,
        action: String,
        spent: Millis,
    },
    Proposed {
        seat: String,
        offer: OfferKind,
    },
    Accepted {
        seat: String,
        offer: OfferKind,
        #[serde(default)]
        spent: Millis,
    },
    Declined {
        seat: String,
        offer: OfferKind,
    },
    Claimed {
        seat: String,
    },
    Resigned {
        seat: String,
    },
    ClaimedAbsent {
        seat: String,
        absent: String,
    },
    StoodIn {
        seat: String,
        level: u8,
    },
    GaveBack {
        seat: String,
    },
    Flagged {
        spent: Millis,
    },
    Aborted {
        seat: Option<String>,
    },
    Thought {
        spent: Millis,
    },
    Ordered {
        order: OwnerCommand,
        by: String,
        at: i64,
    },
}

impl FirstRow {
    /// The events of the row, at a table to which all earlier rows were applied.
    pub(super) fn events(self, table: &LiveTable, number: u64) -> Result<Vec<StoredEvent>, TableError> {
        let at = if let FirstEvent::Ordered { at, .. } = &self.what { *at } else { 0 };
        let mut events = self.what.events(table)?;
        // The last event stands for the command; what was dealt afterwards belongs to it.
        let effects = events.len().saturating_sub(1);
        events.extend(self.dealt.into_iter().map(|outcome| TableEvent::Revealed { outcome }.into()));
        let stored = events.into_iter().enumerate().map(|(index, event)| {
            let id = self.command.clone().filter(|_| index >= effects);
            StoredEvent { number, at, id, event }
        });
        Ok(stored.collect())
    }
}

impl FirstEvent {
    fn events(self, table: &LiveTable) -> Result<Vec<RoomEvent>, TableError> {
        let seat = |name: &str| table.seat_named(name);
        Ok(match self {
            FirstEvent::Sat { seat: name, token, name: called, person } => {
                vec![SeatingEvent::Sat { seat: seat(&name)?, token, name: called, person }.into()]
            }
            FirstEvent::Moved { seat: from, to } => {
                vec![SeatingEvent::Moved { seat: seat(&from)?, to: seat(&to)? }.into()]
            }
            FirstEvent::Stood { seat: name } => vec![SeatingEvent::Stood { seat: seat(&name)? }.into()],
            FirstEvent::Gave { seat: name, entropy } => {
                vec![SeatingEvent::EntropyGiven { seat: seat(&name)?, entropy }.into()]
            }
            FirstEvent::Began => vec![SeatingEvent::Began.into()],
            FirstEvent::StoodIn { seat: name, level } => {
                vec![SeatingEvent::StoodIn { seat: seat(&name)?, level }.into()]
            }
            FirstEvent::GaveBack { seat: name } => {
                vec![SeatingEvent::SeatReturned { seat: seat(&name)? }.into()]
            }
            FirstEvent::Thought { spent } => vec![SeatingEvent::TurnTimeUsed { spent }.into()],
            // A claim against an absent player counted as their resignation.
            FirstEvent::ClaimedAbsent { seat: name, absent } => {
                let (seat, absent) = (seat(&name)?, seat(&absent)?);
                vec![
                    TableEvent::Resigned { seat: absent }.into(),
                    SeatingEvent::ClaimedAbsent { seat, absent }.into(),
                ]
            }
            FirstEvent::Ordered { order, by, .. } => {
                let mut events = table.owner_events(&order)?;
                events.push(SeatingEvent::Ordered { command: order, by }.into());
                events
            }
            other => vec![other.game_event(table)?.into()],
        })
    }

    /// What happened in the game itself.
    fn game_event(self, table: &LiveTable) -> Result<TableEvent, TableError> {
        let seat = |name: &str| -> Result<Seat, TableError> { table.seat_named(name) };
        Ok(match self {
            FirstEvent::Acted { seat: name, action, spent } => {
                TableEvent::Acted { seat: seat(&name)?, action, spent }
            }
            FirstEvent::Proposed { seat: name, offer } => TableEvent::Proposed { seat: seat(&name)?, offer },
            FirstEvent::Accepted { seat: name, offer, spent } => {
                TableEvent::Accepted { seat: seat(&name)?, offer, spent }
            }
            FirstEvent::Declined { seat: name, offer } => TableEvent::Declined { seat: seat(&name)?, offer },
            FirstEvent::Claimed { seat: name } => TableEvent::Claimed { seat: seat(&name)? },
            FirstEvent::Resigned { seat: name } => TableEvent::Resigned { seat: seat(&name)? },
            FirstEvent::Flagged { spent } => {
                let nobody = || TableError::NotNow("No player has run out of time.".to_string());
                table.game.flag_fall(spent).ok_or_else(nobody)?
            }
            FirstEvent::Aborted { seat: name } => {
                TableEvent::Aborted { seat: name.map(|name| seat(&name)).transpose()? }
            }
            _ => return Err(TableError::NotNow("This row is not about the game.".to_string())),
        })
    }
}
