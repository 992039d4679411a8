//! What can happen in a game, in the words of the record.

use super::{HistoryEntry, LogEntry, Match};
use crate::{Millis, TableError};
use tetrarch_rules::{ForfeitCause, IllegalAction, Outcome, Position, Reason, Seat, Turn};

/// The position after something happened, and what it was.
struct Transition<P: Position> {
    next: P,
    /// The canonical word for it.
    word: String,
    /// The action, if a seat acted in its turn.
    action: Option<P::Action>,
}

impl<P: Position> Match<P> {
    /// Does what a word of the record says: an action, a chance outcome, `resign:SEAT`, `flag:SEAT`, `draw`
    /// (agreed by all who have a say), `claim`, a treaty or an operator's action by its text.
    ///
    /// # Errors
    /// Why it cannot be done now.
    pub fn apply(&mut self, word: &str) -> Result<(), TableError> {
        self.ensure_not_over()?;
        let change = self.transition(word)?;
        self.commit(change, Millis::ZERO);
        Ok(())
    }

    /// A seat acts in its turn, having spent some time on it. If the time was more than it had, its flag falls.
    ///
    /// # Errors
    /// If it is not the seat's turn, its time had run out, or the rules do not allow the action.
    pub fn act(&mut self, seat: Seat, text: &str, spent: Millis) -> Result<(), TableError> {
        self.ensure_turn(seat)?;
        let change = self.acted(text)?;
        if self.check_flag(spent) {
            return Err(TableError::FlagFell { seat: self.name(seat) });
        }
        self.commit(change, spent);
        Ok(())
    }

    /// If the seat to act has spent more than it had, its flag falls. The time since its last action is told.
    pub fn check_flag(&mut self, spent: Millis) -> bool {
        let left = self.clocks.running().and_then(|seat| Some((seat, self.clocks.left(seat)?)));
        let Some((seat, _)) = left.filter(|(_, left)| spent >= *left) else { return false };
        let Ok(change) = self.transition(&format!("flag:{}", self.name(seat))) else { return false };
        self.commit(change, spent);
        true
    }

    /// A seat gives up, in or out of turn.
    ///
    /// # Errors
    /// If it has no say any more.
    pub fn resign(&mut self, seat: Seat) -> Result<(), TableError> {
        self.ensure_playing(seat)?;
        self.apply(&format!("resign:{}", self.name(seat)))
    }

    /// The seat to act claims the draw that [`claim`](Match::claim) tells of.
    ///
    /// # Errors
    /// If it is not its turn, or there is nothing to claim.
    pub fn claim_draw(&mut self, seat: Seat) -> Result<(), TableError> {
        self.ensure_turn(seat)?;
        self.apply("claim")
    }

    /// Gives a seat more time.
    ///
    /// # Errors
    /// If it has no say any more.
    pub fn add_time(&mut self, seat: Seat, time: Millis) -> Result<(), TableError> {
        self.ensure_playing(seat)?;
        self.apply_logged(&LogEntry {
            word: format!("time:{}:{}", self.name(seat), time.0),
            spent: Millis::ZERO,
        })
    }

    /// Ends the game without a result.
    ///
    /// # Errors
    /// If it is over.
    pub fn abort(&mut self) -> Result<(), TableError> {
        self.apply_recorded("abort")
    }

    /// Does what a word of a record says: all that [`enter`](Match::enter) does, and `abort`, `adjudicate:draw`,
    /// `adjudicate:SEAT` and `TREATY:SEAT`, which a trace does not know.
    ///
    /// # Errors
    /// Why it cannot be done now.
    pub fn apply_recorded(&mut self, word: &str) -> Result<(), TableError> {
        self.apply_timed(word, Millis::ZERO)
    }

    fn apply_timed(&mut self, word: &str, spent: Millis) -> Result<(), TableError> {
        self.ensure_not_over()?;
        let change = match word {
            "abort" => self.ended("abort", Outcome::aborted()),
            word if word.starts_with("adjudicate:") => self.adjudicated(word)?,
            word => self.treaty_by_seat(word).map_or_else(|| self.transition(word), Ok)?,
        };
        self.commit(change, spent);
        Ok(())
    }

    /// Does what an entry of the log says: all that a record knows, and `takeback:N` and `time:SEAT:MILLIS`, which
    /// leave no trace in the line.
    pub(super) fn apply_logged(&mut self, entry: &LogEntry) -> Result<(), TableError> {
        self.ensure_not_over()?;
        if let Some(length) = entry.word.strip_prefix("takeback:") {
            self.truncate_line(length, entry.spent)?;
        } else if let Some(more) = entry.word.strip_prefix("time:") {
            let (seat, time) = self
                .parse_added_time(more)
                .ok_or_else(|| TableError::NotNow(format!("{more:?} is no time.")))?;
            self.clocks.add_time(seat, time);
        } else {
            return self.apply_timed(&entry.word, entry.spent);
        }
        self.log.push(entry.clone());
        Ok(())
    }

    /// Reads `white:5000`.
    fn parse_added_time(&self, text: &str) -> Option<(Seat, Millis)> {
        let (name, millis) = text.split_once(':')?;
        Some((Seat::from_name(name, self.position.seats())?, Millis(millis.parse().ok()?)))
    }

