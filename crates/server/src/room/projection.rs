//! Projects a table to the state that a client sees.

use super::viewers::encode;
use crate::table::LiveTable;
use axum::extract::ws::Utf8Bytes;
use tetrarch_protocol::{
    EventMessage, GameProjection, PlayedStep, SeatState, ServerMessage, SharedView, TableState, TableStatus,
    ViewDelta, played_steps,
};
use tetrarch_rules::{Choice, Seat, SeatSet};
use tetrarch_table::{LineChange, Millis};

/// A table at one moment, ready to be projected for its viewers.
#[derive(Copy, Clone)]
pub(super) struct StateProjection<'a> {
    pub(super) table: &'a LiveTable,
    pub(super) turn_time_used: Millis,
    pub(super) connected: SeatSet,
    pub(super) ephemeral: Ephemeral<'a>,
}

/// The part of the state that is not stored in the event log.
#[derive(Copy, Clone)]
pub(super) struct Ephemeral<'a> {
    /// The seats whose players have been away for too long.
    pub(super) absent: SeatSet,
    /// The seats that want a rematch.
    pub(super) rematch_seats: SeatSet,
    /// The table of the rematch.
    pub(super) next_table: Option<&'a str>,
    /// Whether the clock waits for its player to come back after a restart.
    pub(super) clock_waiting: bool,
}

/// What changed between two versions.
pub(super) struct Delta {
    pub(super) from: u64,
    pub(super) cut: Option<u64>,
    pub(super) played: Vec<PlayedStep>,
    /// Whether the published deal has changed.
    pub(super) deal_changed: bool,
}

impl StateProjection<'_> {
    fn game(&self) -> GameProjection<'_> {
        GameProjection {
            game: &*self.table.game,
            begun: self.table.begun,
            paused: self.table.paused,
            clock_stopped: self.ephemeral.clock_waiting,
            turn_time_used: self.turn_time_used,
            abortable: self.table.is_abortable(),
            rematch_seats: self.ephemeral.rematch_seats,
            next_table: self.ephemeral.next_table,
        }
    }

    /// The whole state for a client with these seats.
    pub(super) fn state(&self, seats: SeatSet) -> TableState {
        let (id, setting) = (self.table.id.as_str(), self.table.header.setting.clone());
        self.game().state(id, setting, self.seats(), self.table.published_deal(), seats)
    }

    /// The event a spectator sees when `old` changed to `new`.
    pub(super) fn event(&self, delta: Delta, old: &SharedView, new: &SharedView) -> EventMessage {
        let fairness = if delta.deal_changed { self.table.published_deal() } else { None };
        EventMessage {
            from: delta.from,
            version: self.table.game.version(),
            cut: delta.cut,
            played: delta.played,
            change: ViewDelta::without_choices(&old.view, &new.view),
            now: TableStatus { fairness, ..self.game().status() },
        }
    }

    /// The same for a client with these seats: with their side of the board, their choices and the offers they
    /// can make.
    fn event_for(
        &self,
        seats: SeatSet,
        mut event: EventMessage,
        old: &SharedView,
        new: &SharedView,
    ) -> EventMessage {
        if event.change.board.is_some() || old.near(seats) != new.near(seats) {
            event.change.board = Some(new.view.board.with_near_side(new.near(seats)));
        }
        event.change.choices = new.changed_choices(seats, old).map(<[Choice]>::to_vec);
        event.now.proposable = self.game().proposable(seats, new);
        event
    }

    /// The JSON of [`event_for`](Self::event_for).
    pub(super) fn event_text(
        &self,
        seats: SeatSet,
        event: &EventMessage,
        old: &SharedView,
        new: &SharedView,
    ) -> Utf8Bytes {
        encode(&ServerMessage::Event(Box::new(self.event_for(seats, event.clone(), old, new))))
    }

    /// One event with everything that changed since a version; `None` if there was no such version.
    pub(super) fn catch_up_event(&self, seats: SeatSet, version: u64) -> Option<EventMessage> {
        let game = &*self.table.game;
        let LineChange { cut, start } = game.line_change_since(version)?;
        let delta = Delta {
            from: version,
            cut: cut.map(|length| length as u64),
            played: played_steps(game, start),
            deal_changed: true,
        };
        let then = game.at_version(version)?;
        let (old, new) = (SharedView::new(&*then, self.table.begun), self.shared_view());
        let event = self.event(delta, &old, &new);
        let mut event = self.event_for(seats, event, &old, &new);
        // They may have had other seats then, and seen the board from another side.
        if self.table.reseated_at.is_some_and(|reseated| reseated >= version) {
            event.change.board = Some(new.view.board.with_near_side(new.near(seats)));
        }
        // The game may have begun since without a change of position.
        event.change.choices = Some(new.choices(seats).to_vec());
        Some(event)
    }

    /// The view that is the same for everybody.
    pub(super) fn shared_view(&self) -> SharedView {
        self.game().shared_view()
    }

    pub(super) fn seats(&self) -> Vec<SeatState> {
        let seats = self.table.seats.iter().enumerate();
        let now = seats.map(|(index, assignment)| SeatState {
            seat: self.table.seat_name(Seat::new(index)).to_string(),
            sitter: assignment.to_occupant(),
            here: self.connected.contains(Seat::new(index)),
            stand_in: self.table.stand_ins[index].map(|engine| engine.level),
            absent: self.ephemeral.absent.contains(Seat::new(index)),
        });
        now.collect()
    }
}
