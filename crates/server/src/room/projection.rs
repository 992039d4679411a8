//! What a table looks like to those who sit on certain seats.

use super::viewers::encode;
use crate::table::LiveTable;
use tetrarch_protocol::{
    ClockState, EncodedEvent, EventMessage, GameOutcome, OfferState, PlayedStep, RemainingTime, SeatMap,
    ServerMessage, TablePhase, TableState, TableStatus, ViewDelta,
};
use tetrarch_rules::{Choice, Eye, Outcome, Seat, SeatNames, SeatSet, Side, View};
use tetrarch_table::{GameStep, Millis, OfferKind, Table};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// The table at a moment: `used` is what the turn has used by then.
#[derive(Copy, Clone)]
pub(super) struct StateProjection<'a> {
    pub(super) table: &'a LiveTable,
    pub(super) turn_time_used: Millis,
    pub(super) connected: SeatSet,
    pub(super) ephemeral: Ephemeral<'a>,
}

/// What is shown although it is not stored in the table's log.
#[derive(Copy, Clone)]
pub(super) struct Ephemeral<'a> {
    /// Who has been away for too long.
    pub(super) absent: SeatSet,
    /// Who wants to play again.
    pub(super) rematch_seats: SeatSet,
    /// The table at which everybody goes on.
    pub(super) next_table: Option<&'a str>,
    /// Whether the clock waits for its player to come back after a restart.
    pub(super) clock_waiting: bool,
}

/// What happened between two versions.
pub(super) struct Delta {
    pub(super) from: u64,
    pub(super) cut: Option<u64>,
    pub(super) played: Vec<PlayedStep>,
    /// Whether what is published of the deal has changed.
    pub(super) deal_changed: bool,
}

