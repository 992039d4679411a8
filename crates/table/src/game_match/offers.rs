//! What one seat proposes and the others answer.

use super::Match;
use crate::{Millis, TableError};
use serde::{Deserialize, Serialize};
use tetrarch_rules::{Position, Seat, SeatSet};

/// What can be proposed.
#[derive(Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// A draw, agreed by all who have a say.
    Draw,
    /// To return to the state before the proposer's last turn.
    Takeback,
    /// A treaty of the game, by its text.
    Treaty(String),
}

/// A proposal that waits for answers.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Offer {
    /// What is proposed.
    pub kind: OfferKind,
    /// Who proposed it.
    pub by: Seat,
    /// Who has not agreed yet.
    pub waiting: SeatSet,
}

impl<P: Position> Match<P> {
    /// A seat proposes something. To propose a draw that was proposed already is to agree; if nobody has to agree, it
    /// happens.
    ///
    /// # Errors
    /// Why it cannot be proposed now.
    pub fn propose(&mut self, seat: Seat, kind: &OfferKind) -> Result<(), TableError> {
        self.ensure_playing(seat)?;
        if *kind == OfferKind::Draw && self.pending_offer(seat, kind).is_some() {
            return self.accept(seat, kind);
        }
        let waiting = self.required_signers(seat, kind)?;
        self.offers.retain(|offer| offer.kind != *kind);
        self.offers.push(Offer { kind: kind.clone(), by: seat, waiting });
        self.conclude_if_agreed(kind, Millis::ZERO)
    }

    /// A seat agrees to what was proposed.
    ///
    /// # Errors
    /// If nothing of the kind waits for its answer.
    pub fn accept(&mut self, seat: Seat, kind: &OfferKind) -> Result<(), TableError> {
        self.accept_after(seat, kind, Millis::ZERO)
    }

    /// The same when the seat to act has thought for so long since its last action: a takeback does not give it back.
    ///
    /// # Errors
    /// If nothing of the kind waits for its answer.
    pub fn accept_after(&mut self, seat: Seat, kind: &OfferKind, spent: Millis) -> Result<(), TableError> {
        self.ensure_not_over()?;
        let offer = self.pending_offer(seat, kind).ok_or(TableError::NoOffer { seat: self.name(seat) })?;
        self.offers[offer].waiting = self.offers[offer].waiting.without(seat);
        self.conclude_if_agreed(kind, spent)
    }

    /// A seat declines what was proposed, or takes its own proposal back.
    ///
    /// # Errors
    /// If there is no such proposal.
    pub fn decline(&mut self, seat: Seat, kind: &OfferKind) -> Result<(), TableError> {
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
        let others = self.playing().without(seat);
        match kind {
            OfferKind::Draw => Ok(others),
            OfferKind::Takeback => self.turn_start(seat).map(|_| others),
            OfferKind::Treaty(text) => self.treaty(seat, text).map(|(_, signers)| signers),
        }
    }

    /// The texts of the treaties that can be proposed now, each with who may.
    pub fn treaties(&self) -> Vec<(Seat, String)> {
        let mut treaties = Vec::new();
        self.position.treaties(self.previous_position(), &mut treaties);
        treaties.iter().map(|treaty| (treaty.proposer, treaty.action.to_string())).collect()
    }

    /// The texts of the treaties that `seat` may propose now.
    pub fn proposable(&self, seat: Seat) -> Vec<String> {
        let own = self.treaties().into_iter().filter(|(proposer, _)| *proposer == seat);
        own.map(|(_, text)| text).collect()
    }

    /// The treaty of this text that `seat` may propose now, and who must agree.
    pub(super) fn treaty(&self, seat: Seat, text: &str) -> Result<(P::Action, SeatSet), TableError> {
        let mut treaties = Vec::new();
        self.position.treaties(self.previous_position(), &mut treaties);
        let treaty = treaties.into_iter().find(|t| t.proposer == seat && t.action.to_string() == text);
        let treaty = treaty.ok_or_else(|| TableError::NotNow(format!("{text:?} cannot be proposed now.")))?;
        Ok((treaty.action, treaty.signers))
    }

    /// The position that a treaty of this text, proposed by `seat`, would lead to.
    pub fn after_treaty(&self, seat: Seat, text: &str) -> Option<P> {
        let (action, _) = self.treaty(seat, text).ok()?;
        let mut after = self.position.clone();
        after.play(action);
        Some(after)
    }

    /// Does what all have agreed to.
    fn conclude_if_agreed(&mut self, kind: &OfferKind, spent: Millis) -> Result<(), TableError> {
        let Some(agreed) =
            self.offers.iter().position(|offer| offer.kind == *kind && offer.waiting.is_empty())
        else {
            return Ok(());
        };
        let by = self.offers.remove(agreed).by;
        match kind {
            OfferKind::Draw => self.apply("draw"),
            OfferKind::Takeback => self.take_back(by, spent),
            OfferKind::Treaty(text) => self.apply_treaty(by, text),
        }
    }

    /// After something has happened: a treaty lapses with it, who acts without answering has declined, and when
    /// somebody has lost their say, or nobody has acted, everything must be proposed anew.
    pub(super) fn expire_offers(&mut self, acted: Option<Seat>) {
        let Some(seat) = acted else {
            self.offers.clear();
            return;
        };
        self.offers
            .retain(|offer| !matches!(offer.kind, OfferKind::Treaty(_)) && !offer.waiting.contains(seat));
    }

    /// Logged with the proposer's name, since it may have been proposed out of turn.
    fn apply_treaty(&mut self, by: Seat, text: &str) -> Result<(), TableError> {
        self.apply_recorded(&format!("{text}:{}", self.name(by)))
    }
}
