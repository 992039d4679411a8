//! The entry of a game in the list: everything that the program knows about it beyond its rules.

use super::{PositionTests, StrengthTarget, TuneArgs};
use serde_json::{Map, Value, json};
use tetrarch_engine::MakeEngine;
use tetrarch_fair::ChanceRule;
use tetrarch_protocol::{GameInfo, LocalizedText, OptionInfo, OptionValue, PresetInfo};
use tetrarch_rules::Presentation;
use tetrarch_server::HostedGame;
use tetrarch_table::search::Level;
use tetrarch_table::{Game, GameKind, TimeControl};

/// Everything about a game. Only the rules are required:
///
/// ```
/// use tetrarch::games::{GameEntry, GameText};
/// use tetrarch_rules::Presentation;
/// use tetrarch_table::GameKind;
/// use tetrarch_table::record::JsonFormat;
///
/// const fn entry<MyGame: Presentation>() -> GameEntry {
///     GameEntry {
///         summary: GameText::en("Three in a row win."),
///         ..GameEntry::new(const { &GameKind::<MyGame>::with_formats(&[&JsonFormat]) })
///     }
/// }
/// ```
#[derive(Copy, Clone)]
pub struct GameEntry {
    /// The rules and the record formats.
    pub rules: &'static dyn Game,
    /// What the game is about, in one or two sentences.
    pub summary: GameText,
    /// How many people play it.
    pub players: GameText,
    /// How to present its options, in display order.
    pub options: &'static [OptionEntry],
    /// Named sets of options, the default first.
    pub presets: &'static [PresetEntry],
    /// The opening of a game, to show people what it looks like: actions and chance outcomes, separated by spaces.
    pub sample: &'static str,
    /// The rules for players, in Markdown.
    pub rules_page: Option<&'static str>,
    /// How chance outcomes follow from the seed of a deal. A game without it cannot be dealt by a server.
    pub chance_rule: Option<fn() -> ChanceRule>,
    /// Its engine.
    pub engine: Option<EngineEntry>,
    /// Tests and benchmarks of the type that implements the rules.
    pub tests: PositionTests,
}

/// The engine of a game.
#[derive(Copy, Clone)]
pub struct EngineEntry {
    /// Creates an engine.
    pub make: MakeEngine,
    /// Whether an engine may play for a person who left.
    pub stands_in: bool,
    /// The sets of weights that can be tuned.
    pub tuners: &'static [Tuner],
    /// The strength targets, besides those of the levels.
    pub targets: &'static [StrengthTarget],
}

/// Tunes a set of weights.
#[derive(Copy, Clone)]
pub struct Tuner {
    /// Its name on the command line.
    pub name: &'static str,
    /// Tunes the weights and writes them to a file.
    pub tune: fn(&TuneArgs) -> anyhow::Result<()>,
}

/// A text for people: in English, and in German if there is a translation.
#[derive(Copy, Clone, Debug)]
pub struct GameText {
    pub(super) en: &'static str,
    pub(super) de: Option<&'static str>,
}

/// An option of a game.
#[derive(Copy, Clone, Debug)]
pub struct OptionEntry {
    /// Its name.
    pub name: &'static str,
    /// A short label.
    pub label: GameText,
    /// What it changes, in one sentence.
    pub explanation: GameText,
    /// The values to choose from. Empty for an option that is on or off, and for one that takes any number.
    pub values: &'static [ValueEntry],
}

/// A value of an option.
#[derive(Copy, Clone, Debug)]
pub struct ValueEntry {
    /// The value.
    pub value: OptionLiteral,
    /// A short label.
    pub label: GameText,
}

/// A constant value of an option.
#[derive(Copy, Clone, Debug)]
pub enum OptionLiteral {
    /// A text.
    Text(&'static str),
    /// A number.
    Number(u32),
    /// On or off.
    Flag(bool),
}

/// A named set of options.
#[derive(Copy, Clone, Debug)]
pub struct PresetEntry {
    /// Its name.
    pub name: &'static str,
    /// A short label.
    pub label: GameText,
    /// What it is for, in one sentence.
    pub explanation: GameText,
    /// The options that differ from the default.
    pub options: &'static [(&'static str, OptionLiteral)],
}

impl GameText {
    /// A text in English only.
    pub const fn en(en: &'static str) -> GameText {
        GameText { en, de: None }
    }

    /// A text in English and German.
    pub const fn new(en: &'static str, de: &'static str) -> GameText {
        GameText { en, de: Some(de) }
    }

