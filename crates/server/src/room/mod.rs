//! A live game: one task owns it, and everything that happens goes through it in order.
//!
//! What happens is done on the table, dealt, stored, acknowledged and shown, in this order. What was not stored was
//! never shown.

mod absent;
mod again;
mod chat;
mod deeds;
mod engine;
mod hear;
mod join;
mod later;
mod listing;
mod message;
mod orders;
mod out;
mod picture;
mod settle;
mod timer;
mod viewers;

pub(crate) use message::{Door, Line, Message, Newcomer, Outgoing, ViewerId};
pub(crate) use out::Out;
pub(crate) use picture::{outcome_now, steps};

use crate::chronicle::Chronicle;
use crate::rooms::Rooms;
use crate::row::What;
use absent::Away;
use engine::Engines;
use picture::{Beside, Picture};
use settle::Ready;
use std::ops::ControlFlow;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tetrarch_protocol::{ChatLine, Closing, OrderGiven, Phase};
use tetrarch_rules::SeatSet;
use tetrarch_table::Millis;
use timer::Timer;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use viewers::Viewers;

/// How long a room that nobody needs stays open, and how long if its game is over.
const IDLE: Duration = Duration::from_secs(60);
const IDLE_AFTER_THE_END: Duration = Duration::from_secs(2);

/// How long a message may take from its socket to the room. What counts is when it was received, so a flag waits this
/// long for what was received in time.
const ON_THE_WAY: Duration = Duration::from_millis(20);

/// A live game.
pub(crate) struct Room {
    table: Chronicle,
    rooms: Rooms,
    inbox: mpsc::Receiver<Message>,
    /// The way back in, for engines.
    door: Weak<Door>,
    viewers: Viewers,
    timer: Timer,
    engines: Engines,
    away: Away,
    /// What was said, once somebody has asked.
    chat: Option<Vec<ChatLine>>,
    /// What was ordered after the end.
    later: Vec<OrderGiven>,
    /// The seats that want to play again.
    again: SeatSet,
    /// The table at which everybody goes on.
    next: Option<String>,
    /// What of the table the lobby knows: how often the seats had changed, and the phase.
    listed: Option<(u64, Phase)>,
    /// What everybody is to be told of what was just stored.
    ready: Option<Ready>,
    /// When it was last told something.
    busy: Instant,
    /// The store has failed: the table must be opened again.
    broken: bool,
}

impl Room {
    /// A room for a table, and the way into it.
    pub(crate) fn new(table: Chronicle, rooms: Rooms) -> (Room, Arc<Door>) {
        let (door, inbox) = Door::new();
        let door = Arc::new(door);
        let timer = Timer::reopen(&table);
        let away = Away::new(table.seats.len());
        let room = Room {
            table,
            rooms,
            inbox,
            door: Arc::downgrade(&door),
            viewers: Viewers::default(),
            timer,
            engines: Engines::default(),
            away,
            chat: None,
            later: Vec::new(),
            again: SeatSet::EMPTY,
            next: None,
            listed: None,
            ready: None,
            busy: Instant::now(),
            broken: false,
        };
        (room, door)
    }

