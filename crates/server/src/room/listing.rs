//! A table as the lobby and the archive show it.

use super::Room;
use super::picture::outcome_now;
use crate::chronicle::Chronicle;
use crate::head::Sitting;
use crate::lobby::{Entry, Stands};
use tetrarch_protocol::{ArchivedGame, ListedSeat, Listing, PersonEvent, Phase};
use tetrarch_rules::{Outcome, Reason, Seat};
use tetrarch_store::{ArchiveEntry, Moment, StoredPlayer};

/// Who sits where, as it is listed.
fn listed_seats(table: &Chronicle) -> Vec<ListedSeat> {
    let seats = table.seats.iter().enumerate();
    let listed = seats.map(|(index, sitting)| ListedSeat {
        seat: table.name(Seat::new(index)).to_string(),
        sitter: sitting.shown(),
    });
    listed.collect()
}

/// A table as the lobby shows it.
fn listing(table: &Chronicle) -> Listing {
    Listing {
        table: table.id.to_string(),
        game: table.head.game.clone(),
        options: table.table.options(),
        control: table.head.control,
        phase: table.phase(),
        seats: listed_seats(table),
        watch: !table.head.setting.no_watchers,
        made: table.head.made,
    }
}

/// What the archive keeps of a game that has ended; nothing of one that does not count.
pub(super) fn archived(table: &Chronicle, outcome: &Outcome, at: Moment) -> Option<ArchiveEntry> {
    if outcome.reason() == Reason::Aborted {
        return None;
    }
    let game = ArchivedGame {
        table: table.id.to_string(),
        game: table.head.game.clone(),
        control: table.head.control,
        seats: listed_seats(table),
        outcome: outcome_now(outcome, table.table.seats()),
        length: u32::try_from(table.table.line_length()).unwrap_or(u32::MAX),
        made: table.head.made,
        ended: at.0,
    };
    let player = |sitting: &Sitting| StoredPlayer {
        person: sitting.person().unwrap_or_default().to_string(),
        name: sitting.player().unwrap_or_default().to_lowercase(),
    };
    Some(ArchiveEntry {
        listing: serde_json::to_string(&game).unwrap_or_default(),
        public: !table.head.setting.by_link,
        players: table.seats.iter().map(player).collect(),
    })
}

impl Room {
    /// What stands on the board.
    pub(super) fn stands(&self) -> Stands {
        (self.table.table.line_length(), self.table.table.key())
    }

    /// Lets the lobby know what has changed, and people what concerns them.
    pub(crate) fn list(&mut self) {
        let now = (self.table.seating, self.table.phase());
        let before = self.listed.replace(now);
        if before == Some(now) {
            return;
        }
        let lobby = self.rooms.lobby();
        let seats = || {
            let seats = self.table.seats.iter().enumerate();
            seats.map(|(index, sitting)| (self.table.name(Seat::new(index)), sitting))
        };
        let people: Vec<(String, String)> = seats()
            .filter_map(|(seat, sitting)| Some((sitting.person()?.to_string(), seat.to_string())))
            .collect();
        let phase_before = before.map(|(_, phase)| phase);
        if now.1 == Phase::Over {
            lobby.remove(&self.table.id);
            if phase_before.is_some() {
                lobby.tell_people(&people, |_| PersonEvent::Over { table: self.table.id.to_string() });
            }
            return;
        }
        if now.1 == Phase::Playing && phase_before != Some(Phase::Playing) {
            lobby.tell_people(&people, |seats| PersonEvent::Began {
                table: self.table.id.to_string(),
                game: self.table.head.game.clone(),
                seats,
            });
        }
        let invited: Vec<(String, String)> = seats()
            .filter_map(|(seat, sitting)| match sitting {
                Sitting::Invited { person: Some(person), .. } => Some((person.clone(), seat.to_string())),
                _ => None,
            })
            .collect();
        let public = !self.table.head.setting.by_link;
        let (seats, owner) = (self.table.seats.clone(), self.table.owner.person.clone());
        let (listing, stands) = (listing(&self.table), self.stands());
        lobby.show(&self.table.id, Entry { listing, public, people, seats, stands, owner, invited });
    }
}
