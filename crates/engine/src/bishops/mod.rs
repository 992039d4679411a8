//! Bishops: four colours each for itself, then a duel of chess.

mod duel;
mod survival;
mod thinker;
mod weights;

pub use duel::{DuelFeatures, DuelMind};
pub use survival::{SurvivalFeatures, SurvivalFit, Survivors, learn as learn_survival};
pub use thinker::BishopsThinker;

use crate::{Brain, Engine, Settings, Skills};

/// An engine for Bishops.
///
/// # Errors
/// What is wrong with the weights.
pub fn engine(settings: &Settings) -> Result<Box<dyn Engine>, String> {
    let (duel, survival) = match &settings.weights {
        Some(text) => weights::parse(text)?,
        None => weights::learnt(),
    };
    let (duel, survival) = (DuelMind::new(duel), Survivors::new(survival));
    let thinker = BishopsThinker::new(duel, survival, settings.memory, settings.threads);
    Ok(Box::new(Brain::new(thinker, Skills::USUAL)))
}
