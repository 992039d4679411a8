//! How much anybody may ask for: by person, and by address, behind which there may be a whole school.

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tetrarch_protocol::{Refused, RefusedFor};

/// Somebody as limits count them: a person wherever they are, or an address from which nobody known asks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    Person(String),
    Address(IpAddr),
}

/// Who asks, and from where.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    from: IpAddr,
    key: Key,
}

impl Counted {
    pub(crate) fn new(from: IpAddr, person: Option<&str>) -> Counted {
        Counted { from, key: person.map_or(Key::Address(from), |id| Key::Person(id.to_string())) }
    }

    /// The same, once it is known who it is.
    pub(crate) fn known_as(self, person: Option<&str>) -> Counted {
        person.map_or(self.clone(), |person| Counted::new(self.from, Some(person)))
    }
}

/// The limits of a server, or none.
pub(crate) struct Limits(Option<Inner>);

struct Inner {
    requests: Limit,
    guests: Limit,
    passwords: Limit,
    accounts: DefaultKeyedRateLimiter<String>,
    tables: Limit,
    analyses: Limit,
    chat: DefaultKeyedRateLimiter<Key>,
    messages: Limit,
    connections: Connections,
    peers: Connections,
}

/// A limit by address, and a narrower one by person.
struct Limit {
    address: DefaultKeyedRateLimiter<IpAddr>,
    each: DefaultKeyedRateLimiter<Key>,
}

/// So many at once, and one more after each of these milliseconds.
type Quantity = (u32, u64);

impl Limit {
    fn new(address: Quantity, each: Quantity) -> Limit {
        Limit { address: limiter(address), each: limiter(each) }
    }

    /// Whether so many more can be had.
    fn check(&self, who: &Counted, many: u32) -> Result<(), Refused> {
        within(&self.each, &who.key, many)?;
        within(&self.address, &who.from, many)
    }

    fn tidy(&self) {
        self.address.retain_recent();
        self.each.retain_recent();
    }
}

const fn burst(most: u32) -> NonZeroU32 {
    NonZeroU32::new(most).expect("at least one")
}

fn limiter<K: Hash + Eq + Clone>((most, every): Quantity) -> DefaultKeyedRateLimiter<K> {
    let quota =
        Quota::with_period(Duration::from_millis(every)).unwrap_or(Quota::per_second(NonZeroU32::MIN));
    RateLimiter::keyed(quota.allow_burst(burst(most)))
}

fn within<K: Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
    many: u32,
) -> Result<(), Refused> {
    let words = "Too much too fast. Try again a little later.";
    let checked = NonZeroU32::new(many).map_or(Ok(Ok(())), |many| limiter.check_key_n(key, many));
    if matches!(checked, Ok(Ok(()))) { Ok(()) } else { Err(Refused::new(RefusedFor::TooMuch, words)) }
}

/// How many sockets and streams are open for each.
type Connections = Arc<Mutex<HashMap<Key, u32>>>;

/// How many sockets and streams an address may have, and how many a person.
const MOST_BY_ADDRESS: u32 = 300;
const MOST_BY_PERSON: u32 = 150;
/// How many connections of any kind an address may have, also those that have said nothing yet.
const MOST_PEERS: u32 = 400;

/// Something that is open and counted until it is closed.
#[derive(Default)]
pub(crate) struct Connection(Vec<(Connections, Key)>);

impl Connection {
    fn count(&mut self, all: &Connections, key: Key, most: u32) -> Result<(), Refused> {
        let mut open = all.lock().unwrap_or_else(PoisonError::into_inner);
        let many = open.entry(key.clone()).or_default();
        if *many >= most {
            return Err(Refused::new(RefusedFor::TooMuch, "Too many connections."));
        }
        *many += 1;
        self.0.push((Arc::clone(all), key));
        Ok(())
    }
}

impl Drop for Connection {
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

impl Limits {
    /// The usual limits. They are told in `docs/running.md`.
    pub(crate) fn usual() -> Limits {
        Limits(Some(Inner {
            requests: Limit::new((400, 20), (200, 40)),
            guests: Limit::new((30, 10_000), (30, 10_000)),
            passwords: Limit::new((10, 6_000), (10, 6_000)),
            accounts: limiter((10, 60_000)),
            tables: Limit::new((200, 1_000), (100, 3_000)),
            analyses: Limit::new((60, 250), (20, 1_000)),
            chat: limiter((5, 2_000)),
            messages: Limit::new((2_000, 2), (400, 10)),
            connections: Connections::default(),
            peers: Connections::default(),
        }))
    }

    /// No limits, for measurements.
    pub(crate) const fn none() -> Limits {
        Limits(None)
    }

    /// A request from an address, before it is known who asks.
    pub(crate) fn request(&self, from: IpAddr) -> Result<(), Refused> {
        self.0.as_ref().map_or(Ok(()), |all| within(&all.requests.address, &from, 1))
    }

    /// A request of a person, from wherever.
    pub(crate) fn request_of(&self, person: &str) -> Result<(), Refused> {
        let key = Key::Person(person.to_string());
        self.0.as_ref().map_or(Ok(()), |all| within(&all.requests.each, &key, 1))
    }

