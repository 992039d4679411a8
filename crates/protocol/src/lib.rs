//! What clients and the server say to each other over a socket and over HTTP.
//!
//! Messages are closed, tagged enums: what is not listed here cannot be said, and everything is parsed once, at the
//! edge. The page `docs/protocol.md` shows an example of each; the TypeScript types in `web/src/protocol/` are
//! generated from these.

mod change;
mod command;
mod http;
mod message;
mod named;
mod refused;
mod state;

pub use change::{CellMen, ViewChange};
pub use command::{ClientMessage, Command, CommandId, Deed, Hello};
pub use http::{HttpFault, Join, Joined, NewSeat, NewTable, TableMade, Welcome};
pub use message::{Closing, Event, ServerMessage};
pub use named::Named;
pub use refused::{Refused, RefusedFor};
pub use state::{
    ClockLeft, ClocksNow, OfferNow, OutcomeNow, Phase, SeatNow, Sitter, Standing, StepNow, TableState,
};
