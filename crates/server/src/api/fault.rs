//! Requests that were not done.

use crate::rooms::LoadError;
use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tetrarch_protocol::{HttpFault, Refused, RefusedFor};

/// A request that was not done.
pub(crate) struct Fault(StatusCode, Refused);

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.0, Json(HttpFault { error: self.1 })).into_response()
    }
}

impl From<Refused> for Fault {
    fn from(refused: Refused) -> Fault {
        let status = match refused.reason {
            RefusedFor::NotUnderstood | RefusedFor::Rules => StatusCode::BAD_REQUEST,
            RefusedFor::WhoAreYou | RefusedFor::WrongPassword => StatusCode::UNAUTHORIZED,
            RefusedFor::UnknownToken | RefusedFor::NotYourSeat | RefusedFor::NotOwner => {
                StatusCode::FORBIDDEN
            }
            RefusedFor::NotFound => StatusCode::NOT_FOUND,
            RefusedFor::TooMuch => StatusCode::TOO_MANY_REQUESTS,
            RefusedFor::NotStored | RefusedFor::Shutdown => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::CONFLICT,
        };
        Fault(status, refused)
    }
}

impl From<JsonRejection> for Fault {
    fn from(rejection: JsonRejection) -> Fault {
        Fault(rejection.status(), Refused::new(RefusedFor::NotUnderstood, rejection.body_text()))
    }
}

impl From<QueryRejection> for Fault {
    fn from(rejection: QueryRejection) -> Fault {
        wrong(rejection.body_text()).into()
    }
}

impl From<LoadError> for Fault {
    fn from(error: LoadError) -> Fault {
        match error {
            LoadError::Stopping => stopping().into(),
            // What is wrong with our files is for the log, not for the client.
            error => {
                tracing::error!(%error, "a table could not be opened");
                let words = "The table cannot be opened now. Try again later.";
                Refused::new(RefusedFor::NotStored, words).into()
            }
        }
    }
}

pub(crate) fn stopping() -> Refused {
    Refused::new(RefusedFor::Shutdown, "The server is about to stop. Try again when it is back.")
}

/// A request that did not come in time.
pub(crate) fn too_slow() -> Fault {
    Fault(StatusCode::REQUEST_TIMEOUT, wrong("The request did not come in time."))
}

/// A request that is too long.
pub(crate) fn too_long() -> Fault {
    Fault(StatusCode::PAYLOAD_TOO_LARGE, wrong("The request is too long."))
}

pub(crate) fn wrong(words: impl Into<String>) -> Refused {
    Refused::new(RefusedFor::NotUnderstood, words)
}

pub(crate) fn not_found(words: &str) -> Refused {
    Refused::new(RefusedFor::NotFound, words)
}

pub(crate) fn no_luck(_: getrandom::Error) -> Refused {
    Refused::new(RefusedFor::NotStored, "The server has no random numbers now. Try again.")
}
