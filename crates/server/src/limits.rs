//! How much anybody may ask for.

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tetrarch_protocol::{Refused, RefusedFor};

/// The limits of a server, or none.
pub(crate) struct Limits(Option<Inner>);

struct Inner {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    guests: DefaultKeyedRateLimiter<IpAddr>,
    passwords: DefaultKeyedRateLimiter<IpAddr>,
    accounts: DefaultKeyedRateLimiter<String>,
    tables: DefaultKeyedRateLimiter<IpAddr>,
    analyses: DefaultKeyedRateLimiter<IpAddr>,
    chat: DefaultKeyedRateLimiter<String>,
    connections: Connections,
    peers: Connections,
}

/// How many are open from each address.
type Connections = Arc<Mutex<HashMap<IpAddr, u32>>>;

/// How many sockets and streams one address may have. Behind one address there may be a whole school.
const MOST_CONNECTIONS: u32 = 300;
/// How many connections of any kind one address may have: some more, for requests beside the sockets.
const MOST_OF_A_PEER: u32 = 400;

/// One that is open, counted for its address.
pub(crate) struct Connection(Option<(Connections, IpAddr)>);

impl Drop for Connection {
    fn drop(&mut self) {
        let Some((all, from)) = self.0.take() else { return };
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = all.get_mut(&from) {
            *open -= 1;
            if *open == 0 {
                all.remove(&from);
            }
        }
    }
}

fn count(all: &Connections, from: IpAddr, most: u32) -> Result<Connection, Refused> {
    let mut open = all.lock().unwrap_or_else(PoisonError::into_inner);
    let open = open.entry(from).or_default();
    if *open >= most {
        return Err(Refused::new(RefusedFor::TooMuch, "Too many connections from this address."));
    }
    *open += 1;
    Ok(Connection(Some((Arc::clone(all), from))))
}

const fn burst(most: u32) -> NonZeroU32 {
    NonZeroU32::new(most).expect("at least one")
}

/// So many at once, and one more after each of these times.
fn limiter<K: std::hash::Hash + Eq + Clone>(most: u32, every: Duration) -> DefaultKeyedRateLimiter<K> {
    let quota = Quota::with_period(every).unwrap_or(Quota::per_second(NonZeroU32::MIN));
    RateLimiter::keyed(quota.allow_burst(burst(most)))
}

fn within<K: std::hash::Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
) -> Result<(), Refused> {
    let words = "Too much too fast. Try again a little later.";
    limiter.check_key(key).map_err(|_| Refused::new(RefusedFor::TooMuch, words))
}

impl Limits {
    /// The usual limits.
    pub(crate) fn usual() -> Limits {
        let millis = Duration::from_millis;
        Limits(Some(Inner {
            requests: limiter(400, millis(20)),
            guests: limiter(30, millis(10_000)),
            passwords: limiter(10, millis(6_000)),
            accounts: limiter(10, millis(60_000)),
            tables: limiter(100, millis(2_000)),
            analyses: limiter(20, millis(1_000)),
            chat: limiter(5, millis(2_000)),
            connections: Connections::default(),
            peers: Connections::default(),
        }))
    }

    /// No limits, for measurements.
    pub(crate) const fn none() -> Limits {
        Limits(None)
    }

    /// A request from an address.
    pub(crate) fn request(&self, from: IpAddr) -> Result<(), Refused> {
        self.0.as_ref().map_or(Ok(()), |all| within(&all.requests, &from))
    }

    /// Somebody new.
    pub(crate) fn guest(&self, from: IpAddr) -> Result<(), Refused> {
        self.0.as_ref().map_or(Ok(()), |all| within(&all.guests, &from))
    }

    /// A password is tried, from an address and for an account.
    pub(crate) fn password(&self, from: IpAddr, account: &str) -> Result<(), Refused> {
        let Some(all) = &self.0 else { return Ok(()) };
        within(&all.passwords, &from)?;
        within(&all.accounts, &account.to_string())
    }

    /// Tables are made.
    pub(crate) fn table(&self, from: IpAddr) -> Result<(), Refused> {
        self.0.as_ref().map_or(Ok(()), |all| within(&all.tables, &from))
    }

    /// The engine is asked.
    pub(crate) fn analysis(&self, from: IpAddr) -> Result<(), Refused> {
        self.0.as_ref().map_or(Ok(()), |all| within(&all.analyses, &from))
    }

    /// Somebody speaks.
    pub(crate) fn chat(&self, person: &str) -> Result<(), Refused> {
        self.0.as_ref().map_or(Ok(()), |all| within(&all.chat, &person.to_string()))
    }

    /// A socket or stream from an address.
    pub(crate) fn connection(&self, from: IpAddr) -> Result<Connection, Refused> {
        self.0.as_ref().map_or(Ok(Connection(None)), |all| count(&all.connections, from, MOST_CONNECTIONS))
    }

    /// A connection of any kind from an address.
    pub(crate) fn peer(&self, from: IpAddr) -> Result<Connection, Refused> {
        self.0.as_ref().map_or(Ok(Connection(None)), |all| count(&all.peers, from, MOST_OF_A_PEER))
    }

    /// What one socket may say.
    pub(crate) fn socket(&self) -> Option<DefaultDirectRateLimiter> {
        let quota = Quota::per_second(burst(50)).allow_burst(burst(200));
        self.0.as_ref().map(|_| RateLimiter::direct(quota))
    }

    /// Forgets those who have asked for nothing lately.
    pub(crate) fn tidy(&self) {
        let Some(all) = &self.0 else { return };
        [&all.requests, &all.guests, &all.passwords, &all.tables, &all.analyses]
            .into_iter()
            .for_each(RateLimiter::retain_recent);
        [&all.accounts, &all.chat].into_iter().for_each(RateLimiter::retain_recent);
    }
}
