//! `tetrarch ladder`: plays each level against the one two below it, and the other strength targets of the engines.

use super::match_command::{default_concurrency, format_elo, format_percent, pairs_for, progress_bar};
use crate::dealing::fair_outcome;
use crate::games::{self, BenchmarkOpponent, ENTRIES, EngineEntry, GameEntry, StrengthTarget};
use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tetrarch_arena::{
    EngineMatch, Estimate, GameConfig, MatchPlayer, MatchScore, PlayerSpec, SeatSplit, StopRule,
};
use tetrarch_table::search::Level;
use tetrarch_table::{Game, TimeControl};

/// The arguments of `tetrarch ladder`.
#[derive(Args, Debug)]
pub(crate) struct LadderArgs {
    /// Name of the game; defaults to all games with an engine
    game: Option<String>,
    /// Number of games of each level against the one two below
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Number of games for each other target: against greedy players, with more threads, against Stockfish
    #[arg(long, default_value_t = 200)]
    other_games: u64,
    /// Maximum number of nodes per search between levels, so that the result does not depend on the machine
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// Path of Stockfish; defaults to /usr/games/stockfish, and its match is skipped if it is missing
    #[arg(long, value_name = "PROGRAM")]
    stockfish: Option<PathBuf>,
    /// Seed for openings, deals and random choices of players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of concurrent games; defaults to the number of processors
    #[arg(long)]
    concurrency: Option<usize>,
    /// Directory for the reports, one page per game
    #[arg(long, default_value = "docs/ladders")]
    out: PathBuf,
    /// Continue an unfinished report that was started with the same settings
    #[arg(long)]
    go_on: bool,
}

/// The score a level must reach against the one two below it.
const TARGET_TWO_LEVELS_UP: f64 = 0.75;

const MISSED: &str = "**missed**";

/// The path of Debian's Stockfish package.
const DEBIAN_STOCKFISH: &str = "/usr/games/stockfish";

/// A match of the ladder and the score to reach.
struct Rung {
    title: String,
    a: String,
    b: String,
    games: u64,
    /// Whether each game needs all processors.
    one_at_a_time: bool,
    sharing: SeatSplit,
    start: Option<&'static str>,
    target: f64,
}

pub(crate) fn run(args: &LadderArgs) -> anyhow::Result<()> {
    let entries = match &args.game {
        Some(name) => vec![games::entry(name)?],
        None => ENTRIES.to_vec(),
    };
    let mut missed = Vec::new();
    for GameEntry { rules: game, engine, .. } in entries {
        let Some(engine) = engine else { continue };
        std::fs::create_dir_all(&args.out)
            .with_context(|| format!("failed to create {}", args.out.display()))?;
        let (page, all_met) = play_ladder(*game, engine, args)?;
        anstream::print!("{page}");
        if !all_met {
            missed.push(game.title());
        }
    }
    if !missed.is_empty() {
        bail!("strength targets missed in {}", missed.join(", "));
    }
    Ok(())
}

/// Plays all matches of a game and writes its page after each. Returns the page, and whether all targets were met.
fn play_ladder(
    game: &'static dyn Game,
    engine: &EngineEntry,
    args: &LadderArgs,
) -> anyhow::Result<(String, bool)> {
    let file = &args.out.join(format!("{}.md", game.name()));
    let mut page = head(game, args)?;
    let known = if args.go_on { finished_rows(file, &page) } else { Vec::new() };
    let mut all_met = true;
    for rung in rungs(engine, args) {
        let row = match known.iter().find(|row| row.starts_with(&format!("| {} |", rung.title))) {
            Some(row) => row.clone(),
            None => {
                eprintln!("{}: {}", game.title(), rung.title);
                rung.row(&rung.play(game, engine, args)?)?
            }
        };
        all_met &= !row.contains(MISSED);
        writeln!(page, "{row}")?;
        std::fs::write(file, &page).with_context(|| format!("failed to write {}", file.display()))?;
    }
    Ok((page, all_met))
}

/// The finished rows of a page that starts with `head`.
fn finished_rows(file: &Path, head: &str) -> Vec<String> {
    let page = std::fs::read_to_string(file).unwrap_or_default();
    page.strip_prefix(head).unwrap_or_default().lines().map(str::to_string).collect()
}

