//! Why the server does not do what it was asked to.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Why something was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[error("{words}")]
pub struct RequestError {
    /// What kind of reason it is, for programs.
    pub reason: ErrorCode,
    /// The rule of the game that says so, if it is one: `banned`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
    pub rule: Option<Cow<'static, str>>,
    /// A sentence for people.
    pub words: String,
}

impl RequestError {
    /// A reason and its sentence.
    pub fn new(reason: ErrorCode, words: impl Into<String>) -> RequestError {
        RequestError { reason, rule: None, words: words.into() }
    }
}

/// What kinds of reasons there are.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The message is not one of those there are.
    NotUnderstood,
    /// The game has gone on since: look at the new state and decide again.
    Stale,
    /// The token is not one of this table's.
    UnknownToken,
    /// Who asks sits on no seat, or not on this one.
    NotYourSeat,
    /// Another seat is to act.
    NotYourTurn,
    /// Not everybody sits yet.
    NotBegun,
    /// The game is over.
    Over,
    /// The rules do not allow it.
    Rules,
    /// It cannot be done now.
    NotNow,
    /// The time had run out.
    Flag,
    /// It could not be stored, so it was not done. Try again.
    NotStored,
    /// Only the owner of the table may.
    NotOwner,
    /// It wants somebody whom the server knows: a guest, or for some things an account.
    WhoAreYou,
    /// Name or password are wrong.
    WrongPassword,
    /// There is no such thing.
    NotFound,
    /// The owner has stopped the clock.
    Paused,
    /// Too much too fast. Try again a little later.
    TooMuch,
    /// The server is about to stop. Try again when it is back.
    Shutdown,
}
