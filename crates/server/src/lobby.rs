//! The lobby: the public tables, and notifications for each person.

use crate::auth::identity::Identity;
use crate::table::header::SeatAssignment;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tetrarch_protocol::{LobbyMessage, LobbyState, PersonEvent, TableListing, TablePhase};
use tetrarch_store::{GameId, Timestamp};
use tokio::sync::broadcast;

/// How many changes a slow subscriber may miss before it gets the whole list again.
const CHANGE_BUFFER_LENGTH: usize = 256;
const MAX_LISTED_TABLES: usize = 500;

/// A notification for a person. Without an event: one of their sessions has ended.
pub(crate) type PersonUpdate = (String, Option<PersonEvent>);

/// The fingerprint of a position: the number of actions played, and its hash key.
pub(crate) type PositionKey = (usize, u64);

/// A table as the lobby knows it.
#[derive(Clone, Debug)]
pub(crate) struct LobbyEntry {
    pub(crate) listing: TableListing,
    pub(crate) public: bool,
    /// The people at the table, each with a seat.
    pub(crate) people: Vec<(String, String)>,
    pub(crate) seats: Vec<SeatAssignment>,
    /// The position when the entry was last updated or the room was closed.
    pub(crate) position: PositionKey,
    pub(crate) owner: Option<String>,
    /// The invited people, each with a seat.
    pub(crate) invited: Vec<(String, String)>,
}

impl LobbyEntry {
    /// Whether at least two different people are playing this game there.
    fn is_contested(&self, game: &str) -> bool {
        let mut people =
            self.seats.iter().filter(|assignment| matches!(assignment, SeatAssignment::Person { .. }));
        let first = people.next();
        let playing = self.listing.game == game && self.listing.phase == TablePhase::Playing;
        playing && people.any(|other| first.is_some_and(|first| !first.is_same_person(other)))
    }
}

/// All unfinished tables and the channels for changes.
pub(crate) struct LobbyRegistry {
    tables: Mutex<HashMap<GameId, LobbyEntry>>,
    changes: broadcast::Sender<LobbyMessage>,
    people: broadcast::Sender<PersonUpdate>,
}

impl LobbyRegistry {
    pub(crate) fn new() -> LobbyRegistry {
        LobbyRegistry {
            tables: Mutex::default(),
            changes: broadcast::channel(CHANGE_BUFFER_LENGTH).0,
            people: broadcast::channel(CHANGE_BUFFER_LENGTH).0,
        }
    }

    /// Adds or updates a table.
    pub(crate) fn upsert(&self, id: &GameId, entry: LobbyEntry) {
        let (listing, public) = (entry.listing.clone(), entry.public);
        let invited = entry.invited.clone();
        let before = self.lock().insert(id.clone(), entry);
        let known = before.map(|entry| entry.invited).unwrap_or_default();
        for (person, seat) in invited.into_iter().filter(|new| !known.contains(new)) {
            let (table, game) = (listing.table.clone(), listing.game.clone());
            let _ = self.people.send((person, Some(PersonEvent::Invited { table, game, seat })));
        }
        if public {
            let _ = self.changes.send(LobbyMessage::Table(Box::new(listing)));
        }
    }

    /// Removes a finished table.
    pub(crate) fn remove(&self, id: &GameId) {
        if self.lock().remove(id).is_some_and(|entry| entry.public) {
            let _ = self.changes.send(LobbyMessage::Gone { table: id.to_string() });
        }
    }

    /// Some of a person's sessions have ended: subscribers must check theirs.
    pub(crate) fn logged_out(&self, person: &str) {
        let _ = self.people.send((person.to_string(), None));
    }

    /// Notifies each of these people once, with all of their seats.
    pub(crate) fn notify_people(
        &self,
        people: &[(String, String)],
        event: impl Fn(Vec<String>) -> PersonEvent,
    ) {
        let mut notified: Vec<&str> = Vec::new();
        for (person, _) in people {
            if !notified.contains(&person.as_str()) {
                notified.push(person);
                let _ = self.people.send((person.clone(), Some(event(seats_of(people, person)))));
            }
        }
    }

