//! Bishops: four colours each for itself, then a duel of chess.

mod duel;
mod survival;
mod thinker;
mod weights;

pub use duel::{DuelFeatures, DuelMind};
pub use survival::{
    SurvivalFeatures, SurvivalFit, Survivors, climb as climb_survival, learn as learn_survival,
};
pub use thinker::BishopsThinker;

use crate::{Brain, Engine, Settings, Skill, Skills};

/// With four at the table luck is large, so the levels lie far apart.
const SKILLS: Skills = Skills([
    Skill { depth: Some(1), nodes: None, misjudges: 350, overlooks: 40 },
    Skill { depth: Some(1), nodes: None, misjudges: 140, overlooks: 20 },
    Skill { depth: Some(2), nodes: None, misjudges: 60, overlooks: 6 },
    Skill { depth: Some(3), nodes: None, misjudges: 20, overlooks: 1 },
    Skill { depth: None, nodes: Some(2_000), misjudges: 0, overlooks: 0 },
    Skill { depth: None, nodes: Some(8_000), misjudges: 0, overlooks: 0 },
    Skill { depth: None, nodes: Some(30_000), misjudges: 0, overlooks: 0 },
    Skill::FULL,
]);

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
    Ok(Box::new(Brain::new(thinker, SKILLS)))
}
