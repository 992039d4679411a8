//! The registry of games: the only place that names all of them.

use crate::commands::tune::{self, TuneArgs};
use anyhow::Context as _;
use serde_json::Value;
use tetrarch_arena::SeatSplit;
use tetrarch_engine::ban_chess::BanChessSearchGame;
use tetrarch_engine::banqi::BanqiSearchGame;
use tetrarch_engine::bishops::DuelSearchGame;
use tetrarch_engine::enochian::EnochianSearchGame;
use tetrarch_engine::{Engine, EngineSettings, MakeEngine};
use tetrarch_rules::{BanChess, Banqi, Bishops, Enochian, Position as _};
use tetrarch_table::record::{ActionList, BanChessPgn, JsonFormat, RoundSheet, Spelling};
use tetrarch_table::{GameKind, Games, Table};

/// Every game this program plays.
pub const GAMES: Games = Games::new(&[
    &GameKind::<BanChess>::with_formats(&[
        &BanChessPgn,
        &ActionList { name: "bcn", outcomes_joined: false },
        &JsonFormat,
    ]),
    &GameKind::<Banqi>::with_formats(&[&ActionList { name: "list", outcomes_joined: true }, &JsonFormat]),
    &GameKind::<Enochian>::with_formats(&[
        &RoundSheet { variant: "Enochian chess", order: enochian_order, spelling: Spelling::Plain },
        &ActionList { name: "list", outcomes_joined: false },
        &JsonFormat,
    ]),
    &GameKind::<Bishops>::with_formats(&[
        &RoundSheet { variant: "Bishops", order: bishops_order, spelling: Spelling::Pgn4 },
        &ActionList { name: "list", outcomes_joined: false },
        &JsonFormat,
    ]),
]);

/// The engine constructors, by game name.
const ENGINES: &[(&str, MakeEngine)] = &[
    (BanChess::GAME, tetrarch_engine::ban_chess::engine),
    (Banqi::GAME, tetrarch_engine::banqi::engine),
    (Bishops::GAME, tetrarch_engine::bishops::engine),
    (Enochian::GAME, tetrarch_engine::enochian::engine),
];

/// Creates an engine for a game; `None` if it has no engine.
///
/// # Errors
/// If the settings are invalid.
pub fn engine(game: &str, settings: &EngineSettings) -> Option<Result<Box<dyn Engine>, String>> {
    make_engine(game).map(|make| make(settings))
}

/// The engine constructor of a game; `None` if it has no engine.
pub fn make_engine(game: &str) -> Option<MakeEngine> {
    ENGINES.iter().find(|(name, _)| *name == game).map(|(_, make)| *make)
}

/// Whether no engine may fill in for a player who left. In Ban-Chess, bans are the player's own decisions.
pub(crate) fn forbids_stand_in(game: &str) -> bool {
    game == BanChess::GAME
}

/// A score that an engine must reach in a match.
#[derive(Copy, Clone, Debug)]
pub(crate) struct StrengthTarget {
    pub(crate) title: &'static str,
    pub(crate) player: &'static str,
    pub(crate) opponent: BenchmarkOpponent,
    pub(crate) sharing: SeatSplit,
    /// The position text to start from; the standard start by default.
    pub(crate) start: Option<&'static str>,
    pub(crate) score: f64,
}

