//! `tetrarch ladder`: each level against the one two below it, and what else the engines promise.

use super::match_command::{default_concurrency, format_elo, format_percent, pairs_for, progress_bar};
use crate::dealing::fair_outcome;
use crate::games::{BenchmarkOpponent, GAMES, StrengthTarget, make_engine, strength_targets};
use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tetrarch_arena::{
    EngineMatch, Estimate, GameConfig, MatchPlayer, MatchScore, PlayerSpec, SeatSplit, StopRule,
};
use tetrarch_engine::Level;
use tetrarch_table::{Game, TimeControl};

/// How the ladder is played.
#[derive(Args, Debug)]
pub(crate) struct LadderArgs {
    /// The game; without it, every game that an engine plays
    game: Option<String>,
    /// How many games each level plays against the one two below
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// How many games are played for what else is promised: against greed, with more threads, against Stockfish
    #[arg(long, default_value_t = 200)]
    other_games: u64,
    /// How many positions the levels look at at most, so that the ladder does not depend on the machine
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// Where Stockfish is; without it and without Stockfish where Debian puts it, that match is left out
    #[arg(long, value_name = "PROGRAM")]
    stockfish: Option<PathBuf>,
    /// What fixes openings, deals and the luck of players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once; without it, as many as there are processors
    #[arg(long)]
    concurrency: Option<usize>,
    /// The folder to write the ladders to, a page a game
    #[arg(long, default_value = "docs/ladders")]
    out: PathBuf,
    /// Keep the matches that are on the page already, if it was begun with the same seed and the same nodes
    #[arg(long)]
    go_on: bool,
}

/// A level scores this much against the one two below it.
const TARGET_TWO_LEVELS_UP: f64 = 0.75;

const MISSED: &str = "**not kept**";

/// Where Debian puts Stockfish.
const DEBIAN_STOCKFISH: &str = "/usr/games/stockfish";

/// A match of the ladder and what it must show.
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
    let games: Vec<&'static dyn Game> = match &args.game {
        Some(name) => vec![GAMES.by_name(name)?],
        None => GAMES.iter().filter(|game| make_engine(game.name()).is_some()).collect(),
    };
    let mut broken = Vec::new();
    for game in games {
        std::fs::create_dir_all(&args.out).with_context(|| format!("creating {}", args.out.display()))?;
        let (page, all_kept) = play_ladder(game, args, &args.out.join(format!("{}.md", game.name())))?;
        anstream::print!("{page}");
        if !all_kept {
            broken.push(game.title());
        }
    }
    if !broken.is_empty() {
        bail!("not everything that was promised holds in {}", broken.join(", "));
    }
    Ok(())
}

/// Plays all matches of a game and writes its page after each. The page, and whether all promises were kept.
fn play_ladder(game: &'static dyn Game, args: &LadderArgs, file: &Path) -> anyhow::Result<(String, bool)> {
    let mut page = head(game, args)?;
    let known = if args.go_on { finished_rows(file, &page) } else { Vec::new() };
    let mut all_kept = true;
    for rung in rungs(game, args) {
        let row = match known.iter().find(|row| row.starts_with(&format!("| {} |", rung.title))) {
            Some(row) => row.clone(),
            None => {
                eprintln!("{}: {}", game.title(), rung.title);
                rung.row(&rung.play(game, args)?)?
            }
        };
        all_kept &= !row.contains(MISSED);
        writeln!(page, "{row}")?;
        std::fs::write(file, &page).with_context(|| format!("writing {}", file.display()))?;
    }
    Ok((page, all_kept))
}

/// The rows of a page that begins like this.
fn finished_rows(file: &Path, head: &str) -> Vec<String> {
    let page = std::fs::read_to_string(file).unwrap_or_default();
    page.strip_prefix(head).unwrap_or_default().lines().map(str::to_string).collect()
}

