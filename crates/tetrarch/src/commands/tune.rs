//! `tetrarch tune`: learns the weights of an engine's evaluation from games against itself.

use anyhow::Context as _;
use clap::Args;
use std::io::{IsTerminal as _, stderr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tetrarch_engine::bishops::{
    SurvivalFeatures, SurvivalFitConfig, SurvivalSearchGame, climb_survival, learn_survival,
};
use tetrarch_engine::tune::{
    SelfPlayConfig, TexelConfig, TexelResult, Tunable, self_play, spsa_tune, texel_tune,
};
use tetrarch_engine::{Features, Weights};

/// How strongly the weights of the first phase of Bishops are held to where they began.
const SURVIVAL_REGULARISATION: f64 = 0.0005;

/// How to learn.
#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// The game: an engine must play it
    pub(crate) game: String,
    /// How many games are played to learn from
    #[arg(long, default_value_t = 4000)]
    games: usize,
    /// How many positions are looked at for each decision
    #[arg(long, default_value_t = 3000)]
    nodes: u64,
    /// With how many actions at random a game begins, at most
    #[arg(long, default_value_t = 12)]
    opening: u64,
    /// What fixes all luck
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once
    #[arg(long, default_value_t = 2)]
    concurrency: usize,
    /// How many times the positions are gone through
    #[arg(long, default_value_t = 40)]
    rounds: usize,
    /// Learn by playing minds that differ against each other, instead of from the results of positions
    #[arg(long)]
    climb: bool,
    /// The file to begin from; without it, the weights in the program
    #[arg(long)]
    from: Option<PathBuf>,
    /// The file to write
    #[arg(long, short)]
    out: PathBuf,
}

impl TuneArgs {
    fn recipe(&self) -> SelfPlayConfig {
        SelfPlayConfig {
            games: self.games,
            nodes: self.nodes,
            max_opening_actions: self.opening,
            seed: self.seed,
            threads: self.concurrency,
        }
    }

    fn description(&self) -> String {
        let TuneArgs { game, games, nodes, opening, seed, .. } = self;
        let how = if self.climb { " --climb" } else { "" };
        format!(
            "Learnt by tetrarch tune {game}{how} --games {games} --nodes {nodes} --opening {opening} --seed {seed}"
        )
    }
}

/// Learns and writes the weights of the first phase of Bishops: by who goes first, or by playing.
pub(crate) fn run_survival(args: &TuneArgs) -> anyhow::Result<()> {
    let begin = match &args.from {
        Some(file) => SurvivalSearchGame::new(Arc::new(read_weights::<SurvivalFeatures>(file)?)),
        None => SurvivalSearchGame::default(),
    };
    let weights = if args.climb {
        climb_survival(&begin, &args.recipe(), &print_factors)
    } else {
        let fit = SurvivalFitConfig { epochs: args.rounds, regularization: SURVIVAL_REGULARISATION };
        learn_survival(&begin, &args.recipe(), fit, &mut |count, before, after| {
            eprintln!(
                "{count} positions; surprise at those not learnt from: {before:.4} before, {after:.4} after"
            );
        })
    };
    std::fs::write(&args.out, weights.to_text::<SurvivalFeatures>(&args.description()))
        .with_context(|| format!("writing {}", args.out.display()))
}

/// Learns and writes the weights of one mind.
pub(crate) fn run<M: Tunable>(mind: &M, args: &TuneArgs) -> anyhow::Result<()> {
    let mind = match &args.from {
        Some(file) => mind.with_weights(read_weights::<M::FeatureSet>(file)?),
        None => mind.clone(),
    };
    let recipe = args.recipe();
    let weights = if args.climb {
        spsa_tune(&mind, &recipe, &print_factors)
    } else {
        regress(&mind, &recipe, args.rounds)
    };
    std::fs::write(&args.out, weights.to_text::<M::FeatureSet>(&args.description()))
        .with_context(|| format!("writing {}", args.out.display()))
}

fn read_weights<F: Features>(file: &Path) -> anyhow::Result<Weights> {
    let text = std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    let weights = Weights::parse::<F>(&text).map_err(anyhow::Error::msg);
    weights.with_context(|| format!("the weights in {}", file.display()))
}

/// Says now and then how far a climb has come.
fn print_factors(pairs: usize, factors: &[(String, f64)]) {
    if pairs.is_multiple_of(100) {
        let told: Vec<String> = factors.iter().map(|(name, factor)| format!("{name} {factor:.2}")).collect();
        eprintln!("{pairs} pairs: {}", told.join(", "));
    }
}

/// Fits the weights to the results of positions.
fn regress<M: Tunable>(mind: &M, recipe: &SelfPlayConfig, rounds: usize) -> Weights {
    let shown = stderr().is_terminal();
    let samples = self_play(mind, recipe, &|done| {
        if shown && (done % 10 == 0 || done == recipe.games) {
            eprint!("\r{done} of {} games", recipe.games);
        }
    });
    eprintln!("\n{} quiet positions of {} games", samples.len(), recipe.games);
    let how = TexelConfig { epochs: rounds, scale: M::WIN_PROBABILITY_SCALE };
    let TexelResult { weights, error_before: before, error_after: after } =
        texel_tune::<M::FeatureSet>(mind.weights(), &samples, how);
    eprintln!("mean square error on games not learnt from: {before:.5} before, {after:.5} after");
    weights
}
