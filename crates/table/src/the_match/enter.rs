//! What can happen in a game, in the words of the record.

use super::{Entry, Match, Played};
use crate::{Millis, Refusal};
use tetrarch_rules::{Cause, Outcome, Position, Reason, Seat, Turn, WhyNot};

/// The position after something happened, and what it was.
struct Change<P: Position> {
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
    pub fn enter(&mut self, word: &str) -> Result<(), Refusal> {
        self.must_go_on()?;
        let change = self.change(word)?;
        self.settle(change, Millis::ZERO);
        Ok(())
    }

    /// A seat acts in its turn, having spent some time on it. If the time was more than it had, its flag falls.
    ///
    /// # Errors
    /// If it is not the seat's turn, its time had run out, or the rules do not allow the action.
    pub fn act(&mut self, seat: Seat, text: &str, spent: Millis) -> Result<(), Refusal> {
        self.must_be_to_act(seat)?;
        let change = self.played(text)?;
        if self.time_is_up(spent) {
            return Err(Refusal::FlagFell { seat: self.name(seat) });
        }
        self.settle(change, spent);
        Ok(())
    }

    /// If the seat to act has spent more than it had, its flag falls. The time since its last action is told.
    pub fn time_is_up(&mut self, spent: Millis) -> bool {
        let left = self.clocks.running().and_then(|seat| Some((seat, self.clocks.left(seat)?)));
        let Some((seat, _)) = left.filter(|(_, left)| spent >= *left) else { return false };
        let Ok(change) = self.change(&format!("flag:{}", self.name(seat))) else { return false };
        self.settle(change, spent);
        true
    }

