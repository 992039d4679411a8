//! A live game: one task owns it, and everything that happens goes through it in order.
//!
//! What happens is done on the table, dealt, stored, acknowledged and shown, in this order. What was not stored was
//! never shown.

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
mod sink;
mod turn_clock;
mod viewers;

pub(crate) use handle::{Attach, ConnectionStats, OutgoingMessage, RoomHandle, RoomMessage, ViewerId};
pub(crate) use projection::{outcome_state, steps};
pub(crate) use sink::ClientSink;

use crate::event::TableEvent;
use crate::rooms::AppState;
use crate::table::LiveTable;
use commit::PreparedBroadcast;
use engine::EngineSearches;
use presence::Presence;
use projection::{Ephemeral, StateProjection};
use std::ops::ControlFlow;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tetrarch_protocol::{ChatMessage, CloseReason, OwnerCommandRecord, TablePhase};
use tetrarch_rules::SeatSet;
use tetrarch_table::Millis;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use turn_clock::TurnClock;
use viewers::Viewers;

/// How long a room that nobody needs stays open, and how long if its game is over.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
const FINISHED_IDLE_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a message may take from its socket to the room. What counts is when it was received, so a flag waits this
/// long for what was received in time.
const DELIVERY_GRACE: Duration = Duration::from_millis(20);

/// A live game.
pub(crate) struct Room {
    table: LiveTable,
    state: AppState,
    inbox: mpsc::Receiver<RoomMessage>,
    /// The way back in, for engines.
    handle: Weak<RoomHandle>,
    viewers: Viewers,
    clock: TurnClock,
    engines: EngineSearches,
    presence: Presence,
    /// What was said, once somebody has asked.
    chat: Option<Vec<ChatMessage>>,
    /// What was ordered after the end.
    post_game_commands: Vec<OwnerCommandRecord>,
    /// The seats that want to play again.
    rematch_seats: SeatSet,
    /// The table at which everybody goes on.
    next_table: Option<String>,
    /// What of the table the lobby knows: how often the seats had changed, and the phase.
    listed: Option<(u64, TablePhase)>,
    /// What everybody is to be told of what was just stored.
    prepared: Option<PreparedBroadcast>,
    /// When it was last told something.
    last_active: Instant,
    /// The store has failed: the table must be opened again.
    store_failed: bool,
}

impl Room {
    /// A room for a table, and the way into it.
    pub(crate) fn new(table: LiveTable, rooms: AppState) -> (Room, Arc<RoomHandle>) {
        let (door, inbox) = RoomHandle::new();
        let door = Arc::new(door);
        let timer = TurnClock::after_restart(&table);
        let away = Presence::new(table.seats.len());
        let room = Room {
            table,
            state: rooms,
            inbox,
            handle: Arc::downgrade(&door),
            viewers: Viewers::default(),
            clock: timer,
            engines: EngineSearches::default(),
            presence: away,
            chat: None,
            post_game_commands: Vec::new(),
            rematch_seats: SeatSet::EMPTY,
            next_table: None,
            listed: None,
            prepared: None,
            last_active: Instant::now(),
            store_failed: false,
        };
        (room, door)
    }

    /// Lives until nobody needs it, the server stops, or the store fails. What it does is boxed: else every room would keep
    /// the memory for all of it as long as it lives.
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
                // What was said in time is heard before the time is up.
                biased;
                message = self.inbox.recv() => match message {
                    Some(message) => Box::pin(self.dispatch(message)).await,
                    None => ControlFlow::Break(()),
                },
                () = sleep => Box::pin(self.handle_timer()).await,
            };
            self.viewers.flush();
            if flow.is_break() {
                break;
            }
        }
        self.engines.stop_all();
        self.inbox.close();
        self.state.remove_closed_room(&self.table.id);
        if self.store_failed {
            self.state.reopen_room(self.table.id.clone());
        }
    }

    /// When something is to be done although nobody says anything.
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

    /// When it has been idle for long enough.
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

    /// What the turn has used at a moment, without what is made good of the lag of the seat to act.
    fn turn_time_used(&self, at: Instant) -> Millis {
        let lag = turn_clock::running_clock(&self.table).map(|(seat, _)| self.viewers.lag_compensation(seat));
        self.clock.used(at) - lag.unwrap_or_default()
    }

    async fn handle_timer(&mut self) -> ControlFlow<()> {
        let now = Instant::now();
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
                if self.state.close_room_if_unused(&self.table.id) {
                    return ControlFlow::Break(());
                }
            }
            self.last_active = now;
        }
        ControlFlow::Continue(())
    }

    /// Whether nobody is connected for the seat whose clock runs.
    fn is_player_to_act_away(&self) -> bool {
        turn_clock::running_clock(&self.table)
            .is_some_and(|(seat, _)| !self.viewers.connected_seats().contains(seat))
    }

    /// The clock waits no longer for its player to come back after a restart. Everybody is told.
    fn start_clock(&mut self) {
        let before = self.checkpoint();
        self.clock.start();
        self.broadcast(&before);
    }

    /// Whether nothing would be missed if it were closed.
    fn is_idle(&self) -> bool {
        let waits_for_nothing = turn_clock::running_clock(&self.table).is_none() && !self.engines.is_busy();
        self.viewers.is_empty() && waits_for_nothing
    }

    /// The time of the seat to act is up.
    async fn flag_fall(&mut self) {
        let Some((_, left)) = turn_clock::running_clock(&self.table) else { return };
        let before = self.checkpoint();
        match self.commit(vec![TableEvent::Flagged { spent: left }], None).await {
            Ok(()) => self.broadcast(&before),
            Err(refused) => {
                // Not tried again at once, whatever it was.
                tracing::error!(table = %self.table.id, %refused, "a flag did not fall");
                self.clock = TurnClock::resume(&self.table);
            }
        }
    }

    /// Notes what the turn has used, so that neither a restart nor a crash changes the clocks.
    async fn save_turn_time(&mut self) {
        if turn_clock::running_clock(&self.table).is_some() {
            let spent = self.clock.used(Instant::now());
            let _ = self.commit(vec![TableEvent::Thought { spent }], None).await;
        }
    }

    /// The server is about to stop.
    async fn shut_down(&mut self) -> ControlFlow<()> {
        self.save_turn_time().await;
        self.viewers.close_all(CloseReason::Shutdown);
        ControlFlow::Break(())
    }

    fn projection(&self) -> StateProjection<'_> {
        StateProjection {
            table: &self.table,
            turn_time_used: self.clock.used_now(&self.table),
            connected: self.viewers.connected_seats(),
            ephemeral: self.ephemeral(),
        }
    }

    /// What is shown although it is not stored in the table's log.
    fn ephemeral(&self) -> Ephemeral<'_> {
        Ephemeral {
            absent: self.presence.absent,
            rematch_seats: self.rematch_seats,
            next_table: self.next_table.as_deref(),
            clock_waiting: self.clock.starts_at().is_some(),
        }
    }
}
