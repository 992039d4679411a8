//! Playing again: a rematch with rotated seats, or a reset by the owner.

use super::Room;
use super::authorize::Principal;
use crate::header::{SeatAssignment, TableHeader};
use crate::timestamp::now;
use crate::token::{hex, random_bytes};
use tetrarch_protocol::{ErrorCode, RequestError, TablePhase};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_store::GameId;

/// Under what name it is kept which table follows another.
fn next_table_key(table: &GameId) -> String {
    format!("next:{table}")
}

/// Under what name it is kept who wants to play again.
fn rematch_key(table: &GameId) -> String {
    format!("again:{table}")
}

fn not_stored() -> RequestError {
    RequestError::new(ErrorCode::NotStored, "The new table could not be made. Try again.")
}

impl Room {
    /// The table that follows this one, if it is over and one does, and who wants one.
    pub(super) async fn load_rematch(&mut self) {
        if self.table.phase() != TablePhase::Over {
            return;
        }
        let wanted = self.state.store().get_note(&rematch_key(&self.table.id)).await.ok().flatten();
        let wanted: Vec<String> =
            wanted.and_then(|seats| serde_json::from_str(&seats).ok()).unwrap_or_default();
        self.rematch_seats = wanted.iter().filter_map(|name| self.table.seat_named(name).ok()).collect();
        let noted = self.state.store().get_note(&next_table_key(&self.table.id)).await.ok().flatten();
        let Some(id) = noted.and_then(|id| id.parse::<GameId>().ok()) else { return };
        // It is noted before it is made: perhaps it never was.
        if matches!(self.state.store().load(&id).await, Ok(Some(_))) {
            self.next_table = Some(id.to_string());
        }
    }

    /// Somebody wants to play again. When everybody does, the next table is made.
    pub(super) async fn request_rematch(&mut self, giver: &Principal) -> Result<(), RequestError> {
        let again = self.rematch_seats | giver.seats;
        let names: Vec<&str> = again.iter().map(|seat| self.table.seat_name(seat)).collect();
        let text = serde_json::to_string(&names).unwrap_or_default();
        let stored = self.state.store().put_note(&rematch_key(&self.table.id), text).await;
        stored.map_err(|_| RequestError::new(ErrorCode::NotStored, "It could not be stored. Try again."))?;
        self.rematch_seats = again;
        let people = self
            .table
            .seats
            .iter()
            .enumerate()
            .filter(|(_, sitting)| matches!(sitting, SeatAssignment::Person { .. }));
        let people: SeatSet = people.map(|(index, _)| Seat::new(index)).collect();
        let before = self.checkpoint();
        if self.next_table.is_none() && people.minus(self.rematch_seats).is_empty() {
            self.create_next_table(true).await?;
        }
        self.broadcast(&before);
        Ok(())
    }

    /// Makes the table at which everybody goes on.
    pub(super) async fn create_next_table(&mut self, rotated: bool) -> Result<(), RequestError> {
        let id = crate::token::random_id().map_err(|_| not_stored())?;
        let mut seats = self.table.seats.clone();
        if rotated {
            seats.rotate_right(1);
        }
        let secret = match self.table.header.secret {
            Some(_) => Some(hex(&random_bytes::<32>().map_err(|_| not_stored())?)),
            None => None,
        };
        let head = TableHeader {
            seats,
            owner: self.table.owner.token.clone(),
            owner_person: self.table.owner.person.clone(),
            secret,
            entropy: None,
            made: now().0,
            ..self.table.header.clone()
        };
        let store = self.state.store();
        store.put_note(&next_table_key(&self.table.id), id.to_string()).await.map_err(|_| not_stored())?;
        self.state.create_table(&id, &head).await.map_err(|_| not_stored())?;
        self.next_table = Some(id.to_string());
        Ok(())
    }
}