fn rungs(engine: &EngineEntry, args: &LadderArgs) -> Vec<Rung> {
    let limit = |level: Level| format!("level={level},nodes={}", args.nodes);
    let levels: Vec<Level> = Level::all().collect();
    let pairs = levels.iter().zip(&levels[2..]).map(|(low, high)| Rung {
        title: format!("level {high} against level {low}"),
        a: limit(*high),
        b: limit(*low),
        games: args.games,
        one_at_a_time: false,
        sharing: SeatSplit::Halves,
        start: None,
        target: TARGET_TWO_LEVELS_UP,
    });
    pairs
        .chain(engine.targets.iter().filter_map(|strength_target| target_rung(strength_target, args)))
        .collect()
}

/// The match for a strength target, if its opponent is installed.
fn target_rung(strength_target: &StrengthTarget, args: &LadderArgs) -> Option<Rung> {
    let b = match strength_target.opponent {
        BenchmarkOpponent::Player(player) | BenchmarkOpponent::FewerThreads(player) => player.to_string(),
        BenchmarkOpponent::Stockfish(options) => {
            let default = || Some(PathBuf::from(DEBIAN_STOCKFISH)).filter(|program| program.exists());
            let Some(program) = args.stockfish.clone().or_else(default) else {
                eprintln!("skipped, because {DEBIAN_STOCKFISH} is not installed: {}", strength_target.title);
                return None;
            };
            format!("uci={},{options}", program.display())
        }
    };
    Some(Rung {
        title: strength_target.title.to_string(),
        a: strength_target.player.to_string(),
        b,
        games: args.other_games,
        one_at_a_time: matches!(strength_target.opponent, BenchmarkOpponent::FewerThreads(_)),
        sharing: strength_target.sharing,
        start: strength_target.start,
        target: strength_target.score,
    })
}

impl Rung {
    fn play(
        &self,
        game: &'static dyn Game,
        engine: &EngineEntry,
        args: &LadderArgs,
    ) -> anyhow::Result<MatchScore> {
        let player = |text: &str| text.parse::<PlayerSpec>();
        let config = GameConfig {
            game,
            options: json!({}),
            start: self.start.map(str::to_string),
            control: TimeControl::None,
            deal: fair_outcome,
            opening_actions: 4,
            stop_rule: StopRule { max_actions: 2000, until: None },
        };
        let game_match = EngineMatch {
            config,
            engine: Some(engine.make),
            a: player(&self.a)?,
            b: player(&self.b)?,
            pairs: pairs_for(self.games),
            sharing: self.sharing,
            seed: args.seed,
            concurrency: if self.one_at_a_time {
                1
            } else {
                args.concurrency.unwrap_or_else(|| default_concurrency(1))
            },
            sprt: None,
        };
        let bar = progress_bar(2 * game_match.pairs);
        let result =
            game_match.run(&AtomicBool::new(false), |pair, _| bar.set_position(2 * (pair.number + 1)))?;
        bar.finish_and_clear();
        Ok(result)
    }

    /// The score that the target is about: with one seat against several, or over all games.
    fn score(&self, result: &MatchScore) -> Option<Estimate> {
        match self.sharing {
            SeatSplit::OneAgainstAll => result.lone_score(MatchPlayer::A),
            SeatSplit::Halves => result.score(),
        }
    }

    fn row(&self, result: &MatchScore) -> anyhow::Result<String> {
        let score = self.score(result).context("no game was counted")?;
        let met = score.score >= self.target && result.faults.is_empty();
        let mut row = format!(
            "| {} | {} | +{} ={} −{} | {} | {} | {:.0} %: {} |",
            self.title,
            result.games(),
            result.wins,
            result.draws,
            result.losses,
            format_percent(score),
            format_elo(score),
            100.0 * self.target,
            if met { "met" } else { MISSED }
        );
        result.faults.iter().try_for_each(|fault| write!(row, "\n| fault: {fault} | | | | | |"))?;
        Ok(row)
    }
}

fn head(game: &dyn Game, args: &LadderArgs) -> anyhow::Result<String> {
    let mut head = format!("# {} ladder\n\n", game.title());
    writeln!(
        head,
        "Written by `tetrarch ladder {} --games {} --other-games {}` (seed {}, version {}). Games are played in pairs with the same starting \
         position and the same random numbers but swapped seats, and begin with four random actions. Each pair is one \
         observation for the 95 % confidence interval in parentheses. In matches between levels, each decision searches at \
         most {} positions, without a time limit. The greedy player picks the best result that it can reach with one action.\n",
        game.name(),
        args.games,
        args.other_games,
        args.seed,
        env!("CARGO_PKG_VERSION"),
        args.nodes,
    )?;
    writeln!(head, "| match | games | won, drawn, lost | score | Elo | target |")?;
    writeln!(head, "|---|---|---|---|---|---|")?;
    Ok(head)
}
