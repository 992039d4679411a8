//! The entries of a table in the lobby and in the archive.

use super::Room;
use crate::lobby::{LobbyEntry, PositionKey};
use crate::table::LiveTable;
use crate::table::header::SeatAssignment;
use tetrarch_protocol::{ArchivedGame, ListedSeat, PersonEvent, TableListing, TablePhase, outcome_state};
use tetrarch_rules::{Outcome, Reason, Seat};
use tetrarch_store::{ArchiveEntry, StoredPlayer, Timestamp};

fn listed_seats(table: &LiveTable) -> Vec<ListedSeat> {
    let seats = table.seats.iter().enumerate();
    let listed = seats.map(|(index, assignment)| ListedSeat {
        seat: table.seat_name(Seat::new(index)).to_string(),
        sitter: assignment.to_occupant(),
    });
    listed.collect()
}

fn lobby_listing(table: &LiveTable) -> TableListing {
    TableListing {
        table: table.id.to_string(),
        game: table.header.game.clone(),
        options: table.game.options(),
        control: table.header.control,
        phase: table.phase(),
        seats: listed_seats(table),
        watch: !table.header.setting.no_watchers,
        made: table.header.made,
    }
}

/// The archive entry of a finished game; `None` if the game was aborted.
pub(super) fn archive_entry(
    table: &LiveTable,
    outcome: &Outcome,
    at: Timestamp,
) -> serde_json::Result<Option<ArchiveEntry>> {
    if outcome.reason() == Reason::Aborted {
        return Ok(None);
    }
    let game = ArchivedGame {
        table: table.id.to_string(),
        game: table.header.game.clone(),
        control: table.header.control,
        seats: listed_seats(table),
        outcome: outcome_state(outcome, table.game.seats()),
        length: u32::try_from(table.game.line_len()).unwrap_or(u32::MAX),
        made: table.header.made,
        ended: at.0,
    };
    let player = |assignment: &SeatAssignment| StoredPlayer {
        person: assignment.person_id().unwrap_or_default().to_string(),
        name: assignment.player_name().unwrap_or_default().to_lowercase(),
    };
    Ok(Some(ArchiveEntry {
        listing: serde_json::to_string(&game)?,
        public: !table.header.setting.by_link,
        players: table.seats.iter().map(player).collect(),
    }))
}

impl Room {
    /// The fingerprint of the current position.
    pub(super) fn position_key(&self) -> PositionKey {
        (self.table.game.line_len(), self.table.game.key())
    }

    /// Updates the lobby and notifies people whose games begin or end.
    pub(crate) fn update_lobby(&mut self) {
        let now = (self.table.seating_version, self.table.phase());
        let before = self.listed.replace(now);
        if before == Some(now) {
            return;
        }
        let lobby = self.state.lobby();
        let seats = || {
            let seats = self.table.seats.iter().enumerate();
            seats.map(|(index, assignment)| (self.table.seat_name(Seat::new(index)), assignment))
        };
        let people: Vec<(String, String)> = seats()
            .filter_map(|(seat, assignment)| Some((assignment.person_id()?.to_string(), seat.to_string())))
            .collect();
        let phase_before = before.map(|(_, phase)| phase);
        if now.1 == TablePhase::Over {
            lobby.remove(&self.table.id);
            if phase_before.is_some() {
                lobby.notify_people(&people, |_| PersonEvent::Over { table: self.table.id.to_string() });
            }
            return;
        }
        if now.1 == TablePhase::Playing && phase_before != Some(TablePhase::Playing) {
            lobby.notify_people(&people, |seats| PersonEvent::Began {
                table: self.table.id.to_string(),
                game: self.table.header.game.clone(),
                seats,
            });
        }
        let invited: Vec<(String, String)> = seats()
            .filter_map(|(seat, assignment)| match assignment {
                SeatAssignment::Invited { person: Some(person), .. } => {
                    Some((person.clone(), seat.to_string()))
                }
                _ => None,
            })
            .collect();
        let public = !self.table.header.setting.by_link;
        let (seats, owner) = (self.table.seats.clone(), self.table.owner.person.clone());
        let (listing, position) = (lobby_listing(&self.table), self.position_key());
        lobby.upsert(&self.table.id, LobbyEntry { listing, public, people, seats, position, owner, invited });
    }
}
