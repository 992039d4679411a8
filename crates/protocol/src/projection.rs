//! Projects a game to the state that a client sees. The server and the terminal client's local games share this.

use crate::{
    ClockState, GameOutcome, OfferState, PlayedStep, RemainingTime, SeatState, StepKind, TablePhase,
    TableSettings, TableState, TableStatus,
};
use tetrarch_fair::FairnessRecord;
use tetrarch_rules::{Choice, Eye, Outcome, Seat, SeatNames, SeatSet, Side, View};
use tetrarch_table::{GameStep, Millis, OfferKind, SeatMap, Table, TableEvent};

/// A game at one moment, with everything about its table that clients see besides the players.
#[derive(Copy, Clone)]
pub struct GameProjection<'a> {
    /// The game.
    pub game: &'a dyn Table,
    /// Whether the game has begun.
    pub begun: bool,
    /// Whether the game is paused.
    pub paused: bool,
    /// Whether the clock is stopped for another reason.
    pub clock_stopped: bool,
    /// The time the seat to act has used of its turn.
    pub turn_time_used: Millis,
    /// Whether the game can still be aborted.
    pub abortable: bool,
    /// The seats that want a rematch.
    pub rematch_seats: SeatSet,
    /// The table of the rematch.
    pub next_table: Option<&'a str>,
}

impl GameProjection<'_> {
    /// How far the game has come.
    pub fn phase(&self) -> TablePhase {
        match self.game.outcome() {
            Some(_) => TablePhase::Over,
            None if self.begun => TablePhase::Playing,
            None => TablePhase::Waiting,
        }
    }

    /// The whole state for a client with these seats.
    pub fn state(
        &self,
        table: &str,
        setting: TableSettings,
        seats: Vec<SeatState>,
        fairness: Option<FairnessRecord>,
        you: SeatSet,
    ) -> TableState {
        let game = self.game;
        let shared = self.shared_view();
        TableState {
            table: table.to_string(),
            game: game.game().to_string(),
            options: game.options(),
            start: game.start_text(),
            control: game.clocks().control(),
            setting,
            version: game.version(),
            you: self.seat_names(you),
            seats,
            line: played_steps(game, 0),
            now: TableStatus { proposable: self.proposable(you, &shared), fairness, ..self.status() },
            view: shared.for_seats(you),
        }
    }

    /// The status for a spectator, who cannot make offers, without the deal.
    pub fn status(&self) -> TableStatus {
        let (game, phase) = (self.game, self.phase());
        let playing = phase == TablePhase::Playing;
        TableStatus {
            phase,
            clocks: self.clocks(),
            offers: self.offers(),
            proposable: None,
            claimable: game.claimable().filter(|_| playing),
            abortable: phase != TablePhase::Over && self.abortable,
            outcome: game.outcome().map(|outcome| outcome_state(&outcome, game.seats())),
            fairness: None,
            paused: self.paused,
            operations: if playing { game.operations() } else { Vec::new() },
            rematch: self.seat_names(self.rematch_seats),
            next: self.next_table.map(str::to_string),
        }
    }

    fn clocks(&self) -> Option<ClockState> {
        let clocks = self.game.clocks();
        let stopped = self.phase() != TablePhase::Playing || self.paused || self.clock_stopped;
        let left = |seat: Seat| {
            let used = if clocks.running() == Some(seat) { self.turn_time_used } else { Millis::ZERO };
            Some(RemainingTime { left: clocks.left(seat)? - used, periods: clocks.periods_after(seat, used) })
        };
        let seats = self.game.seats();
        let named = (0..seats.len()).map(Seat::new).map(|seat| Some((seat.name(seats), left(seat)?)));
        Some(ClockState {
            running: clocks.running().filter(|_| !stopped).map(|seat| seat.name(seats).to_string()),
            left: named.collect::<Option<Vec<_>>>()?.into_iter().collect(),
        })
    }

    fn offers(&self) -> Vec<OfferState> {
        let state = |offer: &tetrarch_table::Offer| OfferState {
            offer: offer.kind.clone(),
            by: offer.by.name(self.game.seats()).to_string(),
            waiting: self.seat_names(offer.waiting),
        };
        self.game.offers().iter().map(state).collect()
    }

    /// The treaties and takebacks that these seats can offer.
    pub fn proposable(&self, seats: SeatSet, shared: &SharedView) -> Option<SeatMap<Vec<OfferKind>>> {
        if self.phase() != TablePhase::Playing {
            return None;
        }
        let mine = seats.iter().map(|seat| {
            let treaties = shared.treaties.iter().filter(|(proposer, _)| *proposer == seat);
            let treaties = treaties.map(|(_, text)| OfferKind::Treaty(text.clone()));
            let takeback = self.game.can_take_back(seat).then_some(OfferKind::Takeback);
            (seat.name(self.game.seats()), treaties.chain(takeback).collect::<Vec<OfferKind>>())
        });
        let mine: SeatMap<_> = mine.filter(|(_, offers)| !offers.is_empty()).collect();
        (!mine.0.is_empty()).then_some(mine)
    }

    /// The names of seats, in seat order.
    pub fn seat_names(&self, seats: SeatSet) -> Vec<String> {
        seats.iter().map(|seat| seat.name(self.game.seats()).to_string()).collect()
    }

    /// The view that all viewers share.
    pub fn shared_view(&self) -> SharedView {
        SharedView::new(self.game, self.begun)
    }
}

