//! `tetrarch match`: plays a match between two players.

use crate::cli::OptionsArg;
use crate::dealing::fair_outcome;
use crate::games::{GAMES, make_engine};
use anyhow::Context as _;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;
use tetrarch_arena::{
    EngineMatch, Estimate, GameConfig, MatchPlayer, MatchScore, PlayerSpec, SeatSplit, Sprt, SprtDecision,
    StopRule,
};
use tetrarch_table::TimeControl;

/// The arguments of `tetrarch match`.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// Name of the game; `tetrarch show` lists them
    game: String,
    /// Player whose score is reported: random, greedy, level=3, nodes=5000, depth=4, time=100ms or uci=PROGRAM, joined by
    /// commas with hash=16, threads=2, weights=FILE, others=best-reply (in games with more than two sides) and UCI
    /// options of PROGRAM such as UCI_Elo=2000
    #[arg(long, value_name = "PLAYER")]
    a: PlayerSpec,
    /// Opponent
    #[arg(long, value_name = "PLAYER")]
    b: PlayerSpec,
    /// Number of games; played in pairs with seats swapped, so an odd number is rounded up
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    #[command(flatten)]
    options: OptionsArg,
    /// Start from this position text
    #[arg(long, value_name = "TEXT")]
    start: Option<String>,
    /// Clock as JSON, with times in milliseconds, such as '{"kind":"fischer","initial":10000,"increment":100}'
    #[arg(long, value_name = "JSON", default_value = r#"{"kind":"none"}"#)]
    clock: String,
    /// Number of random actions at the start of each pair of games
    #[arg(long, default_value_t = 4)]
    opening: usize,
    /// Maximum number of actions; longer games are stopped and count as draws
    #[arg(long, default_value_t = 2000)]
    longest: usize,
    /// Stop a game when its position text starts with this, such as the name of a phase; the remaining seats share the
    /// points
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    until: Option<String>,
    /// Play one seat against all others, in games without teams
    #[arg(long)]
    alone: bool,
    /// Seed for openings, deals and random choices of players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of concurrent games; defaults to the number of processors divided by the threads of a player
    #[arg(long)]
    concurrency: Option<usize>,
    /// Write the records of all games to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Stop the match as soon as an SPRT decides whether A is at most ELO0 or at least ELO1 stronger
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
}

pub(crate) fn run(args: MatchArgs) -> anyhow::Result<()> {
    let mut records = args.records.as_ref().map(create_file).transpose()?;
    let players = format!("{} against {}", args.a, args.b);
    let game_match = args.into_match()?;
    let mut failed = None;
    let bar = progress_bar(game_match.pairs * 2);
    let result = game_match.run(&AtomicBool::new(false), |pair, result| {
        bar.set_position(2 * (pair.number + 1));
        bar.set_message(progress_message(result));
        for game in &pair.games {
            let written = records.as_mut().map(|file| file.write_all(game.record.as_bytes()));
            failed = failed.take().or(written.and_then(Result::err));
        }
    })?;
    bar.finish_and_clear();
    failed
        .or(records.and_then(|mut file| file.flush().err()))
        .map_or(Ok(()), Err)
        .context("failed to write the records")?;
    write!(io::stdout().lock(), "{players}\n{}", report(&result, &game_match))?;
    Ok(())
}

fn create_file(file: &PathBuf) -> anyhow::Result<BufWriter<File>> {
    Ok(BufWriter::new(File::create(file).with_context(|| format!("failed to create {}", file.display()))?))
}

/// A progress bar, which indicatif only shows on a terminal.
pub(crate) fn progress_bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} ({eta} left)");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

impl MatchArgs {
    fn into_match(self) -> anyhow::Result<EngineMatch> {
        let game = GAMES.by_name(&self.game)?;
        let control: TimeControl = serde_json::from_str(&self.clock).with_context(|| {
            format!("invalid --clock {:?}: expected JSON like '{{\"kind\":\"none\"}}'", self.clock)
        })?;
        let config = GameConfig {
            game,
            options: self.options.value()?,
            start: self.start,
            control,
            deal: fair_outcome,
            opening_actions: self.opening,
            stop_rule: StopRule { max_actions: self.longest, until: self.until },
        };
        let threads = self.a.threads().max(self.b.threads());
        Ok(EngineMatch {
            config,
            engine: make_engine(game.name()),
            a: self.a,
            b: self.b,
            pairs: pairs_for(self.games),
            sharing: if self.alone { SeatSplit::OneAgainstAll } else { SeatSplit::Halves },
            seed: self.seed,
            concurrency: self.concurrency.unwrap_or_else(|| default_concurrency(threads)),
            sprt: self.sprt,
        })
    }
}

