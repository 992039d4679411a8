//! The protocol state of a local table, so that local and remote games are drawn alike.

use crate::PlayerKind;
use tetrarch_protocol::{
    ClockState, GameOutcome, Occupant, OfferState, PlayedStep, RemainingTime, SeatMap, SeatState, TablePhase,
    TableSettings, TableState, TableStatus,
};
use tetrarch_rules::{Eye, Outcome, Seat, SeatSet, View};
use tetrarch_table::{Millis, OfferKind, Table};

pub(super) fn table_state(table: &dyn Table, players: &[PlayerKind], used: Millis) -> TableState {
    let mine = my_seats(players);
    TableState {
        table: "here".to_string(),
        game: table.game().to_string(),
        options: table.options(),
        start: table.start_text(),
        control: table.clocks().control(),
        setting: TableSettings::default(),
        version: table.line_len() as u64,
        you: seat_names(table, mine),
        seats: players.iter().enumerate().map(|(index, player)| seat(table, index, *player)).collect(),
        view: visible_view(table, mine),
        line: table.line().into_iter().map(|step| step_now(table, step)).collect(),
        now: game_status(table, mine, used),
    }
}

fn my_seats(players: &[PlayerKind]) -> SeatSet {
    let seats = players.iter().enumerate().filter(|(_, player)| **player == PlayerKind::Human);
    seats.fold(SeatSet::EMPTY, |seats, (index, _)| seats | SeatSet::one(Seat::new(index)))
}

/// The view of the local player, with their choices. With several local players, the board is oriented as for spectators and
/// the choices are those of the player to act.
fn visible_view(table: &dyn Table, mine: SeatSet) -> View {
    let acting = table.turn().seat().filter(|seat| mine.contains(*seat));
    let mut seats = mine.iter();
    let first = match (seats.next(), seats.next()) {
        (Some(seat), None) => Eye::Seat(seat),
        _ => Eye::Spectator,
    };
    let Some(acting) = acting else { return table.view(first) };
    let mut view = table.view(Eye::Seat(acting));
    view.board.near = first.near_side(|seat| view.seats[seat.index()].side);
    view
}

fn seat(table: &dyn Table, index: usize, player: PlayerKind) -> SeatState {
    let name = Seat::new(index).name(table.seats()).to_string();
    let occupant = match player {
        PlayerKind::Human => Occupant::Person { name: "you".to_string(), person: None },
        PlayerKind::Engine(level) => Occupant::Engine { level: level.number() },
    };
    SeatState { seat: name, sitter: occupant, here: true, stand_in: None, absent: false }
}

fn step_now(table: &dyn Table, step: tetrarch_table::GameStep) -> PlayedStep {
    PlayedStep {
        notation: (step.notation != step.word).then_some(step.notation),
        word: step.word,
        by: step.by.map(|seat| seat.name(table.seats()).to_string()),
    }
}

fn seat_names(table: &dyn Table, seats: SeatSet) -> Vec<String> {
    seats.iter().map(|seat| seat.name(table.seats()).to_string()).collect()
}

fn game_status(table: &dyn Table, mine: SeatSet, used: Millis) -> TableStatus {
    let outcome = table.outcome();
    TableStatus {
        phase: if outcome.is_some() { TablePhase::Over } else { TablePhase::Playing },
        clocks: clocks(table, used),
        offers: offers(table),
        proposable: proposable(table, mine),
        claimable: table.claimable(),
        abortable: outcome.is_none(),
        outcome: outcome.map(|outcome| outcome_now(table, &outcome)),
        fairness: None,
        paused: false,
        operations: table.operations(),
        rematch: Vec::new(),
        next: None,
    }
}

fn clocks(table: &dyn Table, used: Millis) -> Option<ClockState> {
    let clocks = table.clocks();
    let running = clocks.running().filter(|_| table.outcome().is_none());
    let seats = table.seats().iter().enumerate().map(|(index, name)| {
        let seat = Seat::new(index);
        let used = if running == Some(seat) { used } else { Millis::ZERO };
        let left =
            RemainingTime { left: clocks.left(seat)? - used, periods: clocks.periods_after(seat, used) };
        Some(((*name).to_string(), left))
    });
    let left = seats.collect::<Option<Vec<_>>>()?;
    Some(ClockState {
        running: running.map(|seat| seat.name(table.seats()).to_string()),
        left: SeatMap(left),
    })
}

fn offers(table: &dyn Table) -> Vec<OfferState> {
    let now = table.offers().iter().map(|offer| OfferState {
        offer: offer.kind.clone(),
        by: offer.by.name(table.seats()).to_string(),
        waiting: seat_names(table, offer.waiting),
    });
    now.collect()
}

fn proposable(table: &dyn Table, mine: SeatSet) -> Option<SeatMap<Vec<OfferKind>>> {
    let treaties = |seat| table.proposable(seat).into_iter().map(OfferKind::Treaty).collect::<Vec<_>>();
    let offers: SeatMap<_> = mine
        .iter()
        .map(|seat| (seat.name(table.seats()), treaties(seat)))
        .filter(|(_, o)| !o.is_empty())
        .collect();
    (!offers.0.is_empty()).then_some(offers)
}

fn outcome_now(table: &dyn Table, outcome: &Outcome) -> GameOutcome {
    let seats = || table.seats().iter().enumerate().map(|(index, name)| (*name, Seat::new(index)));
    let places: Option<Vec<_>> =
        seats().map(|(name, seat)| Some((name.to_string(), outcome.place(seat)?))).collect();
    GameOutcome {
        points: seats().map(|(name, seat)| (name, outcome.points(seat).value())).collect(),
        places: places.map(SeatMap),
        reason: outcome.reason(),
    }
}
