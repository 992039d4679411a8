//! Taking back: the log grows by an entry, the line gets shorter.

use super::{Entry, Match};
use crate::{Millis, Refusal};
use tetrarch_rules::{Position, Seat};

impl<P: Position> Match<P> {
    /// Whether a seat may propose to return to the state before its last turn.
    pub fn can_take_back(&self, seat: Seat) -> bool {
        self.playing().contains(seat) && self.turn_start(seat).is_ok()
    }

    /// How long the line was before the last turn of `seat`.
    ///
    /// # Errors
    /// If it has not acted, or something other than actions has happened since.
    pub(super) fn turn_start(&self, seat: Seat) -> Result<usize, Refusal> {
        self.must_go_on()?;
        let last = self.line.iter().rposition(|played| played.by.is_some_and(|(by, _)| by == seat));
        let last = last.ok_or_else(|| Refusal::NotNow(format!("{} has not acted yet.", self.name(seat))))?;
        let turn = self.line[last].by;
        let start =
            self.line[..last].iter().rposition(|played| played.by != turn).map_or(0, |before| before + 1);
        self.can_return_to(start)?;
        Ok(start)
    }

    fn can_return_to(&self, length: usize) -> Result<(), Refusal> {
        if self.line[length..].iter().all(|played| played.action.is_some()) {
            return Ok(());
        }
        let why = "Only actions can be taken back, not what chance, a treaty or a forfeit has done since.";
        Err(Refusal::NotNow(why.to_string()))
    }

    pub(super) fn take_back(&mut self, seat: Seat, spent: Millis) -> Result<(), Refusal> {
        let length = self.turn_start(seat)?;
        self.enter_logged(&Entry { word: format!("takeback:{length}"), spent })
    }

    /// Cuts the line to a length given as text in the log, after the seat to act has thought for so long.
    pub(super) fn return_to(&mut self, length: &str, spent: Millis) -> Result<(), Refusal> {
        let length = length.parse().ok().filter(|length| *length < self.line.len());
        let length =
            length.ok_or_else(|| Refusal::NotNow("There is nothing to take back to.".to_string()))?;
        self.can_return_to(length)?;
        self.clocks.spend(spent);
        self.set_the_clocks_back(length);
        self.position = self.line[length].before.clone();
        self.look_again();
        self.line.truncate(length);
        self.keys.truncate(length);
        self.count_occurrences();
        self.offers.clear();
        self.start_the_clock();
        Ok(())
    }

    /// What turns have earned since is lost with them; what they have cost stays spent.
    fn set_the_clocks_back(&mut self, length: usize) {
        self.clocks.break_off(None);
        for played in &self.line[length..] {
            if let Some((seat, _)) = played.by {
                self.clocks.take_back(seat, played.earned);
            }
        }
    }
}
