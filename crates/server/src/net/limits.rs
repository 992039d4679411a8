//! Rate limits by person and by address. A whole school may share one address.

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tetrarch_protocol::{ErrorCode, RequestError};

/// The key of a limit: a person, wherever they are, or the address of an anonymous client.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum LimitKey {
    Person(String),
    Address(IpAddr),
}

/// The client that a limit applies to.
#[derive(Clone, Debug)]
pub(crate) struct LimitSubject {
    address: IpAddr,
    key: LimitKey,
}

impl LimitSubject {
    pub(crate) fn new(address: IpAddr, person: Option<&str>) -> LimitSubject {
        LimitSubject {
            address,
            key: person.map_or(LimitKey::Address(address), |id| LimitKey::Person(id.to_string())),
        }
    }

    /// The same client, once the person is known.
    pub(crate) fn with_person(self, person: Option<&str>) -> LimitSubject {
        person.map_or(self.clone(), |person| LimitSubject::new(self.address, Some(person)))
    }
}

/// All rate limits, or none.
pub(crate) struct RateLimits(Option<RateLimiters>);

struct RateLimiters {
    requests: TieredLimit,
    guests: TieredLimit,
    logins: TieredLimit,
    accounts: DefaultKeyedRateLimiter<String>,
    tables: TieredLimit,
    analyses: TieredLimit,
    chat: DefaultKeyedRateLimiter<LimitKey>,
    messages: TieredLimit,
    connections: ConnectionCounts,
    peers: ConnectionCounts,
}

/// A limit by address, and a narrower one by person.
struct TieredLimit {
    address: DefaultKeyedRateLimiter<IpAddr>,
    subject: DefaultKeyedRateLimiter<LimitKey>,
}

/// The burst size, and the milliseconds until one more is allowed.
type QuotaSpec = (u32, u64);

impl TieredLimit {
    fn new(address: QuotaSpec, per_subject: QuotaSpec) -> TieredLimit {
        TieredLimit { address: limiter(address), subject: limiter(per_subject) }
    }

    /// Takes `many` units from the limit.
    fn check(&self, subject: &LimitSubject, many: u32) -> Result<(), RequestError> {
        check_limiter(&self.subject, &subject.key, many)?;
        check_limiter(&self.address, &subject.address, many)
    }

    fn prune(&self) {
        self.address.retain_recent();
        self.subject.retain_recent();
    }
}

const fn burst(size: u32) -> NonZeroU32 {
    NonZeroU32::new(size).expect("at least one")
}

fn limiter<K: Hash + Eq + Clone>((max_burst, period_ms): QuotaSpec) -> DefaultKeyedRateLimiter<K> {
    let quota =
        Quota::with_period(Duration::from_millis(period_ms)).unwrap_or(Quota::per_second(NonZeroU32::MIN));
    RateLimiter::keyed(quota.allow_burst(burst(max_burst)))
}

fn check_limiter<K: Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
    many: u32,
) -> Result<(), RequestError> {
    let words = "Too many requests. Try again a little later.";
    let checked = NonZeroU32::new(many).map_or(Ok(Ok(())), |many| limiter.check_key_n(key, many));
    if matches!(checked, Ok(Ok(()))) { Ok(()) } else { Err(RequestError::new(ErrorCode::TooMuch, words)) }
}

/// Open sockets and streams by key.
type ConnectionCounts = Arc<Mutex<HashMap<LimitKey, u32>>>;

/// Limits on open sockets and streams.
const MAX_CONNECTIONS_PER_ADDRESS: u32 = 300;
const MAX_CONNECTIONS_PER_PERSON: u32 = 150;
/// Limit on connections of any kind, including those that have not sent a request.
const MAX_PEERS_PER_ADDRESS: u32 = 400;

/// Counts an open connection until it is dropped.
#[derive(Default)]
pub(crate) struct ConnectionGuard(Vec<(ConnectionCounts, LimitKey)>);

