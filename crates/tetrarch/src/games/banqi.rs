//! Banqi in the list of games.

use super::{
    EngineEntry, GameEntry, GameText, OptionEntry, OptionLiteral, PresetEntry, StrengthTarget, Tuner,
    ValueEntry,
};
use crate::commands::tune;
use tetrarch_engine::banqi::{BanqiSearchGame, engine};
use tetrarch_fair::ChanceRule;
use tetrarch_rules::{Banqi, Position as _};
use tetrarch_table::GameKind;
use tetrarch_table::record::{ActionList, JsonFormat};

pub(super) const ENTRY: GameEntry = GameEntry {
    summary: GameText::new(
        "Chinese dark chess: 32 pieces lie face down. Flip one and find out whose side it’s on.",
        "Chinesisches Dunkelschach: 32 Steine liegen verdeckt. Dreh einen um und sieh, wem er gehört.",
    ),
    players: GameText::new("2 players", "2 Spieler"),
    options: OPTIONS,
    presets: &[
        preset(
            "standard",
            STANDARD.label,
            GameText::new(
                "Our default: a draw after 100 quiet actions or a threefold repetition, and pawns may capture cannons.",
                "Unsere Voreinstellung: Remis nach 100 ruhigen Aktionen oder dreimaliger Stellungswiederholung, und Soldaten dürfen Kanonen schlagen.",
            ),
            &[("preset", STANDARD.value)],
        ),
        preset(
            "document",
            DOCUMENT.label,
            GameText::new(
                "The rules as the source describes them, without any limit on the length of a game.",
                "Die Regeln, wie die Quelle sie beschreibt, ohne Grenze für die Länge einer Partie.",
            ),
            &[("preset", DOCUMENT.value)],
        ),
        preset(
            "olympiad",
            OLYMPIAD.label,
            GameText::new(
                "The limits of the Computer Olympiad: a draw after 180 quiet actions or a threefold repetition.",
                "Die Grenzen der Computerolympiade: Remis nach 180 ruhigen Aktionen oder dreimaliger Stellungswiederholung.",
            ),
            &[("preset", OLYMPIAD.value)],
        ),
        preset(
            "tcga",
            TCGA.label,
            GameText::new(
                "The rules of Taiwanese tournaments: a draw after 60 quiet actions or a threefold repetition, and pawns may not capture cannons.",
                "Die Regeln taiwanischer Turniere: Remis nach 60 ruhigen Aktionen oder dreimaliger Stellungswiederholung, und Soldaten dürfen keine Kanonen schlagen.",
            ),
            &[("preset", TCGA.value)],
        ),
    ],
    sample: "?g2 =Q ?e3 =E ?a4 =p ?f2 =p ?g4 =h ?g3 =P ?d1 =c ?e1 =P g2g4 ?c2 =e ?h1 =e ?h4 =G ?b3 =k",
    rules_page: Some(include_str!("../../../../docs/rules/banqi.md")),
    chance_rule: Some(chance_rule),
    engine: Some(EngineEntry {
        make: engine,
        stands_in: true,
        tuners: &[Tuner { name: Banqi::GAME, tune: |args| tune::run(&BanqiSearchGame::default(), args) }],
        targets: &[StrengthTarget::against_greedy("level 8 at 100 ms against a greedy player", 0.92)],
    }),
    ..GameEntry::new(&GameKind::<Banqi>::with_formats(&[
        &ActionList { name: "list", outcomes_joined: true },
        &JsonFormat,
    ]))
};

const STANDARD: ValueEntry = ValueEntry::text("standard", "Standard", "Standard");
const DOCUMENT: ValueEntry = ValueEntry::text("document", "Original document", "Originaldokument");
const OLYMPIAD: ValueEntry = ValueEntry::text("olympiad", "Computer Olympiad", "Computerolympiade");
const TCGA: ValueEntry = ValueEntry::text("tcga", "TCGA (Taiwan)", "TCGA (Taiwan)");

const OPTIONS: &[OptionEntry] = &[
    OptionEntry {
        name: "preset",
        label: GameText::new("Rule set", "Regelwerk"),
        explanation: GameText::new(
            "The rule set that supplies the options you do not change.",
            "Das Regelwerk, aus dem die Optionen stammen, die du nicht änderst.",
        ),
        values: &[STANDARD, DOCUMENT, OLYMPIAD, TCGA],
    },
    OptionEntry {
        name: "quiet_limit",
        label: OptionEntry::QUIET_LIMIT_LABEL,
        explanation: GameText::new(
            "The game is drawn after this many actions in a row without a flip or a capture.",
            "Die Partie ist remis nach so vielen Aktionen in Folge, bei denen nichts umgedreht oder geschlagen wurde.",
        ),
        values: &[],
    },
    OptionEntry {
        name: "repetition",
        label: GameText::new(
            "Draw when a position occurs … times (0 = never)",
            "Remis, wenn eine Stellung … Mal vorkommt (0 = nie)",
        ),
        explanation: GameText::new(
            "The game is drawn when the same position with the same player to act has occurred this often.",
            "Die Partie ist remis, wenn dieselbe Stellung mit demselben Spieler am Zug so oft vorgekommen ist.",
        ),
        values: &[],
    },
    OptionEntry {
        name: "pawn_takes_cannon",
        label: GameText::new("Pawns can capture cannons", "Soldaten dürfen Kanonen schlagen"),
        explanation: GameText::new(
            "Pawns capture cannons by rank; Taiwanese rules forbid it.",
            "Soldaten schlagen Kanonen nach ihrem Rang; die taiwanischen Regeln verbieten es.",
        ),
        values: &[],
    },
];

const fn preset(
    name: &'static str,
    label: GameText,
    explanation: GameText,
    options: &'static [(&'static str, OptionLiteral)],
) -> PresetEntry {
    PresetEntry { name, label, explanation, options }
}

/// The pieces, red in lower case, are dealt to the squares rank by rank. A flip reveals the piece of its square.
fn chance_rule() -> ChanceRule {
    let squares = ('1'..='4').flat_map(|rank| ('a'..='h').map(move |file| format!("?{file}{rank}")));
    ChanceRule::Deal { letters: "kggeecchhpppppqqKGGEECCHHPPPPPQQ".to_string(), reveals: squares.collect() }
}
