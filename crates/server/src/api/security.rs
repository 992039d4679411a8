//! Middleware for every request: rate limits, origin check, body limits and security headers.

use super::MAX_REQUEST_BYTES;
use super::error::ApiError;
use super::extract::client_address;
use crate::state::AppState;
use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tetrarch_protocol::{ErrorCode, RequestError};
use tokio::time::timeout;

/// Allows scripts only from this server, nothing from elsewhere, and no framing. `connect-src` is added per
/// request, since it depends on the host name.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data:; font-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const SECURITY_HEADERS: [(&str, &str); 6] = [
    // Personal answers must not be cached; files of the page set their own caching.
    ("cache-control", "no-store"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()"),
];

/// Checks a request before it is routed.
pub(super) async fn check_request(State(state): State<AppState>, request: Request, next: Next) -> Response {
    state.metrics().requests.fetch_add(1, Ordering::Relaxed);
    let (parts, body) = request.into_parts();
    let from = client_address(&parts, state.config().trust_proxy);
    // Without the query, which may contain an invite or a key.
    let (method, path, begun) = (parts.method.clone(), parts.uri.path().to_string(), Instant::now());
    let policy = content_security_policy(&parts.headers);
    let permitted =
        check_origin(&state, &parts.method, &parts.headers).and(state.limits().check_request(from));
    let response = match permitted.map_err(ApiError::from) {
        Ok(()) => match read_body(body, state.config().timeouts.request_body).await {
            Ok(body) => next.run(Request::from_parts(parts, body)).await,
            Err(error) => error.into_response(),
        },
        Err(error) => error.into_response(),
    };
    tracing::debug!(%method, path, status = response.status().as_u16(), took = ?begun.elapsed(), "request");
    with_security_headers(response, policy)
}

/// Reads the whole body, with limits on time and length.
async fn read_body(body: Body, time_limit: Duration) -> Result<Body, ApiError> {
    if body.is_end_stream() {
        return Ok(body);
    }
    match timeout(time_limit, to_bytes(body, MAX_REQUEST_BYTES)).await {
        Ok(Ok(bytes)) => Ok(bytes.into()),
        Ok(Err(_)) => Err(ApiError::too_long(MAX_REQUEST_BYTES)),
        Err(_) => Err(ApiError::too_slow()),
    }
}

/// The policy for this server's pages. Not every browser applies `'self'` to WebSockets, so they are listed.
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

/// Rejects cross-origin requests: pages of other sites may not act on behalf of their visitors, neither through a
/// socket, which browsers do not restrict, nor through a request that changes something.
fn check_origin(state: &AppState, method: &Method, headers: &HeaderMap) -> Result<(), RequestError> {
    let is_socket = headers.contains_key(header::UPGRADE);
    if matches!(*method, Method::GET | Method::HEAD) && !is_socket {
        return Ok(());
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let own = origin.split_once("://").is_some_and(|(_, from)| !host.is_empty() && from == host);
    if own || state.config().allowed_origins.iter().any(|known| known == origin) {
        return Ok(());
    }
    Err(RequestError::new(ErrorCode::NotOwner, "Cross-origin requests are not allowed."))
}

fn with_security_headers(mut response: Response, policy: HeaderValue) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    for (name, value) in SECURITY_HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
