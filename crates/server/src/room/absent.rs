//! Who has left: a grace time, then the others may claim, or the engine sits in.

use super::Room;
use crate::head::Sitting;
use crate::row::What;
use std::time::Duration;
use tetrarch_protocol::{Deed, Phase, Refused, RefusedFor};
use tetrarch_rules::{Seat, SeatSet};
use tetrarch_table::{Control, Millis};
use tokio::time::Instant;

/// The grace where there is a clock, and where there is none.
const WITH_CLOCK: Millis = Millis::seconds(60);
const WITHOUT_CLOCK: Millis = Millis::seconds(300);

/// Since when nobody is connected for each seat, and who was found absent.
#[derive(Debug)]
pub(super) struct Away {
    since: Vec<Option<Instant>>,
    /// Those who are away for longer than the grace.
    pub(super) absent: SeatSet,
}

impl Away {
    /// Nobody is here yet.
    pub(super) fn new(seats: usize) -> Away {
        Away { since: vec![Some(Instant::now()); seats], absent: SeatSet::EMPTY }
    }
}

impl Room {
    /// How long somebody may be away; none if for ever.
    fn grace(&self) -> Option<Duration> {
        let usual = match self.table.head.control {
            Control::Correspondence { .. } => None,
            Control::None => Some(WITHOUT_CLOCK),
            _ => Some(WITH_CLOCK),
        };
        self.table.head.setting.grace.or(usual).map(|grace| Duration::from_millis(grace.0))
    }

    /// The seats of people who have a say, and nobody plays for.
    fn awaited(&self) -> impl Iterator<Item = Seat> + '_ {
        let playing = self.table.phase() == Phase::Playing && !self.table.paused;
        let say = self.table.table.playing();
        let people = self
            .table
            .seats
            .iter()
            .enumerate()
            .filter(move |(_, sitting)| playing && matches!(sitting, Sitting::Person { .. }));
        people
            .map(|(index, _)| Seat::new(index))
            .filter(move |seat| say.contains(*seat) && self.table.engine_of(*seat).is_none())
    }

    /// When the next one has been away for too long.
    pub(super) fn absent_at(&self) -> Option<Instant> {
        let grace = self.grace()?;
        // Where nobody is connected, nobody could claim.
        if self.viewers.here().is_empty() {
            return None;
        }
        let waiting = self.awaited().filter(|seat| !self.away.absent.contains(*seat));
        waiting.filter_map(|seat| self.away.since[seat.index()]).min().map(|since| since + grace)
    }

    /// Keeps count of who is connected, and gives seats back to those who have returned.
    pub(super) async fn count_the_present(&mut self) {
        // What was said does not wait until something is stored.
        self.viewers.flush();
        let here = self.viewers.here();
        for (index, since) in self.away.since.iter_mut().enumerate() {
            let seat = Seat::new(index);
            if here.contains(seat) {
                *since = None;
                self.away.absent = self.away.absent.minus(SeatSet::one(seat));
            } else if since.is_none() {
                *since = Some(Instant::now());
            }
        }
        let back = here
            .iter()
            .filter(|seat| self.table.stand_ins[seat.index()].is_some_and(|engine| engine.by_itself));
        let things: Vec<What> =
            back.map(|seat| What::GaveBack { seat: self.table.name(seat).to_string() }).collect();
        self.seats_change(things).await;
    }

    /// Those who have been away for too long are absent.
    pub(super) async fn find_absent(&mut self) {
        let (Some(grace), now) = (self.grace(), Instant::now()) else { return };
        let late = |seat: &Seat| self.away.since[seat.index()].is_some_and(|since| since + grace <= now);
        let found: SeatSet = self.awaited().filter(late).collect();
        self.away.absent = self.away.absent | found;
        let things: Vec<What> = match self.stand_in_level() {
            Some(level) => found
                .iter()
                .map(|seat| What::StoodIn { seat: self.table.name(seat).to_string(), level })
                .collect(),
            None => Vec::new(),
        };
        self.seats_change(things).await;
        self.tell_seats();
    }

    /// A table that nobody has begun is ended, unless somebody is there.
    pub(super) async fn wait_no_longer(&mut self) {
        if self.table.phase() != Phase::Waiting || !self.viewers.is_empty() {
            return;
        }
        let before = self.before();
        match self.happen(vec![What::Aborted { seat: None }], None).await {
            Ok(()) => self.publish(&before),
            Err(refused) => tracing::error!(table = %self.table.id, %refused, "a table waits for ever"),
        }
    }

    /// The level at which the engine sits in by itself, where it may.
    fn stand_in_level(&self) -> Option<u8> {
        let level = self.table.head.setting.stand_in?;
        self.rooms.house().opponent.may_stand_in(&self.table.head.game).then_some(level)
    }

    async fn seats_change(&mut self, things: Vec<What>) {
        if things.is_empty() {
            return;
        }
        let before = self.before();
        match self.happen(things, None).await {
            Ok(()) => {
                self.tell_seats();
                self.publish(&before);
            }
            Err(refused) => tracing::error!(table = %self.table.id, %refused, "a seat did not change hands"),
        }
    }

    /// Somebody claims that another has left.
    pub(super) fn must_be_absent(&self, deed: &Deed) -> Result<(), Refused> {
        let Deed::ClaimAbsent(name) = deed else { return Ok(()) };
        let seat = self.table.seat(name).map_err(|refusal| crate::refusal::told(&refusal))?;
        if self.away.absent.contains(seat) && self.awaited().any(|own| own == seat) {
            return Ok(());
        }
        Err(Refused::new(RefusedFor::NotNow, "They have not been away for long enough."))
    }
}