/// The opponent in a strength target.
#[derive(Copy, Clone, Debug)]
pub(crate) enum BenchmarkOpponent {
    /// A player description as on the command line.
    Player(&'static str),
    /// The same engine with fewer threads. Games run one at a time, so that all processors are available.
    FewerThreads(&'static str),
    /// Stockfish with these options, if it is installed.
    Stockfish(&'static str),
}

/// A target for full strength at 100 ms against greedy players.
const fn against_greedy(words: &'static str, score: f64) -> StrengthTarget {
    let (who, against) = ("level=8,time=100ms", BenchmarkOpponent::Player("greedy"));
    StrengthTarget {
        title: words,
        player: who,
        opponent: against,
        sharing: SeatSplit::Halves,
        start: None,
        score,
    }
}

/// The strength targets of a game's engine, besides those of its levels.
pub(crate) fn strength_targets(game: &str) -> &'static [StrengthTarget] {
    const DUEL: Option<&str> =
        Some("duel w:b g4,p3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    const BAN_CHESS: &[StrengthTarget] = &[
        against_greedy("level 8 at 100 ms against a greedy player", 0.97),
        StrengthTarget {
            player: "threads=2,time=10ms",
            opponent: BenchmarkOpponent::FewerThreads("threads=1,time=10ms"),
            ..against_greedy("two threads against one, both at 10 ms", 0.55)
        },
    ];
    const BANQI: &[StrengthTarget] = &[against_greedy("level 8 at 100 ms against a greedy player", 0.92)];
    const ENOCHIAN: &[StrengthTarget] =
        &[against_greedy("level 8 at 100 ms as a team against a greedy team", 0.97)];
    const BISHOPS: &[StrengthTarget] = &[
        StrengthTarget {
            sharing: SeatSplit::OneAgainstAll,
            ..against_greedy(
                "level 8 at 100 ms alone against three greedy players (score in one half of the games; in the other half the greedy player is alone)",
                0.60,
            )
        },
        StrengthTarget {
            start: DUEL,
            ..against_greedy("level 8 at 100 ms in the duel against a greedy player", 0.95)
        },
        StrengthTarget {
            opponent: BenchmarkOpponent::Stockfish("UCI_LimitStrength=true,UCI_Elo=2000,time=100ms"),
            start: DUEL,
            ..against_greedy("level 8 at 100 ms in the duel against Stockfish limited to 2000 Elo", 0.50)
        },
    ];
    match game {
        BanChess::GAME => BAN_CHESS,
        Banqi::GAME => BANQI,
        Enochian::GAME => ENOCHIAN,
        Bishops::GAME => BISHOPS,
        _ => &[],
    }
}

/// Tunes the weights of an engine.
type TuneFn = fn(&TuneArgs) -> anyhow::Result<()>;

const TUNERS: &[(&str, TuneFn)] = &[
    (BanChess::GAME, |args| tune::run(&BanChessSearchGame::default(), args)),
    (Banqi::GAME, |args| tune::run(&BanqiSearchGame::default(), args)),
    ("bishops-duel", |args| tune::run(&DuelSearchGame::default(), args)),
    ("bishops-survival", tune::run_survival),
    (Enochian::GAME, |args| tune::run(&EnochianSearchGame::default(), args)),
];

/// Tunes the weights of the game named in the arguments.
pub(crate) fn tune_game(args: &TuneArgs) -> anyhow::Result<()> {
    let tuner = TUNERS.iter().find(|(name, _)| *name == args.game);
    let known = || TUNERS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let (_, tune) =
        tuner.with_context(|| format!("cannot tune {:?}: expected one of {}", args.game, known()))?;
    tune(args)
}

/// The rules pages: one per game, under its name, and the rulings.
pub(crate) const RULES_PAGES: &[(&str, &str)] = &[
    (BanChess::GAME, include_str!("../../../docs/rules/ban-chess.md")),
    (Banqi::GAME, include_str!("../../../docs/rules/banqi.md")),
    (Enochian::GAME, include_str!("../../../docs/rules/enochian.md")),
    (Bishops::GAME, include_str!("../../../docs/rules/bishops.md")),
    ("rulings", include_str!("../../../docs/rulings.md")),
];

/// The rules page of a game, from `docs/rules/`.
///
/// # Errors
/// If there is no such game; the error lists the games.
pub fn rules_page(game: &str) -> anyhow::Result<&'static str> {
    let name = GAMES.by_name(game)?.name();
    let page = RULES_PAGES.iter().find(|(own, _)| *own == name);
    page.map(|(_, page)| *page).with_context(|| format!("there is no rules page for {game}"))
}

/// What chance decides in a game, and what the fair dealer therefore deals.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum ChanceRule {
    /// Nothing.
    None,
    /// The pieces that lie face down.
    Pieces,
    /// A die before each turn.
    Dice,
    /// Whether each colour's king and queen swap places, by one throw of a 16-sided die.
    Placement,
}

/// What chance decides in a game.
pub(crate) fn chance_rule(game: &str) -> ChanceRule {
    match game {
        Banqi::GAME => ChanceRule::Pieces,
        Enochian::GAME => ChanceRule::Dice,
        Bishops::GAME => ChanceRule::Placement,
        _ => ChanceRule::None,
    }
}

/// The letters of the armies in turn order, from the one to act.
fn enochian_order(table: &dyn Table) -> Vec<char> {
    let widdershins = table.options().get("direction").and_then(Value::as_str) == Some("widdershins");
    from_first(table, if widdershins { "bykr" } else { "brky" })
}

/// The letters of the colours in turn order, from the one to act.
fn bishops_order(table: &dyn Table) -> Vec<char> {
    from_first(table, "wgbp")
}

/// Rotates the letters so that the army to act, which is the second field of the position text, comes first.
fn from_first(table: &dyn Table, letters: &str) -> Vec<char> {
    let text = table.text();
    let first = text.split(' ').nth(1).and_then(|field| letters.find(field)).unwrap_or(0);
    letters[first..].chars().chain(letters[..first].chars()).collect()
}