impl ConnectionGuard {
    fn count(&mut self, counts: &ConnectionCounts, key: LimitKey, max: u32) -> Result<(), RequestError> {
        let mut open = counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(key.clone()).or_default();
        if *count >= max {
            return Err(RequestError::new(
                ErrorCode::TooMuch,
                "Too many connections. Close some and try again.",
            ));
        }
        *count += 1;
        self.0.push((Arc::clone(counts), key));
        Ok(())
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        for (counts, key) in self.0.drain(..) {
            let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(open) = counts.get_mut(&key) {
                *open -= 1;
                if *open == 0 {
                    counts.remove(&key);
                }
            }
        }
    }
}

impl RateLimits {
    /// The standard limits, documented in `docs/running.md`.
    pub(crate) fn standard() -> RateLimits {
        RateLimits(Some(RateLimiters {
            requests: TieredLimit::new((400, 20), (200, 40)),
            guests: TieredLimit::new((30, 10_000), (30, 10_000)),
            logins: TieredLimit::new((10, 6_000), (10, 6_000)),
            accounts: limiter((10, 60_000)),
            tables: TieredLimit::new((200, 1_000), (100, 3_000)),
            analyses: TieredLimit::new((60, 250), (20, 1_000)),
            chat: limiter((5, 2_000)),
            messages: TieredLimit::new((2_000, 2), (400, 10)),
            connections: ConnectionCounts::default(),
            peers: ConnectionCounts::default(),
        }))
    }

    /// No limits, for benchmarks.
    pub(crate) const fn unlimited() -> RateLimits {
        RateLimits(None)
    }

    /// A request from an address, before authentication.
    pub(crate) fn check_request(&self, from: IpAddr) -> Result<(), RequestError> {
        self.0.as_ref().map_or(Ok(()), |limiters| check_limiter(&limiters.requests.address, &from, 1))
    }

    /// A request by a person, from any address.
    pub(crate) fn check_person_request(&self, person: &str) -> Result<(), RequestError> {
        let key = LimitKey::Person(person.to_string());
        self.0.as_ref().map_or(Ok(()), |limiters| check_limiter(&limiters.requests.subject, &key, 1))
    }

    /// A new guest.
    pub(crate) fn check_guest(&self, subject: &LimitSubject) -> Result<(), RequestError> {
        self.0.as_ref().map_or(Ok(()), |limiters| limiters.guests.check(subject, 1))
    }

    /// A login attempt for an account.
    pub(crate) fn check_login(&self, subject: &LimitSubject, account: &str) -> Result<(), RequestError> {
        self.check_account_lookup(subject)?;
        let name: String = account.to_lowercase().chars().take(64).collect();
        self.0.as_ref().map_or(Ok(()), |limiters| check_limiter(&limiters.accounts, &name, 1))
    }

    /// A request that reveals whether an account exists: signing up, or inviting by account name.
    pub(crate) fn check_account_lookup(&self, subject: &LimitSubject) -> Result<(), RequestError> {
        self.0.as_ref().map_or(Ok(()), |limiters| limiters.logins.check(subject, 1))
    }

    /// New tables.
    pub(crate) fn check_tables(&self, subject: &LimitSubject, many: u32) -> Result<(), RequestError> {
        self.0.as_ref().map_or(Ok(()), |limiters| limiters.tables.check(subject, many))
    }

    /// An analysis.
    pub(crate) fn check_analysis(&self, subject: &LimitSubject) -> Result<(), RequestError> {
        self.0.as_ref().map_or(Ok(()), |limiters| limiters.analyses.check(subject, 1))
    }

    /// A chat message.
    pub(crate) fn check_chat(&self, person: &str) -> Result<(), RequestError> {
        let key = LimitKey::Person(person.to_string());
        self.0.as_ref().map_or(Ok(()), |limiters| check_limiter(&limiters.chat, &key, 1))
    }

