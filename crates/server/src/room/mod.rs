//! A live game. One task owns it, so everything that happens there happens in order.
//!
//! A command is authorised, applied to the table, stored, acknowledged and broadcast, in this order: nothing is
//! shown before it is stored. Rematches, resets, seats and chat are broadcast before they are acknowledged.

mod authorize;
mod chat;
mod commit;
mod dispatch;
mod engine;
mod handle;
mod join;
mod listing;
mod owner_commands;
mod post_game;
mod presence;
mod projection;
mod rematch;
mod request;
mod sink;
mod turn_clock;
mod viewers;

pub(crate) use handle::{Attach, ConnectionStats, RoomHandle, RoomMessage, ViewerId};
pub(crate) use request::{ClientRequest, Requester, TableRequest, TableResponse};
pub(crate) use sink::{ClientSink, OutgoingMessage};
pub(crate) use viewers::encode;

use crate::state::AppState;
use crate::table::LiveTable;
use crate::table::event::SeatingEvent;
use commit::PreparedBroadcast;
use engine::EngineSearches;
use presence::Presence;
use projection::{Ephemeral, StateProjection};
use std::ops::ControlFlow;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tetrarch_protocol::{ChatMessage, CloseReason, OwnerCommandRecord, TablePhase};
use tetrarch_rules::SeatSet;
use tetrarch_table::{Millis, TableEvent};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use turn_clock::TurnClock;
use viewers::Viewers;

/// How long an unused room stays open, and how long after its game is over.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
const FINISHED_IDLE_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a message may take from its socket to the room. The time of receipt counts, so the flag fall waits
/// this long for moves that arrived in time.
const DELIVERY_GRACE: Duration = Duration::from_millis(20);

/// A live game and everybody who is connected to it.
pub(crate) struct Room {
    table: LiveTable,
    state: AppState,
    inbox: mpsc::Receiver<RoomMessage>,
    /// A handle to this room, for engine tasks.
    handle: Weak<RoomHandle>,
    viewers: Viewers,
    clock: TurnClock,
    engines: EngineSearches,
    presence: Presence,
    /// The chat so far, once somebody needs it.
    chat: Option<Vec<ChatMessage>>,
    /// Owner commands given after the game.
    post_game_commands: Vec<OwnerCommandRecord>,
    /// The seats that want a rematch.
    rematch_seats: SeatSet,
    /// The table of the rematch.
    next_table: Option<String>,
    /// What the lobby knows: the seating version and the phase.
    listed: Option<(u64, TablePhase)>,
    /// The broadcast for the events that were just stored.
    prepared: Option<PreparedBroadcast>,
    /// When the last message arrived.
    last_active: Instant,
    /// The store has failed: the table must be reopened.
    store_failed: bool,
}

impl Room {
    /// A room for a table, and a handle to it.
    pub(crate) fn new(table: LiveTable, state: AppState) -> (Room, Arc<RoomHandle>) {
        let (handle, inbox) = RoomHandle::new();
        let handle = Arc::new(handle);
        let now = state.clock().now();
        let timer = TurnClock::after_restart(&table, now);
        let presence = Presence::new(table.seats.len(), now);
        let room = Room {
            table,
            state,
            inbox,
            handle: Arc::downgrade(&handle),
            viewers: Viewers::default(),
            clock: timer,
            engines: EngineSearches::default(),
            presence,
            chat: None,
            post_game_commands: Vec::new(),
            rematch_seats: SeatSet::EMPTY,
            next_table: None,
            listed: None,
            prepared: None,
            last_active: now,
            store_failed: false,
        };
        (room, handle)
    }