    /// A seat gives up, in or out of turn.
    ///
    /// # Errors
    /// If it has no say any more.
    pub fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.must_have_a_say(seat)?;
        self.enter(&format!("resign:{}", self.name(seat)))
    }

    /// The seat to act claims the draw that [`claim`](Match::claim) tells of.
    ///
    /// # Errors
    /// If it is not its turn, or there is nothing to claim.
    pub fn claim_draw(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.must_be_to_act(seat)?;
        self.enter("claim")
    }

    /// Gives a seat more time.
    ///
    /// # Errors
    /// If it has no say any more.
    pub fn add_time(&mut self, seat: Seat, time: Millis) -> Result<(), Refusal> {
        self.must_have_a_say(seat)?;
        self.enter_logged(&Entry {
            word: format!("time:{}:{}", self.name(seat), time.0),
            spent: Millis::ZERO,
        })
    }

    /// Ends the game without a result.
    ///
    /// # Errors
    /// If it is over.
    pub fn abort(&mut self) -> Result<(), Refusal> {
        self.enter_recorded("abort")
    }

    /// Does what a word of a record says: all that [`enter`](Match::enter) does, and `abort`, `adjudicate:draw`,
    /// `adjudicate:SEAT` and `TREATY:SEAT`, which a trace does not know.
    ///
    /// # Errors
    /// Why it cannot be done now.
    pub fn enter_recorded(&mut self, word: &str) -> Result<(), Refusal> {
        self.enter_spending(word, Millis::ZERO)
    }

    fn enter_spending(&mut self, word: &str, spent: Millis) -> Result<(), Refusal> {
        self.must_go_on()?;
        let change = match word {
            "abort" => self.ended("abort", Outcome::aborted()),
            word if word.starts_with("adjudicate:") => self.adjudicated(word)?,
            word => self.signed(word).map_or_else(|| self.change(word), Ok)?,
        };
        self.settle(change, spent);
        Ok(())
    }

    /// Does what an entry of the log says: all that a record knows, and `takeback:N` and `time:SEAT:MILLIS`, which
    /// leave no trace in the line.
    pub(super) fn enter_logged(&mut self, entry: &Entry) -> Result<(), Refusal> {
        self.must_go_on()?;
        if let Some(length) = entry.word.strip_prefix("takeback:") {
            self.return_to(length, entry.spent)?;
        } else if let Some(more) = entry.word.strip_prefix("time:") {
            let (seat, time) =
                self.more_time(more).ok_or_else(|| Refusal::NotNow(format!("{more:?} is no time.")))?;
            self.clocks.add(seat, time);
        } else {
            return self.enter_spending(&entry.word, entry.spent);
        }
        self.log.push(entry.clone());
        Ok(())
    }

    /// Reads `white:5000`.
    fn more_time(&self, text: &str) -> Option<(Seat, Millis)> {
        let (name, millis) = text.split_once(':')?;
        Some((Seat::named(name, self.position.seats())?, Millis(millis.parse().ok()?)))
    }

    fn change(&self, word: &str) -> Result<Change<P>, Refusal> {
        if let Some(name) = word.strip_prefix("resign:") {
            return self.left(word, name, Cause::Resign);
        }
        if let Some(name) = word.strip_prefix("flag:") {
            return self.left(word, name, Cause::Flag);
        }
        match word {
            "draw" => Ok(self.ended(word, self.position.drawn(Reason::Agreement))),
            "claim" => Ok(self.ended(word, self.position.drawn(self.claim()?))),
            _ => self.agreed_or_ordered(word).map_or_else(|| self.played(word), Ok),
        }
    }

    /// The operator has decided: `adjudicate:draw`, or a win of the seat that is named and its allies.
    fn adjudicated(&self, word: &str) -> Result<Change<P>, Refusal> {
        let verdict = word.trim_start_matches("adjudicate:");
        if verdict == "draw" {
            return Ok(self.ended(word, self.position.drawn(Reason::Adjudication)));
        }
        let seats = self.position.seats();
        let seat = Seat::named(verdict, seats)
            .ok_or_else(|| Refusal::UnknownSeat { name: verdict.to_string(), seats })?;
        Ok(self.ended(word, Outcome::win(self.position.allies(seat), Reason::Adjudication)))
    }

    fn left(&self, word: &str, name: &str, cause: Cause) -> Result<Change<P>, Refusal> {
        let seats = self.position.seats();
        let seat =
            Seat::named(name, seats).ok_or_else(|| Refusal::UnknownSeat { name: name.to_string(), seats })?;
        self.must_have_a_say(seat)?;
        let mut next = self.position.clone();
        next.forfeit(seat, cause);
        Ok(Change { next, word: word.to_string(), action: None })
    }

    fn ended(&self, word: &str, outcome: Outcome) -> Change<P> {
        let mut next = self.position.clone();
        next.end(outcome);
        Change { next, word: word.to_string(), action: None }
    }

    /// The treaty that the seat to act may propose, or the operator's action, that prints so. At a chance turn
    /// there is none.
    fn agreed_or_ordered(&self, word: &str) -> Option<Change<P>> {
        let seat = self.turn().seat()?;
        let mut orders = Vec::new();
        self.position.operations(&mut orders);
        let order = orders.into_iter().find(|order| order.to_string() == word);
        let action = order.or_else(|| self.treaty(seat, word).ok().map(|(action, _)| action))?;
        Some(self.after_agreement(word, action))
    }

    /// The treaty named with its proposer.
    fn signed(&self, word: &str) -> Option<Change<P>> {
        let (text, name) = word.rsplit_once(':')?;
        let seat = Seat::named(name, self.position.seats())?;
        let (action, _) = self.treaty(seat, text).ok()?;
        Some(self.after_agreement(word, action))
    }

    fn after_agreement(&self, word: &str, action: P::Action) -> Change<P> {
        let mut next = self.position.clone();
        next.play(action);
        Change { next, word: word.to_string(), action: None }
    }

    /// An action of the seat to act, or what chance decides.
    fn played(&self, text: &str) -> Result<Change<P>, Refusal> {
        let action = self.position.read(text).map_err(|why| self.rather_say(text, why))?;
        let mut next = self.position.clone();
        next.play(action);
        let by_seat = self.turn().seat().map(|_| action);
        Ok(Change { next, word: action.to_string(), action: by_seat })
    }

    /// At a chance turn that is what is wrong with an action, whatever else may be.
    fn rather_say(&self, text: &str, why: WhyNot) -> Refusal {
        if self.turn() == Turn::Chance && !text.starts_with('=') {
            let words = format!("Chance is to decide first, so {text:?} has to wait: outcomes begin with =.");
            return Refusal::Rules(WhyNot::new("chance", words));
        }
        Refusal::Rules(why)
    }

    /// Makes a change, judges what depends on the history, and logs it.
    fn settle(&mut self, change: Change<P>, spent: Millis) {
        let Change { next, word, action } = change;
        self.clocks.spend(spent);
        let flagged = word.strip_prefix("flag:").and_then(|name| Seat::named(name, self.position.seats()));
        flagged.into_iter().for_each(|seat| self.clocks.fall(seat));
        let by = action.and(self.to_act());
        let before = std::mem::replace(&mut self.position, next);
        let (last_to_act, had_a_say) = (self.turn().seat(), self.playing());
        self.look_again();
        self.log.push(Entry { word: word.clone(), spent });
        self.keys.push(before.key());
        self.line.push(Played { before, word, action, earned: Millis::ZERO, by });
        self.count_occurrences();
        self.judge_repetition();
        self.lapse(action.and(last_to_act).filter(|_| self.playing() == had_a_say));
        if action.is_some() && self.outcome().is_none() {
            let earned = self.clocks.pass_to(self.to_act());
            self.line.last_mut().into_iter().for_each(|played| played.earned = earned);
        } else {
            self.start_the_clock();
        }
    }
}
