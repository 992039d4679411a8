//! `tetrarch tune`: tunes the evaluation weights of an engine by self-play.

use anyhow::Context as _;
use clap::Args;
use std::io::{IsTerminal as _, stderr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tetrarch_engine::bishops::{
    SurvivalFeatures, SurvivalFitConfig, SurvivalSearchGame, fit_survival, spsa_tune_survival,
};
use tetrarch_engine::tune::{
    SelfPlayConfig, TexelConfig, TexelResult, Tunable, self_play, spsa_tune, texel_tune,
};
use tetrarch_engine::{Features, Weights};

/// The regularisation towards the initial weights, for the first phase of Bishops.
const SURVIVAL_REGULARISATION: f64 = 0.0005;

/// The arguments of `tetrarch tune`.
#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// What to tune: a game with an engine; Bishops has bishops-survival and bishops-duel
    pub(crate) game: String,
    /// Number of self-play games
    #[arg(long, default_value_t = 4000)]
    games: usize,
    /// Number of nodes per search
    #[arg(long, default_value_t = 3000)]
    nodes: u64,
    /// Maximum number of random actions at the start of a game
    #[arg(long, default_value_t = 12)]
    opening: u64,
    /// Seed for all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of concurrent games
    #[arg(long, default_value_t = 2)]
    concurrency: usize,
    /// Number of passes over the positions
    #[arg(long, default_value_t = 40)]
    rounds: usize,
    /// Tune by playing perturbed weights against each other (SPSA) instead of fitting them to game results
    #[arg(long)]
    climb: bool,
    /// File with the initial weights; defaults to the built-in weights
    #[arg(long)]
    from: Option<PathBuf>,
    /// Output file
    #[arg(long, short)]
    out: PathBuf,
}

impl TuneArgs {
    fn self_play_config(&self) -> SelfPlayConfig {
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

/// Tunes the weights of the first phase of Bishops: by the order of elimination, or by SPSA.
pub(crate) fn run_survival(args: &TuneArgs) -> anyhow::Result<()> {
    let begin = match &args.from {
        Some(file) => SurvivalSearchGame::new(Arc::new(read_weights::<SurvivalFeatures>(file)?)),
        None => SurvivalSearchGame::default(),
    };
    let weights = if args.climb {
        spsa_tune_survival(&begin, &args.self_play_config(), &print_factors)
    } else {
        let fit = SurvivalFitConfig { epochs: args.rounds, regularization: SURVIVAL_REGULARISATION };
        fit_survival(&begin, &args.self_play_config(), fit, &mut |count, before, after| {
            eprintln!("{count} positions; loss on the held-out ones: {before:.4} before, {after:.4} after");
        })
    };
    std::fs::write(&args.out, weights.to_text::<SurvivalFeatures>(&args.description()))
        .with_context(|| format!("failed to write {}", args.out.display()))
}

/// Tunes the weights of one evaluation and writes them to the output file.
pub(crate) fn run<M: Tunable>(search_game: &M, args: &TuneArgs) -> anyhow::Result<()> {
    let search_game = match &args.from {
        Some(file) => search_game.with_weights(read_weights::<M::FeatureSet>(file)?),
        None => search_game.clone(),
    };
    let config = args.self_play_config();
    let weights = if args.climb {
        spsa_tune(&search_game, &config, &print_factors)
    } else {
        texel_tune_weights(&search_game, &config, args.rounds)
    };
    std::fs::write(&args.out, weights.to_text::<M::FeatureSet>(&args.description()))
        .with_context(|| format!("failed to write {}", args.out.display()))
}

fn read_weights<F: Features>(file: &Path) -> anyhow::Result<Weights> {
    let text = std::fs::read_to_string(file).with_context(|| format!("failed to read {}", file.display()))?;
    let weights = Weights::parse::<F>(&text).map_err(anyhow::Error::msg);
    weights.with_context(|| format!("invalid weights in {}", file.display()))
}

/// Prints the factors after every 100 pairs of games.
fn print_factors(pairs: usize, factors: &[(String, f64)]) {
    if pairs.is_multiple_of(100) {
        let parts: Vec<String> = factors.iter().map(|(name, factor)| format!("{name} {factor:.2}")).collect();
        eprintln!("{pairs} pairs: {}", parts.join(", "));
    }
}

/// Fits the weights to the results of self-play games.
fn texel_tune_weights<M: Tunable>(search_game: &M, config: &SelfPlayConfig, rounds: usize) -> Weights {
    let shown = stderr().is_terminal();
    let samples = self_play(search_game, config, &|done| {
        if shown && (done % 10 == 0 || done == config.games) {
            eprint!("\r{done} of {} games", config.games);
        }
    });
    eprintln!("\n{} quiet positions of {} games", samples.len(), config.games);
    let how = TexelConfig { epochs: rounds, scale: M::WIN_PROBABILITY_SCALE };
    let TexelResult { weights, error_before: before, error_after: after } =
        texel_tune::<M::FeatureSet>(search_game.weights(), &samples, how);
    eprintln!("mean squared error on held-out games: {before:.5} before, {after:.5} after");
    weights
}
