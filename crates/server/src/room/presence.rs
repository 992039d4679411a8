//! Who has left: a grace time, then the others may claim, or the engine sits in.

use super::Room;
use crate::event::TableEvent;
use crate::header::SeatAssignment;
use std::time::Duration;
use tetrarch_protocol::{CommandKind, ErrorCode, RequestError, TablePhase};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_table::{Millis, TimeControl};
use tokio::time::Instant;

/// The grace where there is a clock, and where there is none.
const GRACE_WITH_CLOCK: Millis = Millis::from_secs(60);
const GRACE_WITHOUT_CLOCK: Millis = Millis::from_secs(300);

/// Since when nobody is connected for each seat, and who was found absent.
#[derive(Debug)]
pub(super) struct Presence {
    away_since: Vec<Option<Instant>>,
    /// Those who are away for longer than the grace.
    pub(super) absent: SeatSet,
}

impl Presence {
    /// Nobody is here yet.
    pub(super) fn new(seats: usize) -> Presence {
        Presence { away_since: vec![Some(Instant::now()); seats], absent: SeatSet::EMPTY }
    }
}

impl Room {
    /// How long somebody may be away; none if for ever.
    fn grace(&self) -> Option<Duration> {
        let usual = match self.table.header.control {
            TimeControl::Correspondence { .. } => None,
            TimeControl::None => Some(GRACE_WITHOUT_CLOCK),
            _ => Some(GRACE_WITH_CLOCK),
        };
        self.table.header.setting.grace.or(usual).map(|grace| Duration::from_millis(grace.0))
    }

    /// The seats of people who have a say, and nobody plays for.
    fn awaited_seats(&self) -> impl Iterator<Item = Seat> + '_ {
        let playing = self.table.phase() == TablePhase::Playing && !self.table.paused;
        let say = self.table.game.playing();
        let people = self
            .table
            .seats
            .iter()
            .enumerate()
            .filter(move |(_, sitting)| playing && matches!(sitting, SeatAssignment::Person { .. }));
        people
            .map(|(index, _)| Seat::new(index))
            .filter(move |seat| say.contains(*seat) && self.table.engine_for(*seat).is_none())
    }

    /// When the next one has been away for too long.
    pub(super) fn next_absence_at(&self) -> Option<Instant> {
        let grace = self.grace()?;
        // Where nobody is connected, nobody could claim.
        if self.viewers.connected_seats().is_empty() {
            return None;
        }
        let waiting = self.awaited_seats().filter(|seat| !self.presence.absent.contains(*seat));
        waiting.filter_map(|seat| self.presence.away_since[seat.index()]).min().map(|since| since + grace)
    }

    /// Keeps count of who is connected, and gives seats back to those who have returned.
    pub(super) async fn update_presence(&mut self) {
        // What was said does not wait until something is stored.
        self.viewers.flush();
        let here = self.viewers.connected_seats();
        for (index, since) in self.presence.away_since.iter_mut().enumerate() {
            let seat = Seat::new(index);
            if here.contains(seat) {
                *since = None;
                self.presence.absent = self.presence.absent.minus(SeatSet::one(seat));
            } else if since.is_none() {
                *since = Some(Instant::now());
            }
        }
        let back = here
            .iter()
            .filter(|seat| self.table.stand_ins[seat.index()].is_some_and(|engine| engine.automatic));
        let things: Vec<TableEvent> =
            back.map(|seat| TableEvent::GaveBack { seat: self.table.seat_name(seat).to_string() }).collect();
        self.commit_seat_changes(things).await;
    }

    /// Those who have been away for too long are absent.
    pub(super) async fn mark_absent(&mut self) {
        let (Some(grace), now) = (self.grace(), Instant::now()) else { return };
        let late =
            |seat: &Seat| self.presence.away_since[seat.index()].is_some_and(|since| since + grace <= now);
        let found: SeatSet = self.awaited_seats().filter(late).collect();
        self.presence.absent = self.presence.absent | found;
        let things: Vec<TableEvent> = match self.stand_in_level() {
            Some(level) => found
                .iter()
                .map(|seat| TableEvent::StoodIn { seat: self.table.seat_name(seat).to_string(), level })
                .collect(),
            None => Vec::new(),
        };
        self.commit_seat_changes(things).await;
        self.broadcast_seats();
    }

    /// A table that nobody has begun is ended, unless somebody is there.
    pub(super) async fn abort_if_unstarted(&mut self) {
        if self.table.phase() != TablePhase::Waiting || !self.viewers.is_empty() {
            return;
        }
        let before = self.checkpoint();
        match self.commit(vec![TableEvent::Aborted { seat: None }], None).await {
            Ok(()) => self.broadcast(&before),
            Err(refused) => tracing::error!(table = %self.table.id, %refused, "a table waits for ever"),
        }
    }

    /// The level at which the engine sits in by itself, where it may.
    fn stand_in_level(&self) -> Option<u8> {
        let level = self.table.header.setting.stand_in?;
        self.state.deps().engine.can_stand_in(&self.table.header.game).then_some(level)
    }

    async fn commit_seat_changes(&mut self, things: Vec<TableEvent>) {
        if things.is_empty() {
            return;
        }
        let before = self.checkpoint();
        match self.commit(things, None).await {
            Ok(()) => {
                self.broadcast_seats();
                self.broadcast(&before);
            }
            Err(refused) => tracing::error!(table = %self.table.id, %refused, "a seat did not change hands"),
        }
    }

    /// Somebody claims that another has left.
    pub(super) fn check_absence_claim(&self, deed: &CommandKind) -> Result<(), RequestError> {
        let CommandKind::ClaimAbsent(name) = deed else { return Ok(()) };
        let seat =
            self.table.seat_named(name).map_err(|refusal| crate::refusal::to_request_error(&refusal))?;
        if self.presence.absent.contains(seat) && self.awaited_seats().any(|own| own == seat) {
            return Ok(());
        }
        Err(RequestError::new(ErrorCode::NotNow, "They have not been away for long enough."))
    }
}