    /// A message on a socket.
    pub(crate) fn check_message(&self, subject: &LimitSubject) -> Result<(), RequestError> {
        self.0.as_ref().map_or(Ok(()), |limiters| limiters.messages.check(subject, 1))
    }

    /// A socket or stream.
    pub(crate) fn open_connection(&self, subject: &LimitSubject) -> Result<ConnectionGuard, RequestError> {
        let mut guard = ConnectionGuard::default();
        if let Some(limiters) = &self.0 {
            guard.count(
                &limiters.connections,
                LimitKey::Address(subject.address),
                MAX_CONNECTIONS_PER_ADDRESS,
            )?;
            if let LimitKey::Person(_) = subject.key {
                guard.count(&limiters.connections, subject.key.clone(), MAX_CONNECTIONS_PER_PERSON)?;
            }
        }
        Ok(guard)
    }

    /// A connection that has not sent a request.
    pub(crate) fn open_peer(&self, from: IpAddr) -> Result<ConnectionGuard, RequestError> {
        let mut guard = ConnectionGuard::default();
        if let Some(limiters) = &self.0 {
            guard.count(&limiters.peers, LimitKey::Address(from), MAX_PEERS_PER_ADDRESS)?;
        }
        Ok(guard)
    }

    /// The limit for the messages on one socket.
    pub(crate) fn flood_limiter(&self) -> Option<DefaultDirectRateLimiter> {
        let quota = Quota::per_second(burst(50)).allow_burst(burst(200));
        self.0.as_ref().map(|_| RateLimiter::direct(quota))
    }

    /// Removes entries that are back at their full allowance.
    pub(crate) fn prune(&self) {
        let Some(limiters) = &self.0 else { return };
        [
            &limiters.requests,
            &limiters.guests,
            &limiters.logins,
            &limiters.tables,
            &limiters.analyses,
            &limiters.messages,
        ]
        .into_iter()
        .for_each(TieredLimit::prune);
        limiters.accounts.retain_recent();
        limiters.chat.retain_recent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(last: u8, person: Option<&str>) -> LimitSubject {
        LimitSubject::new([203, 0, 113, last].into(), person)
    }

    /// How often in a row it succeeds.
    fn times(mut once: impl FnMut() -> bool) -> usize {
        (0..1000).take_while(|_| once()).count()
    }

    #[test]
    fn a_person_has_one_allowance_across_addresses() {
        let limits = RateLimits::standard();
        let mut address = 0;
        let made = times(|| {
            address += 1;
            limits.check_tables(&from(address, Some("ada")), 1).is_ok()
        });
        assert_eq!(made, 100);
        assert!(limits.check_tables(&from(1, Some("bob")), 1).is_ok(), "others have their own");
    }

    #[test]
    fn an_address_shared_by_many_people_has_a_higher_but_finite_limit() {
        let limits = RateLimits::standard();
        let mut number = 0;
        let asked = times(|| {
            number += 1;
            limits.check_analysis(&from(1, Some(&format!("person {}", number / 15)))).is_ok()
        });
        assert!((60..100).contains(&asked), "{asked}");
    }

    #[test]
    fn several_tables_at_once_count_as_several() {
        let limits = RateLimits::standard();
        assert!(limits.check_tables(&from(1, None), 64).is_ok());
        assert!(limits.check_tables(&from(1, None), 64).is_err());
        assert!(limits.check_tables(&from(1, None), 30).is_ok());
    }

    #[test]
    fn closing_a_connection_frees_its_slot() {
        let limits = RateLimits::standard();
        let ada = from(1, Some("ada"));
        let open: Vec<ConnectionGuard> =
            (0..150).map(|_| limits.open_connection(&ada).ok().unwrap()).collect();
        assert!(limits.open_connection(&ada).is_err() && limits.open_connection(&from(1, None)).is_ok());
        drop(open);
        assert!(limits.open_connection(&ada).is_ok());
    }
}
