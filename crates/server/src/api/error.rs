//! Error responses.

use crate::state::LoadError;
use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tetrarch_protocol::{ErrorCode, ErrorResponse, RequestError};

/// An error response.
pub(crate) struct ApiError(StatusCode, RequestError);

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.0, Json(ErrorResponse { error: self.1 })).into_response()
    }
}

impl ApiError {
    /// The request body exceeds the limit.
    pub(crate) fn too_long(max_bytes: usize) -> ApiError {
        let words = format!("A request can have at most {max_bytes} bytes.");
        ApiError(StatusCode::PAYLOAD_TOO_LARGE, bad_request(words))
    }

    /// The request body did not arrive in time.
    pub(crate) fn too_slow() -> ApiError {
        ApiError(StatusCode::REQUEST_TIMEOUT, bad_request("The request took too long to arrive."))
    }
}

impl From<RequestError> for ApiError {
    fn from(refused: RequestError) -> ApiError {
        let status = match refused.reason {
            ErrorCode::NotUnderstood | ErrorCode::Rules => StatusCode::BAD_REQUEST,
            ErrorCode::WhoAreYou | ErrorCode::WrongPassword => StatusCode::UNAUTHORIZED,
            ErrorCode::UnknownToken | ErrorCode::NotYourSeat | ErrorCode::NotOwner => StatusCode::FORBIDDEN,
            ErrorCode::NotFound => StatusCode::NOT_FOUND,
            ErrorCode::TooMuch => StatusCode::TOO_MANY_REQUESTS,
            ErrorCode::NotStored | ErrorCode::Shutdown => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::CONFLICT,
        };
        ApiError(status, refused)
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        ApiError(rejection.status(), RequestError::new(ErrorCode::NotUnderstood, rejection.body_text()))
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        bad_request(rejection.body_text()).into()
    }
}

impl From<LoadError> for ApiError {
    fn from(error: LoadError) -> ApiError {
        match error {
            LoadError::ShuttingDown => shutting_down().into(),
            // Details of a fault on our side go to the log, not to the client.
            error => {
                tracing::error!(%error, "failed to open a table");
                let words = "The table can't be opened right now. Try again later.";
                RequestError::new(ErrorCode::NotStored, words).into()
            }
        }
    }
}

pub(crate) fn shutting_down() -> RequestError {
    RequestError::new(ErrorCode::Shutdown, "The server is restarting. Try again in a moment.")
}

pub(crate) fn bad_request(words: impl Into<String>) -> RequestError {
    RequestError::new(ErrorCode::NotUnderstood, words)
}

pub(crate) fn not_found(words: &str) -> RequestError {
    RequestError::new(ErrorCode::NotFound, words)
}

pub(crate) fn no_randomness(_: getrandom::Error) -> RequestError {
    RequestError::new(ErrorCode::NotStored, "The server could not generate a token. Try again.")
}
