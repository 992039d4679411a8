//! Extractors for requests: the caller and the JSON body.

use super::error::ApiError;
use crate::auth::identity::{Identity, Person};
use crate::auth::token::AccessToken;
use crate::net::limits::LimitSubject;
use crate::state::AppState;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use axum_extra::headers::HeaderMapExt as _;
use axum_extra::headers::authorization::{Authorization, Bearer};
use serde::de::DeserializeOwned;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use tetrarch_protocol::{ErrorCode, RequestError};
use time::Duration;

const SESSION_COOKIE: &str = "tetrarch";
/// How long a session lasts, in the browser and on the server.
pub(crate) const SESSION_DAYS: u32 = 365;

/// The address a connection comes from.
#[derive(Copy, Clone, Debug)]
pub(crate) struct PeerAddress(pub(crate) SocketAddr);

/// The client's address. IPv6 addresses are reduced to their network, since one household has very many of them.
pub(super) fn client_address(parts: &Parts, proxy: bool) -> IpAddr {
    let peer = parts.extensions.get::<PeerAddress>().map(|peer| peer.0.ip());
    let forwarded = || {
        // The last entry of the last line was written by our own proxy: some proxies append a line to those the
        // client sent.
        let list = parts.headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        list.rsplit(',').next()?.trim().parse().ok()
    };
    let address = proxy.then(forwarded).flatten().or(peer).unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
    match address {
        IpAddr::V6(v6) if v6.to_ipv4_mapped().is_none() => {
            let network = u128::from(v6) & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from(network))
        }
        address => address.to_canonical(),
    }
}

/// The client that makes a request, authenticated by its token or cookie.
pub(super) struct Caller {
    pub(super) identity: Identity,
    address: IpAddr,
    /// Whether the request came by HTTPS, so that the cookie must be marked `Secure`.
    secure: bool,
}

impl FromRequestParts<AppState> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Caller, ApiError> {
        let proxy = state.config().trust_proxy;
        let identity = authenticate(&parts.headers, state).await?;
        if let Some(person) = identity.person_id() {
            state.limits().check_person_request(person)?;
        }
        let https = parts.headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
        Ok(Caller { identity, address: client_address(parts, proxy), secure: proxy && https })
    }
}

impl Caller {
    /// The client for rate limits.
    pub(super) fn limit_subject(&self) -> LimitSubject {
        LimitSubject::new(self.address, self.identity.person_id())
    }

    /// The person, or an error if the client is not known.
    pub(super) fn require_person(&self) -> Result<Arc<Person>, RequestError> {
        let nobody = || RequestError::new(ErrorCode::WhoAreYou, "Log in or continue as a guest first.");
        self.identity.person.clone().ok_or_else(nobody)
    }

    /// Sets the session cookie.
    pub(super) fn set_session_cookie(&self, token: AccessToken) -> CookieJar {
        let mut cookie = session_cookie(token.into_string(), Duration::days(SESSION_DAYS.into()));
        if self.secure {
            cookie.set_secure(true);
        }
        CookieJar::new().add(cookie)
    }

    /// Deletes the session cookie.
    pub(super) fn clear_session_cookie() -> CookieJar {
        CookieJar::new().add(session_cookie(String::new(), Duration::ZERO))
    }
}

fn session_cookie(value: String, max_age: Duration) -> Cookie<'static> {
    Cookie::build((SESSION_COOKIE, value))
        .path("/")
        .max_age(max_age)
        .http_only(true)
        .same_site(SameSite::Lax)
        .build()
}

/// An invalid cookie counts as none; a token in the header was sent on purpose.
async fn authenticate(headers: &HeaderMap, state: &AppState) -> Result<Identity, ApiError> {
    if let Some(bearer) = headers.typed_get::<Authorization<Bearer>>() {
        return Ok(state.accounts().authenticate(bearer.token()).await?);
    }
    let Some(cookie) = CookieJar::from_headers(headers).get(SESSION_COOKIE).cloned() else {
        return Ok(Identity::default());
    };
    let identity = state.accounts().authenticate(cookie.value()).await?;
    Ok(if identity.person.is_some() { identity } else { Identity::default() })
}

/// A JSON request body.
pub(super) struct JsonBody<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<AppState> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<JsonBody<T>, ApiError> {
        let read: Result<Json<T>, JsonRejection> = Json::from_request(request, state).await;
        Ok(JsonBody(read?.0))
    }
}
