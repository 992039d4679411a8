//! The deal of a table, and what players add to it.

use super::Chronicle;
use tetrarch_fair::{Dealer, Entropies, Entropy, GameId as FairId, Published, Secret, Unfit};
use tetrarch_protocol::Phase;
use tetrarch_rules::{Seat, Turn};
use tetrarch_store::GameId;
use tetrarch_table::Refusal;

/// The deal of a table where chance plays a part.
pub(super) struct Fair {
    id: FairId,
    secret: Secret,
    entropies: Entropies,
}

impl Chronicle {
    /// Decides what chance has to decide now.
    pub(super) fn deal(&mut self) -> Result<Vec<String>, Refusal> {
        let mut dealt = Vec::new();
        while self.begun && self.table.turn() == Turn::Chance {
            let dealer = self.fair.as_ref().map(Fair::dealer);
            let outcome = dealer.and_then(|dealer| self.house.dealing.outcome(&dealer, &*self.table));
            let outcome = outcome.ok_or_else(|| Refusal::NotNow("There is no dealer here.".to_string()))?;
            self.table.enter(&outcome)?;
            dealt.push(outcome);
        }
        Ok(dealt)
    }

    pub(super) fn give(&mut self, seat: Seat, entropy: &str) -> Result<(), Unfit> {
        let Some(fair) = &mut self.fair else { return Ok(()) };
        let mut given = vec![None; fair.entropies.seats().into()];
        given[seat.index()] = Some(entropy.to_string());
        // Read as published texts are, so that only what can be published again is taken.
        let bytes = Entropies::read(&given)?.iter().nth(seat.index()).flatten().cloned();
        bytes.map_or(Ok(()), |entropy: Entropy| fair.entropies.give(seat.index(), entropy))
    }

    /// Two players change seats: what they have added to the deal goes with them, as long as nothing was dealt.
    pub(super) fn swap_entropy(&mut self, one: Seat, other: Seat) {
        if self.takes_entropy() {
            let fair = self.fair.iter_mut();
            fair.for_each(|fair| fair.entropies.swap(one.index(), other.index()));
        }
    }

    /// A player leaves a seat: the next one may add to the deal.
    pub(super) fn forget_entropy(&mut self, seat: Seat) {
        if self.takes_entropy() {
            self.fair.iter_mut().for_each(|fair| drop(fair.entropies.take(seat.index())));
        }
    }

    /// How many seats have added to the deal.
    pub(crate) fn entropies(&self) -> usize {
        self.fair.as_ref().map_or(0, |fair| fair.entropies.iter().flatten().count())
    }

    /// Whether entropy can still be added: nothing was dealt yet.
    pub(crate) fn takes_entropy(&self) -> bool {
        let dealt = self.table.log().iter().any(|entry| entry.word.starts_with('='));
        self.fair.is_some() && !dealt && self.phase() != Phase::Over
    }

    /// What everybody may see of the deal.
    pub(crate) fn published(&self) -> Option<Published> {
        let Fair { id, secret, entropies } = self.fair.as_ref()?;
        Some(match self.phase() {
            Phase::Over => Published::after(id, secret, entropies),
            _ => Published::during(id, secret.commitment(id), entropies),
        })
    }
}

impl Fair {
    pub(super) fn of(id: &GameId, secret: &str, seats: usize) -> Result<Fair, Unfit> {
        let seats = u8::try_from(seats).map_err(|_| Unfit::TooManySeats(seats))?;
        Ok(Fair {
            id: FairId::new(id.as_str())?,
            secret: Secret::read(secret)?,
            entropies: Entropies::none(seats),
        })
    }

    pub(super) fn dealer(&self) -> Dealer {
        Dealer::new(&self.secret, &self.id, &self.entropies)
    }
}
