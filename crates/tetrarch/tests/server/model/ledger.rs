//! What a table must be after everything that was acknowledged: kept in memory, with the rules of the library and the
//! permits of the documentation, and without the server's own code.

use tetrarch::games::GAMES;
use tetrarch_protocol::{Adjudication, CommandKind, EngineAssignment, OwnerCommand};
use tetrarch_rules::{Seat, SeatSet, Turn};
use tetrarch_server::permissions::{self, TableRole, TableStage};
use tetrarch_table::{Millis, OfferKind, Table, TimeControl};

/// Who sits on a seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Sitter {
    Open,
    /// By number.
    Person(usize),
    Engine,
}

/// A table as it must be.
pub(super) struct Ledger {
    pub(super) table: Box<dyn Table>,
    pub(super) seats: Vec<Sitter>,
    stand_ins: Vec<bool>,
    pub(super) owner: usize,
    begun: bool,
    paused: bool,
    acted: SeatSet,
    /// How often a seat was given time, which is no new version.
    given_time: u64,
    /// What was proposed since somebody last acted.
    proposed: Vec<(Seat, OfferKind)>,
    /// What must stand in the log, in this order: the ids of commands, and who sat down.
    pub(super) rows: Vec<String>,
}

/// What is expected of a command.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Expected {
    Done,
    Refused,
    /// The model does not know: what it adds to a deal has rules of its own.
    Either,
}

fn when(so: bool) -> Expected {
    if so { Expected::Done } else { Expected::Refused }
}

