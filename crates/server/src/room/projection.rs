//! Projects a table to the state that a client sees.

use super::viewers::encode;
use crate::table::LiveTable;
use tetrarch_protocol::{
    ClockState, EncodedEvent, EventMessage, GameOutcome, OfferState, PlayedStep, RemainingTime, SeatMap,
    ServerMessage, TablePhase, TableState, TableStatus, ViewDelta,
};
use tetrarch_rules::{Choice, Eye, Outcome, Seat, SeatNames, SeatSet, Side, View};
use tetrarch_table::{GameStep, Millis, OfferKind, Table};
use tokio_tungstenite::tungstenite::Utf8Bytes;

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
    /// The whole state for a client with these seats.
    pub(super) fn state(&self, seats: SeatSet) -> TableState {
        let LiveTable { id, header, game, .. } = self.table;
        let shared = self.shared_view();
        TableState {
            table: id.to_string(),
            game: header.game.clone(),
            options: game.options(),
            start: game.start_text(),
            control: header.control,
            setting: header.setting.clone(),
            version: self.table.version(),
            you: self.seat_names(seats),
            seats: self.seats(),
            line: steps(&**game, 0),
            now: TableStatus { proposable: self.proposable(seats, &shared), ..self.status(true) },
            view: shared.for_seats(seats),
        }
    }

    /// The event a spectator sees when `old` changed to `new`.
    pub(super) fn event(&self, delta: Delta, old: &SharedView, new: &SharedView) -> EventMessage {
        EventMessage {
            from: delta.from,
            version: self.table.version(),
            cut: delta.cut,
            played: delta.played,
            change: ViewDelta::without_choices(&old.view, &new.view),
            now: self.status(delta.deal_changed),
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
        event.now.proposable = self.proposable(seats, new);
        event
    }

    /// The JSON of an event for a client with these seats; `everybody` is its JSON for a spectator.
    pub(super) fn event_text(
        &self,
        seats: SeatSet,
        event: &EventMessage,
        everybody: &EncodedEvent,
        [old, new]: [&SharedView; 2],
    ) -> Utf8Bytes {
        if event.change.board.is_some() || old.near(seats) != new.near(seats) {
            // Everybody sees the new board from their own side.
            return encode(&ServerMessage::Event(Box::new(self.event_for(seats, event.clone(), old, new))));
        }
        everybody.personalise(new.changed_choices(seats, old), self.proposable(seats, new).as_ref()).into()
    }

    /// One event with everything that changed since a version; `None` if there was no such version.
    pub(super) fn catch_up_event(&self, seats: SeatSet, version: u64) -> Option<EventMessage> {
        let table = &*self.table.game;
        let log = table.log().get(..self.table.log_length_at(version)?)?;
        let mut then = table.rewound();
        then.replay(log).ok()?;
        let (old, new) = (then.line(), table.line());
        let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let delta = Delta {
            from: version,
            cut: (same < old.len()).then_some(same as u64),
            played: steps(table, same),
            deal_changed: true,
        };
        let (old, new) = (SharedView::of(&*then, self.table.begun), self.shared_view());
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
        SharedView::of(&*self.table.game, self.table.begun)
    }

    pub(super) fn seats(&self) -> Vec<tetrarch_protocol::SeatState> {
        let seats = self.table.seats.iter().enumerate();
        let now = seats.map(|(index, assignment)| tetrarch_protocol::SeatState {
            seat: self.table.seat_name(Seat::new(index)).to_string(),
            sitter: assignment.to_occupant(),
            here: self.connected.contains(Seat::new(index)),
            stand_in: self.table.stand_ins[index].map(|engine| engine.level),
            absent: self.ephemeral.absent.contains(Seat::new(index)),
        });
        now.collect()
    }

    /// The status for a spectator, who cannot make offers.
    fn status(&self, dealing: bool) -> TableStatus {
        let table = &*self.table.game;
        let phase = self.table.phase();
        TableStatus {
            phase,
            clocks: self.clocks(),
            offers: self.offers(),
            proposable: None,
            claimable: if phase == TablePhase::Playing { table.claimable() } else { None },
            abortable: phase != TablePhase::Over && self.table.is_abortable(),
            outcome: table.outcome().map(|outcome| outcome_state(&outcome, table.seats())),
            fairness: if dealing { self.table.published_deal() } else { None },
            paused: self.table.paused,
            operations: if phase == TablePhase::Playing { table.operations() } else { Vec::new() },
            rematch: self.seat_names(self.ephemeral.rematch_seats),
            next: self.ephemeral.next_table.map(str::to_string),
        }
    }

    fn clocks(&self) -> Option<ClockState> {
        let clocks = self.table.game.clocks();
        let stopped =
            self.table.phase() != TablePhase::Playing || self.table.paused || self.ephemeral.clock_waiting;
        let running = clocks.running().filter(|_| !stopped);
        let left = |seat: Seat| {
            let used = if clocks.running() == Some(seat) { self.turn_time_used } else { Millis::ZERO };
            Some(RemainingTime { left: clocks.left(seat)? - used, periods: clocks.periods_after(seat, used) })
        };
        let seats = (0..self.table.seats.len()).map(Seat::new);
        let left: Option<SeatMap<RemainingTime>> = seats
            .map(|seat| Some((self.table.seat_name(seat), left(seat)?)))
            .collect::<Option<Vec<_>>>()
            .map(|left| left.into_iter().collect());
        Some(ClockState { running: running.map(|seat| self.table.seat_name(seat).to_string()), left: left? })
    }

    fn offers(&self) -> Vec<OfferState> {
        let offers = self.table.game.offers().iter();
        let now = offers.map(|offer| OfferState {
            offer: offer.kind.clone(),
            by: self.table.seat_name(offer.by).to_string(),
            waiting: self.seat_names(offer.waiting),
        });
        now.collect()
    }

    /// The treaties and takebacks that these seats can offer.
    fn proposable(&self, seats: SeatSet, shared: &SharedView) -> Option<SeatMap<Vec<OfferKind>>> {
        if self.table.phase() != TablePhase::Playing {
            return None;
        }
        let table = &*self.table.game;
        let mine = seats.iter().map(|seat| {
            let treaties = shared.treaties.iter().filter(|(proposer, _)| *proposer == seat);
            let treaties = treaties.map(|(_, text)| OfferKind::Treaty(text.clone()));
            let takeback = table.can_take_back(seat).then_some(OfferKind::Takeback);
            (self.table.seat_name(seat), treaties.chain(takeback).collect::<Vec<OfferKind>>())
        });
        let mine: SeatMap<_> = mine.filter(|(_, offers)| !offers.is_empty()).collect();
        (!mine.0.is_empty()).then_some(mine)
    }

    fn seat_names(&self, seats: SeatSet) -> Vec<String> {
        seats.iter().map(|seat| self.table.seat_name(seat).to_string()).collect()
    }
}