fn rungs(game: &dyn Game, args: &LadderArgs) -> Vec<Rung> {
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
        .chain(strength_targets(game.name()).iter().filter_map(|promise| target_rung(promise, args)))
        .collect()
}

/// The match that shows whether a promise is kept, if the rival is there.
fn target_rung(promise: &StrengthTarget, args: &LadderArgs) -> Option<Rung> {
    let b = match promise.opponent {
        BenchmarkOpponent::Player(player) | BenchmarkOpponent::FewerThreads(player) => player.to_string(),
        BenchmarkOpponent::Stockfish(options) => {
            let usual = || Some(PathBuf::from(DEBIAN_STOCKFISH)).filter(|program| program.exists());
            let Some(program) = args.stockfish.clone().or_else(usual) else {
                eprintln!("left out, since there is no {DEBIAN_STOCKFISH}: {}", promise.title);
                return None;
            };
            format!("uci={},{options}", program.display())
        }
    };
    Some(Rung {
        title: promise.title.to_string(),
        a: promise.player.to_string(),
        b,
        games: args.other_games,
        one_at_a_time: matches!(promise.opponent, BenchmarkOpponent::FewerThreads(_)),
        sharing: promise.sharing,
        start: promise.start,
        target: promise.score,
    })
}

impl Rung {
    fn play(&self, game: &'static dyn Game, args: &LadderArgs) -> anyhow::Result<MatchScore> {
        let player = |text: &str| text.parse::<PlayerSpec>();
        let terms = GameConfig {
            game,
            options: json!({}),
            start: self.start.map(str::to_string),
            control: TimeControl::None,
            deal: fair_outcome,
            opening_actions: 4,
            stop_rule: StopRule { max_actions: 2000, until: None },
        };
        let contest = EngineMatch {
            config: terms,
            engine: make_engine(game.name()),
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
        let bar = progress_bar(2 * contest.pairs);
        let tally =
            contest.run(&AtomicBool::new(false), |pair, _| bar.set_position(2 * (pair.number + 1)))?;
        bar.finish_and_clear();
        Ok(tally)
    }

    /// The score that was promised: alone against the others, or over all games.
    fn score(&self, tally: &MatchScore) -> Option<Estimate> {
        match self.sharing {
            SeatSplit::OneAgainstAll => tally.lone_score(MatchPlayer::A),
            SeatSplit::Halves => tally.score(),
        }
    }

    fn row(&self, tally: &MatchScore) -> anyhow::Result<String> {
        let score = self.score(tally).context("no game counts")?;
        let kept = score.score >= self.target && tally.faults.is_empty();
        let mut row = format!(
            "| {} | {} | +{} ={} −{} | {} | {} | {:.0} %: {} |",
            self.title,
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses,
            format_percent(score),
            format_elo(score),
            100.0 * self.target,
            if kept { "kept" } else { MISSED }
        );
        tally.faults.iter().try_for_each(|fault| write!(row, "\n| fault: {fault} | | | | | |"))?;
        Ok(row)
    }
}

fn head(game: &dyn Game, args: &LadderArgs) -> anyhow::Result<String> {
    let mut head = format!("# The ladder of {}\n\n", game.title());
    writeln!(
        head,
        "Written by `tetrarch ladder {} --games {} --other-games {}` (seed {}, version {}). Games are played in pairs with the same start and the \
         same luck, the seats exchanged, beginning with four actions at random. A pair is one observation for the 95 % \
         interval in brackets. Between levels a decision looks at no more than {} positions and takes as long as that \
         takes. Greed takes the best it can get with one action.\n",
        game.name(),
        args.games,
        args.other_games,
        args.seed,
        env!("CARGO_PKG_VERSION"),
        args.nodes,
    )?;
    writeln!(head, "| match | games | won, drawn, lost | score | Elo | promised |")?;
    writeln!(head, "|---|---|---|---|---|---|")?;
    Ok(head)
}
