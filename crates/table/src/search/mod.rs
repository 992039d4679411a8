//! A search of a position: what a client asks for and what it gets back.
//!
//! The same [`SearchRequest`] goes from the program, the server or a client down to the engine, and the same
//! [`SearchReport`] comes back.

mod level;
mod limits;
mod opponent_model;
mod report;
mod request;
mod score;

pub use level::{InvalidLevel, Level};
pub use limits::{SearchLimits, StopFlag, TimeBudget};
pub use opponent_model::{OpponentModel, UnknownOpponentModel};
pub use report::{ReportLine, SearchReport};
pub use request::SearchRequest;
pub use score::Score;