/// The number of pairs for a number of games. Notes on stderr that an odd number is rounded up.
pub(crate) fn pairs_for(games: u64) -> u64 {
    if games % 2 == 1 {
        eprintln!(
            "playing {} games instead of {games}: games are played in pairs with seats swapped",
            games + 1
        );
    }
    games.div_ceil(2)
}

/// The number of concurrent games that leaves one processor per search thread.
pub(crate) fn default_concurrency(threads: usize) -> usize {
    (available_parallelism().map_or(1, usize::from) / threads).max(1)
}

fn progress_message(result: &MatchScore) -> String {
    let score = result.score().map_or(String::new(), |score| format!(" {:.1} %", 100.0 * score.score));
    format!("+{} ={} -{}{score}", result.wins, result.draws, result.losses)
}

/// The report of a match.
fn report(result: &MatchScore, game_match: &EngineMatch) -> String {
    let mut lines = vec![format!(
        "{} games: {} won, {} drawn, {} lost",
        result.games(),
        result.wins,
        result.draws,
        result.losses
    )];
    if let Some(score) = result.score() {
        lines.push(format!("score {}", format_percent(score)));
        lines.push(format!("Elo {}", format_elo(score)));
    }
    for (player, name) in [(MatchPlayer::A, "A"), (MatchPlayer::B, "B")] {
        lines
            .extend(result.lone_score(player).map(|share| format!("{name} alone {}", format_percent(share))));
    }
    lines.extend(game_match.sprt.map(|sprt| sprt_line(result, &sprt)));
    // Reported even if it is zero: the text may never occur in this game.
    lines.extend(game_match.config.stop_rule.until.as_ref().map(|until| {
        format!(
            "{} games stopped at {until:?}, with the points shared by the remaining seats",
            result.stopped_at_position
        )
    }));
    for (count, words) in [
        (result.stopped_at_limit, "stopped at the maximum length and counted as draws"),
        (result.time_losses, "ended by time forfeit"),
        (2 * result.uncounted_pairs, "not counted because a game of the pair was aborted"),
    ] {
        if count > 0 {
            lines.push(format!("{count} games {words}"));
        }
    }
    lines.extend(result.faults.iter().map(|fault| format!("fault: {fault}")));
    lines.join("\n") + "\n"
}

fn sprt_line(result: &MatchScore, sprt: &Sprt) -> String {
    let (decision, ratio) = result.sprt(sprt);
    let words = match decision {
        SprtDecision::Continue => "undecided".to_string(),
        SprtDecision::AcceptH0 => format!("no better than {} Elo", sprt.elo0),
        SprtDecision::AcceptH1 => format!("at least {} Elo better", sprt.elo1),
    };
    format!(
        "SPRT {} or {} Elo: {words} (log-likelihood ratio {ratio:.2}, decided at ±{:.2})",
        sprt.elo0,
        sprt.elo1,
        Sprt::bound()
    )
}

/// `62.5 % (57.1 to 67.9)`.
pub(crate) fn format_percent(score: Estimate) -> String {
    let Estimate { score, low, high } = score;
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * score, 100.0 * low, 100.0 * high)
}

/// `+88 (+50 to +130)`.
pub(crate) fn format_elo(score: Estimate) -> String {
    let number = |elo: f64| match elo {
        f64::INFINITY => "+∞".to_string(),
        f64::NEG_INFINITY => "-∞".to_string(),
        // Adding 0.0 turns -0.0 into 0.0.
        elo => format!("{:+.0}", elo.round() + 0.0),
    };
    let Estimate { score, low, high } = score.elo();
    format!("{} ({} to {})", number(score), number(low), number(high))
}
