//! The events of a game, and what applying one changes.

use crate::{Millis, OfferKind};
use serde::{Deserialize, Serialize};
use tetrarch_rules::{Seat, SeatNames};

/// Something that happens in a game. The same value goes from the command that causes it to the log, and from
/// there to the store.
///
/// An offer is not in the log of a game: once everybody has accepted it, the log gets what they agreed on
/// ([`Agreed`](TableEvent::Agreed), [`TookBack`](TableEvent::TookBack) or [`Treaty`](TableEvent::Treaty)).
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TableEvent {
    /// The seat to act played an action, having spent this much time on it.
    Acted {
        /// The seat.
        seat: Seat,
        /// The text of the action; in the log, its canonical text.
        action: String,
        /// The time on the clock of the seat.
        spent: Millis,
    },
    /// Chance decided.
    Revealed {
        /// The text of the outcome.
        outcome: String,
    },
    /// A seat made an offer. Offering a draw that another seat has offered accepts it.
    Proposed {
        /// The seat.
        seat: Seat,
        /// What it offers.
        offer: OfferKind,
    },
    /// A seat accepted an offer.
    Accepted {
        /// The seat.
        seat: Seat,
        /// What it accepts.
        offer: OfferKind,
        /// The time that the seat to act had spent on its turn. A takeback does not refund it.
        spent: Millis,
    },
    /// A seat declined an offer, or withdrew its own.
    Declined {
        /// The seat.
        seat: Seat,
        /// What was offered.
        offer: OfferKind,
    },
    /// The seat to act claimed a draw.
    Claimed {
        /// The seat.
        seat: Seat,
    },
    /// A seat resigned, in or out of turn.
    Resigned {
        /// The seat.
        seat: Seat,
    },
    /// A seat ran out of time.
    Flagged {
        /// The seat.
        seat: Seat,
        /// The time that the seat to act had spent on its turn.
        spent: Millis,
    },
    /// All seats still in the game agreed to a draw.
    Agreed,
    /// A treaty of the game took effect.
    Treaty {
        /// The seat that proposed it.
        seat: Seat,
        /// The text of the treaty.
        treaty: String,
    },
    /// The line was cut to an earlier state.
    TookBack {
        /// The new length of the line.
        length: usize,
        /// The time that the seat to act had spent on its turn. It is not refunded.
        spent: Millis,
    },
    /// The operator of the table took an action that the rules leave to them.
    Operated {
        /// The text of the action.
        action: String,
    },
    /// The operator added time to a clock.
    TimeAdded {
        /// The seat.
        seat: Seat,
        /// The added time.
        time: Millis,
    },
    /// The operator decided the game.
    Adjudicated {
        /// The seat that wins together with its allies; `None` for a draw.
        winner: Option<Seat>,
    },
    /// The game ended without a result.
    Aborted {
        /// The seat that aborted it; `None` for the operator.
        seat: Option<Seat>,
    },
}

impl TableEvent {
    /// The seat that the event is about: the one that acted, resigned, ran out of time or made the offer, or
    /// that won by adjudication.
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            TableEvent::Acted { seat, .. }
            | TableEvent::Proposed { seat, .. }
            | TableEvent::Accepted { seat, .. }
            | TableEvent::Declined { seat, .. }
            | TableEvent::Claimed { seat }
            | TableEvent::Resigned { seat }
            | TableEvent::Flagged { seat, .. }
            | TableEvent::Treaty { seat, .. }
            | TableEvent::TimeAdded { seat, .. } => Some(*seat),
            TableEvent::Adjudicated { winner: seat } | TableEvent::Aborted { seat } => *seat,
            TableEvent::Revealed { .. }
            | TableEvent::Agreed
            | TableEvent::TookBack { .. }
            | TableEvent::Operated { .. } => None,
        }
    }

    /// The time that the seat to act had spent on its turn.
    pub const fn spent(&self) -> Millis {
        match self {
            TableEvent::Acted { spent, .. }
            | TableEvent::Accepted { spent, .. }
            | TableEvent::Flagged { spent, .. }
            | TableEvent::TookBack { spent, .. } => *spent,
            _ => Millis::ZERO,
        }
    }

    /// The event with another time spent, if it has one.
    #[must_use]
    pub fn with_spent(mut self, time: Millis) -> TableEvent {
        if let TableEvent::Acted { spent, .. }
        | TableEvent::Accepted { spent, .. }
        | TableEvent::Flagged { spent, .. }
        | TableEvent::TookBack { spent, .. } = &mut self
        {
            *spent = time;
        }
        self
    }

    /// The event as game records and saved games write it. [`Table::parse_event`](crate::Table::parse_event)
    /// reads it. Offers and answers have no text: records do not contain them.
    pub fn word(&self, seats: SeatNames) -> String {
        let name = |seat: &Seat| seat.name(seats);
        match self {
            TableEvent::Acted { action, .. } | TableEvent::Operated { action } => action.clone(),
            TableEvent::Revealed { outcome } => outcome.clone(),
            TableEvent::Claimed { .. } => "claim".to_string(),
            TableEvent::Resigned { seat } => format!("resign:{}", name(seat)),
            TableEvent::Flagged { seat, .. } => format!("flag:{}", name(seat)),
            TableEvent::Agreed => "draw".to_string(),
            TableEvent::Treaty { seat, treaty } => format!("{treaty}:{}", name(seat)),
            TableEvent::TookBack { length, .. } => format!("takeback:{length}"),
            TableEvent::TimeAdded { seat, time } => format!("time:{}:{}", name(seat), time.0),
            TableEvent::Adjudicated { winner } => {
                format!("adjudicate:{}", winner.as_ref().map_or("draw", name))
            }
            TableEvent::Aborted { .. } => "abort".to_string(),
            TableEvent::Proposed { .. } | TableEvent::Accepted { .. } | TableEvent::Declined { .. } => {
                String::new()
            }
        }
    }
}

/// What an event changed.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Applied {
    /// The length that a takeback cut the line to.
    pub cut: Option<usize>,
    /// How many steps were added to the line.
    pub played: usize,
    /// Whether another turn began, or the same seat started over.
    pub new_turn: bool,
}

/// Which events a text may name.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum EventSyntax {
    /// What a trace may contain: actions, chance outcomes, `resign:SEAT`, `flag:SEAT`, `draw` (agreed by all
    /// seats still in the game), `claim`, and the texts of treaties and operator actions.
    Trace,
    /// What a game record may contain: in addition `abort`, `adjudicate:draw`, `adjudicate:SEAT` and
    /// `TREATY:SEAT`.
    Record,
    /// What a saved log may contain: in addition `takeback:LENGTH` and `time:SEAT:MILLIS`.
    Log,
}