    /// The public tables, newest first, and a subscription to changes.
    pub(crate) fn subscribe(&self) -> (LobbyState, broadcast::Receiver<LobbyMessage>) {
        let changes = self.changes.subscribe();
        (self.list(|entry| entry.public), changes)
    }

    /// The public tables, newest first.
    pub(crate) fn public_tables(&self) -> LobbyState {
        self.list(|entry| entry.public)
    }

    /// A person's tables, newest first.
    pub(crate) fn tables_of(&self, person: &str) -> LobbyState {
        self.list(|entry| entry.people.iter().any(|(own, _)| own == person))
    }

    /// The current events for a person, and a subscription to later ones.
    pub(crate) fn subscribe_person(
        &self,
        person: &str,
    ) -> (Vec<PersonEvent>, broadcast::Receiver<PersonUpdate>) {
        let updates = self.people.subscribe();
        let mut now = Vec::new();
        for LobbyEntry { listing, people, invited, .. } in self.lock().values() {
            let (table, game) = (listing.table.clone(), listing.game.clone());
            let seats = seats_of(people, person);
            if !seats.is_empty() && listing.phase == TablePhase::Playing {
                now.push(PersonEvent::Began { table: table.clone(), game: game.clone(), seats });
            }
            for seat in seats_of(invited, person) {
                now.push(PersonEvent::Invited { table: table.clone(), game: game.clone(), seat });
            }
        }
        (now, updates)
    }

    /// Whether this identity is playing this game against other people.
    pub(crate) fn is_playing(&self, identity: &Identity, game: &str) -> bool {
        let own = |entry: &LobbyEntry| entry.seats.iter().any(|assignment| assignment.belongs_to(identity));
        self.lock().values().any(|entry| entry.is_contested(game) && own(entry))
    }

    /// The tables at which people play this game against each other, with their last known positions.
    pub(crate) fn contested_tables(&self, game: &str) -> Vec<(GameId, PositionKey)> {
        let tables = self.lock();
        let contested = tables.iter().filter(|(_, entry)| entry.is_contested(game));
        contested.map(|(id, entry)| (id.clone(), entry.position)).collect()
    }

    /// Updates the position of a table whose room is about to close.
    pub(crate) fn set_position(&self, id: &GameId, position: PositionKey) {
        if let Some(entry) = self.lock().get_mut(id) {
            entry.position = position;
        }
    }

    /// The tables created before a time that have not begun.
    pub(crate) fn unstarted_before(&self, before: Timestamp) -> Vec<GameId> {
        let stale =
            |entry: &LobbyEntry| entry.listing.phase == TablePhase::Waiting && entry.listing.made < before.0;
        let tables = self.lock();
        tables.iter().filter(|(_, entry)| stale(entry)).map(|(id, _)| id.clone()).collect()
    }

    /// Whether a person has a seat at an unfinished table, owns one or is invited to one.
    pub(crate) fn is_expected(&self, person: &str) -> bool {
        let named = |people: &[(String, String)]| people.iter().any(|(own, _)| own == person);
        let expects = |entry: &LobbyEntry| {
            named(&entry.people) || named(&entry.invited) || entry.owner.as_deref() == Some(person)
        };
        self.lock().values().any(expects)
    }

    /// The number of tables, and how many of them are being played.
    pub(crate) fn count(&self) -> (usize, usize) {
        let tables = self.lock();
        let playing = tables.values().filter(|entry| entry.listing.phase == TablePhase::Playing).count();
        (tables.len(), playing)
    }

    fn list(&self, which: impl Fn(&LobbyEntry) -> bool) -> LobbyState {
        let all = self.lock();
        let mut tables: Vec<TableListing> =
            all.values().filter(|entry| which(entry)).map(|entry| entry.listing.clone()).collect();
        drop(all);
        tables.sort_by(|a, b| (b.made, &b.table).cmp(&(a.made, &a.table)));
        tables.truncate(MAX_LISTED_TABLES);
        LobbyState { tables }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, LobbyEntry>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn seats_of(people: &[(String, String)], person: &str) -> Vec<String> {
    people.iter().filter(|(own, _)| own == person).map(|(_, seat)| seat.clone()).collect()
}
