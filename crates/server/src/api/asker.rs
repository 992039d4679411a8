//! Who asks, and what they ask for.

use super::error::ApiError;
use crate::limits::LimitSubject;
use crate::rooms::AppState;
use crate::token::AccessToken;
use crate::who::{Identity, Person};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use serde::de::DeserializeOwned;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use tetrarch_protocol::{ErrorCode, RequestError};

/// The name of the cookie by which a browser is known.
const SESSION_COOKIE: &str = "tetrarch";
/// How long a browser keeps it, and is known by it.
pub(crate) const SESSION_DAYS: u32 = 365;

/// Where a connection comes from.
#[derive(Copy, Clone, Debug)]
pub(crate) struct PeerAddress(pub(crate) SocketAddr);

/// The address of who asks. Of an IPv6 address the network counts: one house has very many addresses.
pub(super) fn client_address(parts: &Parts, proxy: bool) -> IpAddr {
    let peer = parts.extensions.get::<PeerAddress>().map(|peer| peer.0.ip());
    let told = || {
        // The last entry of the last line is the one that our own proxy has written: some proxies add a line to those that
        // the client has sent.
        let list = parts.headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        list.rsplit(',').next()?.trim().parse().ok()
    };
    let address = proxy.then(told).flatten().or(peer).unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
    match address {
        IpAddr::V6(six) if six.to_ipv4_mapped().is_none() => {
            let network = u128::from(six) & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from(network))
        }
        address => address.to_canonical(),
    }
}

/// Who asks.
pub(super) struct Caller {
    pub(super) identity: Identity,
    address: IpAddr,
    /// Whether they came by HTTPS, so that their cookie must not travel otherwise.
    secure: bool,
}

impl FromRequestParts<AppState> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, rooms: &AppState) -> Result<Caller, ApiError> {
        let proxy = rooms.config().trust_proxy;
        let who = match bearer_token(&parts.headers).or_else(|| cookie_token(&parts.headers)) {
            Some(token) => rooms.accounts().authenticate(&token).await?,
            None => Identity::default(),
        };
        // A cookie that nobody has any more is as good as none; a token in the header was meant.
        let who = if who.person.is_none() && bearer_token(&parts.headers).is_none() {
            Identity::default()
        } else {
            who
        };
        if let Some(person) = who.person_id() {
            rooms.limits().check_person_request(person)?;
        }
        let https = parts.headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
        Ok(Caller { identity: who, address: client_address(parts, proxy), secure: proxy && https })
    }
}

impl Caller {
    /// As limits count them.
    pub(super) fn limit_subject(&self) -> LimitSubject {
        LimitSubject::new(self.address, self.identity.person_id())
    }

    /// The person who asks, if the server knows one.
    pub(super) fn require_person(&self) -> Result<Arc<Person>, RequestError> {
        let nobody =
            || RequestError::new(ErrorCode::WhoAreYou, "Say who you are first: become a guest or log in.");
        self.identity.person.clone().ok_or_else(nobody)
    }

    /// The header that lets a browser be known again.
    pub(super) fn session_cookie(&self, token: AccessToken) -> (header::HeaderName, String) {
        let secure = if self.secure { "; Secure" } else { "" };
        let (token, kept) = (token.into_string(), SESSION_DAYS * 86_400);
        let cookie =
            format!("{SESSION_COOKIE}={token}; Path=/; Max-Age={kept}; HttpOnly; SameSite=Lax{secure}");
        (header::SET_COOKIE, cookie)
    }

    /// The header that lets a browser forget.
    pub(super) fn clear_session_cookie() -> (header::HeaderName, String) {
        (header::SET_COOKIE, format!("{SESSION_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"))
    }
}

fn bearer_token(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(str::to_string)
}

fn cookie_token(headers: &HeaderMap) -> Option<String> {
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value: &HeaderValue| value.to_str().ok());
    let mut pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == SESSION_COOKIE).map(|(_, value)| value.to_string())
}

/// The body of a request, in JSON.
pub(super) struct JsonBody<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<AppState> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, rooms: &AppState) -> Result<JsonBody<T>, ApiError> {
        let read: Result<Json<T>, JsonRejection> = Json::from_request(request, rooms).await;
        Ok(JsonBody(read?.0))
    }
}
