//! Applies events to a game: actions, chance outcomes, forfeits, agreements and operator actions, given as
//! texts.

use super::{HistoryEntry, LogEntry, Match};
use crate::{Millis, TableError};
use tetrarch_rules::{ForfeitCause, IllegalAction, Outcome, Position, Reason, Seat, Turn};

/// An event and the position after it.
struct Transition<P: Position> {
    next: P,
    /// The canonical text of the event.
    word: String,
    /// The action, if a seat acted in its turn.
    action: Option<P::Action>,
}

impl<P: Position> Match<P> {
    /// Applies an event: an action, a chance outcome, `resign:SEAT`, `flag:SEAT`, `draw` (agreed by all seats
    /// still in the game), `claim`, or the text of a treaty or an operator action.
    ///
    /// # Errors
    /// Why the event is not possible now.
    pub fn apply(&mut self, word: &str) -> Result<(), TableError> {
        self.ensure_not_over()?;
        let transition = self.transition(word)?;
        self.commit(transition, Millis::ZERO);
        Ok(())
    }

    /// A seat acts in its turn, having spent some time on it. If it had less time left, its flag falls.
    ///
    /// # Errors
    /// If it is not the seat's turn, it is out of time, or the action is against the rules.
    pub fn act(&mut self, seat: Seat, text: &str, spent: Millis) -> Result<(), TableError> {
        self.ensure_turn(seat)?;
        let transition = self.validate_action(text)?;
        if self.check_flag(spent) {
            return Err(TableError::FlagFell { seat: self.name(seat) });
        }
        self.commit(transition, spent);
        Ok(())
    }

    /// If the seat to act has used up its time, its flag falls and this returns true. `spent` is the time
    /// since its last action.
    pub fn check_flag(&mut self, spent: Millis) -> bool {
        let left = self.clocks.running().and_then(|seat| Some((seat, self.clocks.left(seat)?)));
        let Some((seat, _)) = left.filter(|(_, left)| spent >= *left) else { return false };
        let Ok(transition) = self.transition(&format!("flag:{}", self.name(seat))) else { return false };
        self.commit(transition, spent);
        true
    }

    /// A seat resigns, in or out of turn.
    ///
    /// # Errors
    /// If it is out of the game.
    pub fn resign(&mut self, seat: Seat) -> Result<(), TableError> {
        self.ensure_playing(seat)?;
        self.apply(&format!("resign:{}", self.name(seat)))
    }

    /// The seat to act claims the draw that [`claim`](Match::claim) returns.
    ///
    /// # Errors
    /// If it is not its turn, or no draw can be claimed.
    pub fn claim_draw(&mut self, seat: Seat) -> Result<(), TableError> {
        self.ensure_turn(seat)?;
        self.apply("claim")
    }

    /// Adds time to the clock of a seat.
    ///
    /// # Errors
    /// If it is out of the game.
    pub fn add_time(&mut self, seat: Seat, time: Millis) -> Result<(), TableError> {
        self.ensure_playing(seat)?;
        self.apply_logged(&LogEntry {
            word: format!("time:{}:{}", self.name(seat), time.0),
            spent: Millis::ZERO,
        })
    }

    /// Aborts the game without a result.
    ///
    /// # Errors
    /// If the game is over.
    pub fn abort(&mut self) -> Result<(), TableError> {
        self.apply_recorded("abort")
    }

    /// Applies an event of a game record: everything that [`apply`](Match::apply) accepts, and `abort`,
    /// `adjudicate:draw`, `adjudicate:SEAT` and `TREATY:SEAT`, which are not valid in a trace.
    ///
    /// # Errors
    /// Why the event is not possible now.
    pub fn apply_recorded(&mut self, word: &str) -> Result<(), TableError> {
        self.apply_timed(word, Millis::ZERO)
    }

    fn apply_timed(&mut self, word: &str, spent: Millis) -> Result<(), TableError> {
        self.ensure_not_over()?;
        let transition = match word {
            "abort" => self.end_transition("abort", Outcome::aborted()),
            word if word.starts_with("adjudicate:") => self.validate_adjudication(word)?,
            word => self.treaty_by_seat(word).map_or_else(|| self.transition(word), Ok)?,
        };
        self.commit(transition, spent);
        Ok(())
    }

    /// Applies a log entry: everything that a record can hold, and `takeback:N` and `time:SEAT:MILLIS`, which
    /// do not appear in the line.
    pub(super) fn apply_logged(&mut self, entry: &LogEntry) -> Result<(), TableError> {
        self.ensure_not_over()?;
        if let Some(length) = entry.word.strip_prefix("takeback:") {
            self.truncate_line(length, entry.spent)?;
        } else if let Some(added) = entry.word.strip_prefix("time:") {
            let (seat, time) = self
                .parse_added_time(added)
                .ok_or_else(|| TableError::NotNow(format!("{added:?} is not a valid time.")))?;
            self.clocks.add_time(seat, time);
        } else {
            return self.apply_timed(&entry.word, entry.spent);
        }
        self.log.push(entry.clone());
        Ok(())
    }

