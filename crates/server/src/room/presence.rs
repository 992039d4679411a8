//! Presence: a player who disconnects has a grace period. Then the others may claim the win, or the engine takes
//! over.

use super::Room;
use crate::table::event::{RoomEvent, SeatingEvent};
use crate::table::header::SeatAssignment;
use std::time::Duration;
use tetrarch_protocol::{CommandKind, ErrorCode, RequestError, TablePhase};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_table::{Millis, TableEvent, TimeControl};
use tokio::time::Instant;

/// The default grace periods with and without a clock.
const GRACE_WITH_CLOCK: Millis = Millis::from_secs(60);
const GRACE_WITHOUT_CLOCK: Millis = Millis::from_secs(300);

/// Since when each seat has been disconnected, and which seats are absent.
#[derive(Debug)]
pub(super) struct Presence {
    away_since: Vec<Option<Instant>>,
    /// The seats that have been away for longer than the grace period.
    pub(super) absent: SeatSet,
}

impl Presence {
    /// Nobody is connected yet.
    pub(super) fn new(seats: usize, now: Instant) -> Presence {
        Presence { away_since: vec![Some(now); seats], absent: SeatSet::EMPTY }
    }
}

impl Room {
    /// The grace period; `None` if players may stay away indefinitely.
    fn grace(&self) -> Option<Duration> {
        let default = match self.table.header.control {
            TimeControl::Correspondence { .. } => None,
            TimeControl::None => Some(GRACE_WITHOUT_CLOCK),
            _ => Some(GRACE_WITH_CLOCK),
        };
        self.table.header.setting.grace.or(default).map(|grace| Duration::from_millis(grace.0))
    }

    /// The seats of people who are still playing and whom no engine replaces.
    fn awaited_seats(&self) -> impl Iterator<Item = Seat> + '_ {
        let playing = self.table.phase() == TablePhase::Playing && !self.table.paused;
        let playing_seats = self.table.game.playing();
        let people =
            self.table.seats.iter().enumerate().filter(move |(_, assignment)| {
                playing && matches!(assignment, SeatAssignment::Person { .. })
            });
        people
            .map(|(index, _)| Seat::new(index))
            .filter(move |seat| playing_seats.contains(*seat) && self.table.engine_for(*seat).is_none())
    }

    /// When the next player becomes absent.
    pub(super) fn next_absence_at(&self) -> Option<Instant> {
        let grace = self.grace()?;
        // Nobody is connected, so nobody could claim.
        if self.viewers.connected_seats().is_empty() {
            return None;
        }
        let waiting = self.awaited_seats().filter(|seat| !self.presence.absent.contains(*seat));
        waiting.filter_map(|seat| self.presence.away_since[seat.index()]).min().map(|since| since + grace)
    }

    /// Updates who is connected, and gives seats back to players who returned.
    pub(super) async fn update_presence(&mut self) {
        let (connected, now) = (self.viewers.connected_seats(), self.now());
        for (index, since) in self.presence.away_since.iter_mut().enumerate() {
            let seat = Seat::new(index);
            if connected.contains(seat) {
                *since = None;
                self.presence.absent = self.presence.absent.minus(SeatSet::one(seat));
            } else if since.is_none() {
                *since = Some(now);
            }
        }
        let back = connected
            .iter()
            .filter(|seat| self.table.stand_ins[seat.index()].is_some_and(|engine| engine.automatic));
        let events: Vec<RoomEvent> = back.map(|seat| SeatingEvent::SeatReturned { seat }.into()).collect();
        self.commit_seat_changes(events).await;
    }

    /// Marks players as absent whose grace period is over, and lets the engine take over where the table wants
    /// it.
    pub(super) async fn mark_absent(&mut self) {
        let (Some(grace), now) = (self.grace(), self.now()) else { return };
        let late =
            |seat: &Seat| self.presence.away_since[seat.index()].is_some_and(|since| since + grace <= now);
        let found: SeatSet = self.awaited_seats().filter(late).collect();
        self.presence.absent = self.presence.absent | found;
        let events: Vec<RoomEvent> = match self.stand_in_level() {
            Some(level) => found.iter().map(|seat| SeatingEvent::StoodIn { seat, level }.into()).collect(),
            None => Vec::new(),
        };
        self.commit_seat_changes(events).await;
        self.broadcast_seats();
    }

    /// Aborts a table that never started, unless somebody is connected.
    pub(super) async fn abort_if_unstarted(&mut self) {
        if self.table.phase() != TablePhase::Waiting || !self.viewers.is_empty() {
            return;
        }
        let before = self.checkpoint();
        match self.commit(vec![TableEvent::Aborted { seat: None }.into()], None).await {
            Ok(()) => self.broadcast(&before),
            Err(error) => {
                tracing::error!(table = %self.table.id, %error, "failed to abort a table that never started");
            }
        }
    }

    /// The level at which the engine takes over for absent players, if it may.
    fn stand_in_level(&self) -> Option<u8> {
        let level = self.table.header.setting.stand_in?;
        self.state.deps().engine.can_stand_in(&self.table.header.game).then_some(level)
    }

    async fn commit_seat_changes(&mut self, events: Vec<RoomEvent>) {
        if events.is_empty() {
            return;
        }
        let before = self.checkpoint();
        match self.commit(events, None).await {
            Ok(()) => {
                self.broadcast_seats();
                self.broadcast(&before);
            }
            Err(error) => {
                tracing::error!(table = %self.table.id, %error, "failed to store a change of seats");
            }
        }
    }

    /// Checks a claim that another player has left.
    pub(super) fn check_absence_claim(&self, kind: &CommandKind) -> Result<(), RequestError> {
        let CommandKind::ClaimAbsent(name) = kind else { return Ok(()) };
        let seat =
            self.table.seat_named(name).map_err(|error| crate::table::error::to_request_error(&error))?;
        if self.presence.absent.contains(seat) && self.awaited_seats().any(|own| own == seat) {
            return Ok(());
        }
        Err(RequestError::new(ErrorCode::NotNow, "That player has not been away long enough."))
    }
}