    /// Somebody new.
    pub(crate) fn guest(&self, who: &Counted) -> Result<(), Refused> {
        self.0.as_ref().map_or(Ok(()), |all| all.guests.check(who, 1))
    }

    /// A password is tried for an account.
    pub(crate) fn password(&self, who: &Counted, account: &str) -> Result<(), Refused> {
        self.account(who)?;
        let name: String = account.to_lowercase().chars().take(64).collect();
        self.0.as_ref().map_or(Ok(()), |all| within(&all.accounts, &name, 1))
    }

    /// It is found out whether there is an account: one is made, or somebody is invited by its name.
    pub(crate) fn account(&self, who: &Counted) -> Result<(), Refused> {
        self.0.as_ref().map_or(Ok(()), |all| all.passwords.check(who, 1))
    }

    /// Tables are made.
    pub(crate) fn tables(&self, who: &Counted, many: u32) -> Result<(), Refused> {
        self.0.as_ref().map_or(Ok(()), |all| all.tables.check(who, many))
    }

    /// The engine is asked.
    pub(crate) fn analysis(&self, who: &Counted) -> Result<(), Refused> {
        self.0.as_ref().map_or(Ok(()), |all| all.analyses.check(who, 1))
    }

    /// Somebody speaks.
    pub(crate) fn chat(&self, person: &str) -> Result<(), Refused> {
        let key = Key::Person(person.to_string());
        self.0.as_ref().map_or(Ok(()), |all| within(&all.chat, &key, 1))
    }

    /// Somebody says something on one of their sockets.
    pub(crate) fn message(&self, who: &Counted) -> Result<(), Refused> {
        self.0.as_ref().map_or(Ok(()), |all| all.messages.check(who, 1))
    }

    /// A socket or stream.
    pub(crate) fn connection(&self, who: &Counted) -> Result<Connection, Refused> {
        let mut counted = Connection::default();
        if let Some(all) = &self.0 {
            counted.count(&all.connections, Key::Address(who.from), MOST_BY_ADDRESS)?;
            if let Key::Person(_) = who.key {
                counted.count(&all.connections, who.key.clone(), MOST_BY_PERSON)?;
            }
        }
        Ok(counted)
    }

    /// A connection that has said nothing yet.
    pub(crate) fn peer(&self, from: IpAddr) -> Result<Connection, Refused> {
        let mut counted = Connection::default();
        if let Some(all) = &self.0 {
            counted.count(&all.peers, Key::Address(from), MOST_PEERS)?;
        }
        Ok(counted)
    }

    /// What one socket may say.
    pub(crate) fn socket(&self) -> Option<DefaultDirectRateLimiter> {
        let quota = Quota::per_second(burst(50)).allow_burst(burst(200));
        self.0.as_ref().map(|_| RateLimiter::direct(quota))
    }

    /// Forgets those who have asked for nothing lately.
    pub(crate) fn tidy(&self) {
        let Some(all) = &self.0 else { return };
        [&all.requests, &all.guests, &all.passwords, &all.tables, &all.analyses, &all.messages]
            .into_iter()
            .for_each(Limit::tidy);
        all.accounts.retain_recent();
        all.chat.retain_recent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(last: u8, person: Option<&str>) -> Counted {
        Counted::new([203, 0, 113, last].into(), person)
    }

    /// How many times it can be done at once.
    fn times(mut once: impl FnMut() -> bool) -> usize {
        (0..1000).take_while(|_| once()).count()
    }

    #[test]
    fn a_person_has_one_allowance_wherever_they_are() {
        let limits = Limits::usual();
        let mut address = 0;
        let made = times(|| {
            address += 1;
            limits.tables(&from(address, Some("ada")), 1).is_ok()
        });
        assert_eq!(made, 100);
        assert!(limits.tables(&from(1, Some("bob")), 1).is_ok(), "others have their own");
    }

    #[test]
    fn many_people_at_one_address_have_more_than_one_person_but_not_without_end() {
        let limits = Limits::usual();
        let mut number = 0;
        let asked = times(|| {
            number += 1;
            limits.analysis(&from(1, Some(&format!("person {}", number / 15)))).is_ok()
        });
        assert!((60..100).contains(&asked), "{asked}");
    }

    #[test]
    fn several_tables_at_once_count_as_several() {
        let limits = Limits::usual();
        assert!(limits.tables(&from(1, None), 64).is_ok());
        assert!(limits.tables(&from(1, None), 64).is_err());
        assert!(limits.tables(&from(1, None), 30).is_ok());
    }

    #[test]
    fn who_has_closed_a_connection_may_open_another() {
        let limits = Limits::usual();
        let ada = from(1, Some("ada"));
        let open: Vec<Connection> = (0..150).map(|_| limits.connection(&ada).ok().unwrap()).collect();
        assert!(limits.connection(&ada).is_err() && limits.connection(&from(1, None)).is_ok());
        drop(open);
        assert!(limits.connection(&ada).is_ok());
    }
}
