//! Ban-Chess in the list of games.

use super::{BenchmarkOpponent, EngineEntry, GameEntry, GameText, StrengthTarget, Tuner};
use crate::commands::tune;
use tetrarch_engine::ban_chess::{BanChessSearchGame, engine};
use tetrarch_rules::{BanChess, Position as _};
use tetrarch_table::GameKind;
use tetrarch_table::record::{ActionList, BanChessPgn, JsonFormat};

pub(super) const ENTRY: GameEntry = GameEntry {
    summary: GameText::new(
        "Chess, but before each of your moves your opponent bans one. A ban can even be checkmate.",
        "Schach, aber vor jedem deiner Züge verbietet dir der Gegner einen. Ein Verbot kann sogar matt setzen.",
    ),
    players: GameText::new("2 players", "2 Spieler"),
    sample: "b:d2d4 m:e2e4 b:e7e5 m:f7f6 b:b1c3 m:d1h5 b:g7g6",
    rules_page: Some(include_str!("../../../../docs/rules/ban-chess.md")),
    engine: Some(EngineEntry {
        make: engine,
        // Bans are the player's own decisions.
        stands_in: false,
        tuners: &[Tuner {
            name: BanChess::GAME,
            tune: |args| tune::run(&BanChessSearchGame::default(), args),
        }],
        targets: &[
            StrengthTarget::against_greedy("level 8 at 100 ms against a greedy player", 0.97),
            StrengthTarget {
                player: "threads=2,time=10ms",
                opponent: BenchmarkOpponent::FewerThreads("threads=1,time=10ms"),
                ..StrengthTarget::against_greedy("two threads against one, both at 10 ms", 0.55)
            },
        ],
    }),
    ..GameEntry::new(&GameKind::<BanChess>::with_formats(&[
        &BanChessPgn,
        &ActionList { name: "bcn", outcomes_joined: false },
        &JsonFormat,
    ]))
};
