//! What a table looks like to those who sit on certain seats.

use super::viewers::wire;
use crate::chronicle::Chronicle;
use tetrarch_protocol::{
    ClockLeft, ClocksNow, Event, EventText, Named, OfferNow, OutcomeNow, Phase, ServerMessage, Standing,
    StepNow, TableState, ViewChange,
};
use tetrarch_rules::{Choice, Eye, Outcome, Seat, SeatNames, SeatSet, Side, View};
use tetrarch_table::{Millis, OfferKind, Step, Table};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// The table at a moment: `used` is what the turn has used by then.
#[derive(Copy, Clone)]
pub(super) struct Picture<'a> {
    pub(super) table: &'a Chronicle,
    pub(super) used: Millis,
    pub(super) here: SeatSet,
    pub(super) beside: Beside<'a>,
}

/// What is shown although it is not stored in the table's log.
#[derive(Copy, Clone)]
pub(super) struct Beside<'a> {
    /// Who has been away for too long.
    pub(super) absent: SeatSet,
    /// Who wants to play again.
    pub(super) again: SeatSet,
    /// The table at which everybody goes on.
    pub(super) next: Option<&'a str>,
    /// Whether the clock waits for its player to come back after a restart.
    pub(super) clock_waits: bool,
}

/// What happened between two versions.
pub(super) struct Course {
    pub(super) from: u64,
    pub(super) cut: Option<u64>,
    pub(super) played: Vec<StepNow>,
    /// Whether what is published of the deal has changed.
    pub(super) dealing: bool,
}

impl Picture<'_> {
    /// All there is to see for who sits on `you`.
    pub(super) fn state(&self, you: SeatSet) -> TableState {
        let Chronicle { id, head, table, .. } = self.table;
        let sight = self.sight();
        TableState {
            table: id.to_string(),
            game: head.game.clone(),
            options: table.options(),
            start: table.start_text(),
            control: head.control,
            setting: head.setting.clone(),
            version: self.table.version(),
            you: self.names(you),
            seats: self.seats(),
            line: steps(&**table, 0),
            now: Standing { proposable: self.proposable(you, &sight), ..self.standing(true) },
            view: sight.for_seats(you),
        }
    }

    /// What has happened for a watcher, now that there is `new` to see instead of `old`.
    pub(super) fn event(&self, course: Course, old: &Sight, new: &Sight) -> Event {
        Event {
            from: course.from,
            version: self.table.version(),
            cut: course.cut,
            played: course.played,
            change: ViewChange::for_everybody(&old.view, &new.view),
            now: self.standing(course.dealing),
        }
    }

    /// The same for who sits on `you`: with their side of the board, their choices and what they may propose.
    fn event_for(&self, you: SeatSet, mut event: Event, old: &Sight, new: &Sight) -> Event {
        if event.change.board.is_some() || old.near(you) != new.near(you) {
            event.change.board = Some(new.view.board.seen_from(new.near(you)));
        }
        event.change.choices = new.other_choices(you, old).map(<[Choice]>::to_vec);
        event.now.proposable = self.proposable(you, new);
        event
    }

    /// The text of an event for who sits on `you`; `everybody` is its text for a watcher.
    pub(super) fn told(
        &self,
        you: SeatSet,
        event: &Event,
        everybody: &EventText,
        [old, new]: [&Sight; 2],
    ) -> Utf8Bytes {
        if event.change.board.is_some() || old.near(you) != new.near(you) {
            // Everybody sees the new board from their own side.
            return wire(&ServerMessage::Event(Box::new(self.event_for(you, event.clone(), old, new))));
        }
        everybody.with(new.other_choices(you, old), self.proposable(you, new).as_ref()).into()
    }

    /// What somebody who has seen the state of a version has missed since; none if there was no such version.
    pub(super) fn missed(&self, you: SeatSet, version: u64) -> Option<Event> {
        let table = &*self.table.table;
        let log = table.log().get(..self.table.log_at(version)?)?;
        let mut then = table.rewound();
        then.replay(log).ok()?;
        let (old, new) = (then.line(), table.line());
        let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let course = Course {
            from: version,
            cut: (same < old.len()).then_some(same as u64),
            played: steps(table, same),
            dealing: true,
        };
        let (old, new) = (Sight::of(&*then, self.table.begun), self.sight());
        let event = self.event(course, &old, &new);
        let mut event = self.event_for(you, event, &old, &new);
        // Perhaps they sat elsewhere then, and saw it from another side.
        if self.table.reseated.is_some_and(|reseated| reseated >= version) {
            event.change.board = Some(new.view.board.seen_from(new.near(you)));
        }
        // The game may have begun since without a change of the position.
        event.change.choices = Some(new.choices(you).to_vec());
        Some(event)
    }

    /// What there is to see, for whoever it is shown to.
    pub(super) fn sight(&self) -> Sight {
        Sight::of(&*self.table.table, self.table.begun)
    }

    /// Who sits where.
    pub(super) fn seats(&self) -> Vec<tetrarch_protocol::SeatNow> {
        let seats = self.table.seats.iter().enumerate();
        let now = seats.map(|(index, sitting)| tetrarch_protocol::SeatNow {
            seat: self.table.name(Seat::new(index)).to_string(),
            sitter: sitting.shown(),
            here: self.here.contains(Seat::new(index)),
            stand_in: self.table.stand_ins[index].map(|engine| engine.level),
            absent: self.beside.absent.contains(Seat::new(index)),
        });
        now.collect()
    }

    /// How the game stands for a watcher, who has nothing to propose.
    fn standing(&self, dealing: bool) -> Standing {
        let table = &*self.table.table;
        let phase = self.table.phase();
        Standing {
            phase,
            clocks: self.clocks(),
            offers: self.offers(),
            proposable: None,
            claimable: if phase == Phase::Playing { table.claimable() } else { None },
            abortable: phase != Phase::Over && self.table.is_abortable(),
            outcome: table.outcome().map(|outcome| outcome_now(&outcome, table.seats())),
            fairness: if dealing { self.table.published() } else { None },
            paused: self.table.paused,
            operations: if phase == Phase::Playing { table.operations() } else { Vec::new() },
            rematch: self.names(self.beside.again),
            next: self.beside.next.map(str::to_string),
        }
    }

    fn clocks(&self) -> Option<ClocksNow> {
        let clocks = self.table.table.clocks();
        let stands = self.table.phase() != Phase::Playing || self.table.paused || self.beside.clock_waits;
        let running = clocks.running().filter(|_| !stands);
        let left = |seat: Seat| {
            let used = if clocks.running() == Some(seat) { self.used } else { Millis::ZERO };
            Some(ClockLeft { left: clocks.left(seat)? - used, periods: clocks.periods_after(seat, used) })
        };
        let seats = (0..self.table.seats.len()).map(Seat::new);
        let left: Option<Named<ClockLeft>> = seats
            .map(|seat| Some((self.table.name(seat), left(seat)?)))
            .collect::<Option<Vec<_>>>()
            .map(|left| left.into_iter().collect());
        Some(ClocksNow { running: running.map(|seat| self.table.name(seat).to_string()), left: left? })
    }

    fn offers(&self) -> Vec<OfferNow> {
        let offers = self.table.table.offers().iter();
        let now = offers.map(|offer| OfferNow {
            offer: offer.kind.clone(),
            by: self.table.name(offer.by).to_string(),
            waiting: self.names(offer.waiting),
        });
        now.collect()
    }

    /// Treaties and takebacks that these seats may propose now.
    fn proposable(&self, you: SeatSet, sight: &Sight) -> Option<Named<Vec<OfferKind>>> {
        if self.table.phase() != Phase::Playing {
            return None;
        }
        let table = &*self.table.table;
        let mine = you.iter().map(|seat| {
            let treaties = sight.treaties.iter().filter(|(proposer, _)| *proposer == seat);
            let treaties = treaties.map(|(_, text)| OfferKind::Treaty(text.clone()));
            let takeback = table.can_take_back(seat).then_some(OfferKind::Takeback);
            (self.table.name(seat), treaties.chain(takeback).collect::<Vec<OfferKind>>())
        });
        let mine: Named<_> = mine.filter(|(_, offers)| !offers.is_empty()).collect();
        (!mine.0.is_empty()).then_some(mine)
    }

    fn names(&self, seats: SeatSet) -> Vec<String> {
        seats.iter().map(|seat| self.table.name(seat).to_string()).collect()
    }
}

