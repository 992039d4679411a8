//! A game being played: the position with its log, offers, claims, repetition, forfeits, takebacks, clocks and
//! records. Still nothing here reads a file, a clock or a random number: time and chance are arguments.
//!
//! Inside, a [`Match`] is typed on its game. Outside, a [`Table`] speaks in texts and views, so that a program
//! can hold any game without knowing which.

mod clock;
mod game;
mod refusal;
mod table;
#[cfg(test)]
mod table_tests;
mod the_match;

pub mod record;

pub use clock::{Clocks, Control, Millis};
pub use game::{Game, Games, Of, OpenError};
pub use refusal::Refusal;
pub use table::{NamedOutcome, Step, Table};
pub use the_match::{Entry, Match, Offer, OfferKind};
