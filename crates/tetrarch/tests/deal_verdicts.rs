//! `tetrarch verify` and the page's deal checker give the same verdicts on the same recorded games.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;
use tetrarch::games::{self, ENTRIES};
use tetrarch_fair::{ChanceRule, Dealer, Entropies, Entropy, FairGameId, FairnessRecord, Secret};
use tetrarch_rules::Turn;
use tetrarch_rules::laws::SeededRng;
use tetrarch_server::{dealt_outcome, drawn_outcome};
use tetrarch_table::record::{Format as _, JsonFormat, Record, Tags};
use tetrarch_table::{Table, TimeControl};

const WEB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web");

/// The games with chance, each with options that bring it into play.
fn games_with_chance() -> [(&'static str, Value); 3] {
    [
        ("banqi", json!({})),
        ("enochian", json!({"divination": true})),
        ("bishops", json!({"kq_sides": "random"})),
    ]
}

/// A recorded game with its expected verdict, in the words of the page.
struct Case {
    title: String,
    record: Value,
    verdict: &'static str,
}

/// Plays a game as a server deals it, and records it with the published data of the deal.
fn recorded(game: &str, options: &Value, start: Option<&str>) -> Value {
    let entry = games::entry(game).expect("a listed game");
    let mut table = entry.rules.open(options, start, TimeControl::None).expect("the table opens");
    let (id, secret) = (FairGameId::new("table-12").unwrap(), Secret::from_bytes([7; 32]));
    let mut entropies = Entropies::empty(table.seats().len() as u8);
    entropies.set(1, Entropy::new(b"a rolling stone").unwrap()).unwrap();
    let dealer = Dealer::new(&secret, &id, &entropies);
    let mut rng = SeededRng::new(3);
    for _ in 0..30 {
        let word = match (table.turn(), entry.chance_rule()) {
            (Turn::Chance, Some(rule)) if start.is_none() => dealt_outcome(&rule, &dealer, &*table),
            (Turn::Chance, _) => drawn_outcome(&dealer, &*table),
            _ => rng.choose(&table.legal()).cloned(),
        };
        table.play(&word.expect("somebody acts")).expect("a listed action is legal");
    }
    resign_all(&mut *table);
    let mut tags = Tags::default();
    if entry.chance_rule().is_some() {
        let published = FairnessRecord::revealed(&id, &secret, &entropies);
        tags.set("Fair", serde_json::to_string(&published).unwrap());
    }
    let text = JsonFormat.write(&Record::from_table(&*table, tags), &*table);
    serde_json::from_str(&text).expect("a JSON record")
}

fn resign_all(table: &mut dyn Table) {
    for seat in table.seats() {
        if table.outcome().is_none() {
            // A seat that is out already cannot resign.
            let _ = table.play(&format!("resign:{seat}"));
        }
    }
    assert!(table.outcome().is_some(), "the game is over");
}

/// The position after this many actions of a random game.
fn position_after(game: &str, options: &Value, actions: usize) -> String {
    let record = recorded(game, options, None);
    let entry = games::entry(game).expect("a listed game");
    let mut table = entry.rules.open(options, None, TimeControl::None).expect("the table opens");
    for word in record["actions"].as_array().unwrap().iter().take(actions) {
        table.play(word.as_str().unwrap()).expect("the record can be played");
    }
    table.text()
}

/// The record with its last chance outcome replaced by another possible one.
fn with_forged_outcome(mut record: Value) -> Value {
    let rule = games::entry(record["game"].as_str().unwrap()).unwrap().chance_rule().expect("a chance rule");
    let words = record["actions"].as_array_mut().unwrap();
    let outcome = words.iter_mut().rfind(|word| word.as_str().unwrap().starts_with('=')).expect("an outcome");
    let possible = match rule {
        ChanceRule::Deal { letters, .. } => letters.chars().map(|letter| format!("={letter}")).collect(),
        ChanceRule::Roll { outcomes } => outcomes,
    };
    *outcome = json!(possible.into_iter().find(|other| *outcome != other.as_str()));
    record
}

/// The record with part of its published data replaced.
fn with_forged_deal(mut record: Value, from: &str, to: &str) -> Value {
    let fair = record["tags"]["Fair"].as_str().expect("published data");
    let forged = fair.replacen(from, to, 1);
    assert_ne!(forged, fair, "{from}");
    record["tags"]["Fair"] = json!(forged);
    record
}

/// The record of the game before everybody resigned, with its secret.
fn unfinished(mut record: Value) -> Value {
    let words = record["actions"].as_array_mut().unwrap();
    words.retain(|word| !word.as_str().unwrap().starts_with("resign:"));
    record["outcome"] = Value::Null;
    record
}

fn without_deal(mut record: Value) -> Value {
    record["tags"].as_object_mut().unwrap().remove("Fair");
    record
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (game, options) in games_with_chance() {
        // The placement of kings and queens comes first; the other games have chance throughout.
        let set_up = position_after(game, &options, if game == "bishops" { 0 } else { 8 });
        let fair = recorded(game, &options, None);
        let from_set_up = recorded(game, &options, Some(&set_up));
        assert!(from_set_up["actions"].to_string().contains("\"="), "{game}: no chance from {set_up}");
        let other_secret = |record: &Value| with_forged_deal(record.clone(), "0707", "0708");
        let secret = format!("\"{}\"", "07".repeat(32));
        let all = [
            ("as dealt", fair.clone(), "verified"),
            ("from a set-up start", from_set_up.clone(), "unchecked"),
            ("with a forged outcome", with_forged_outcome(fair.clone()), "fails"),
            ("with a forged secret", other_secret(&fair), "fails"),
            ("from a set-up start with a forged secret", other_secret(&from_set_up), "fails"),
            ("with forged entropy", with_forged_deal(fair.clone(), "6120", "6121"), "fails"),
            ("of an unknown scheme", with_forged_deal(fair.clone(), "fair-1", "fair-9"), "unchecked"),
            ("without its secret", with_forged_deal(fair.clone(), &secret, "null"), "unchecked"),
            ("without its deal", without_deal(fair.clone()), "unchecked"),
            ("with entropy for too few seats", with_forged_deal(fair.clone(), "[null,", "["), "fails"),
            ("whose secret is published too early", unfinished(fair), "fails"),
        ];
        let case = |(title, record, verdict)| Case { title: format!("{game} {title}"), record, verdict };
        cases.extend(all.map(case));
    }
    for (game, title) in [("ban-chess", "without chance"), ("enochian", "without dice")] {
        let record = recorded(game, &json!({}), None);
        cases.push(Case { title: format!("{game} {title}"), record, verdict: "verified" });
    }
    cases
}

/// Writes each record into a file.
fn write_records(folder: &Path, cases: &[Case]) -> Vec<PathBuf> {
    let files = cases.iter().enumerate().map(|(number, case)| {
        let file = folder.join(format!("{number}.json"));
        fs::write(&file, case.record.to_string()).expect("failed to write the record");
        file
    });
    files.collect()
}

/// The verdict of `tetrarch verify`, and its output.
fn command_verdict(file: &Path) -> (&'static str, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tetrarch")).arg("verify").arg(file).output().unwrap();
    let verdict = match output.status.code() {
        Some(0) => "verified",
        Some(1) => "fails",
        Some(3) => "unchecked",
        code => panic!("exit code {code:?}"),
    };
    (verdict, String::from_utf8(output.stdout).expect("invalid UTF-8"))
}

/// The verdicts of the page, which knows the seats of a table.
fn page_verdicts(folder: &Path, cases: &[Case]) -> Vec<String> {
    let tables = cases.iter().enumerate().map(|(number, case)| {
        let (mut table, file) = (case.record.clone(), folder.join(format!("table-{number}.json")));
        let rules = games::entry(table["game"].as_str().unwrap()).expect("a listed game").rules;
        let opened = rules.open(&table["options"], None, TimeControl::None).expect("the table opens");
        table["seats"] = json!(opened.seats().len());
        fs::write(&file, table.to_string()).expect("failed to write the table");
        file
    });
    let files: Vec<PathBuf> = tables.collect();
    let games = folder.join("games.json");
    let infos: Vec<_> = ENTRIES.iter().map(|entry| entry.info()).collect();
    fs::write(&games, serde_json::to_string(&infos).unwrap()).expect("failed to write the games");
    let mut node = Command::new("node");
    let output = node.current_dir(WEB).arg("tests/verify-deals.mjs").arg(games).args(files).output();
    let output = output.expect("failed to run node");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("invalid UTF-8").lines().map(str::to_string).collect()
}

#[test]
fn the_command_judges_recorded_games() {
    let folder = TempDir::new().expect("failed to create a temporary folder");
    let cases = cases();
    for (case, file) in cases.iter().zip(write_records(folder.path(), &cases)) {
        let (verdict, output) = command_verdict(&file);
        assert_eq!(verdict, case.verdict, "{}: {output}", case.title);
        assert_eq!(output.contains("FAILS"), verdict == "fails", "{}: {output}", case.title);
    }
}

#[test]
#[ignore = "needs Node (make test)"]
fn the_page_and_the_command_judge_recorded_games_alike() {
    let folder = TempDir::new().expect("failed to create a temporary folder");
    let cases = cases();
    let files = write_records(folder.path(), &cases);
    let page = page_verdicts(folder.path(), &cases);
    assert_eq!(page.len(), cases.len());
    for ((case, file), page) in cases.iter().zip(&files).zip(page) {
        assert_eq!(page, case.verdict, "{} on the page", case.title);
        assert_eq!(page, command_verdict(file).0, "{}", case.title);
    }
}
