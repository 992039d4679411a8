//! What every request goes through: limits, the origin of pages, and the headers that keep browsers safe.

use super::MAX_REQUEST_BYTES;
use super::asker::client_address;
use super::error::ApiError;
use crate::rooms::AppState;
use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tetrarch_protocol::{ErrorCode, RequestError};
use tokio::time::timeout;

/// Scripts only from here, nothing from elsewhere, and no page may frame ours. To whom a page may connect is added: it
/// depends on the name of the server.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data:; font-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const SECURITY_HEADERS: [(&str, &str); 6] = [
    // What is told to one person is not kept for another; files of the page say themselves how long they may be kept.
    ("cache-control", "no-store"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()"),
];

/// Lets a request through, or not.
pub(super) async fn check_request(State(rooms): State<AppState>, request: Request, next: Next) -> Response {
    rooms.metrics().requests.fetch_add(1, Ordering::Relaxed);
    let (parts, body) = request.into_parts();
    let from = client_address(&parts, rooms.config().trust_proxy);
    // Without the query, which may hold an invite or a key.
    let (method, path, begun) = (parts.method.clone(), parts.uri.path().to_string(), Instant::now());
    let policy = content_security_policy(&parts.headers);
    let permitted =
        check_origin(&rooms, &parts.method, &parts.headers).and(rooms.limits().check_request(from));
    let answer = match permitted.map_err(ApiError::from) {
        Ok(()) => match read_body(body, rooms.config().timeouts.request_body).await {
            Ok(body) => next.run(Request::from_parts(parts, body)).await,
            Err(fault) => fault.into_response(),
        },
        Err(fault) => fault.into_response(),
    };
    tracing::debug!(%method, path, status = answer.status().as_u16(), took = ?begun.elapsed(), "request");
    with_security_headers(answer, policy)
}

/// The whole body, which must come soon and not be too long.
async fn read_body(body: Body, patience: Duration) -> Result<Body, ApiError> {
    if body.is_end_stream() {
        return Ok(body);
    }
    match timeout(patience, to_bytes(body, MAX_REQUEST_BYTES)).await {
        Ok(Ok(bytes)) => Ok(bytes.into()),
        Ok(Err(_)) => Err(ApiError::too_long(MAX_REQUEST_BYTES)),
        Err(_) => Err(ApiError::too_slow()),
    }
}

/// The policy for pages of this server. Not every browser takes `'self'` for sockets too, so they are named.
fn content_security_policy(headers: &HeaderMap) -> HeaderValue {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    let sockets = if !host.is_empty() && host.bytes().all(plain) {
        format!(" ws://{host} wss://{host}")
    } else {
        String::new()
    };
    let policy = HeaderValue::try_from(format!("{CONTENT_SECURITY_POLICY}; connect-src 'self'{sockets}"));
    policy.unwrap_or(HeaderValue::from_static(CONTENT_SECURITY_POLICY))
}

/// Pages of other sites may not act here in the name of who looks at them: neither by a socket, for which browsers ask
/// nobody, nor by a request that changes something.
fn check_origin(rooms: &AppState, method: &Method, headers: &HeaderMap) -> Result<(), RequestError> {
    let is_socket = headers.contains_key(header::UPGRADE);
    if matches!(*method, Method::GET | Method::HEAD) && !is_socket {
        return Ok(());
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let own = origin.split_once("://").is_some_and(|(_, from)| !host.is_empty() && from == host);
    if own || rooms.config().allowed_origins.iter().any(|known| known == origin) {
        return Ok(());
    }
    Err(RequestError::new(ErrorCode::NotOwner, "Pages of other sites may not do this."))
}

fn with_security_headers(mut answer: Response, policy: HeaderValue) -> Response {
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    for (name, value) in SECURITY_HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    answer
}
