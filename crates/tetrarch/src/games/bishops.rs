//! Bishops in the list of games.

use super::turn_order::from_army_to_act;
use super::{
    BenchmarkOpponent, EngineEntry, GameEntry, GameText, OptionEntry, StrengthTarget, TuneArgs, Tuner,
    ValueEntry,
};
use crate::commands::tune;
use std::sync::Arc;
use tetrarch_arena::SeatSplit;
use tetrarch_engine::bishops::{
    DuelSearchGame, SurvivalFeatures, SurvivalFitConfig, SurvivalSearchGame, engine, fit_survival,
    spsa_tune_survival,
};
use tetrarch_fair::ChanceRule;
use tetrarch_rules::Bishops;
use tetrarch_table::record::{ActionList, JsonFormat, RoundSheet, Spelling};
use tetrarch_table::{GameKind, Table};

pub(super) const ENTRY: GameEntry = GameEntry {
    summary: GameText::new(
        "Four armies, one cross-shaped board. A check changes whose turn it is, a king who reaches his corner turns his bishops into queens, and the last two settle it in a chess duel.",
        "Vier Armeen auf einem kreuzförmigen Brett. Ein Schach ändert, wer am Zug ist, ein König in seiner Ecke macht seine Läufer zu Damen, und die letzten beiden tragen ein Schachduell aus.",
    ),
    players: GameText::new("4 players", "4 Spieler"),
    options: OPTIONS,
    sample: "d2d4 b6d6 h11h10 k6i6 j2k3 b3c2 c11b10 l5h9 k3l4 a3l3 b10a9 k5i5 h2h3",
    rules_page: Some(include_str!("../../../../docs/rules/bishops.md")),
    chance_rule: Some(chance_rule),
    engine: Some(EngineEntry {
        make: engine,
        stands_in: true,
        tuners: &[
            Tuner { name: "bishops-duel", tune: |args| tune::run(&DuelSearchGame::default(), args) },
            Tuner { name: "bishops-survival", tune: tune_survival },
        ],
        targets: TARGETS,
    }),
    ..GameEntry::new(&GameKind::<Bishops>::with_formats(&[
        &RoundSheet { variant: "Bishops", order: turn_order, spelling: Spelling::Pgn4 },
        &ActionList { name: "list", outcomes_joined: false },
        &JsonFormat,
    ]))
};

const OPTIONS: &[OptionEntry] = &[
    OptionEntry {
        name: "swap",
        label: GameText::new("Swapping king and queen", "Tausch von König und Dame"),
        explanation: GameText::new(
            "Whether you still move after swapping your king and queen, or the swap is your move.",
            "Ob du nach dem Tausch von König und Dame noch ziehst oder der Tausch dein Zug ist.",
        ),
        values: &[
            ValueEntry::text("free", "Free", "Frei"),
            ValueEntry::text("turn", "Costs a turn", "Kostet einen Zug"),
        ],
    },
    OptionEntry {
        name: "castling",
        label: GameText::new("Castling", "Rochade"),
        explanation: GameText::new(
            "Kings may castle before the duel; in the duel they always may.",
            "Könige dürfen vor dem Duell rochieren; im Duell dürfen sie es immer.",
        ),
        values: &[],
    },
    OptionEntry {
        name: "corners",
        label: GameText::new("Corners", "Ecken"),
        explanation: GameText::new(
            "Whether a king may enter its home corner, where its bishops become queens.",
            "Ob ein König seine Heimatecke betreten darf, in der seine Läufer zu Damen werden.",
        ),
        values: &[
            ValueEntry::text("sanctuary", "Sanctuaries", "Zufluchtsorte"),
            ValueEntry::text("blocked", "Blocked", "Gesperrt"),
        ],
    },
    OptionEntry {
        name: "kq_sides",
        label: GameText::new("King and queen placement", "Aufstellung von König und Dame"),
        explanation: GameText::new(
            "Whether kings and queens start on fixed squares, or chance swaps them for some colours.",
            "Ob Könige und Damen auf festen Feldern beginnen oder der Zufall sie bei manchen Farben vertauscht.",
        ),
        values: &[
            ValueEntry::text("fixed", "Fixed", "Fest"),
            ValueEntry::text("random", "Random", "Zufällig"),
        ],
    },
    OptionEntry {
        name: "material_limit",
        label: GameText::new("Elimination by lost material", "Ausscheiden durch Materialverlust"),
        explanation: GameText::new(
            "A player who has lost this much material is out (queen 9, rook 5, bishop and knight 3, pawn 1).",
            "Wer so viel Material verloren hat, scheidet aus (Dame 9, Turm 5, Läufer und Springer 3, Bauer 1).",
        ),
        values: &[
            ValueEntry::number(0, "Off", "Aus"),
            ValueEntry::number(18, "At 18 points", "Ab 18 Punkten"),
            ValueEntry::number(30, "At 30 points", "Ab 30 Punkten"),
        ],
    },
    OptionEntry {
        name: "short",
        label: GameText::new("End at the first elimination", "Ende beim ersten Ausscheiden"),
        explanation: GameText::new(
            "The game ends when the first player is out, and the others share the win.",
            "Die Partie endet, wenn der erste Spieler ausscheidet, und die anderen teilen sich den Sieg.",
        ),
        values: &[],
    },
    OptionEntry {
        name: "duel",
        label: GameText::new("Duel", "Duell"),
        explanation: GameText::new(
            "What happens when two players are left: a game of chess, or play goes on.",
            "Was geschieht, wenn zwei Spieler übrig sind: eine Schachpartie, oder es geht weiter.",
        ),
        values: &[
            ValueEntry::text("immediate", "Starts automatically", "Beginnt von selbst"),
            ValueEntry::text("operator", "Host starts it", "Durch die Tischleitung"),
            ValueEntry::text("never", "No duel", "Kein Duell"),
        ],
    },
    OptionEntry {
        name: "force_duel",
        label: GameText::new("Host may force the duel", "Tischleitung darf das Duell erzwingen"),
        explanation: GameText::new(
            "Whether the host may also start the duel while three or four players are left.",
            "Ob die Tischleitung das Duell auch beginnen darf, solange drei oder vier Spieler übrig sind.",
        ),
        values: &[
            ValueEntry::text("two-left", "When two are left", "Wenn zwei übrig sind"),
            ValueEntry::text("anytime", "At any time", "Jederzeit"),
        ],
    },
    OptionEntry {
        name: "quiet_limit",
        label: OptionEntry::QUIET_LIMIT_LABEL,
        explanation: GameText::new(
            "Before the duel, the game is drawn after this many moves in a row without a capture or a pawn move.",
            "Vor dem Duell ist die Partie remis nach so vielen Zügen in Folge ohne Schlagen und ohne Bauernzug.",
        ),
        values: &[],
    },
];

