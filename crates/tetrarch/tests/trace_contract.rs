//! The contract of `tetrarch trace`, one test per sentence.

use proptest::prelude::*;
use serde_json::{Value, json};
use tetrarch::games::GAMES;
use tetrarch::trace;

fn answer(line: &str) -> Value {
    serde_json::from_str(&trace::respond(GAMES, line.as_bytes()).expect("no response")).expect("invalid JSON")
}

fn ban_chess(start: Option<&str>, actions: &[&str]) -> Value {
    answer(&json!({"game": "ban-chess", "options": {}, "start": start, "actions": actions}).to_string())
}

fn is_error_line(answer: &Value) -> bool {
    let keys: Vec<&String> = answer.as_object().expect("not an object").keys().collect();
    keys == ["error"] && answer["error"]["reason"].as_str().is_some_and(|reason| !reason.is_empty())
}

#[test]
fn plies_has_one_entry_for_the_state_before_each_action_and_one_for_the_state_after_the_last() {
    let traced = ban_chess(None, &["b:e2e4", "m:d2d4"]);
    let turns: Vec<&str> =
        traced["plies"].as_array().unwrap().iter().filter_map(|ply| ply["turn"].as_str()).collect();
    assert_eq!(turns, ["black", "white", "white"]);
    assert_eq!((&traced["outcome"], &traced["error"]), (&Value::Null, &Value::Null));
}

