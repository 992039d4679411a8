//! Reads events from the texts of traces, records and saved games.

use super::Match;
use crate::{Millis, TableError, TableEvent};
use tetrarch_rules::{Presentation, Seat, Turn};

impl<P: Presentation> Match<P> {
    /// What only a saved log may contain.
    pub(super) fn parse_logged(&self, text: &str) -> Result<Option<TableEvent>, TableError> {
        let invalid = || TableError::NotNow(format!("{text:?} is not a valid log entry."));
        Ok(match text.split_once(':') {
            Some(("takeback", length)) => {
                let length = length.parse().map_err(|_| invalid())?;
                Some(TableEvent::TookBack { length, spent: Millis::ZERO })
            }
            Some(("time", added)) => {
                let (name, millis) = added.split_once(':').ok_or_else(invalid)?;
                let time = Millis(millis.parse().map_err(|_| invalid())?);
                Some(TableEvent::TimeAdded { seat: self.seat_named(name)?, time })
            }
            _ => None,
        })
    }

    /// What a record may contain, but not a trace.
    pub(super) fn parse_recorded(&self, text: &str) -> Result<Option<TableEvent>, TableError> {
        Ok(match text.rsplit_once(':') {
            None if text == "abort" => Some(TableEvent::Aborted { seat: None }),
            Some(("adjudicate", "draw")) => Some(TableEvent::Adjudicated { winner: None }),
            Some(("adjudicate", name)) => {
                Some(TableEvent::Adjudicated { winner: Some(self.seat_named(name)?) })
            }
            Some((treaty, name)) => self
                .seat_named(name)
                .ok()
                .filter(|seat| self.treaty(*seat, treaty).is_ok())
                .map(|seat| TableEvent::Treaty { seat, treaty: treaty.to_string() }),
            None => None,
        })
    }

    pub(super) fn parse_traced(&self, text: &str) -> Result<TableEvent, TableError> {
        match text.split_once(':') {
            Some(("resign", name)) => return Ok(TableEvent::Resigned { seat: self.seat_named(name)? }),
            Some(("flag", name)) => {
                return Ok(TableEvent::Flagged { seat: self.seat_named(name)?, spent: Millis::ZERO });
            }
            _ => {}
        }
        match (text, self.status.turn) {
            ("draw", _) => Ok(TableEvent::Agreed),
            ("claim", Turn::Seat(seat)) => Ok(TableEvent::Claimed { seat }),
            ("claim", _) => Err(TableError::NoClaim("a chance outcome comes first".to_string())),
            (_, Turn::Seat(seat)) => Ok(self.event_of_seat(seat, text)),
            (_, _) => Ok(TableEvent::Revealed { outcome: text.to_string() }),
        }
    }

    /// An operator action, a treaty of the seat to act, or its action.
    fn event_of_seat(&self, seat: Seat, text: &str) -> TableEvent {
        let text = text.to_string();
        if self.operation(&text).is_some() {
            TableEvent::Operated { action: text }
        } else if self.treaty(seat, &text).is_ok() {
            TableEvent::Treaty { seat, treaty: text }
        } else {
            TableEvent::Acted { seat, action: text, spent: Millis::ZERO }
        }
    }

    fn seat_named(&self, name: &str) -> Result<Seat, TableError> {
        let seats = self.position.seats();
        Seat::from_name(name, seats).ok_or_else(|| TableError::UnknownSeat { name: name.to_string(), seats })
    }
}