const DUEL: Option<&str> = Some("duel w:b g4,p3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");

const TARGETS: &[StrengthTarget] = &[
    StrengthTarget {
        sharing: SeatSplit::OneAgainstAll,
        ..StrengthTarget::against_greedy(
            "level 8 at 100 ms alone against three greedy players (score in one half of the games; in the other half the greedy player is alone)",
            0.60,
        )
    },
    StrengthTarget {
        start: DUEL,
        ..StrengthTarget::against_greedy("level 8 at 100 ms in the duel against a greedy player", 0.95)
    },
    StrengthTarget {
        opponent: BenchmarkOpponent::Stockfish("UCI_LimitStrength=true,UCI_Elo=2000,time=100ms"),
        start: DUEL,
        ..StrengthTarget::against_greedy(
            "level 8 at 100 ms in the duel against Stockfish limited to 2000 Elo",
            0.50,
        )
    },
];

/// The letters of the colours in turn order.
const COLOURS: &str = "wgbp";

/// A 16-sided die decides which colours swap king and queen: its side minus 1 has one bit per colour.
fn chance_rule() -> ChanceRule {
    let swapped = |bits: u32| -> String {
        COLOURS
            .chars()
            .enumerate()
            .filter(|(bit, _)| bits & (1 << bit) != 0)
            .map(|(_, colour)| colour)
            .collect()
    };
    let outcome = |bits| if bits == 0 { "=-".to_string() } else { format!("={}", swapped(bits)) };
    ChanceRule::Roll { outcomes: (0..16).map(outcome).collect() }
}

/// The letters of the colours in turn order, from the one to act.
fn turn_order(table: &dyn Table) -> Vec<char> {
    from_army_to_act(table, COLOURS)
}

/// The regularisation towards the initial weights of the first phase.
const SURVIVAL_REGULARISATION: f64 = 0.0005;

/// Tunes the weights of the first phase: by the order of elimination, or by SPSA.
fn tune_survival(args: &TuneArgs) -> anyhow::Result<()> {
    let begin = match args.initial_weights::<SurvivalFeatures>()? {
        Some(weights) => SurvivalSearchGame::new(Arc::new(weights)),
        None => SurvivalSearchGame::default(),
    };
    let weights = if args.climb {
        spsa_tune_survival(&begin, &args.self_play_config(), &tune::print_factors)
    } else {
        let fit = SurvivalFitConfig { epochs: args.rounds, regularization: SURVIVAL_REGULARISATION };
        fit_survival(&begin, &args.self_play_config(), fit, &mut |count, before, after| {
            eprintln!("{count} positions; loss on the held-out ones: {before:.4} before, {after:.4} after");
        })
    };
    args.write_weights::<SurvivalFeatures>(&weights)
}
