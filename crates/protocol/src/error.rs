//! Errors that the server reports to clients.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Why the server refused a request or a command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[error("{words}")]
pub struct RequestError {
    /// A machine-readable code.
    pub reason: ErrorCode,
    /// The rule of the game that was violated, if any, such as `banned`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
    pub rule: Option<Cow<'static, str>>,
    /// A human-readable sentence.
    pub words: String,
}

impl RequestError {
    /// An error with its message.
    pub fn new(reason: ErrorCode, words: impl Into<String>) -> RequestError {
        RequestError { reason, rule: None, words: words.into() }
    }
}

/// The machine-readable error codes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The message could not be parsed.
    NotUnderstood,
    /// The game moved on since: look at the new state and decide again.
    Stale,
    /// The token does not belong to this table.
    UnknownToken,
    /// The client does not hold this seat, or any seat.
    NotYourSeat,
    /// It is another seat's turn.
    NotYourTurn,
    /// The game has not started: some seats are empty.
    NotBegun,
    /// The game is over.
    Over,
    /// It is against the rules of the game.
    Rules,
    /// It is not possible now.
    NotNow,
    /// The seat had run out of time.
    Flag,
    /// It could not be stored and was therefore not executed. Try again.
    NotStored,
    /// Only the owner of the table may do this.
    NotOwner,
    /// It requires a user: a guest, or for some requests an account.
    WhoAreYou,
    /// The name or the password is wrong.
    WrongPassword,
    /// It does not exist.
    NotFound,
    /// The owner paused the game.
    Paused,
    /// The rate limit was exceeded. Try again later.
    TooMuch,
    /// The server is shutting down. Try again when it is back.
    Shutdown,
}
