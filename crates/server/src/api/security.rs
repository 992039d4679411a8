//! Middleware for every request: rate limits, origin check, body limits and security headers.

use super::MAX_REQUEST_BYTES;
use super::error::ApiError;
use super::extract::client_address;
use crate::net::REQUEST_BODY_TIMEOUT;
use crate::state::AppState;
use axum::Router;
use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use std::sync::atomic::Ordering;
use tetrarch_protocol::{ErrorCode, RequestError};
use tokio::time::timeout;
use tower_http::set_header::SetResponseHeaderLayer;

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

/// Adds the headers that are the same in every response.
pub(super) fn with_security_headers<S: Clone + Send + Sync + 'static>(router: Router<S>) -> Router<S> {
    SECURITY_HEADERS.into_iter().fold(router, |router, (name, value)| {
        let name = HeaderName::from_static(name);
        router.layer(SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value)))
    })
}

/// Checks a request before it is routed.
pub(super) async fn check_request(State(state): State<AppState>, request: Request, next: Next) -> Response {
    state.metrics().requests.fetch_add(1, Ordering::Relaxed);
    let (parts, body) = request.into_parts();
    let from = client_address(&parts, state.config().trust_proxy);
    // Without the query, which may contain an invite or a key.
    let (method, path, begun) = (parts.method.clone(), parts.uri.path().to_string(), state.clock().now());
    let policy = content_security_policy(&parts.headers);
    let permitted =
        check_origin(&state, &parts.method, &parts.headers).and(state.limits().check_request(from));
    let mut response = match permitted.map_err(ApiError::from) {
        Ok(()) => match read_body(body).await {
            Ok(body) => next.run(Request::from_parts(parts, body)).await,
            Err(error) => error.into_response(),
        },
        Err(error) => error.into_response(),
    };
    // One event under our own target, which operators filter by: `TraceLayer` has its own.
    tracing::debug!(%method, path, status = response.status().as_u16(), took = ?begun.elapsed(), "request");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// Reads the whole body, with limits on time and length. The layers of tower-http limit only the time between two
/// parts of the body, and answer without our error.
async fn read_body(body: Body) -> Result<Body, ApiError> {
    if body.is_end_stream() {
        return Ok(body);
    }
    match timeout(REQUEST_BODY_TIMEOUT, to_bytes(body, MAX_REQUEST_BYTES)).await {
        Ok(Ok(bytes)) => Ok(bytes.into()),
        Ok(Err(_)) => Err(ApiError::too_long(MAX_REQUEST_BYTES)),
        Err(_) => Err(ApiError::too_slow()),
    }
}

/// The policy for this server's pages. Not every browser applies `'self'` to WebSockets, so they are listed.
fn content_security_policy(headers: &HeaderMap) -> HeaderValue {
    // An authority may contain `;`, which would end the directive.
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    let host = host(headers).filter(|host| host.as_str().bytes().all(plain));
    let sockets = host.map(|host| format!(" ws://{host} wss://{host}")).unwrap_or_default();
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
    let from = origin.parse::<Uri>().ok().and_then(|origin| origin.into_parts().authority);
    let own = from.is_some() && from == host(headers);
    if own || state.config().allowed_origins.iter().any(|known| known == origin) {
        return Ok(());
    }
    Err(RequestError::new(ErrorCode::NotOwner, "Cross-origin requests are not allowed."))
}

/// The host and port that the client asked for.
fn host(headers: &HeaderMap) -> Option<Authority> {
    headers.get(header::HOST)?.to_str().ok()?.parse().ok()
}