impl Ledger {
    pub(super) fn new(game: &str, options: &serde_json::Value, control: TimeControl, owner: usize) -> Ledger {
        let table = GAMES.by_name(game).unwrap().open(options, None, control).unwrap();
        let seats = table.seats().len();
        Ledger {
            table,
            seats: vec![Sitter::Open; seats],
            stand_ins: vec![false; seats],
            owner,
            begun: false,
            paused: false,
            acted: SeatSet::EMPTY,
            given_time: 0,
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
        self.table.log().len() as u64 - self.given_time
    }

    /// The seats of somebody.
    pub(super) fn own(&self, who: usize) -> SeatSet {
        let own = self.seats.iter().enumerate().filter(|(_, sitter)| **sitter == Sitter::Person(who));
        own.map(|(index, _)| Seat::new(index)).collect()
    }

    /// Whether the table knows them: they sit there or own it.
    pub(super) fn knows(&self, who: usize) -> bool {
        !self.own(who).is_empty() || self.owner == who
    }

    fn seat(&self, name: &str) -> Option<Seat> {
        Seat::from_name(name, self.table.seats())
    }

    fn may(&self, who: usize, deed: &str) -> bool {
        let mut roles = if self.own(who).is_empty() {
            vec![TableRole::Anonymous]
        } else {
            vec![TableRole::OtherPlayer, TableRole::Player]
        };
        roles.extend((self.owner == who).then_some(TableRole::Owner));
        permissions::is_permitted(deed, &roles, self.stage())
    }

    /// Somebody wants a seat.
    pub(super) fn join(&mut self, who: usize, seat: &str) -> Expected {
        let Some(at) = self.seat(seat).filter(|at| self.may(who, "join") && self.sits(*at) == Sitter::Open)
        else {
            return Expected::Refused;
        };
        self.seats[at.index()] = Sitter::Person(who);
        self.stand_ins[at.index()] = false;
        self.rows.push(format!("sat {seat}"));
        Expected::Done
    }

    fn sits(&self, seat: Seat) -> Sitter {
        self.seats[seat.index()]
    }

    /// Somebody gives a command. If it is expected to be done, it is done here too.
    pub(super) fn command(&mut self, who: usize, id: &str, version: u64, deed: &CommandKind) -> Expected {
        if !self.may(who, name_of(deed)) {
            return Expected::Refused;
        }
        // What chance is fed with is entered by who has seen it done; what only makes another table is not kept here.
        let elsewhere = match deed {
            CommandKind::Rematch | CommandKind::Entropy(_) => true,
            // A log ends with its game: what is ordered later is kept beside it.
            CommandKind::Order(OwnerCommand::Reset | OwnerCommand::Mute { .. }) => {
                self.stage() == TableStage::Over
            }
            _ => false,
        };
        let before = (self.table.turn(), self.table.line_len());
        let expected = match deed {
            CommandKind::Abort => self.abort(),
            CommandKind::Order(order) => self.order(order),
            deed if version != self.version() && !deed.ignores_version() => Expected::Refused,
            deed => self.of_a_seat(who, deed),
        };
        if expected == Expected::Done && !elsewhere {
            self.rows.push(id.to_string());
        }
        let begins = matches!(deed, CommandKind::Act(_) | CommandKind::Order(OwnerCommand::Begin))
            && expected == Expected::Done;
        if begins || self.table.turn() != before.0 || self.table.line_len() < before.1 {
            self.proposed.clear();
        }
        expected
    }

    fn abort(&mut self) -> Expected {
        let waits = !self.table.playing().minus(self.acted).is_empty();
        when(waits && self.table.abort().is_ok())
    }

    fn of_a_seat(&mut self, who: usize, deed: &CommandKind) -> Expected {
        let own = self.own(who);
        let asked = |kind: &OfferKind| {
            let offer = self.table.offers().iter().find(|offer| offer.kind == *kind)?;
            own.iter().find(|seat| offer.waiting.contains(*seat) || offer.by == *seat)
        };
        let concerned = match deed {
            CommandKind::Accept(kind) | CommandKind::Decline(kind) => asked(kind),
            _ => self.table.turn().seat().filter(|seat| own.contains(*seat)),
        };
        let Some(seat) = concerned.or_else(|| own.iter().next()) else { return Expected::Refused };
        let done = match deed {
            CommandKind::Act(text) => {
                let acted = self.table.act(seat, text, Millis::ZERO);
                self.acted = if acted.is_ok() { self.acted.with(seat) } else { self.acted };
                acted
            }
            CommandKind::Propose(kind) => return self.propose(seat, kind),
            CommandKind::Accept(kind) => self.table.accept(seat, kind),
            CommandKind::Decline(kind) => self.table.decline(seat, kind),
            CommandKind::Claim => self.table.claim_draw(seat),
            CommandKind::Resign => self.table.resign(seat),
            CommandKind::Sit(to) => return self.sit(seat, to),
            CommandKind::Stand => return self.free(seat),
            CommandKind::Entropy(_) => return Expected::Either,
            CommandKind::Rematch => return Expected::Done,
            // Nobody is away for so long in a test.
            _ => return Expected::Refused,
        };
        when(done.is_ok())
    }

    /// What was declined or withdrawn is not proposed again before somebody has acted.
    fn propose(&mut self, seat: Seat, kind: &OfferKind) -> Expected {
        let stands = self
            .table
            .offers()
            .iter()
            .any(|offer| offer.kind == *kind && (offer.by == seat || offer.waiting.contains(seat)));
        let again = self.proposed.contains(&(seat, kind.clone())) && !stands;
        let done = !again && self.table.propose(seat, kind).is_ok();
        if done {
            self.proposed.push((seat, kind.clone()));
        }
        when(done)
    }

    fn sit(&mut self, seat: Seat, to: &str) -> Expected {
        let Some(to) = self.seat(to).filter(|to| self.sits(*to) == Sitter::Open) else {
            return Expected::Refused;
        };
        self.seats.swap(seat.index(), to.index());
        Expected::Done
    }

    fn free(&mut self, seat: Seat) -> Expected {
        self.seats[seat.index()] = Sitter::Open;
        self.stand_ins[seat.index()] = false;
        Expected::Done
    }

    fn order(&mut self, order: &OwnerCommand) -> Expected {
        match order {
            OwnerCommand::Begin => {
                self.begun = !self.seats.contains(&Sitter::Open);
                when(self.begun)
            }
            OwnerCommand::Operate(word) => {
                when(self.table.operations().contains(word) && self.table.apply(word).is_ok())
            }
            OwnerCommand::Reset if self.stage() == TableStage::Over => Expected::Done,
            OwnerCommand::Reset | OwnerCommand::Adjudicate(Adjudication::None) => {
                when(self.table.abort().is_ok())
            }
            OwnerCommand::Adjudicate(Adjudication::Draw) => {
                when(self.table.apply_recorded("adjudicate:draw").is_ok())
            }
            OwnerCommand::Adjudicate(Adjudication::Win(seat)) => when(
                self.seat(seat).is_some() && self.table.apply_recorded(&format!("adjudicate:{seat}")).is_ok(),
            ),
            OwnerCommand::Pause | OwnerCommand::Resume => {
                self.paused = *order == OwnerCommand::Pause;
                Expected::Done
            }
            OwnerCommand::AddTime { seat, time } => {
                let runs = self.table.clocks().running().is_some() && *time != Millis::ZERO;
                let done =
                    runs && self.seat(seat).is_some_and(|seat| self.table.add_time(seat, *time).is_ok());
                self.given_time += u64::from(done);
                when(done)
            }
            OwnerCommand::Mute { .. } => Expected::Done,
            order => self.seating(order),
        }
    }

    fn seating(&mut self, order: &OwnerCommand) -> Expected {
        match order {
            OwnerCommand::Swap { one, other } => match (self.seat(one), self.seat(other)) {
                (Some(one), Some(other)) => {
                    self.seats.swap(one.index(), other.index());
                    self.stand_ins.swap(one.index(), other.index());
                    Expected::Done
                }
                _ => Expected::Refused,
            },
            OwnerCommand::HandOver(seat) => match self.seat(seat).map(|seat| self.sits(seat)) {
                Some(Sitter::Person(who)) => {
                    self.owner = who;
                    Expected::Done
                }
                _ => Expected::Refused,
            },
            OwnerCommand::Remove(seat) => match self.seat(seat) {
                Some(seat) if self.sits(seat) != Sitter::Open => self.free(seat),
                _ => Expected::Refused,
            },
            OwnerCommand::Engine(EngineAssignment { seat, .. }) => {
                self.seat(seat).map_or(Expected::Refused, |seat| {
                    match self.sits(seat) {
                        Sitter::Person(_) => self.stand_ins[seat.index()] = true,
                        _ => self.seats[seat.index()] = Sitter::Engine,
                    }
                    Expected::Done
                })
            }
            OwnerCommand::EngineOff(seat) => match self.seat(seat).map(Seat::index) {
                Some(index) if self.stand_ins[index] => {
                    self.stand_ins[index] = false;
                    Expected::Done
                }
                Some(index) if self.seats[index] == Sitter::Engine => self.free(Seat::new(index)),
                _ => Expected::Refused,
            },
            _ => unreachable!("an order about no seat"),
        }
    }

    /// What the server has dealt upon it, as its line tells.
    pub(super) fn dealt(&mut self, line: &[String]) {
        while self.begun && self.table.turn() == Turn::Chance {
            let outcome = line.get(self.table.line_len()).expect("something was dealt");
            self.table.apply(outcome).expect("an outcome that can be");
        }
    }
}

/// The name of a command in the table of permits.
fn name_of(deed: &CommandKind) -> &'static str {
    let text = serde_json::to_value(deed).unwrap();
    let outer = text.as_object().and_then(|object| object.iter().next());
    let name = match (deed, outer) {
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
        .find(|deed| *deed == name)
        .unwrap_or_else(|| panic!("no permit for {name}"))
}
