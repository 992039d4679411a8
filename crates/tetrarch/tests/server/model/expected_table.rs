//! The expected state of a table after all acknowledged commands. It is kept in memory, built on the rules library and
//! the documented permissions, without the server's own code.

use tetrarch::games::GAMES;
use tetrarch_protocol::{Adjudication, CommandKind, EngineAssignment, OwnerCommand};
use tetrarch_rules::{Seat, SeatSet, Turn};
use tetrarch_server::permissions::{self, TableRole, TableStage};
use tetrarch_table::{Millis, OfferKind, Table, TableEvent, TimeControl};

/// Who holds a seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum ExpectedOccupant {
    Open,
    Person(usize),
    Engine,
}

pub(super) struct ExpectedTable {
    pub(super) table: Box<dyn Table>,
    pub(super) seats: Vec<ExpectedOccupant>,
    stand_ins: Vec<bool>,
    pub(super) owner: usize,
    begun: bool,
    paused: bool,
    acted: SeatSet,
    /// Offers proposed since the last action.
    proposed: Vec<(Seat, OfferKind)>,
    /// The expected log, in order: the ids of commands, and who took a seat.
    pub(super) rows: Vec<String>,
}

/// The expected response to a command.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Expected {
    Done,
    Refused,
    /// The model does not know: entropy has rules of its own.
    Either,
}

fn done_if(accepted: bool) -> Expected {
    if accepted { Expected::Done } else { Expected::Refused }
}

impl ExpectedTable {
    pub(super) fn new(
        game: &str,
        options: &serde_json::Value,
        control: TimeControl,
        owner: usize,
    ) -> ExpectedTable {
        let table = GAMES.by_name(game).unwrap().open(options, None, control).unwrap();
        let seats = table.seats().len();
        ExpectedTable {
            table,
            seats: vec![ExpectedOccupant::Open; seats],
            stand_ins: vec![false; seats],
            owner,
            begun: false,
            paused: false,
            acted: SeatSet::EMPTY,
            proposed: Vec::new(),
            rows: Vec::new(),
        }
    }

    pub(super) fn stage(&self) -> TableStage {
        match self.table.turn() {
            Turn::Over => TableStage::Over,
            _ if !self.begun => TableStage::Waiting,
            _ if self.paused => TableStage::Paused,
            _ => TableStage::Playing,
        }
    }

    pub(super) fn version(&self) -> u64 {
        self.table.version()
    }

    /// The seats of a person.
    pub(super) fn seats_of(&self, who: usize) -> SeatSet {
        let seats =
            self.seats.iter().enumerate().filter(|(_, occupant)| **occupant == ExpectedOccupant::Person(who));
        seats.map(|(index, _)| Seat::new(index)).collect()
    }

    /// Whether the person holds a seat or owns the table.
    pub(super) fn knows(&self, who: usize) -> bool {
        !self.seats_of(who).is_empty() || self.owner == who
    }

    fn seat(&self, name: &str) -> Option<Seat> {
        Seat::from_name(name, self.table.seats())
    }

    fn may(&self, who: usize, command: &str) -> bool {
        let mut roles = if self.seats_of(who).is_empty() {
            vec![TableRole::Anonymous]
        } else {
            vec![TableRole::OtherPlayer, TableRole::Player]
        };
        roles.extend((self.owner == who).then_some(TableRole::Owner));
        permissions::is_permitted(command, &roles, self.stage())
    }

    /// A person asks for a seat.
    pub(super) fn join(&mut self, who: usize, seat: &str) -> Expected {
        let Some(at) = self
            .seat(seat)
            .filter(|at| self.may(who, "join") && self.seat_holder(*at) == ExpectedOccupant::Open)
        else {
            return Expected::Refused;
        };
        self.seats[at.index()] = ExpectedOccupant::Person(who);
        self.stand_ins[at.index()] = false;
        self.rows.push(format!("sat {seat}"));
        Expected::Done
    }

    fn seat_holder(&self, seat: Seat) -> ExpectedOccupant {
        self.seats[seat.index()]
    }

