//! Rematches with rotated seats, and resets by the owner.

use super::Room;
use super::authorize::Principal;
use crate::auth::token::random_bytes;
use crate::table::header::{SeatAssignment, TableHeader};
use data_encoding::HEXLOWER;
use tetrarch_protocol::{ErrorCode, RequestError, TablePhase};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_store::GameId;

/// The store key for the id of the next table.
fn next_table_key(table: &GameId) -> String {
    format!("next:{table}")
}

/// The store key for the seats that want a rematch.
fn rematch_key(table: &GameId) -> String {
    format!("again:{table}")
}

fn not_stored() -> RequestError {
    RequestError::new(ErrorCode::NotStored, "Could not create the new table. Try again.")
}

impl Room {
    /// Loads the next table and the rematch requests of a finished game.
    pub(super) async fn load_rematch(&mut self) {
        if self.table.phase() != TablePhase::Over {
            return;
        }
        let stored = self.load_note(&rematch_key(&self.table.id)).await;
        let stored: Vec<String> =
            stored.and_then(|seats| serde_json::from_str(&seats).ok()).unwrap_or_default();
        self.rematch_seats = stored.iter().filter_map(|name| self.table.seat_named(name).ok()).collect();
        let stored_id = self.load_note(&next_table_key(&self.table.id)).await;
        let Some(id) = stored_id.and_then(|id| id.parse::<GameId>().ok()) else { return };
        // The id is stored before the table is created, so the table may not exist.
        if matches!(self.state.store().load(&id).await, Ok(Some(_))) {
            self.next_table = Some(id.to_string());
        }
    }

    /// A player wants a rematch. Once all players do, the next table is created.
    pub(super) async fn request_rematch(&mut self, principal: &Principal) -> Result<(), RequestError> {
        let rematch_seats = self.rematch_seats | principal.seats;
        let names: Vec<&str> = rematch_seats.iter().map(|seat| self.table.seat_name(seat)).collect();
        let not_saved =
            || RequestError::new(ErrorCode::NotStored, "Your request could not be saved. Try again.");
        let text = serde_json::to_string(&names).map_err(|_| not_saved())?;
        self.state.store().put_note(&rematch_key(&self.table.id), text).await.map_err(|_| not_saved())?;
        self.rematch_seats = rematch_seats;
        let people = self
            .table
            .seats
            .iter()
            .enumerate()
            .filter(|(_, assignment)| matches!(assignment, SeatAssignment::Person { .. }));
        let people: SeatSet = people.map(|(index, _)| Seat::new(index)).collect();
        let before = self.checkpoint();
        if self.next_table.is_none() && people.minus(self.rematch_seats).is_empty() {
            self.create_next_table(true).await?;
        }
        self.broadcast(&before);
        Ok(())
    }

    /// Creates the next table for the same players.
    pub(super) async fn create_next_table(&mut self, rotated: bool) -> Result<(), RequestError> {
        let id = crate::auth::token::random_id().map_err(|_| not_stored())?;
        let mut seats = self.table.seats.clone();
        if rotated {
            seats.rotate_right(1);
        }
        let secret = match self.table.header.secret {
            Some(_) => Some(HEXLOWER.encode(&random_bytes::<32>().map_err(|_| not_stored())?)),
            None => None,
        };
        let header = TableHeader {
            seats,
            owner: self.table.owner.token.clone(),
            owner_person: self.table.owner.person.clone(),
            secret,
            entropy: None,
            made: self.state.clock().timestamp().0,
            ..self.table.header.clone()
        };
        let store = self.state.store();
        store.put_note(&next_table_key(&self.table.id), id.to_string()).await.map_err(|_| not_stored())?;
        self.state.create_table(&id, &header).await.map_err(|_| not_stored())?;
        self.next_table = Some(id.to_string());
        Ok(())
    }
}