    /// Lives until nobody needs it, the server stops, or the store fails. What it does is boxed: else every room would keep
    /// the memory for all of it as long as it lives.
    pub(crate) async fn run(mut self: Box<Self>) {
        Box::pin(self.find_next()).await;
        Box::pin(self.find_later_orders()).await;
        Box::pin(self.begin_when_full()).await;
        self.list();
        self.ask_engines();
        while !self.broken {
            let wake = self.wake_at();
            let sleep = async {
                match wake {
                    Some(at) => sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            let flow = tokio::select! {
                // What was said in time is heard before the time is up.
                biased;
                message = self.inbox.recv() => match message {
                    Some(message) => Box::pin(self.hear(message)).await,
                    None => ControlFlow::Break(()),
                },
                () = sleep => Box::pin(self.wake()).await,
            };
            self.viewers.flush();
            if flow.is_break() {
                break;
            }
        }
        self.engines.stop_all();
        self.inbox.close();
        self.rooms.forget(&self.table.id);
        if self.broken {
            self.rooms.reopen(self.table.id.clone());
        }
    }

    /// When something is to be done although nobody says anything.
    fn wake_at(&self) -> Option<Instant> {
        let idle = (self.is_idle() || self.viewers.remembers()).then(|| self.idle_at());
        let times = [
            self.timer.starts_at(),
            self.flag_at(),
            self.timer.note_at(&self.table),
            self.absent_at(),
            self.engines.again_at(),
            idle,
        ];
        times.into_iter().flatten().min()
    }

    /// When it has been idle for long enough.
    fn idle_at(&self) -> Instant {
        let is_done = self.viewers.is_empty() && self.table.phase() == Phase::Over && self.again.is_empty();
        self.busy + if is_done { IDLE_AFTER_THE_END } else { IDLE }
    }

    fn flag_at(&self) -> Option<Instant> {
        let (seat, _) = timer::left(&self.table)?;
        Some(self.timer.flag_at(&self.table, self.viewers.allowance(seat))? + ON_THE_WAY)
    }

    /// What the turn has used at a moment, without what is made good of the lag of the seat to act.
    fn used(&self, at: Instant) -> Millis {
        let lag = timer::left(&self.table).map(|(seat, _)| self.viewers.allowance(seat));
        self.timer.used(at) - lag.unwrap_or_default()
    }

    async fn wake(&mut self) -> ControlFlow<()> {
        let now = Instant::now();
        if self.timer.starts_at().is_some_and(|at| at <= now) {
            self.start_the_clock();
        } else if self.flag_at().is_some_and(|at| at <= now) {
            self.flag().await;
        } else if self.timer.note_at(&self.table).is_some_and(|at| at <= now) {
            self.note_time().await;
        } else if self.absent_at().is_some_and(|at| at <= now) {
            Box::pin(self.find_absent()).await;
        } else if self.engines.again_at().is_some_and(|at| at <= now) {
            self.ask_engines();
        } else if self.idle_at() <= now {
            self.viewers.forget();
            if self.is_idle() {
                self.rooms.lobby().leave(&self.table.id, self.stands());
                if self.rooms.retire(&self.table.id) {
                    return ControlFlow::Break(());
                }
            }
            self.busy = now;
        }
        ControlFlow::Continue(())
    }

    /// Whether nobody is connected for the seat whose clock runs.
    fn awaits_its_player(&self) -> bool {
        timer::left(&self.table).is_some_and(|(seat, _)| !self.viewers.here().contains(seat))
    }

    /// The clock waits no longer for its player to come back after a restart. Everybody is told.
    fn start_the_clock(&mut self) {
        let before = self.before();
        self.timer.start();
        self.publish(&before);
    }

    /// Whether nothing would be missed if it were closed.
    fn is_idle(&self) -> bool {
        let waits_for_nothing = timer::left(&self.table).is_none() && !self.engines.are_thinking();
        self.viewers.is_empty() && waits_for_nothing
    }

    /// The time of the seat to act is up.
    async fn flag(&mut self) {
        let Some((_, left)) = timer::left(&self.table) else { return };
        let before = self.before();
        match self.happen(vec![What::Flagged { spent: left }], None).await {
            Ok(()) => self.publish(&before),
            Err(refused) => {
                // Not tried again at once, whatever it was.
                tracing::error!(table = %self.table.id, %refused, "a flag did not fall");
                self.timer = Timer::resume(&self.table);
            }
        }
    }

    /// Notes what the turn has used, so that neither a restart nor a crash changes the clocks.
    async fn note_time(&mut self) {
        if timer::left(&self.table).is_some() {
            let spent = self.timer.used(Instant::now());
            let _ = self.happen(vec![What::Thought { spent }], None).await;
        }
    }

    /// The server is about to stop.
    async fn shut_down(&mut self) -> ControlFlow<()> {
        self.note_time().await;
        self.viewers.close_all(Closing::Shutdown);
        ControlFlow::Break(())
    }

    fn picture(&self) -> Picture<'_> {
        Picture {
            table: &self.table,
            used: self.timer.used_now(&self.table),
            here: self.viewers.here(),
            beside: self.beside(),
        }
    }

    /// What is shown although it is not stored in the table's log.
    fn beside(&self) -> Beside<'_> {
        Beside {
            absent: self.away.absent,
            again: self.again,
            next: self.next.as_deref(),
            clock_waits: self.timer.starts_at().is_some(),
        }
    }
}