    /// Runs until nobody needs the room, the server shuts down, or the store fails. The steps are boxed;
    /// otherwise every room would keep the memory of the largest one for as long as it lives.
    pub(crate) async fn run(mut self: Box<Self>) {
        Box::pin(self.load_rematch()).await;
        Box::pin(self.load_post_game_commands()).await;
        Box::pin(self.begin_when_full()).await;
        self.update_lobby();
        self.update_engines();
        while !self.store_failed {
            let wake = self.wake_at();
            let sleep = async {
                match wake {
                    Some(at) => sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            let flow = tokio::select! {
                // Messages that arrived in time are handled before the timer.
                biased;
                message = self.inbox.recv() => match message {
                    Some(message) => Box::pin(self.dispatch(message)).await,
                    None => ControlFlow::Break(()),
                },
                () = sleep => Box::pin(self.handle_timer()).await,
            };
            if flow.is_break() {
                break;
            }
        }
        self.engines.stop_all();
        self.inbox.close();
        self.state.rooms().remove_closed(&self.table.id);
        if self.store_failed {
            self.state.reopen_room(self.table.id.clone());
        }
    }

    fn now(&self) -> Instant {
        self.state.clock().now()
    }

    /// Reads a note that belongs to the table. If that fails, the room closes and the table is reopened: going on without
    /// the note would overwrite it.
    async fn load_note(&mut self, key: &str) -> Option<String> {
        match self.state.store().get_note(key).await {
            Ok(note) => note,
            Err(error) => {
                tracing::error!(table = %self.table.id, %error, "failed to load a note");
                self.store_failed = true;
                None
            }
        }
    }

    /// When the timer has to fire next.
    fn wake_at(&self) -> Option<Instant> {
        let idle = (self.is_idle() || self.viewers.has_view()).then(|| self.idle_at());
        let times = [
            self.clock.starts_at(),
            self.flag_falls_at(),
            self.clock.save_at(&self.table),
            self.next_absence_at(),
            self.engines.retry_at(),
            idle,
        ];
        times.into_iter().flatten().min()
    }

    /// When an unused room closes.
    fn idle_at(&self) -> Instant {
        let is_done = self.viewers.is_empty()
            && self.table.phase() == TablePhase::Over
            && self.rematch_seats.is_empty();
        self.last_active + if is_done { FINISHED_IDLE_TIMEOUT } else { IDLE_TIMEOUT }
    }

    fn flag_falls_at(&self) -> Option<Instant> {
        let (seat, _) = turn_clock::running_clock(&self.table)?;
        Some(self.clock.flag_falls_at(&self.table, self.viewers.lag_compensation(seat))? + DELIVERY_GRACE)
    }

    /// The time the turn has used, less the lag compensation of the seat to act.
    fn turn_time_used(&self, at: Instant) -> Millis {
        let lag = turn_clock::running_clock(&self.table).map(|(seat, _)| self.viewers.lag_compensation(seat));
        self.clock.used(at) - lag.unwrap_or_default()
    }

    async fn handle_timer(&mut self) -> ControlFlow<()> {
        let now = self.now();
        if self.clock.starts_at().is_some_and(|at| at <= now) {
            self.start_clock();
        } else if self.flag_falls_at().is_some_and(|at| at <= now) {
            self.flag_fall().await;
        } else if self.clock.save_at(&self.table).is_some_and(|at| at <= now) {
            self.save_turn_time().await;
        } else if self.next_absence_at().is_some_and(|at| at <= now) {
            Box::pin(self.mark_absent()).await;
        } else if self.engines.retry_at().is_some_and(|at| at <= now) {
            self.update_engines();
        } else if self.idle_at() <= now {
            self.viewers.forget_view();
            if self.is_idle() {
                self.state.lobby().set_position(&self.table.id, self.position_key());
                if self.state.rooms().close_if_unused(&self.table.id) {
                    return ControlFlow::Break(());
                }
            }
            self.last_active = now;
        }
        ControlFlow::Continue(())
    }

    /// Whether the player whose clock runs is disconnected.
    fn is_player_to_act_away(&self) -> bool {
        turn_clock::running_clock(&self.table)
            .is_some_and(|(seat, _)| !self.viewers.connected_seats().contains(seat))
    }

    /// Starts the clock that has been waiting for its player after a restart, and tells everybody.
    fn start_clock(&mut self) {
        let before = self.checkpoint();
        self.clock.start(self.now());
        self.broadcast(&before);
    }

    /// Whether the room can close without missing anything.
    fn is_idle(&self) -> bool {
        let waits_for_nothing = turn_clock::running_clock(&self.table).is_none() && !self.engines.is_busy();
        self.viewers.is_empty() && waits_for_nothing
    }

    /// Records the flag fall of the seat to act.
    async fn flag_fall(&mut self) {
        let Some((seat, spent)) = turn_clock::running_clock(&self.table) else { return };
        let before = self.checkpoint();
        match self.commit(vec![TableEvent::Flagged { seat, spent }.into()], None).await {
            Ok(()) => self.broadcast(&before),
            Err(error) => {
                // Do not retry at once, whatever the reason.
                tracing::error!(table = %self.table.id, %error, "failed to record the flag fall");
                self.clock = TurnClock::resume(&self.table, self.now());
            }
        }
    }

    /// Stores the time the turn has used, so that a restart or a crash does not change the clocks.
    async fn save_turn_time(&mut self) {
        if turn_clock::running_clock(&self.table).is_some() {
            let spent = self.clock.used(self.now());
            let _ = self.commit(vec![SeatingEvent::TurnTimeUsed { spent }.into()], None).await;
        }
    }

    async fn shut_down(&mut self) -> ControlFlow<()> {
        self.save_turn_time().await;
        self.viewers.close_all(CloseReason::Shutdown);
        ControlFlow::Break(())
    }

    fn projection(&self) -> StateProjection<'_> {
        StateProjection {
            table: &self.table,
            turn_time_used: self.clock.used_now(&self.table, self.now()),
            connected: self.viewers.connected_seats(),
            ephemeral: self.ephemeral(),
        }
    }

    /// The part of the state that is not stored in the event log.
    fn ephemeral(&self) -> Ephemeral<'_> {
        Ephemeral {
            absent: self.presence.absent,
            rematch_seats: self.rematch_seats,
            next_table: self.next_table.as_deref(),
            clock_waiting: self.clock.starts_at().is_some(),
        }
    }
}