    fn localized(self) -> LocalizedText {
        let texts = [Some(("en", self.en)), self.de.map(|text| ("de", text))];
        LocalizedText::new(&texts.into_iter().flatten().collect::<Vec<_>>())
    }
}

impl ValueEntry {
    /// A text value with its label.
    pub const fn text(value: &'static str, en: &'static str, de: &'static str) -> ValueEntry {
        ValueEntry { value: OptionLiteral::Text(value), label: GameText::new(en, de) }
    }

    /// A number with its label.
    pub const fn number(value: u32, en: &'static str, de: &'static str) -> ValueEntry {
        ValueEntry { value: OptionLiteral::Number(value), label: GameText::new(en, de) }
    }
}

impl From<OptionLiteral> for Value {
    fn from(literal: OptionLiteral) -> Value {
        match literal {
            OptionLiteral::Text(text) => text.into(),
            OptionLiteral::Number(number) => number.into(),
            OptionLiteral::Flag(flag) => flag.into(),
        }
    }
}

impl OptionEntry {
    /// The label of the limit on actions without progress, which several games have.
    pub const QUIET_LIMIT_LABEL: GameText = GameText::new(
        "Draw after … moves without progress (0 = never)",
        "Remis nach … Zügen ohne Fortschritt (0 = nie)",
    );

    fn info(&self) -> OptionInfo {
        let value =
            |entry: &ValueEntry| OptionValue { value: entry.value.into(), label: entry.label.localized() };
        OptionInfo {
            name: self.name.to_string(),
            label: self.label.localized(),
            explanation: self.explanation.localized(),
            values: self.values.iter().map(value).collect(),
        }
    }
}

impl PresetEntry {
    /// What clients learn about it: all its options, as the rules complete them.
    fn info(&self, rules: &dyn Game) -> PresetInfo {
        let named = self.options.iter().map(|(name, value)| (name.to_string(), (*value).into()));
        let named = Value::Object(named.collect::<Map<String, Value>>());
        let complete = rules.open(&named, None, TimeControl::None).map(|table| table.options());
        PresetInfo {
            name: self.name.to_string(),
            label: self.label.localized(),
            explanation: self.explanation.localized(),
            options: complete.unwrap_or(named),
        }
    }
}

impl GameEntry {
    /// A game with these rules: without an engine, chance, a rules page or texts for people.
    pub const fn new<P: Presentation>(rules: &'static GameKind<P>) -> GameEntry {
        GameEntry {
            rules,
            summary: GameText::en(""),
            players: GameText::en(""),
            options: &[],
            presets: &[],
            sample: "",
            rules_page: None,
            chance_rule: None,
            engine: None,
            tests: PositionTests::of::<P>(),
        }
    }

    /// The name of the game on the command line and on the wire.
    pub fn name(&self) -> &'static str {
        self.rules.name()
    }

    /// How chance outcomes follow from the seed of a deal.
    pub fn chance_rule(&self) -> Option<ChanceRule> {
        self.chance_rule.map(|rule| rule())
    }

    /// The actions and chance outcomes of the sample.
    pub fn sample_line(&self) -> impl Iterator<Item = &'static str> {
        self.sample.split_whitespace()
    }

    /// Whether an engine may play for a person who left.
    pub fn allows_stand_in(&self) -> bool {
        self.engine.is_some_and(|engine| engine.stands_in)
    }

    /// What clients learn about the game.
    pub fn info(&self) -> GameInfo {
        let table = self.rules.open(&json!({}), None, TimeControl::None);
        let seats = table.map(|table| table.seats()).unwrap_or_default();
        let chance_rule = self.chance_rule();
        GameInfo {
            name: self.name().to_string(),
            title: self.rules.title().to_string(),
            summary: self.summary.localized(),
            players: self.players.localized(),
            seats: seats.iter().map(ToString::to_string).collect(),
            options: self.rules.default_options(),
            option_info: self.options.iter().map(OptionEntry::info).collect(),
            presets: self.presets.iter().map(|preset| preset.info(self.rules)).collect(),
            formats: self.rules.formats().iter().map(|format| format.name().to_string()).collect(),
            levels: self.engine.map(|_| Level::MAX.number()),
            chance: chance_rule.is_some(),
            chance_rule,
            rules: self.rules_page.is_some(),
            stand_in: self.allows_stand_in(),
        }
    }

    /// The game as a server hosts it.
    pub fn hosted(&self) -> HostedGame {
        HostedGame {
            rules: self.rules,
            info: self.info(),
            sample: self.sample_line().map(str::to_string).collect(),
        }
    }
}
