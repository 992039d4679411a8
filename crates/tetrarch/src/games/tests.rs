//! Checks the facts that the entries state about the games.

use super::{ENTRIES, GameEntry, GameText};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tetrarch_fair::ChanceRule;
use tetrarch_rules::Turn;
use tetrarch_table::{Table, TimeControl};

fn open(entry: &GameEntry, options: &Value) -> Box<dyn Table> {
    let opened = entry.rules.open(options, None, TimeControl::None);
    opened.unwrap_or_else(|error| panic!("{} {options}: {error}", entry.name()))
}

#[test]
fn the_presented_options_are_those_of_the_game() {
    for entry in ENTRIES {
        let defaults = entry.rules.default_options();
        let mut presented: Vec<&str> = entry.options.iter().map(|option| option.name).collect();
        let mut expected: Vec<&str> = defaults.as_object().unwrap().keys().map(String::as_str).collect();
        presented.sort_unstable();
        expected.sort_unstable();
        assert_eq!(presented, expected, "{}", entry.name());
    }
}

#[test]
fn every_value_and_preset_opens_a_table() {
    for entry in ENTRIES {
        let info = entry.info();
        for option in &info.option_info {
            let default = &info.options[&option.name];
            let takes_any = default.is_boolean() || default.is_number();
            assert!(takes_any || !option.values.is_empty(), "{}: values of {}", info.name, option.name);
            let listed = option.values.is_empty() || option.values.iter().any(|one| one.value == *default);
            assert!(listed, "{}: the default of {} is not listed", info.name, option.name);
            for one in &option.values {
                open(entry, &json!({ option.name.as_str(): one.value }));
            }
        }
        for preset in &info.presets {
            let table = open(entry, &preset.options);
            assert_eq!(table.options(), preset.options, "the options of a preset are complete");
        }
        if let Some(first) = info.presets.first() {
            assert_eq!(open(entry, &first.options).options(), info.options, "{}", first.name);
        }
    }
}

#[test]
fn the_samples_can_be_played() {
    for entry in ENTRIES {
        let mut table = open(entry, &json!({}));
        for word in entry.sample_line() {
            table.play(word).unwrap_or_else(|error| panic!("{} {word}: {error}", entry.name()));
        }
        assert!(!table.log().is_empty(), "{} has no sample", entry.name());
    }
}

#[test]
fn every_text_is_in_english_and_german() {
    for entry in ENTRIES {
        let options = entry.options.iter().flat_map(|option| {
            [option.label, option.explanation].into_iter().chain(option.values.iter().map(|one| one.label))
        });
        let presets = entry.presets.iter().flat_map(|preset| [preset.label, preset.explanation]);
        for text in [entry.summary, entry.players].into_iter().chain(options).chain(presets) {
            let GameText { en, de } = text;
            let is_text = |text: &str| !text.is_empty() && text.trim() == text;
            assert!(is_text(en) && de.is_some_and(is_text), "{}: {text:?}", entry.name());
        }
    }
}

/// A table of this game at its first chance turn, if the default options or a single other value lead to one.
fn chance_turn(entry: &GameEntry) -> Option<Box<dyn Table>> {
    let other_values = entry.info().option_info.into_iter().flat_map(|option| {
        let values = option.values.into_iter().map(|one| one.value).chain([json!(true)]);
        values.map(|value| json!({ option.name.as_str(): value })).collect::<Vec<_>>()
    });
    let options = [json!({})].into_iter().chain(other_values);
    let tables = options.filter_map(|options| entry.rules.open(&options, None, TimeControl::None).ok());
    tables
        .flat_map(|table| [table.snapshot(), after_first_action(table)])
        .find(|table| table.turn() == Turn::Chance)
}

fn after_first_action(mut table: Box<dyn Table>) -> Box<dyn Table> {
    let first = table.legal()[0].clone();
    table.play(&first).unwrap();
    table
}

/// The chance rule and the rules of the game agree about what can happen, and how likely it is.
#[test]
fn chance_rules_match_the_rules() {
    for entry in ENTRIES {
        let (Some(rule), Some(table)) = (entry.chance_rule(), chance_turn(entry)) else {
            assert!(entry.chance_rule().is_none() && chance_turn(entry).is_none(), "{}", entry.name());
            continue;
        };
        let outcomes = match rule {
            ChanceRule::Roll { outcomes } => outcomes,
            ChanceRule::Deal { letters, reveals } => {
                let (mut legal, mut reveals) = (open(entry, &json!({})).legal(), reveals);
                legal.sort_unstable();
                reveals.sort_unstable();
                assert_eq!(legal, reveals, "every place can be revealed first");
                letters.chars().map(|letter| format!("={letter}")).collect()
            }
        };
        let mut weights = BTreeMap::new();
        outcomes.into_iter().for_each(|outcome| *weights.entry(outcome).or_insert(0) += 1);
        assert_eq!(table.chances().into_iter().collect::<BTreeMap<_, _>>(), weights, "{}", entry.name());
    }
}
