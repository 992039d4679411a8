//! The engine for Bishops: a survival phase of four colours, each for itself, then a duel of chess.

mod duel;
pub mod multiplayer;
mod searcher;
mod survival;
mod weights;

pub use duel::{DuelFeatures, DuelSearchGame};
pub use searcher::BishopsSearcher;
pub use survival::{
    SurvivalFeatures, SurvivalFitConfig, SurvivalSearchGame, fit_weights as fit_survival,
    spsa_tune as spsa_tune_survival,
};

use crate::{Engine, EnginePlayer, EngineSettings, Skill, Skills};

/// With four players luck is large, so the levels are far apart.
const SKILLS: Skills = Skills([
    Skill { depth: Some(1), nodes: None, eval_noise: 350, missed_percent: 40 },
    Skill { depth: Some(1), nodes: None, eval_noise: 140, missed_percent: 20 },
    Skill { depth: Some(2), nodes: None, eval_noise: 60, missed_percent: 6 },
    Skill { depth: Some(3), nodes: None, eval_noise: 20, missed_percent: 1 },
    Skill { depth: None, nodes: Some(2_000), eval_noise: 0, missed_percent: 0 },
    Skill { depth: None, nodes: Some(8_000), eval_noise: 0, missed_percent: 0 },
    Skill { depth: None, nodes: Some(30_000), eval_noise: 0, missed_percent: 0 },
    Skill::FULL,
]);

/// Creates an engine for Bishops.
///
/// # Errors
/// Returns a message if the weights in `settings` cannot be parsed.
pub fn engine(settings: &EngineSettings) -> Result<Box<dyn Engine>, String> {
    let (duel, survival) = match &settings.weights {
        Some(text) => weights::parse(text)?,
        None => weights::default_weights(),
    };
    let (duel, survival) = (DuelSearchGame::new(duel), SurvivalSearchGame::new(survival));
    let searcher = BishopsSearcher::new(duel, survival, settings.hash_mebibytes, settings.threads);
    Ok(Box::new(EnginePlayer::new(searcher, SKILLS)))
}