impl StateProjection<'_> {
    /// All there is to see for who sits on `you`.
    pub(super) fn state(&self, you: SeatSet) -> TableState {
        let LiveTable { id, header: head, game, .. } = self.table;
        let sight = self.shared_view();
        TableState {
            table: id.to_string(),
            game: head.game.clone(),
            options: game.options(),
            start: game.start_text(),
            control: head.control,
            setting: head.setting.clone(),
            version: self.table.version(),
            you: self.seat_names(you),
            seats: self.seats(),
            line: steps(&**game, 0),
            now: TableStatus { proposable: self.proposable(you, &sight), ..self.status(true) },
            view: sight.for_seats(you),
        }
    }

    /// What has happened for a watcher, now that there is `new` to see instead of `old`.
    pub(super) fn event(&self, course: Delta, old: &SharedView, new: &SharedView) -> EventMessage {
        EventMessage {
            from: course.from,
            version: self.table.version(),
            cut: course.cut,
            played: course.played,
            change: ViewDelta::without_choices(&old.view, &new.view),
            now: self.status(course.deal_changed),
        }
    }

    /// The same for who sits on `you`: with their side of the board, their choices and what they may propose.
    fn event_for(
        &self,
        you: SeatSet,
        mut event: EventMessage,
        old: &SharedView,
        new: &SharedView,
    ) -> EventMessage {
        if event.change.board.is_some() || old.near(you) != new.near(you) {
            event.change.board = Some(new.view.board.with_near_side(new.near(you)));
        }
        event.change.choices = new.changed_choices(you, old).map(<[Choice]>::to_vec);
        event.now.proposable = self.proposable(you, new);
        event
    }

    /// The text of an event for who sits on `you`; `everybody` is its text for a watcher.
    pub(super) fn event_text(
        &self,
        you: SeatSet,
        event: &EventMessage,
        everybody: &EncodedEvent,
        [old, new]: [&SharedView; 2],
    ) -> Utf8Bytes {
        if event.change.board.is_some() || old.near(you) != new.near(you) {
            // Everybody sees the new board from their own side.
            return encode(&ServerMessage::Event(Box::new(self.event_for(you, event.clone(), old, new))));
        }
        everybody.personalise(new.changed_choices(you, old), self.proposable(you, new).as_ref()).into()
    }

    /// What somebody who has seen the state of a version has missed since; none if there was no such version.
    pub(super) fn catch_up_event(&self, you: SeatSet, version: u64) -> Option<EventMessage> {
        let table = &*self.table.game;
        let log = table.log().get(..self.table.log_length_at(version)?)?;
        let mut then = table.rewound();
        then.replay(log).ok()?;
        let (old, new) = (then.line(), table.line());
        let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let course = Delta {
            from: version,
            cut: (same < old.len()).then_some(same as u64),
            played: steps(table, same),
            deal_changed: true,
        };
        let (old, new) = (SharedView::of(&*then, self.table.begun), self.shared_view());
        let event = self.event(course, &old, &new);
        let mut event = self.event_for(you, event, &old, &new);
        // Perhaps they sat elsewhere then, and saw it from another side.
        if self.table.reseated_at.is_some_and(|reseated| reseated >= version) {
            event.change.board = Some(new.view.board.with_near_side(new.near(you)));
        }
        // The game may have begun since without a change of the position.
        event.change.choices = Some(new.choices(you).to_vec());
        Some(event)
    }

    /// What there is to see, for whoever it is shown to.
    pub(super) fn shared_view(&self) -> SharedView {
        SharedView::of(&*self.table.game, self.table.begun)
    }

    /// Who sits where.
    pub(super) fn seats(&self) -> Vec<tetrarch_protocol::SeatState> {
        let seats = self.table.seats.iter().enumerate();
        let now = seats.map(|(index, sitting)| tetrarch_protocol::SeatState {
            seat: self.table.seat_name(Seat::new(index)).to_string(),
            sitter: sitting.to_sitter(),
            here: self.connected.contains(Seat::new(index)),
            stand_in: self.table.stand_ins[index].map(|engine| engine.level),
            absent: self.ephemeral.absent.contains(Seat::new(index)),
        });
        now.collect()
    }

    /// How the game stands for a watcher, who has nothing to propose.
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
        let stands =
            self.table.phase() != TablePhase::Playing || self.table.paused || self.ephemeral.clock_waiting;
        let running = clocks.running().filter(|_| !stands);
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

    /// Treaties and takebacks that these seats may propose now.
    fn proposable(&self, you: SeatSet, sight: &SharedView) -> Option<SeatMap<Vec<OfferKind>>> {
        if self.table.phase() != TablePhase::Playing {
            return None;
        }
        let table = &*self.table.game;
        let mine = you.iter().map(|seat| {
            let treaties = sight.treaties.iter().filter(|(proposer, _)| *proposer == seat);
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

/// What there is to see at a table. Everybody sees the same, from their own side, and choices only if they are theirs:
/// this is a law of all games. So it is looked at once, whoever it is then shown to.
pub(super) struct SharedView {
    /// As the seat to act sees it, but from the south.
    view: View,
    to_act: Option<Seat>,
    /// What can be agreed, and who may propose it.
    treaties: Vec<(Seat, String)>,
}

impl SharedView {
    pub(super) fn of(table: &dyn Table, begun: bool) -> SharedView {
        let to_act = table.turn().seat().filter(|_| begun);
        let mut view = table.view(to_act.map_or(Eye::Spectator, Eye::Seat));
        view.board.near = Side::South;
        SharedView { view, to_act, treaties: table.treaties() }
    }

    /// The board as who sits on `you` sees it. Somebody with several seats sees it from their first, with the choices of
    /// whichever of their seats is to act.
    fn for_seats(self, you: SeatSet) -> View {
        let board = self.view.board.with_near_side(self.near(you));
        let choices = if self.is_to_act(you) { self.view.choices } else { Vec::new() };
        View { board, choices, ..self.view }
    }

    fn is_to_act(&self, you: SeatSet) -> bool {
        self.to_act.is_some_and(|seat| you.contains(seat))
    }

    fn choices(&self, you: SeatSet) -> &[Choice] {
        if self.is_to_act(you) { &self.view.choices } else { &[] }
    }

    /// What `you` can do, if that is not what they could do before.
    fn changed_choices(&self, you: SeatSet, before: &SharedView) -> Option<&[Choice]> {
        let choices = self.choices(you);
        (choices != before.choices(you)).then_some(choices)
    }

    fn near(&self, you: SeatSet) -> Side {
        let eye = you.iter().next().map_or(Eye::Spectator, Eye::Seat);
        eye.near_side(|seat| self.view.seats[seat.index()].side)
    }
}

/// A result with the names of the seats.
pub(crate) fn outcome_state(outcome: &Outcome, names: SeatNames) -> GameOutcome {
    let seats = || names.iter().enumerate().map(|(index, name)| (*name, Seat::new(index)));
    let places: Option<Vec<_>> = seats().map(|(name, seat)| Some((name, outcome.place(seat)?))).collect();
    GameOutcome {
        points: seats().map(|(name, seat)| (name, outcome.points(seat).value())).collect(),
        places: places.map(|places| places.into_iter().collect()),
        reason: outcome.reason(),
    }
}

/// What was played, from a place in the line on.
pub(crate) fn steps(table: &dyn Table, start: usize) -> Vec<PlayedStep> {
    let named = |step: GameStep| PlayedStep {
        notation: (step.notation != step.word).then_some(step.notation),
        word: step.word,
        by: step.by.map(|seat| seat.name(table.seats()).to_string()),
    };
    table.line_from(start).into_iter().map(named).collect()
}