    /// Parses `white:5000`.
    fn parse_added_time(&self, text: &str) -> Option<(Seat, Millis)> {
        let (name, millis) = text.split_once(':')?;
        Some((Seat::from_name(name, self.position.seats())?, Millis(millis.parse().ok()?)))
    }

    fn transition(&self, word: &str) -> Result<Transition<P>, TableError> {
        if let Some(name) = word.strip_prefix("resign:") {
            return self.validate_forfeit(word, name, ForfeitCause::Resign);
        }
        if let Some(name) = word.strip_prefix("flag:") {
            return self.validate_forfeit(word, name, ForfeitCause::Flag);
        }
        match word {
            "draw" => Ok(self.end_transition(word, self.position.draw_outcome(Reason::Agreement))),
            "claim" => Ok(self.end_transition(word, self.position.draw_outcome(self.claim()?))),
            _ => self.treaty_or_operation(word).map_or_else(|| self.validate_action(word), Ok),
        }
    }

    /// The operator adjudicates: `adjudicate:draw`, or a win for the named seat and its allies.
    fn validate_adjudication(&self, word: &str) -> Result<Transition<P>, TableError> {
        let winner = word.trim_start_matches("adjudicate:");
        if winner == "draw" {
            return Ok(self.end_transition(word, self.position.draw_outcome(Reason::Adjudication)));
        }
        let seats = self.position.seats();
        let seat = Seat::from_name(winner, seats)
            .ok_or_else(|| TableError::UnknownSeat { name: winner.to_string(), seats })?;
        Ok(self.end_transition(word, Outcome::win(self.position.allies(seat), Reason::Adjudication)))
    }

    fn validate_forfeit(
        &self,
        word: &str,
        name: &str,
        cause: ForfeitCause,
    ) -> Result<Transition<P>, TableError> {
        let seats = self.position.seats();
        let seat = Seat::from_name(name, seats)
            .ok_or_else(|| TableError::UnknownSeat { name: name.to_string(), seats })?;
        self.ensure_playing(seat)?;
        let mut next = self.position.clone();
        next.forfeit(seat, cause);
        Ok(Transition { next, word: word.to_string(), action: None })
    }

    fn end_transition(&self, word: &str, outcome: Outcome) -> Transition<P> {
        let mut next = self.position.clone();
        next.end(outcome);
        Transition { next, word: word.to_string(), action: None }
    }

    /// The treaty of the seat to act, or the operator action, with this text. There is none when chance is to
    /// act.
    fn treaty_or_operation(&self, word: &str) -> Option<Transition<P>> {
        let seat = self.turn().seat()?;
        let mut operations = Vec::new();
        self.position.operator_actions(&mut operations);
        let operation = operations.into_iter().find(|operation| operation.to_string() == word);
        let action = operation.or_else(|| self.treaty(seat, word).ok().map(|(action, _)| action))?;
        Some(self.agreed_transition(word, action))
    }

    /// The treaty with the proposing seat in its text: `TREATY:SEAT`.
    fn treaty_by_seat(&self, word: &str) -> Option<Transition<P>> {
        let (text, name) = word.rsplit_once(':')?;
        let seat = Seat::from_name(name, self.position.seats())?;
        let (action, _) = self.treaty(seat, text).ok()?;
        Some(self.agreed_transition(word, action))
    }

    fn agreed_transition(&self, word: &str, action: P::Action) -> Transition<P> {
        let mut next = self.position.clone();
        next.play(action);
        Transition { next, word: word.to_string(), action: None }
    }

    /// Validates that an action of the seat to act, or a chance outcome, is legal, and plays it.
    fn validate_action(&self, text: &str) -> Result<Transition<P>, TableError> {
        let action = self.position.parse_action(text).map_err(|why| self.prefer_chance_error(text, why))?;
        let mut next = self.position.clone();
        next.play(action);
        let action_of_seat = self.turn().seat().map(|_| action);
        Ok(Transition { next, word: action.to_string(), action: action_of_seat })
    }

    /// When chance is to act, reports that instead of any other problem with an action.
    fn prefer_chance_error(&self, text: &str, why: IllegalAction) -> TableError {
        if self.turn() == Turn::Chance && !text.starts_with('=') {
            let words = format!(
                "A chance outcome comes first, so {text:?} is not possible yet. Outcomes begin with =."
            );
            return TableError::Rules(IllegalAction::new("chance", words));
        }
        TableError::Rules(why)
    }

    /// Makes the transition: updates position, log, line, clocks and offers, and checks for an automatic
    /// draw.
    fn commit(&mut self, transition: Transition<P>, spent: Millis) {
        let Transition { next, word, action } = transition;
        self.clocks.spend(spent);
        let flagged =
            word.strip_prefix("flag:").and_then(|name| Seat::from_name(name, self.position.seats()));
        flagged.into_iter().for_each(|seat| self.clocks.set_flagged(seat));
        let by = action.and(self.to_act());
        let before = std::mem::replace(&mut self.position, next);
        let (last_to_act, were_playing) = (self.turn().seat(), self.playing());
        self.update_status();
        self.log.push(LogEntry { word: word.clone(), spent });
        self.keys.push(before.key());
        self.line.push(HistoryEntry { before, word, action, gained: Millis::ZERO, by });
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
