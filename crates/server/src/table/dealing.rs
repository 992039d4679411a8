//! The provably fair deal of a table and the players' contributions to it.

use super::LiveTable;
use super::chance::{dealt_outcome, drawn_outcome};
use tetrarch_fair::{Dealer, Entropies, Entropy, FairError, FairGameId as FairId, FairnessRecord, Secret};
use tetrarch_protocol::TablePhase;
use tetrarch_rules::Seat;
use tetrarch_store::GameId;
use tetrarch_table::{TableError, TableEvent};

/// The deal of a table with chance events.
pub(super) struct DealState {
    id: FairId,
    secret: Secret,
    entropies: Entropies,
}

impl LiveTable {
    /// The outcome of the pending chance turn.
    pub(super) fn next_chance_outcome(&self) -> Result<String, TableError> {
        let dealer = self.deal.as_ref().map(DealState::dealer);
        let hosted = self.deps.games.by_name(&self.header.game).ok();
        let rule = hosted.and_then(|game| game.info.chance_rule.as_ref());
        let outcome = dealer.zip(rule).and_then(|(dealer, rule)| match self.game.start_text() {
            None => dealt_outcome(rule, &dealer, &*self.game),
            // The deal is for the standard start; from other starts, draw by weight.
            Some(_) => drawn_outcome(&dealer, &*self.game),
        });
        outcome.ok_or_else(|| TableError::NotNow("The server cannot deal in this game.".to_string()))
    }

    pub(super) fn add_entropy(&mut self, seat: Seat, entropy: &str) -> Result<(), FairError> {
        let Some(deal) = &mut self.deal else { return Ok(()) };
        let mut given = vec![None; deal.entropies.seat_count().into()];
        given[seat.index()] = Some(entropy.to_string());
        // Parsed like published entropy, so that only what can be published again is accepted.
        let bytes = Entropies::parse(&given)?.iter().nth(seat.index()).flatten().cloned();
        bytes.map_or(Ok(()), |entropy: Entropy| deal.entropies.set(seat.index(), entropy))
    }

    /// Two players swap seats: their entropy goes with them unless something was dealt already.
    pub(super) fn swap_entropy(&mut self, one: Seat, other: Seat) {
        if self.accepts_entropy() {
            let deal = self.deal.iter_mut();
            deal.for_each(|deal| deal.entropies.swap(one.index(), other.index()));
        }
    }

    /// A player left the seat: the next one may contribute entropy.
    pub(super) fn clear_entropy(&mut self, seat: Seat) {
        if self.accepts_entropy() {
            self.deal.iter_mut().for_each(|deal| drop(deal.entropies.take(seat.index())));
        }
    }

    /// How many seats have contributed entropy.
    pub(crate) fn entropy_count(&self) -> usize {
        self.deal.as_ref().map_or(0, |deal| deal.entropies.iter().flatten().count())
    }

    /// Whether players can still contribute entropy: nothing was dealt yet.
    pub(crate) fn accepts_entropy(&self) -> bool {
        let dealt = self.game.log().iter().any(|event| matches!(event, TableEvent::Revealed { .. }));
        self.deal.is_some() && !dealt && self.phase() != TablePhase::Over
    }

    /// The public part of the deal: the commitment during the game, the secret after it.
    pub(crate) fn published_deal(&self) -> Option<FairnessRecord> {
        let DealState { id, secret, entropies } = self.deal.as_ref()?;
        Some(match self.phase() {
            TablePhase::Over => FairnessRecord::revealed(id, secret, entropies),
            _ => FairnessRecord::committed(id, secret.commitment(id), entropies),
        })
    }
}

impl DealState {
    pub(super) fn new(id: &GameId, secret: &str, seats: usize) -> Result<DealState, FairError> {
        let seats = u8::try_from(seats).map_err(|_| FairError::TooManySeats(seats))?;
        Ok(DealState {
            id: FairId::new(id.as_str())?,
            secret: Secret::parse(secret)?,
            entropies: Entropies::empty(seats),
        })
    }

    pub(super) fn dealer(&self) -> Dealer {
        Dealer::new(&self.secret, &self.id, &self.entropies)
    }
}
