//! Playing again: a rematch with rotated seats, or a reset by the owner.

use super::Room;
use super::deeds::Giver;
use crate::head::{Head, Sitting};
use crate::token::{hex, random};
use crate::when::now;
use tetrarch_protocol::{Phase, Refused, RefusedFor};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_store::GameId;

/// Under what name it is kept which table follows another.
fn note(table: &GameId) -> String {
    format!("next:{table}")
}

/// Under what name it is kept who wants to play again.
fn wish(table: &GameId) -> String {
    format!("again:{table}")
}

fn not_stored() -> Refused {
    Refused::new(RefusedFor::NotStored, "The new table could not be made. Try again.")
}

impl Room {
    /// The table that follows this one, if it is over and one does, and who wants one.
    pub(super) async fn find_next(&mut self) {
        if self.table.phase() != Phase::Over {
            return;
        }
        let wanted = self.rooms.store().get(&wish(&self.table.id)).await.ok().flatten();
        let wanted: Vec<String> =
            wanted.and_then(|seats| serde_json::from_str(&seats).ok()).unwrap_or_default();
        self.again = wanted.iter().filter_map(|name| self.table.seat(name).ok()).collect();
        let noted = self.rooms.store().get(&note(&self.table.id)).await.ok().flatten();
        let Some(id) = noted.and_then(|id| id.parse::<GameId>().ok()) else { return };
        // It is noted before it is made: perhaps it never was.
        if matches!(self.rooms.store().load(&id).await, Ok(Some(_))) {
            self.next = Some(id.to_string());
        }
    }

    /// Somebody wants to play again. When everybody does, the next table is made.
    pub(super) async fn want_rematch(&mut self, giver: &Giver) -> Result<(), Refused> {
        let again = self.again | giver.seats;
        let names: Vec<&str> = again.iter().map(|seat| self.table.name(seat)).collect();
        let text = serde_json::to_string(&names).unwrap_or_default();
        let stored = self.rooms.store().put(&wish(&self.table.id), text).await;
        stored.map_err(|_| Refused::new(RefusedFor::NotStored, "It could not be stored. Try again."))?;
        self.again = again;
        let people = self
            .table
            .seats
            .iter()
            .enumerate()
            .filter(|(_, sitting)| matches!(sitting, Sitting::Person { .. }));
        let people: SeatSet = people.map(|(index, _)| Seat::new(index)).collect();
        let before = self.before();
        if self.next.is_none() && people.minus(self.again).is_empty() {
            self.follow(true).await?;
        }
        self.publish(&before);
        Ok(())
    }

    /// Makes the table at which everybody goes on.
    pub(super) async fn follow(&mut self, rotated: bool) -> Result<(), Refused> {
        let id = crate::token::id().map_err(|_| not_stored())?;
        let mut seats = self.table.seats.clone();
        if rotated {
            seats.rotate_right(1);
        }
        let secret = match self.table.head.secret {
            Some(_) => Some(hex(&random::<32>().map_err(|_| not_stored())?)),
            None => None,
        };
        let head = Head {
            seats,
            owner: self.table.owner.token.clone(),
            owner_person: self.table.owner.person.clone(),
            secret,
            entropy: None,
            made: now().0,
            ..self.table.head.clone()
        };
        let store = self.rooms.store();
        store.put(&note(&self.table.id), id.to_string()).await.map_err(|_| not_stored())?;
        self.rooms.create(&id, &head).await.map_err(|_| not_stored())?;
        self.next = Some(id.to_string());
        Ok(())
    }
}