    /// A person sends a command. If it is expected to succeed, it is applied here too.
    pub(super) fn command(&mut self, who: usize, id: &str, version: u64, command: &CommandKind) -> Expected {
        if !self.may(who, permission_name(command)) {
            return Expected::Refused;
        }
        // Entropy is recorded by the caller once it was accepted. Commands that only create another table are not
        // recorded.
        let elsewhere = match command {
            CommandKind::Rematch | CommandKind::Entropy(_) => true,
            // A log ends with its game: later owner commands are stored next to it.
            CommandKind::Order(OwnerCommand::Reset | OwnerCommand::Mute { .. }) => {
                self.stage() == TableStage::Over
            }
            _ => false,
        };
        let before = (self.table.turn(), self.table.line_len());
        let expected = match command {
            CommandKind::Abort => self.abort(),
            CommandKind::Order(order) => self.order(order),
            command if version != self.version() && !command.ignores_version() => Expected::Refused,
            command => self.seat_command(who, command),
        };
        if expected == Expected::Done && !elsewhere {
            self.rows.push(id.to_string());
        }
        let begins = matches!(command, CommandKind::Act(_) | CommandKind::Order(OwnerCommand::Begin))
            && expected == Expected::Done;
        if begins || self.table.turn() != before.0 || self.table.line_len() < before.1 {
            self.proposed.clear();
        }
        expected
    }

    fn abort(&mut self) -> Expected {
        let waits = !self.table.playing().minus(self.acted).is_empty();
        done_if(waits && self.apply(&TableEvent::Aborted { seat: None }))
    }

    fn seat_command(&mut self, who: usize, command: &CommandKind) -> Expected {
        let seats = self.seats_of(who);
        let asked = |kind: &OfferKind| {
            let offer = self.table.offers().iter().find(|offer| offer.kind == *kind)?;
            seats.iter().find(|seat| offer.waiting.contains(*seat) || offer.by == *seat)
        };
        let concerned = match command {
            CommandKind::Accept(kind) | CommandKind::Decline(kind) => asked(kind),
            _ => self.table.turn().seat().filter(|seat| seats.contains(*seat)),
        };
        let Some(seat) = concerned.or_else(|| seats.iter().next()) else { return Expected::Refused };
        let spent = Millis::ZERO;
        let event = match command.clone() {
            CommandKind::Act(action) => TableEvent::Acted { seat, action, spent },
            CommandKind::Propose(kind) => return self.propose(seat, &kind),
            CommandKind::Accept(offer) => TableEvent::Accepted { seat, offer, spent },
            CommandKind::Decline(offer) => TableEvent::Declined { seat, offer },
            CommandKind::Claim => TableEvent::Claimed { seat },
            CommandKind::Resign => TableEvent::Resigned { seat },
            CommandKind::Sit(to) => return self.sit(seat, &to),
            CommandKind::Stand => return self.vacate(seat),
            CommandKind::Entropy(_) => return Expected::Either,
            CommandKind::Rematch => return Expected::Done,
            // No player is absent for that long in a test.
            _ => return Expected::Refused,
        };
        let done = self.apply(&event);
        if done && matches!(event, TableEvent::Acted { .. }) {
            self.acted = self.acted.with(seat);
        }
        done_if(done)
    }

    fn apply(&mut self, event: &TableEvent) -> bool {
        self.table.apply(event).is_ok()
    }

    /// A declined or withdrawn offer may not be repeated before the next action.
    fn propose(&mut self, seat: Seat, kind: &OfferKind) -> Expected {
        let is_open = self
            .table
            .offers()
            .iter()
            .any(|offer| offer.kind == *kind && (offer.by == seat || offer.waiting.contains(seat)));
        let again = self.proposed.contains(&(seat, kind.clone())) && !is_open;
        let done = !again && self.apply(&TableEvent::Proposed { seat, offer: kind.clone() });
        if done {
            self.proposed.push((seat, kind.clone()));
        }
        done_if(done)
    }

    fn sit(&mut self, seat: Seat, to: &str) -> Expected {
        let Some(to) = self.seat(to).filter(|to| self.seat_holder(*to) == ExpectedOccupant::Open) else {
            return Expected::Refused;
        };
        self.seats.swap(seat.index(), to.index());
        Expected::Done
    }

    fn vacate(&mut self, seat: Seat) -> Expected {
        self.seats[seat.index()] = ExpectedOccupant::Open;
        self.stand_ins[seat.index()] = false;
        Expected::Done
    }