/// What there is to see at a table. Everybody sees the same, from their own side, and choices only if they are theirs:
/// this is a law of all games. So it is looked at once, whoever it is then shown to.
pub(super) struct Sight {
    /// As the seat to act sees it, but from the south.
    view: View,
    acting: Option<Seat>,
    /// What can be agreed, and who may propose it.
    treaties: Vec<(Seat, String)>,
}

impl Sight {
    pub(super) fn of(table: &dyn Table, begun: bool) -> Sight {
        let acting = table.turn().seat().filter(|_| begun);
        let mut view = table.view(acting.map_or(Eye::Spectator, Eye::Seat));
        view.board.near = Side::South;
        Sight { view, acting, treaties: table.treaties() }
    }

    /// The board as who sits on `you` sees it. Somebody with several seats sees it from their first, with the choices of
    /// whichever of their seats is to act.
    fn for_seats(self, you: SeatSet) -> View {
        let board = self.view.board.seen_from(self.near(you));
        let choices = if self.is_to_act(you) { self.view.choices } else { Vec::new() };
        View { board, choices, ..self.view }
    }

    fn is_to_act(&self, you: SeatSet) -> bool {
        self.acting.is_some_and(|seat| you.contains(seat))
    }

    fn choices(&self, you: SeatSet) -> &[Choice] {
        if self.is_to_act(you) { &self.view.choices } else { &[] }
    }

    /// What `you` can do, if that is not what they could do before.
    fn other_choices(&self, you: SeatSet, before: &Sight) -> Option<&[Choice]> {
        let choices = self.choices(you);
        (choices != before.choices(you)).then_some(choices)
    }

    fn near(&self, you: SeatSet) -> Side {
        let eye = you.iter().next().map_or(Eye::Spectator, Eye::Seat);
        eye.near(|seat| self.view.seats[seat.index()].side)
    }
}

/// A result with the names of the seats.
pub(crate) fn outcome_now(outcome: &Outcome, names: SeatNames) -> OutcomeNow {
    let seats = || names.iter().enumerate().map(|(index, name)| (*name, Seat::new(index)));
    let places: Option<Vec<_>> = seats().map(|(name, seat)| Some((name, outcome.place(seat)?))).collect();
    OutcomeNow {
        points: seats().map(|(name, seat)| (name, outcome.points(seat).value())).collect(),
        places: places.map(|places| places.into_iter().collect()),
        reason: outcome.reason(),
    }
}

/// What was played, from a place in the line on.
pub(crate) fn steps(table: &dyn Table, start: usize) -> Vec<StepNow> {
    let named = |step: Step| StepNow {
        notation: (step.notation != step.word).then_some(step.notation),
        word: step.word,
        by: step.by.map(|seat| seat.name(table.seats()).to_string()),
    };
    table.line_from(start).into_iter().map(named).collect()
}
