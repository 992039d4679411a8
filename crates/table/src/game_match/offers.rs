//! Offers between seats, and their answers.

use super::Match;
use crate::{Millis, Table as _, TableError, TableEvent};
use serde::{Deserialize, Serialize};
use tetrarch_rules::{Presentation, Seat, SeatSet};

/// What a seat can offer.
#[derive(Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// A draw. All seats still in the game must accept.
    Draw,
    /// A takeback: return to the state before the last turn of the seat that asks.
    Takeback,
    /// A treaty of the game, by its text.
    Treaty(String),
}

/// A pending offer.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Offer {
    /// What is offered.
    pub kind: OfferKind,
    /// The seat that made the offer.
    pub by: Seat,
    /// The seats that have not accepted yet.
    pub waiting: SeatSet,
}

impl<P: Presentation> Match<P> {
    /// A seat makes an offer. Offering a draw that was already offered accepts it. If nobody has to accept,
    /// it takes effect at once.
    pub(super) fn propose(&mut self, seat: Seat, kind: &OfferKind) -> Result<(), TableError> {
        self.ensure_playing(seat)?;
        if *kind == OfferKind::Draw && self.pending_offer(seat, kind).is_some() {
            return self.accept(seat, kind, Millis::ZERO);
        }
        let waiting = self.required_signers(seat, kind)?;
        self.offers.retain(|offer| offer.kind != *kind);
        self.offers.push(Offer { kind: kind.clone(), by: seat, waiting });
        self.conclude_if_agreed(kind, Millis::ZERO)
    }

    /// A seat accepts an offer, when the seat to act has spent this much time since its last action.
    pub(super) fn accept(&mut self, seat: Seat, kind: &OfferKind, spent: Millis) -> Result<(), TableError> {
        self.ensure_not_over()?;
        let offer = self.pending_offer(seat, kind).ok_or(TableError::NoOffer { seat: self.name(seat) })?;
        self.offers[offer].waiting = self.offers[offer].waiting.without(seat);
        self.conclude_if_agreed(kind, spent)
    }

    /// A seat declines an offer, or withdraws its own.
    pub(super) fn decline(&mut self, seat: Seat, kind: &OfferKind) -> Result<(), TableError> {
        let own = self.offers.iter().position(|offer| offer.kind == *kind && offer.by == seat);
        let offer =
            own.or(self.pending_offer(seat, kind)).ok_or(TableError::NoOffer { seat: self.name(seat) })?;
        self.offers.remove(offer);
        Ok(())
    }

    fn pending_offer(&self, seat: Seat, kind: &OfferKind) -> Option<usize> {
        self.offers.iter().position(|offer| offer.kind == *kind && offer.waiting.contains(seat))
    }

    fn required_signers(&self, seat: Seat, kind: &OfferKind) -> Result<SeatSet, TableError> {
        let others = self.status.active_seats.without(seat);
        match kind {
            OfferKind::Draw => Ok(others),
            OfferKind::Takeback => self.turn_start(seat).map(|_| others),
            OfferKind::Treaty(text) => self.treaty(seat, text).map(|(_, signers)| signers),
        }
    }

    /// The treaty with this text that `seat` may propose now, and the seats that must sign it.
    pub(super) fn treaty(&self, seat: Seat, text: &str) -> Result<(P::Action, SeatSet), TableError> {
        let mut treaties = (P::SPECIAL.treaties)(&self.position, self.previous_position()).into_iter();
        let treaty = treaties.find(|t| t.proposer == seat && t.action.to_string() == text);
        let treaty = treaty.ok_or_else(|| TableError::NotNow(format!("{text:?} cannot be proposed now.")))?;
        Ok((treaty.action, treaty.signers))
    }

    /// The position after the treaty with this text, if `seat` may propose it.
    pub fn after_treaty(&self, seat: Seat, text: &str) -> Option<P> {
        let (action, _) = self.treaty(seat, text).ok()?;
        let mut after = self.position.clone();
        after.play(action);
        Some(after)
    }

    /// Carries out an offer once all seats have accepted it.
    fn conclude_if_agreed(&mut self, kind: &OfferKind, spent: Millis) -> Result<(), TableError> {
        let Some(agreed) =
            self.offers.iter().position(|offer| offer.kind == *kind && offer.waiting.is_empty())
        else {
            return Ok(());
        };
        let by = self.offers.remove(agreed).by;
        let event = match kind {
            OfferKind::Draw => TableEvent::Agreed,
            OfferKind::Takeback => TableEvent::TookBack { length: self.turn_start(by)?, spent },
            OfferKind::Treaty(text) => TableEvent::Treaty { seat: by, treaty: text.clone() },
        };
        self.apply(&event).map(drop)
    }

    /// Drops offers after an event. Treaties lapse, and a seat that acts without answering has declined. If
    /// no seat acted, or a seat dropped out of the game, all offers lapse.
    pub(super) fn expire_offers(&mut self, acted: Option<Seat>) {
        let Some(seat) = acted else {
            self.offers.clear();
            return;
        };
        self.offers
            .retain(|offer| !matches!(offer.kind, OfferKind::Treaty(_)) && !offer.waiting.contains(seat));
    }
}