/// The view of a table that all viewers share. In every game everybody sees the same board, from their own side;
/// only the player to act sees choices. So the view is computed once for all viewers.
pub(super) struct SharedView {
    /// As the seat to act sees it, but from the south.
    view: View,
    to_act: Option<Seat>,
    /// The possible treaties and the seats that may propose them.
    treaties: Vec<(Seat, String)>,
}

impl SharedView {
    pub(super) fn of(table: &dyn Table, begun: bool) -> SharedView {
        let to_act = table.turn().seat().filter(|_| begun);
        let mut view = table.view(to_act.map_or(Eye::Spectator, Eye::Seat));
        view.board.near = Side::South;
        SharedView { view, to_act, treaties: table.treaties() }
    }

    /// The view for a client with these seats. With several seats, the board shows the side of the first, and the
    /// choices are those of whichever seat is to act.
    fn for_seats(self, seats: SeatSet) -> View {
        let board = self.view.board.with_near_side(self.near(seats));
        let choices = if self.is_to_act(seats) { self.view.choices } else { Vec::new() };
        View { board, choices, ..self.view }
    }

    fn is_to_act(&self, seats: SeatSet) -> bool {
        self.to_act.is_some_and(|seat| seats.contains(seat))
    }

    fn choices(&self, seats: SeatSet) -> &[Choice] {
        if self.is_to_act(seats) { &self.view.choices } else { &[] }
    }

    /// The choices for these seats, if they have changed.
    fn changed_choices(&self, seats: SeatSet, before: &SharedView) -> Option<&[Choice]> {
        let choices = self.choices(seats);
        (choices != before.choices(seats)).then_some(choices)
    }

    fn near(&self, seats: SeatSet) -> Side {
        let eye = seats.iter().next().map_or(Eye::Spectator, Eye::Seat);
        eye.near_side(|seat| self.view.seats[seat.index()].side)
    }
}

/// An outcome with the names of the seats.
pub(crate) fn outcome_state(outcome: &Outcome, names: SeatNames) -> GameOutcome {
    let seats = || names.iter().enumerate().map(|(index, name)| (*name, Seat::new(index)));
    let places: Option<Vec<_>> = seats().map(|(name, seat)| Some((name, outcome.place(seat)?))).collect();
    GameOutcome {
        points: seats().map(|(name, seat)| (name, outcome.points(seat).value())).collect(),
        places: places.map(|places| places.into_iter().collect()),
        reason: outcome.reason(),
    }
}

/// The steps from an index in the line on.
pub(crate) fn steps(table: &dyn Table, start: usize) -> Vec<PlayedStep> {
    let named = |step: GameStep| PlayedStep {
        notation: (step.notation != step.word).then_some(step.notation),
        word: step.word,
        by: step.by.map(|seat| seat.name(table.seats()).to_string()),
    };
    table.line_from(start).into_iter().map(named).collect()
}
