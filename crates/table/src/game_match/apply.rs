//! Applies events to a game.

use super::{HistoryEntry, Match};
use crate::{Millis, Table as _, TableError, TableEvent};
use tetrarch_rules::{ForfeitCause, IllegalAction, Outcome, Position, Presentation, Reason, Seat, Turn};

/// An event, as the log will have it, and the position after it.
pub(super) struct Transition<P: Position> {
    next: P,
    event: TableEvent,
    /// The action, if a seat acted in its turn.
    action: Option<P::Action>,
}

impl<P: Presentation> Match<P> {
    /// A stored event may name a seat that this game does not have.
    pub(super) fn ensure_seat_exists(&self, event: &TableEvent) -> Result<(), TableError> {
        let seats = self.position.seats();
        match event.seat().map(Seat::index).filter(|index| *index >= seats.len()) {
            Some(index) => Err(TableError::UnknownSeat { name: index.to_string(), seats }),
            None => Ok(()),
        }
    }

    pub(super) fn add_time(&mut self, seat: Seat, time: Millis) -> Result<(), TableError> {
        self.ensure_playing(seat)?;
        self.clocks.add_time(seat, time);
        self.log.push(TableEvent::TimeAdded { seat, time });
        Ok(())
    }

    /// Validates an event that adds a step to the line.
    pub(super) fn transition(&self, event: &TableEvent) -> Result<Transition<P>, TableError> {
        self.ensure_not_over()?;
        match event {
            TableEvent::Acted { seat, action, spent } => self.acted(*seat, action, *spent),
            TableEvent::Revealed { outcome } => self.revealed(outcome),
            TableEvent::Claimed { seat } => {
                self.ensure_turn(*seat)?;
                Ok(self.ended(event, self.position.draw_outcome(self.claim()?)))
            }
            TableEvent::Resigned { seat } => self.forfeited(event, *seat, ForfeitCause::Resign),
            TableEvent::Flagged { seat, .. } => self.forfeited(event, *seat, ForfeitCause::Flag),
            TableEvent::Agreed => Ok(self.ended(event, self.position.draw_outcome(Reason::Agreement))),
            TableEvent::Adjudicated { winner: None } => {
                Ok(self.ended(event, self.position.draw_outcome(Reason::Adjudication)))
            }
            TableEvent::Adjudicated { winner: Some(seat) } => {
                let winners = self.allies(*seat);
                Ok(self.ended(event, Outcome::win(winners, Reason::Adjudication)))
            }
            TableEvent::Aborted { .. } => Ok(self.ended(event, Outcome::aborted())),
            TableEvent::Treaty { seat, treaty } => {
                let (action, _) = self.treaty(*seat, treaty)?;
                Ok(self.agreed(event, action))
            }
            TableEvent::Operated { action: text } => {
                let why = || TableError::NotNow("The rules don't allow the host to do this now.".to_string());
                Ok(self.agreed(event, self.operation(text).ok_or_else(why)?))
            }
            TableEvent::Proposed { .. }
            | TableEvent::Accepted { .. }
            | TableEvent::Declined { .. }
            | TableEvent::TookBack { .. }
            | TableEvent::TimeAdded { .. } => unreachable!("applied without a transition"),
        }
    }

    fn acted(&self, seat: Seat, text: &str, spent: Millis) -> Result<Transition<P>, TableError> {
        self.ensure_turn(seat)?;
        let action = self.position.parse_action(text)?;
        if self.flag_fall(spent).is_some() {
            return Err(TableError::FlagFell { seat: self.name(seat) });
        }
        let event = TableEvent::Acted { seat, action: action.to_string(), spent };
        Ok(Transition { next: self.after(action), event, action: Some(action) })
    }

    fn revealed(&self, text: &str) -> Result<Transition<P>, TableError> {
        if let Turn::Seat(seat) = self.turn() {
            let turn = self.name(seat);
            return Err(TableError::NotYourTurn { seat: "chance", turn });
        }
        let action = self.position.parse_action(text).map_err(|why| chance_comes_first(text, why))?;
        let event = TableEvent::Revealed { outcome: action.to_string() };
        Ok(Transition { next: self.after(action), event, action: None })
    }

    fn forfeited(
        &self,
        event: &TableEvent,
        seat: Seat,
        cause: ForfeitCause,
    ) -> Result<Transition<P>, TableError> {
        self.ensure_playing(seat)?;
        let mut next = self.position.clone();
        next.forfeit(seat, cause);
        Ok(Transition { next, event: event.clone(), action: None })
    }

    fn ended(&self, event: &TableEvent, outcome: Outcome) -> Transition<P> {
        let mut next = self.position.clone();
        next.end(outcome);
        Transition { next, event: event.clone(), action: None }
    }

    fn agreed(&self, event: &TableEvent, action: P::Action) -> Transition<P> {
        Transition { next: self.after(action), event: event.clone(), action: None }
    }

    fn after(&self, action: P::Action) -> P {
        let mut next = self.position.clone();
        next.play(action);
        next
    }

    /// The operator action with this text. There is none when chance is to act.
    pub(super) fn operation(&self, text: &str) -> Option<P::Action> {
        self.turn().seat()?;
        let mut operations = (P::SPECIAL.operator_actions)(&self.position).into_iter();
        operations.find(|operation| operation.to_string() == text)
    }

    /// Makes the transition: updates position, log, line, clocks and offers, and checks for an automatic
    /// draw.
    pub(super) fn commit(&mut self, transition: Transition<P>) {
        let Transition { next, event, action } = transition;
        self.clocks.spend(event.spent());
        if let TableEvent::Flagged { seat, .. } = event {
            self.clocks.set_flagged(seat);
        }
        let by = action.and(self.to_act());
        let before = std::mem::replace(&mut self.position, next);
        let (last_to_act, were_playing) = (self.turn().seat(), self.playing());
        self.update_status();
        self.log.push(event.clone());
        self.keys.push(before.key());
        self.line.push(HistoryEntry { before, event, action, gained: Millis::ZERO, by });
        self.mark_version();
        self.count_occurrences();
        self.apply_automatic_repetition();
        self.expire_offers(action.and(last_to_act).filter(|_| self.playing() == were_playing));
        if action.is_some() && self.outcome().is_none() {
            let gained = self.clocks.switch_to(self.to_act());
            self.line.last_mut().into_iter().for_each(|entry| entry.gained = gained);
        } else {
            self.start_clock();
        }
    }
}

/// When chance is to act, reports that instead of any other problem with an action.
fn chance_comes_first(text: &str, why: IllegalAction) -> TableError {
    if text.starts_with('=') {
        return TableError::Rules(why);
    }
    let words =
        format!("A chance outcome comes first, so {text:?} is not possible yet. Outcomes begin with =.");
    TableError::Rules(IllegalAction::new("chance", words))
}
