//! Scenarios with an expected response: results, refusals, and the final state.

use serde::Deserialize;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tetrarch::games::GAMES;
use tetrarch::trace;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scenario {
    name: String,
    game: String,
    options: Value,
    start: Value,
    actions: Vec<String>,
    expect: Expectation,
}

#[derive(Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expectation {
    /// The start or the options must be refused.
    #[serde(default)]
    refused: bool,
    /// The index of the action that must be refused.
    error_at: Option<usize>,
    /// Whether the game must be unfinished.
    open: Option<bool>,
    over: Option<bool>,
    points: Option<Value>,
    places: Option<Value>,
    reason: Option<Value>,
    /// These three concern the last state.
    turn: Option<Value>,
    legal: Option<Value>,
    text: Option<Value>,
}

impl Scenario {
    fn check(&self) {
        let at = format!("{}: {}", self.game, self.name);
        assert!(self.expect != Expectation::default(), "{at}: nothing is expected");
        let line =
            json!({"game": self.game, "options": self.options, "start": self.start, "actions": self.actions});
        let answer = trace::respond(GAMES, line.to_string().as_bytes()).expect("no response");
        let answer: Value = serde_json::from_str(&answer).expect("invalid JSON");
        let expect = &self.expect;
        assert_eq!(answer.get("plies").is_none(), expect.refused, "{at}: {answer}");
        if expect.refused {
            return;
        }
        let error_at = answer["error"]["at"].as_u64().map(|index| index as usize);
        assert_eq!(error_at, expect.error_at, "{at}: {answer}");
        let over = !answer["outcome"].is_null();
        assert!(expect.open.is_none_or(|open| open != over), "{at}: {answer}");
        assert!(expect.over.is_none_or(|expected| expected == over), "{at}: {answer}");
        let last = answer["plies"].as_array().and_then(|plies| plies.last()).expect("no state");
        for (key, expected) in [("turn", &expect.turn), ("legal", &expect.legal), ("text", &expect.text)] {
            assert!(
                expected.as_ref().is_none_or(|expected| last[key] == *expected),
                "{at}: {key} is {}",
                last[key]
            );
        }
        for (key, expected) in
            [("points", &expect.points), ("places", &expect.places), ("reason", &expect.reason)]
        {
            let actual = &answer["outcome"][key];
            assert!(
                expected.as_ref().is_none_or(|expected| json_equal(actual, expected)),
                "{at}: {key} is {actual}"
            );
        }
    }
}

/// Whether two values are equal, comparing numbers by value.
fn json_equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| json_equal(value, other)))
        }
        _ => a == b || a.as_f64().is_some() && a.as_f64() == b.as_f64(),
    }
}

#[test]
fn every_scenario_ends_as_expected() {
    for game in GAMES.iter() {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/scenarios/{}.jsonl", game.name()));
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(text.lines().count() > 5, "{} has too few scenarios", file.display());
        for line in text.lines() {
            serde_json::from_str::<Scenario>(line).expect("invalid JSON").check();
        }
    }
}
