//! `tetrarch match`: many games between two players.

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

/// Who plays what, and how often.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// The game: see `tetrarch show`
    game: String,
    /// The player whose score is told: random, greedy, level=3, nodes=5000, depth=4, time=100ms, uci=PROGRAM, joined by
    /// commas with hash=16, threads=2, weights=FILE, in Bishops others=best-reply, and with options of the PROGRAM such as
    /// UCI_Elo=2000
    #[arg(long, value_name = "PLAYER")]
    a: PlayerSpec,
    /// The other player
    #[arg(long, value_name = "PLAYER")]
    b: PlayerSpec,
    /// How many games, in pairs with the seats exchanged: an odd number is one more
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    #[command(flatten)]
    options: OptionsArg,
    /// Begin from this position text
    #[arg(long, value_name = "TEXT")]
    start: Option<String>,
    /// The clock as JSON, such as '{"kind":"fischer","initial":10000,"increment":100}', in milliseconds
    #[arg(long, value_name = "JSON", default_value = r#"{"kind":"none"}"#)]
    clock: String,
    /// With how many actions at random each pair of games begins
    #[arg(long, default_value_t = 4)]
    opening: usize,
    /// After so many actions a game is stopped and counted as a draw
    #[arg(long, default_value_t = 2000)]
    longest: usize,
    /// Stop a game as soon as its position text begins with this, such as duel in Bishops: those still in it share the
    /// points
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    until: Option<String>,
    /// One seat against all others, where each plays for itself
    #[arg(long)]
    alone: bool,
    /// What fixes openings, deals and the luck of players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once; without it, as many as there are processors for
    #[arg(long)]
    concurrency: Option<usize>,
    /// Write the records of all games to this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Stop as soon as it is clear that A is no better than the first or at least as good as the second, in Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
}

pub(crate) fn run(args: MatchArgs) -> anyhow::Result<()> {
    let mut records = args.records.as_ref().map(create_file).transpose()?;
    let players = format!("{} against {}", args.a, args.b);
    let contest = args.into_match()?;
    let mut failed = None;
    let bar = progress_bar(contest.pairs * 2);
    let tally = contest.run(&AtomicBool::new(false), |pair, tally| {
        bar.set_position(2 * (pair.number + 1));
        bar.set_message(progress_message(tally));
        for game in &pair.games {
            let written = records.as_mut().map(|file| file.write_all(game.record.as_bytes()));
            failed = failed.take().or(written.and_then(Result::err));
        }
    })?;
    bar.finish_and_clear();
    failed
        .or(records.and_then(|mut file| file.flush().err()))
        .map_or(Ok(()), Err)
        .context("writing the records")?;
    write!(io::stdout().lock(), "{players}\n{}", report(&tally, &contest))?;
    Ok(())
}

fn create_file(file: &PathBuf) -> anyhow::Result<BufWriter<File>> {
    Ok(BufWriter::new(File::create(file).with_context(|| format!("creating {}", file.display()))?))
}

/// Shown on a terminal only.
pub(crate) fn progress_bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} ({eta} left)");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

impl MatchArgs {
    fn into_match(self) -> anyhow::Result<EngineMatch> {
        let game = GAMES.by_name(&self.game)?;
        let control: TimeControl = serde_json::from_str(&self.clock).with_context(|| {
            format!("--clock {:?} is no clock: write it like '{{\"kind\":\"none\"}}'", self.clock)
        })?;
        let terms = GameConfig {
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
            config: terms,
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

/// How many pairs of games are played if so many games were asked for.
pub(crate) fn pairs_for(games: u64) -> u64 {
    if games % 2 == 1 {
        eprintln!(
            "{} games instead of {games}: they are played in pairs, with the seats exchanged",
            games + 1
        );
    }
    games.div_ceil(2)
}

/// How many games at once leave a processor to each thread.
pub(crate) fn default_concurrency(threads: usize) -> usize {
    (available_parallelism().map_or(1, usize::from) / threads).max(1)
}

fn progress_message(tally: &MatchScore) -> String {
    let score = tally.score().map_or(String::new(), |score| format!(" {:.1} %", 100.0 * score.score));
    format!("+{} ={} -{}{score}", tally.wins, tally.draws, tally.losses)
}

/// What a match has shown, in lines.
fn report(tally: &MatchScore, contest: &EngineMatch) -> String {
    let mut lines = vec![format!(
        "{} games: {} won, {} drawn, {} lost",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses
    )];
    if let Some(score) = tally.score() {
        lines.push(format!("score {}", format_percent(score)));
        lines.push(format!("Elo {}", format_elo(score)));
    }
    for (holder, name) in [(MatchPlayer::A, "A"), (MatchPlayer::B, "B")] {
        lines.extend(tally.lone_score(holder).map(|share| format!("{name} alone {}", format_percent(share))));
    }
    lines.extend(contest.sprt.map(|sprt| sprt_line(tally, &sprt)));
    // Told even if there was none: the text may be one that the game never has.
    lines.extend(contest.config.stop_rule.until.as_ref().map(|until| {
        format!(
            "{} games stopped at {until:?}, the points shared by those still in them",
            tally.stopped_at_position
        )
    }));
    for (count, words) in [
        (tally.stopped_at_limit, "stopped for their length and counted as draws"),
        (tally.time_losses, "ended on the clock"),
        (2 * tally.uncounted_pairs, "do not count, because one of the pair was aborted"),
    ] {
        if count > 0 {
            lines.push(format!("{count} games {words}"));
        }
    }
    lines.extend(tally.faults.iter().map(|fault| format!("fault: {fault}")));
    lines.join("\n") + "\n"
}

fn sprt_line(tally: &MatchScore, sprt: &Sprt) -> String {
    let (verdict, ratio) = tally.sprt(sprt);
    let words = match verdict {
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
        // Adding nothing makes a zero positive.
        elo => format!("{:+.0}", elo.round() + 0.0),
    };
    let Estimate { score, low, high } = score.elo();
    format!("{} ({} to {})", number(score), number(low), number(high))
}