#[test]
fn legal_is_sorted_by_byte_order() {
    let traced = ban_chess(Some("1n5k/P7/8/8/8/8/8/K7 w - - 0 1 2:a1a2"), &[]);
    let legal: Vec<&str> =
        traced["plies"][0]["legal"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let mut sorted = legal.clone();
    sorted.sort_by(|a, b| a.as_bytes().cmp(b.as_bytes()));
    assert_eq!(legal, sorted);
    assert_eq!(legal.len(), 10);
}

#[test]
fn when_the_game_is_over_turn_is_over_and_legal_is_empty() {
    let traced = ban_chess(None, &["resign:white"]);
    assert_eq!(traced["plies"][1]["turn"], "over");
    assert_eq!(traced["plies"][1]["legal"], json!([]));
    assert_eq!(traced["outcome"], json!({"points": {"white": 0, "black": 1}, "reason": "resignation"}));
}

#[test]
fn forfeits_draws_and_claims_are_actions_and_do_not_appear_in_legal() {
    for (action, reason) in [("resign:black", "resignation"), ("flag:white", "flag"), ("draw", "agreement")] {
        let traced = ban_chess(None, &[action]);
        assert_eq!(traced["outcome"]["reason"], reason);
        assert!(!traced["plies"][0]["legal"].as_array().unwrap().contains(&json!(action)));
    }
    let claim = ban_chess(None, &["claim"]);
    assert_eq!(claim["error"]["at"], 0, "an impossible claim is an error");
}

#[test]
fn an_illegal_action_ends_the_plies_with_the_state_before_it() {
    let traced = ban_chess(None, &["b:e2e4", "m:e2e4", "m:d2d4"]);
    assert_eq!(traced["plies"].as_array().unwrap().len(), 2);
    assert_eq!((&traced["error"]["at"], &traced["error"]["action"]), (&json!(1), &json!("m:e2e4")));
    assert!(traced["error"]["reason"].as_str().unwrap().contains("banned"));
    assert_eq!(traced["outcome"], Value::Null);
}

#[test]
fn actions_after_the_end_are_errors_and_an_error_makes_the_outcome_null() {
    for late in ["b:e2e4", "resign:black", "draw", "claim"] {
        let traced = ban_chess(None, &["resign:white", late]);
        assert_eq!((&traced["error"]["at"], &traced["outcome"]), (&json!(1), &Value::Null), "{late}");
    }
}

#[test]
fn a_start_position_may_already_be_over() {
    let traced = ban_chess(Some("8/8/8/3k4/8/3K4/8/8 w - - 0 1"), &[]);
    assert_eq!(traced["plies"][0]["turn"], "over");
    assert_eq!(traced["outcome"]["reason"], "insufficient_material");
}

#[test]
fn invalid_json_and_unknown_names_give_an_error_line() {
    for line in [
        "nonsense",
        "{",
        "[]",
        "null",
        "\"ban-chess\"",
        "{} {}",
        r#"["ban-chess",{},null,[]]"#,
        r#"{"game":"chess","options":{},"start":null,"actions":[]}"#,
        r#"{"game":"ban-chess","options":{"x":1},"start":null,"actions":[]}"#,
        r#"{"game":"banqi","options":{"quiet_limit":5,"quiet_limit":6},"start":null,"actions":[]}"#,
        r#"{"game":"ban-chess","options":{},"start":"","actions":[]}"#,
        r#"{"game":"ban-chess","options":{},"start":"nonsense","actions":[]}"#,
    ] {
        assert!(is_error_line(&answer(line)), "{line}");
    }
}

#[test]
fn a_missing_key_a_wrong_type_or_an_unknown_key_gives_an_error_line() {
    let good = json!({"game": "ban-chess", "options": {}, "start": null, "actions": []});
    assert_eq!(answer(&good.to_string())["error"], Value::Null);
    for key in ["game", "options", "start", "actions"] {
        let mut line = good.clone();
        line.as_object_mut().unwrap().remove(key);
        assert!(is_error_line(&answer(&line.to_string())), "without {key}");
        for wrong in [json!(7), json!(true), json!([1]), json!({"a": 1})] {
            let mut line = good.clone();
            line[key] = wrong;
            assert!(is_error_line(&answer(&line.to_string())), "{line}");
        }
    }
    for (key, wrong) in
        [("game", Value::Null), ("options", Value::Null), ("actions", Value::Null), ("plies", json!([]))]
    {
        let mut line = good.clone();
        line[key] = wrong;
        assert!(is_error_line(&answer(&line.to_string())), "{line}");
    }
    assert!(is_error_line(&answer(
        r#"{"game":"ban-chess","game":"ban-chess","options":{},"start":null,"actions":[]}"#
    )));
}

#[test]
fn invalid_utf8_gives_an_error_line() {
    let answer = trace::respond(GAMES, b"{\"game\":\"\xff\"}").expect("no response");
    assert!(is_error_line(&serde_json::from_str(&answer).unwrap()), "{answer}");
}

#[test]
fn blank_lines_are_skipped_and_the_next_line_is_processed() {
    let good = json!({"game": "ban-chess", "options": {}, "start": null, "actions": ["xyzzy"]});
    let input = format!("\n  \nnonsense\n{good}\r\n\n{good}");
    let mut output = Vec::new();
    trace::run(GAMES, input.as_bytes(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    let at: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["error"]["at"].clone())
        .collect();
    assert_eq!(at, [Value::Null, json!(0), json!(0)]);
}

#[test]
fn deeply_nested_json_is_an_error_and_not_a_crash() {
    let deep = "[".repeat(100_000);
    assert!(is_error_line(&answer(&format!("{{\"game\":{deep}"))));
}

/// A JSON value of any shape.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        prop::sample::select(vec![
            "ban-chess",
            "banqi",
            "enochian",
            "bishops",
            "b:e2e4",
            "m:d2d4",
            "draw",
            "claim"
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::hash_map("(game|options|start|actions|x)", inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_bytes_get_a_response(line in any::<Vec<u8>>()) {
        tetrarch::fuzz::trace_line(&line);
    }

    #[test]
    fn any_json_gets_a_response(line in any_json()) {
        tetrarch::fuzz::trace_line(line.to_string().as_bytes());
    }

    #[test]
    fn any_start_and_actions_get_a_response(start in any::<Option<String>>(), actions in any::<Vec<String>>()) {
        for game in GAMES.iter() {
            let line = json!({"game": game.name(), "options": {}, "start": start, "actions": actions});
            tetrarch::fuzz::trace_line(line.to_string().as_bytes());
        }
    }
}
