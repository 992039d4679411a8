//! A game in progress: the position with its log, offers, claims, repetition, forfeits, takebacks, clocks and
//! records. This crate does no input or output and reads no clock or random source: time and chance are
//! arguments.
//!
//! A [`Match`] is generic over its game. [`Table`] is the object-safe interface over it in texts and views,
//! so that a program can hold any game without knowing which. [`search`] is the interface to engines in the
//! same terms.

mod clock;
mod error;
mod event;
mod game;
mod game_match;
mod seat_map;
mod table;
#[cfg(test)]
mod table_tests;

pub mod record;
pub mod search;

pub use clock::{Clocks, Millis, TimeControl};
pub use error::TableError;
pub use event::{Applied, EventSyntax, TableEvent};
pub use game::{Game, GameKind, Games, OpenError};
pub use game_match::{LineChange, Match, Offer, OfferKind};
pub use seat_map::SeatMap;
pub use table::{GameStep, NamedOutcome, Table};
