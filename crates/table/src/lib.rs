//! A game being played: the position with its log, offers, claims, repetition, forfeits, takebacks, clocks and
//! records. Still nothing here reads a file, a clock or a random number: time and chance are arguments.
//!
//! Inside, a [`Match`] is typed on its game. Outside, a [`Table`] speaks in texts and views, so that a program
//! can hold any game without knowing which.

mod clock;
mod error;
mod game;
mod game_match;
mod table;
#[cfg(test)]
mod table_tests;

pub mod record;

pub use clock::{Clocks, Millis, TimeControl};
pub use error::TableError;
pub use game::{Game, GameKind, Games, OpenError};
pub use game_match::{LogEntry, Match, Offer, OfferKind};
pub use table::{GameStep, NamedOutcome, Table};
