//! The weights of both phases, in one file.

use super::duel::DuelFeatures;
use super::survival::SurvivalFeatures;
use crate::evaluation::Weights;
use std::sync::{Arc, OnceLock};

/// The weights of the duel and of the survival phase.
pub(super) type BothWeights = (Arc<Weights>, Arc<Weights>);

/// Prefix of the names of the survival weights.
const SURVIVAL_PREFIX: &str = "survival-";

/// The weights that are compiled into the program.
pub(super) fn default_weights() -> BothWeights {
    static WEIGHTS: OnceLock<BothWeights> = OnceLock::new();
    WEIGHTS
        .get_or_init(|| {
            let (duel, survival) = split_sections(include_str!("../../weights/bishops.txt"));
            let duel = Weights::parse::<DuelFeatures>(&duel).expect("built-in duel weights are valid");
            let survival = Weights::parse::<SurvivalFeatures>(&survival);
            (Arc::new(duel), Arc::new(survival.expect("built-in survival weights are valid")))
        })
        .clone()
}

/// Parses a file with the weights of both phases, or of one of them.
///
/// # Errors
/// Returns a message about the first malformed line.
pub(super) fn parse(text: &str) -> Result<BothWeights, String> {
    let (duel, survival) = split_sections(text);
    let (default_duel, default_survival) = default_weights();
    let duel = if duel.is_empty() { default_duel } else { Arc::new(Weights::parse::<DuelFeatures>(&duel)?) };
    let survival = if survival.is_empty() {
        default_survival
    } else {
        Arc::new(Weights::parse::<SurvivalFeatures>(&survival)?)
    };
    Ok((duel, survival))
}

/// The lines of the duel and those of the survival phase.
fn split_sections(text: &str) -> (String, String) {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let (survival, duel): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with(SURVIVAL_PREFIX));
    (duel.join("\n"), survival.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Features as _, Weight};

    #[test]
    fn a_file_may_hold_the_weights_of_a_single_phase() {
        let (duel, survival) = default_weights();
        let higher = |weights: &Weights| {
            let higher = |weight: Weight| Weight { midgame: weight.midgame + 1, ..weight };
            Arc::new(Weights::new(weights.iter().map(higher).collect()))
        };
        let other_duel = higher(&duel);
        let text = other_duel.to_text::<DuelFeatures>("the duel");
        assert_eq!(parse(&text), Ok((other_duel, Arc::clone(&survival))));
        let other_survival = higher(&survival);
        let text = other_survival.to_text::<SurvivalFeatures>("the first phase");
        assert_eq!(parse(&text), Ok((duel, other_survival)));
        assert!(parse("survival-men-0 1 x").is_err());
        assert_eq!(SurvivalFeatures::name(0), "survival-men-0");
    }
}