    fn transition(&self, word: &str) -> Result<Transition<P>, TableError> {
        if let Some(name) = word.strip_prefix("resign:") {
            return self.forfeited(word, name, ForfeitCause::Resign);
        }
        if let Some(name) = word.strip_prefix("flag:") {
            return self.forfeited(word, name, ForfeitCause::Flag);
        }
        match word {
            "draw" => Ok(self.ended(word, self.position.draw_outcome(Reason::Agreement))),
            "claim" => Ok(self.ended(word, self.position.draw_outcome(self.claim()?))),
            _ => self.treaty_or_operation(word).map_or_else(|| self.acted(word), Ok),
        }
    }

    /// The operator has decided: `adjudicate:draw`, or a win of the seat that is named and its allies.
    fn adjudicated(&self, word: &str) -> Result<Transition<P>, TableError> {
        let verdict = word.trim_start_matches("adjudicate:");
        if verdict == "draw" {
            return Ok(self.ended(word, self.position.draw_outcome(Reason::Adjudication)));
        }
        let seats = self.position.seats();
        let seat = Seat::from_name(verdict, seats)
            .ok_or_else(|| TableError::UnknownSeat { name: verdict.to_string(), seats })?;
        Ok(self.ended(word, Outcome::win(self.position.allies(seat), Reason::Adjudication)))
    }

    fn forfeited(&self, word: &str, name: &str, cause: ForfeitCause) -> Result<Transition<P>, TableError> {
        let seats = self.position.seats();
        let seat = Seat::from_name(name, seats)
            .ok_or_else(|| TableError::UnknownSeat { name: name.to_string(), seats })?;
        self.ensure_playing(seat)?;
        let mut next = self.position.clone();
        next.forfeit(seat, cause);
        Ok(Transition { next, word: word.to_string(), action: None })
    }

    fn ended(&self, word: &str, outcome: Outcome) -> Transition<P> {
        let mut next = self.position.clone();
        next.end(outcome);
        Transition { next, word: word.to_string(), action: None }
    }

    /// The treaty that the seat to act may propose, or the operator's action, that prints so. At a chance turn
    /// there is none.
    fn treaty_or_operation(&self, word: &str) -> Option<Transition<P>> {
        let seat = self.turn().seat()?;
        let mut orders = Vec::new();
        self.position.operator_actions(&mut orders);
        let order = orders.into_iter().find(|order| order.to_string() == word);
        let action = order.or_else(|| self.treaty(seat, word).ok().map(|(action, _)| action))?;
        Some(self.agreed(word, action))
    }

    /// The treaty named with its proposer.
    fn treaty_by_seat(&self, word: &str) -> Option<Transition<P>> {
        let (text, name) = word.rsplit_once(':')?;
        let seat = Seat::from_name(name, self.position.seats())?;
        let (action, _) = self.treaty(seat, text).ok()?;
        Some(self.agreed(word, action))
    }

    fn agreed(&self, word: &str, action: P::Action) -> Transition<P> {
        let mut next = self.position.clone();
        next.play(action);
        Transition { next, word: word.to_string(), action: None }
    }

    /// An action of the seat to act, or what chance decides.
    fn acted(&self, text: &str) -> Result<Transition<P>, TableError> {
        let action = self.position.parse_action(text).map_err(|why| self.prefer_chance_error(text, why))?;
        let mut next = self.position.clone();
        next.play(action);
        let by_seat = self.turn().seat().map(|_| action);
        Ok(Transition { next, word: action.to_string(), action: by_seat })
    }

    /// At a chance turn that is what is wrong with an action, whatever else may be.
    fn prefer_chance_error(&self, text: &str, why: IllegalAction) -> TableError {
        if self.turn() == Turn::Chance && !text.starts_with('=') {
            let words = format!("Chance is to decide first, so {text:?} has to wait: outcomes begin with =.");
            return TableError::Rules(IllegalAction::new("chance", words));
        }
        TableError::Rules(why)
    }

    /// Makes a change, judges what depends on the history, and logs it.
    fn commit(&mut self, change: Transition<P>, spent: Millis) {
        let Transition { next, word, action } = change;
        self.clocks.spend(spent);
        let flagged =
            word.strip_prefix("flag:").and_then(|name| Seat::from_name(name, self.position.seats()));
        flagged.into_iter().for_each(|seat| self.clocks.set_flagged(seat));
        let by = action.and(self.to_act());
        let before = std::mem::replace(&mut self.position, next);
        let (last_to_act, had_a_say) = (self.turn().seat(), self.playing());
        self.update_status();
        self.log.push(LogEntry { word: word.clone(), spent });
        self.keys.push(before.key());
        self.line.push(HistoryEntry { before, word, action, earned: Millis::ZERO, by });
        self.count_occurrences();
        self.apply_automatic_repetition();
        self.expire_offers(action.and(last_to_act).filter(|_| self.playing() == had_a_say));
        if action.is_some() && self.outcome().is_none() {
            let earned = self.clocks.switch_to(self.to_act());
            self.line.last_mut().into_iter().for_each(|played| played.earned = earned);
        } else {
            self.start_clock();
        }
    }
}
