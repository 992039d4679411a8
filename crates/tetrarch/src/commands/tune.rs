//! `tetrarch tune`: tunes the evaluation weights of an engine by self-play.

use anyhow::Context as _;
use clap::Args;
use std::io::{IsTerminal as _, stderr};
use std::path::PathBuf;
use tetrarch_engine::tune::{
    SelfPlayConfig, TexelConfig, TexelResult, Tunable, self_play, spsa_tune, texel_tune,
};
use tetrarch_engine::{Features, Weights};

/// The arguments of `tetrarch tune`.
#[derive(Args, Debug)]
pub struct TuneArgs {
    /// What to tune: usually the name of a game; a wrong name lists them all
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
    pub(crate) rounds: usize,
    /// Tune by playing perturbed weights against each other (SPSA) instead of fitting them to game results
    #[arg(long)]
    pub(crate) climb: bool,
    /// File with the initial weights; defaults to the built-in weights
    #[arg(long)]
    from: Option<PathBuf>,
    /// Output file
    #[arg(long, short)]
    out: PathBuf,
}

impl TuneArgs {
    pub(crate) fn self_play_config(&self) -> SelfPlayConfig {
        SelfPlayConfig {
            games: self.games,
            nodes: self.nodes,
            max_opening_actions: self.opening,
            seed: self.seed,
            threads: self.concurrency,
        }
    }

    /// The initial weights, if a file is given.
    pub(crate) fn initial_weights<F: Features>(&self) -> anyhow::Result<Option<Weights>> {
        let Some(file) = &self.from else { return Ok(None) };
        let text =
            std::fs::read_to_string(file).with_context(|| format!("failed to read {}", file.display()))?;
        let weights = Weights::parse::<F>(&text).map_err(anyhow::Error::msg);
        weights.map(Some).with_context(|| format!("invalid weights in {}", file.display()))
    }

    /// Writes the tuned weights to the output file.
    pub(crate) fn write_weights<F: Features>(&self, weights: &Weights) -> anyhow::Result<()> {
        std::fs::write(&self.out, weights.to_text::<F>(&self.description()))
            .with_context(|| format!("failed to write {}", self.out.display()))
    }

    fn description(&self) -> String {
        let TuneArgs { game, games, nodes, opening, seed, .. } = self;
        let how = if self.climb { " --climb" } else { "" };
        format!(
            "Learnt by tetrarch tune {game}{how} --games {games} --nodes {nodes} --opening {opening} --seed {seed}"
        )
    }
}

/// Tunes the weights of one evaluation and writes them to the output file.
pub(crate) fn run<M: Tunable>(search_game: &M, args: &TuneArgs) -> anyhow::Result<()> {
    let search_game = match args.initial_weights::<M::FeatureSet>()? {
        Some(weights) => search_game.with_weights(weights),
        None => search_game.clone(),
    };
    let config = args.self_play_config();
    let weights = if args.climb {
        spsa_tune(&search_game, &config, &print_factors)
    } else {
        texel_tune_weights(&search_game, &config, args.rounds)
    };
    args.write_weights::<M::FeatureSet>(&weights)
}

/// Prints the factors after every 100 pairs of games.
pub(crate) fn print_factors(pairs: usize, factors: &[(String, f64)]) {
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
