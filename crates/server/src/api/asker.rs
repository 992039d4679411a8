//! Who asks, and what they ask for.

use super::fault::Fault;
use crate::rooms::Rooms;
use crate::token::Token;
use crate::who::{Person, Who};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use serde::de::DeserializeOwned;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use tetrarch_protocol::{Refused, RefusedFor};

/// The name of the cookie by which a browser is known.
const COOKIE: &str = "tetrarch";
/// How long a browser keeps it, in seconds: a year.
const KEPT: u32 = 365 * 86_400;

/// Where a connection comes from.
#[derive(Copy, Clone, Debug)]
pub(crate) struct PeerAddress(pub(crate) SocketAddr);

/// The address of who asks. Of an IPv6 address the network counts: one house has very many addresses.
pub(super) fn address(parts: &Parts, proxy: bool) -> IpAddr {
    let peer = parts.extensions.get::<PeerAddress>().map(|peer| peer.0.ip());
    let told = || {
        // The last entry is the one that our own proxy has written.
        let list = parts.headers.get("x-forwarded-for")?.to_str().ok()?;
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
pub(super) struct Asker {
    pub(super) who: Who,
    pub(super) from: IpAddr,
    /// Whether they came by HTTPS, so that their cookie must not travel otherwise.
    secure: bool,
}

impl FromRequestParts<Rooms> for Asker {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, rooms: &Rooms) -> Result<Asker, Fault> {
        let proxy = rooms.config().proxy;
        let who = match bearer(&parts.headers).or_else(|| cookie(&parts.headers)) {
            Some(token) => rooms.people().identify(&token).await?,
            None => Who::default(),
        };
        // A cookie that nobody has any more is as good as none; a token in the header was meant.
        let who = if who.person.is_none() && bearer(&parts.headers).is_none() { Who::default() } else { who };
        let https = parts.headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
        Ok(Asker { who, from: address(parts, proxy), secure: proxy && https })
    }
}

impl Asker {
    /// The person who asks, if the server knows one.
    pub(super) fn person(&self) -> Result<Arc<Person>, Refused> {
        let nobody =
            || Refused::new(RefusedFor::WhoAreYou, "Say who you are first: become a guest or log in.");
        self.who.person.clone().ok_or_else(nobody)
    }

    /// The header that lets a browser be known again.
    pub(super) fn keep(&self, token: Token) -> (header::HeaderName, String) {
        let secure = if self.secure { "; Secure" } else { "" };
        let cookie =
            format!("{COOKIE}={}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Lax{secure}", token.tell());
        (header::SET_COOKIE, cookie)
    }

    /// The header that lets a browser forget.
    pub(super) fn forget() -> (header::HeaderName, String) {
        (header::SET_COOKIE, format!("{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"))
    }
}

fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(str::to_string)
}

fn cookie(headers: &HeaderMap) -> Option<String> {
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value: &HeaderValue| value.to_str().ok());
    let mut pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value.to_string())
}

/// The body of a request, in JSON.
pub(super) struct Input<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Rooms> for Input<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, rooms: &Rooms) -> Result<Input<T>, Fault> {
        let read: Result<Json<T>, JsonRejection> = Json::from_request(request, rooms).await;
        Ok(Input(read?.0))
    }
}