    fn order(&mut self, order: &OwnerCommand) -> Expected {
        match order {
            OwnerCommand::Begin => {
                self.begun = !self.seats.contains(&ExpectedOccupant::Open);
                done_if(self.begun)
            }
            OwnerCommand::Operate(word) => {
                done_if(self.table.operations().contains(word) && self.table.play(word).is_ok())
            }
            OwnerCommand::Reset if self.stage() == TableStage::Over => Expected::Done,
            OwnerCommand::Reset | OwnerCommand::Adjudicate(Adjudication::None) => {
                done_if(self.apply(&TableEvent::Aborted { seat: None }))
            }
            OwnerCommand::Adjudicate(Adjudication::Draw) => {
                done_if(self.apply(&TableEvent::Adjudicated { winner: None }))
            }
            OwnerCommand::Adjudicate(Adjudication::Win(seat)) => {
                let winner = self.seat(seat);
                done_if(winner.is_some() && self.apply(&TableEvent::Adjudicated { winner }))
            }
            OwnerCommand::Pause | OwnerCommand::Resume => {
                self.paused = *order == OwnerCommand::Pause;
                Expected::Done
            }
            OwnerCommand::AddTime { seat, time } => {
                let runs = self.table.clocks().running().is_some() && *time != Millis::ZERO;
                let added = self.seat(seat).map(|seat| TableEvent::TimeAdded { seat, time: *time });
                done_if(runs && added.is_some_and(|added| self.apply(&added)))
            }
            OwnerCommand::Mute { .. } => Expected::Done,
            order => self.seating_command(order),
        }
    }

    fn seating_command(&mut self, order: &OwnerCommand) -> Expected {
        match order {
            OwnerCommand::Swap { one, other } => match (self.seat(one), self.seat(other)) {
                (Some(one), Some(other)) => {
                    self.seats.swap(one.index(), other.index());
                    self.stand_ins.swap(one.index(), other.index());
                    Expected::Done
                }
                _ => Expected::Refused,
            },
            OwnerCommand::HandOver(seat) => match self.seat(seat).map(|seat| self.seat_holder(seat)) {
                Some(ExpectedOccupant::Person(who)) => {
                    self.owner = who;
                    Expected::Done
                }
                _ => Expected::Refused,
            },
            OwnerCommand::Remove(seat) => match self.seat(seat) {
                Some(seat) if self.seat_holder(seat) != ExpectedOccupant::Open => self.vacate(seat),
                _ => Expected::Refused,
            },
            OwnerCommand::Engine(EngineAssignment { seat, .. }) => {
                self.seat(seat).map_or(Expected::Refused, |seat| {
                    match self.seat_holder(seat) {
                        ExpectedOccupant::Person(_) => self.stand_ins[seat.index()] = true,
                        _ => self.seats[seat.index()] = ExpectedOccupant::Engine,
                    }
                    Expected::Done
                })
            }
            OwnerCommand::EngineOff(seat) => match self.seat(seat).map(Seat::index) {
                Some(index) if self.stand_ins[index] => {
                    self.stand_ins[index] = false;
                    Expected::Done
                }
                Some(index) if self.seats[index] == ExpectedOccupant::Engine => self.vacate(Seat::new(index)),
                _ => Expected::Refused,
            },
            _ => unreachable!("not a seating command"),
        }
    }

    /// Applies the chance outcomes that the server dealt, taken from its line.
    pub(super) fn apply_dealt(&mut self, line: &[String]) {
        while self.begun && self.table.turn() == Turn::Chance {
            let outcome = line.get(self.table.line_len()).expect("the server dealt nothing");
            self.table.play(outcome).expect("impossible chance outcome");
        }
    }
}

/// The name of a command in the permission table.
fn permission_name(command: &CommandKind) -> &'static str {
    let text = serde_json::to_value(command).unwrap();
    let outer = text.as_object().and_then(|object| object.iter().next());
    let name = match (command, outer) {
        (CommandKind::Order(order), _) => {
            let order = serde_json::to_value(order).unwrap();
            let inner = order.as_object().and_then(|object| object.keys().next().cloned());
            inner.or_else(|| order.as_str().map(str::to_string)).unwrap()
        }
        (_, Some((name, _))) => name.clone(),
        _ => text.as_str().unwrap().to_string(),
    };
    permissions::commands()
        .into_iter()
        .find(|command| *command == name)
        .unwrap_or_else(|| panic!("no permission entry for {name}"))
}
