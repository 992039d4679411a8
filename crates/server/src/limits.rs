//! How much anybody may ask for: by person, and by address, behind which there may be a whole school.

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tetrarch_protocol::{ErrorCode, RequestError};

/// Somebody as limits count them: a person wherever they are, or an address from which nobody known asks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum LimitKey {
    Person(String),
    Address(IpAddr),
}

/// Who asks, and from where.
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

    /// The same, once it is known who it is.
    pub(crate) fn with_person(self, person: Option<&str>) -> LimitSubject {
        person.map_or(self.clone(), |person| LimitSubject::new(self.address, Some(person)))
    }
}

/// The limits of a server, or none.
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

/// So many at once, and one more after each of these milliseconds.
type QuotaSpec = (u32, u64);

impl TieredLimit {
    fn new(address: QuotaSpec, each: QuotaSpec) -> TieredLimit {
        TieredLimit { address: limiter(address), subject: limiter(each) }
    }

    /// Whether so many more can be had.
    fn check(&self, who: &LimitSubject, many: u32) -> Result<(), RequestError> {
        check_limiter(&self.subject, &who.key, many)?;
        check_limiter(&self.address, &who.address, many)
    }

    fn prune(&self) {
        self.address.retain_recent();
        self.subject.retain_recent();
    }
}

const fn burst(most: u32) -> NonZeroU32 {
    NonZeroU32::new(most).expect("at least one")
}

fn limiter<K: Hash + Eq + Clone>((most, every): QuotaSpec) -> DefaultKeyedRateLimiter<K> {
    let quota =
        Quota::with_period(Duration::from_millis(every)).unwrap_or(Quota::per_second(NonZeroU32::MIN));
    RateLimiter::keyed(quota.allow_burst(burst(most)))
}

fn check_limiter<K: Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
    many: u32,
) -> Result<(), RequestError> {
    let words = "Too much too fast. Try again a little later.";
    let checked = NonZeroU32::new(many).map_or(Ok(Ok(())), |many| limiter.check_key_n(key, many));
    if matches!(checked, Ok(Ok(()))) { Ok(()) } else { Err(RequestError::new(ErrorCode::TooMuch, words)) }
}

/// How many sockets and streams are open for each.
type ConnectionCounts = Arc<Mutex<HashMap<LimitKey, u32>>>;

/// How many sockets and streams an address may have, and how many a person.
const MAX_CONNECTIONS_PER_ADDRESS: u32 = 300;
const MAX_CONNECTIONS_PER_PERSON: u32 = 150;
/// How many connections of any kind an address may have, also those that have said nothing yet.
const MAX_PEERS_PER_ADDRESS: u32 = 400;

/// Something that is open and counted until it is closed.
#[derive(Default)]
pub(crate) struct ConnectionGuard(Vec<(ConnectionCounts, LimitKey)>);

impl ConnectionGuard {
    fn count(&mut self, all: &ConnectionCounts, key: LimitKey, most: u32) -> Result<(), RequestError> {
        let mut open = all.lock().unwrap_or_else(PoisonError::into_inner);
        let many = open.entry(key.clone()).or_default();
        if *many >= most {
            return Err(RequestError::new(ErrorCode::TooMuch, "Too many connections."));
        }
        *many += 1;
        self.0.push((Arc::clone(all), key));
        Ok(())
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        for (all, key) in self.0.drain(..) {
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(open) = all.get_mut(&key) {
                *open -= 1;
                if *open == 0 {
                    all.remove(&key);
                }
            }
        }
    }
}

impl RateLimits {
    /// The usual limits. They are told in `docs/running.md`.
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

    /// No limits, for measurements.
    pub(crate) const fn unlimited() -> RateLimits {
        RateLimits(None)
    }

    /// A request from an address, before it is known who asks.
    pub(crate) fn check_request(&self, from: IpAddr) -> Result<(), RequestError> {
        self.0.as_ref().map_or(Ok(()), |all| check_limiter(&all.requests.address, &from, 1))
    }

    /// A request of a person, from wherever.
    pub(crate) fn check_person_request(&self, person: &str) -> Result<(), RequestError> {
        let key = LimitKey::Person(person.to_string());
        self.0.as_ref().map_or(Ok(()), |all| check_limiter(&all.requests.subject, &key, 1))
    }