/// The view of a game that all viewers share. In every game everybody sees the same board, from their own side;
/// only the player to act sees choices. So the view is computed once for all viewers.
pub struct SharedView {
    /// As the seat to act sees it, but from the south.
    pub view: View,
    to_act: Option<Seat>,
    /// The possible treaties and the seats that may propose them.
    treaties: Vec<(Seat, String)>,
}

impl SharedView {
    /// The view of a game, which has begun or not.
    pub fn new(game: &dyn Table, begun: bool) -> SharedView {
        let to_act = game.turn().seat().filter(|_| begun);
        let mut view = game.view(to_act.map_or(Eye::Spectator, Eye::Seat));
        view.board.near = Side::South;
        SharedView { view, to_act, treaties: game.treaties() }
    }

    /// The view for a client with these seats. With several seats, the board shows the side of the first, and the
    /// choices are those of whichever seat is to act.
    pub fn for_seats(self, seats: SeatSet) -> View {
        let board = self.view.board.with_near_side(self.near(seats));
        let choices = if self.is_to_act(seats) { self.view.choices } else { Vec::new() };
        View { board, choices, ..self.view }
    }

    fn is_to_act(&self, seats: SeatSet) -> bool {
        self.to_act.is_some_and(|seat| seats.contains(seat))
    }

    /// The choices of these seats.
    pub fn choices(&self, seats: SeatSet) -> &[Choice] {
        if self.is_to_act(seats) { &self.view.choices } else { &[] }
    }

    /// The choices of these seats, if they have changed.
    pub fn changed_choices(&self, seats: SeatSet, before: &SharedView) -> Option<&[Choice]> {
        let choices = self.choices(seats);
        (choices != before.choices(seats)).then_some(choices)
    }

    /// The side of the board that is nearest to these seats.
    pub fn near(&self, seats: SeatSet) -> Side {
        let eye = seats.iter().next().map_or(Eye::Spectator, Eye::Seat);
        eye.near_side(|seat| self.view.seats[seat.index()].side)
    }
}

/// An outcome with the names of the seats.
pub fn outcome_state(outcome: &Outcome, names: SeatNames) -> GameOutcome {
    let seats = || names.iter().enumerate().map(|(index, name)| (*name, Seat::new(index)));
    let places: Option<Vec<_>> = seats().map(|(name, seat)| Some((name, outcome.place(seat)?))).collect();
    GameOutcome {
        points: seats().map(|(name, seat)| (name, outcome.points(seat).value())).collect(),
        places: places.map(|places| places.into_iter().collect()),
        reason: outcome.reason(),
    }
}

/// The steps from an index in the line on.
pub fn played_steps(game: &dyn Table, start: usize) -> Vec<PlayedStep> {
    game.line_from(start).into_iter().filter_map(|step| played_step(step, game.seats())).collect()
}

fn played_step(step: GameStep, seats: SeatNames) -> Option<PlayedStep> {
    Some(PlayedStep {
        kind: step_kind(&step.event)?,
        notation: (step.notation != step.word).then_some(step.notation),
        word: step.word,
        by: step.event.seat().map(|seat| seat.name(seats).to_string()),
        phase: step.phase.filter(|phase| *phase != "move").map(str::to_string),
    })
}

/// The kind of a step; `None` for events that are not steps of the line.
fn step_kind(event: &TableEvent) -> Option<StepKind> {
    Some(match event {
        TableEvent::Acted { .. } => StepKind::Acted,
        TableEvent::Revealed { .. } => StepKind::Revealed,
        TableEvent::Resigned { .. } => StepKind::Resigned,
        TableEvent::Flagged { .. } => StepKind::Flagged,
        TableEvent::Agreed => StepKind::Agreed,
        TableEvent::Claimed { .. } => StepKind::Claimed,
        TableEvent::Treaty { .. } => StepKind::Treaty,
        TableEvent::Operated { .. } => StepKind::Operated,
        TableEvent::Adjudicated { .. } => StepKind::Adjudicated,
        TableEvent::Aborted { .. } => StepKind::Aborted,
        TableEvent::Proposed { .. }
        | TableEvent::Accepted { .. }
        | TableEvent::Declined { .. }
        | TableEvent::TookBack { .. }
        | TableEvent::TimeAdded { .. } => return None,
    })
}
