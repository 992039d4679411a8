//! Enochian chess in the list of games.

use super::turn_order::from_army_to_act;
use super::{EngineEntry, GameEntry, GameText, OptionEntry, StrengthTarget, Tuner, ValueEntry};
use crate::commands::tune;
use serde_json::Value;
use tetrarch_engine::enochian::{EnochianSearchGame, engine};
use tetrarch_fair::ChanceRule;
use tetrarch_rules::{Enochian, Position as _};
use tetrarch_table::record::{ActionList, JsonFormat, RoundSheet, Spelling};
use tetrarch_table::{GameKind, Table};

pub(super) const ENTRY: GameEntry = GameEntry {
    summary: GameText::new(
        "Two teams of two. Capture a king and his army freezes – until an ally seizes the throne and wakes it.",
        "Zwei Zweierteams. Wird ein König geschlagen, erstarrt seine Armee – bis ein Verbündeter den Thron besetzt und sie weckt.",
    ),
    players: GameText::new("2 teams of 2", "2 gegen 2"),
    options: OPTIONS,
    sample: "Pg5f5 Qg1e3 Qa2c4 Pc7c6 Nh6f7 Qe3c1 Ka1a2 Rd8e8 Pg6f6 Qc1e3 Na3c2 Pb7b6 Nf7d8 Re1b1 Qc4c6 Ka8b7 Nd8b7",
    rules_page: Some(include_str!("../../../../docs/rules/enochian.md")),
    chance_rule: Some(chance_rule),
    engine: Some(EngineEntry {
        make: engine,
        stands_in: true,
        tuners: &[Tuner {
            name: Enochian::GAME,
            tune: |args| tune::run(&EnochianSearchGame::default(), args),
        }],
        targets: &[StrengthTarget::against_greedy("level 8 at 100 ms as a team against a greedy team", 0.97)],
    }),
    ..GameEntry::new(&GameKind::<Enochian>::with_formats(&[
        &RoundSheet { variant: "Enochian chess", order: turn_order, spelling: Spelling::Plain },
        &ActionList { name: "list", outcomes_joined: false },
        &JsonFormat,
    ]))
};

/// The elements that name arrays and boards.
const ELEMENTS: &[ValueEntry] = &[
    ValueEntry::text("earth", "Earth", "Erde"),
    ValueEntry::text("air", "Air", "Luft"),
    ValueEntry::text("water", "Water", "Wasser"),
    ValueEntry::text("fire", "Fire", "Feuer"),
];

const OPTIONS: &[OptionEntry] = &[
    OptionEntry {
        name: "array",
        label: GameText::new("Array", "Aufstellung"),
        explanation: GameText::new(
            "The order of the pieces along each army’s edge.",
            "Die Reihenfolge der Figuren am Rand jeder Armee.",
        ),
        values: ELEMENTS,
    },
    OptionEntry {
        name: "board",
        label: GameText::new("Board", "Brett"),
        explanation: GameText::new(
            "Which army begins (water Blue, fire Red, earth Black, air Yellow), and which of two orders the array has.",
            "Welche Armee beginnt (Wasser Blau, Feuer Rot, Erde Schwarz, Luft Gelb) und welche von zwei Reihenfolgen die Aufstellung hat.",
        ),
        values: ELEMENTS,
    },
    OptionEntry {
        name: "players",
        label: GameText::new("Players", "Spieler"),
        explanation: GameText::new(
            "With two players, each commands both armies of a team.",
            "Bei zwei Spielern führt jeder beide Armeen eines Teams.",
        ),
        values: &[ValueEntry::number(4, "4", "4"), ValueEntry::number(2, "2", "2")],
    },
    OptionEntry {
        name: "direction",
        label: GameText::new("Turn order", "Zugreihenfolge"),
        explanation: GameText::new(
            "The direction in which the turn passes from army to army.",
            "Die Richtung, in der das Zugrecht von Armee zu Armee geht.",
        ),
        values: &[
            ValueEntry::text("clockwise", "Clockwise", "Im Uhrzeigersinn"),
            ValueEntry::text("widdershins", "Counter-clockwise", "Gegen den Uhrzeigersinn"),
        ],
    },
    OptionEntry {
        name: "king_safety",
        label: GameText::new("Leaving the king in danger", "König in Gefahr lassen"),
        explanation: GameText::new(
            "Whether an army that is not in check may make a move that exposes its own king.",
            "Ob eine Armee, die nicht im Schach steht, einen Zug machen darf, der ihren eigenen König bloßstellt.",
        ),
        values: &[
            ValueEntry::text("free", "Allowed", "Erlaubt"),
            ValueEntry::text("strict", "Forbidden", "Verboten"),
        ],
    },
    OptionEntry {
        name: "quiet_limit",
        label: OptionEntry::QUIET_LIMIT_LABEL,
        explanation: GameText::new(
            "The game is drawn after this many moves in a row without a capture or a pawn move.",
            "Die Partie ist remis nach so vielen Zügen in Folge ohne Schlagen und ohne Bauernzug.",
        ),
        values: &[],
    },
    OptionEntry {
        name: "divination",
        label: GameText::new(
            "Divination (roll a die each turn)",
            "Divination (vor jedem Zug wird gewürfelt)",
        ),
        explanation: GameText::new(
            "A die rolled before each turn decides which kinds of pieces may move.",
            "Ein Würfelwurf vor jedem Zug entscheidet, welche Arten von Figuren ziehen dürfen.",
        ),
        values: &[],
    },
];

/// A six-sided die before each turn.
fn chance_rule() -> ChanceRule {
    ChanceRule::Roll { outcomes: (1..=6).map(|side| format!("={side}")).collect() }
}

/// The letters of the armies in turn order, from the one to act.
fn turn_order(table: &dyn Table) -> Vec<char> {
    let widdershins = table.options().get("direction").and_then(Value::as_str) == Some("widdershins");
    from_army_to_act(table, if widdershins { "bykr" } else { "brky" })
}