    /// Somebody new.
    pub(crate) fn check_guest(&self, who: &LimitSubject) -> Result<(), RequestError> {
        self.0.as_ref().map_or(Ok(()), |all| all.guests.check(who, 1))
    }

    /// A password is tried for an account.
    pub(crate) fn check_login(&self, who: &LimitSubject, account: &str) -> Result<(), RequestError> {
        self.check_account_lookup(who)?;
        let name: String = account.to_lowercase().chars().take(64).collect();
        self.0.as_ref().map_or(Ok(()), |all| check_limiter(&all.accounts, &name, 1))
    }

    /// It is found out whether there is an account: one is made, or somebody is invited by its name.
    pub(crate) fn check_account_lookup(&self, who: &LimitSubject) -> Result<(), RequestError> {
        self.0.as_ref().map_or(Ok(()), |all| all.logins.check(who, 1))
    }

    /// Tables are made.
    pub(crate) fn check_tables(&self, who: &LimitSubject, many: u32) -> Result<(), RequestError> {
        self.0.as_ref().map_or(Ok(()), |all| all.tables.check(who, many))
    }

    /// The engine is asked.
    pub(crate) fn check_analysis(&self, who: &LimitSubject) -> Result<(), RequestError> {
        self.0.as_ref().map_or(Ok(()), |all| all.analyses.check(who, 1))
    }

    /// Somebody speaks.
    pub(crate) fn check_chat(&self, person: &str) -> Result<(), RequestError> {
        let key = LimitKey::Person(person.to_string());
        self.0.as_ref().map_or(Ok(()), |all| check_limiter(&all.chat, &key, 1))
    }

    /// Somebody says something on one of their sockets.
    pub(crate) fn check_message(&self, who: &LimitSubject) -> Result<(), RequestError> {
        self.0.as_ref().map_or(Ok(()), |all| all.messages.check(who, 1))
    }

    /// A socket or stream.
    pub(crate) fn open_connection(&self, who: &LimitSubject) -> Result<ConnectionGuard, RequestError> {
        let mut counted = ConnectionGuard::default();
        if let Some(all) = &self.0 {
            counted.count(&all.connections, LimitKey::Address(who.address), MAX_CONNECTIONS_PER_ADDRESS)?;
            if let LimitKey::Person(_) = who.key {
                counted.count(&all.connections, who.key.clone(), MAX_CONNECTIONS_PER_PERSON)?;
            }
        }
        Ok(counted)
    }

    /// A connection that has said nothing yet.
    pub(crate) fn open_peer(&self, from: IpAddr) -> Result<ConnectionGuard, RequestError> {
        let mut counted = ConnectionGuard::default();
        if let Some(all) = &self.0 {
            counted.count(&all.peers, LimitKey::Address(from), MAX_PEERS_PER_ADDRESS)?;
        }
        Ok(counted)
    }

    /// What one socket may say.
    pub(crate) fn flood_limiter(&self) -> Option<DefaultDirectRateLimiter> {
        let quota = Quota::per_second(burst(50)).allow_burst(burst(200));
        self.0.as_ref().map(|_| RateLimiter::direct(quota))
    }

    /// Forgets those who have asked for nothing lately.
    pub(crate) fn prune(&self) {
        let Some(all) = &self.0 else { return };
        [&all.requests, &all.guests, &all.logins, &all.tables, &all.analyses, &all.messages]
            .into_iter()
            .for_each(TieredLimit::prune);
        all.accounts.retain_recent();
        all.chat.retain_recent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(last: u8, person: Option<&str>) -> LimitSubject {
        LimitSubject::new([203, 0, 113, last].into(), person)
    }

    /// How many times it can be done at once.
    fn times(mut once: impl FnMut() -> bool) -> usize {
        (0..1000).take_while(|_| once()).count()
    }

    #[test]
    fn a_person_has_one_allowance_wherever_they_are() {
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
    fn many_people_at_one_address_have_more_than_one_person_but_not_without_end() {
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
    fn who_has_closed_a_connection_may_open_another() {
        let limits = RateLimits::standard();
        let ada = from(1, Some("ada"));
        let open: Vec<ConnectionGuard> =
            (0..150).map(|_| limits.open_connection(&ada).ok().unwrap()).collect();
        assert!(limits.open_connection(&ada).is_err() && limits.open_connection(&from(1, None)).is_ok());
        drop(open);
        assert!(limits.open_connection(&ada).is_ok());
    }
}
