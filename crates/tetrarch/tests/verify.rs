//! `tetrarch verify` accepts a fair game and detects any change to it.

use std::io::Write as _;
use std::process::{Command, Stdio};
use tetrarch::dealing::fair_outcome;
use tetrarch::games::GAMES;
use tetrarch_fair::{Dealer, Entropies, Entropy, FairGameId, FairnessRecord, Secret};
use tetrarch_rules::Turn;
use tetrarch_rules::laws::SeededRng;
use tetrarch_table::TimeControl;
use tetrarch_table::record::{Format as _, JsonFormat, Record, Tags};

/// The exit codes of `tetrarch verify`.
const VERIFIED: i32 = 0;
const FAILS: i32 = 1;
const CANNOT_BE_CHECKED: i32 = 3;

/// The exit code for a record, and the output.
fn verify(record: &str) -> (i32, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tetrarch"));
    let child = program
        .args(["verify", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.expect("failed to run tetrarch");
    child
        .stdin
        .take()
        .expect("standard input is piped")
        .write_all(record.as_bytes())
        .expect("failed to write");
    let output = child.wait_with_output().expect("no end");
    (output.status.code().expect("no exit code"), String::from_utf8(output.stdout).expect("invalid UTF-8"))
}

/// The record of a Banqi game dealt from a secret.
fn dealt_game() -> String {
    dealt(2, Some("resign:first"))
}

/// The same with another number of entropy entries, or another end.
fn dealt(count: u8, end: Option<&str>) -> String {
    let secret = Secret::from_bytes([7; 32]);
    let id = FairGameId::new("table-12").unwrap();
    let mut entropies = Entropies::empty(count);
    if count > 1 {
        entropies.set(1, Entropy::new(b"a rolling stone").unwrap()).unwrap();
    }
    let dealer = Dealer::new(&secret, &id, &entropies);
    let mut table =
        GAMES.by_name("banqi").unwrap().open(&serde_json::json!({}), None, TimeControl::None).unwrap();
    let mut rng = SeededRng::new(5);
    for _ in 0..60 {
        let word = rng.choose(&table.legal()).cloned().expect("no legal action");
        table.play(&word).unwrap();
        if table.turn() == Turn::Chance {
            let piece = fair_outcome(&dealer, &*table).expect("no piece on the square");
            table.play(&piece).unwrap();
        }
    }
    if let Some(end) = end {
        table.play(end).unwrap();
    }
    let fair = serde_json::to_string(&FairnessRecord::revealed(&id, &secret, &entropies)).unwrap();
    let record = Record::from_table(&*table, [("Fair", fair)].into_iter().collect::<Tags>());
    JsonFormat.write(&record, &*table)
}

#[test]
fn a_fair_game_verifies() {
    let (verified, output) = verify(&dealt_game());
    assert_eq!(verified, VERIFIED, "{output}");
    assert!(output.contains("the secret matches the commitment"), "{output}");
    assert!(
        output.contains("the entropy of the seats: none, \"6120726f6c6c696e672073746f6e65\""),
        "{output}"
    );
    assert!(output.contains("Verified, provided that the commitment is the one you were shown"), "{output}");
    assert!(output.contains("holds   ?") && output.contains(", as dealt"), "{output}");
}

#[test]
fn a_changed_piece_is_detected() {
    let record = dealt_game();
    // The first flipped piece becomes another of the same colour, so that the game still follows the rules.
    let (flip, piece) = record.split_once("\"=").map(|(before, after)| (before, &after[..1])).unwrap();
    let other = match piece {
        "p" => "c",
        "P" => "C",
        red if red.chars().all(char::is_lowercase) => "p",
        _ => "P",
    };
    let changed = format!("{flip}\"={other}{}", &record[flip.len() + 3..]);
    let (verified, output) = verify(&changed);
    assert_eq!(verified, FAILS);
    assert!(output.contains("FAILS") && output.contains("Verification failed."), "{output}");
}

#[test]
fn a_changed_secret_commitment_game_or_entropy_is_detected() {
    let record = dealt_game();
    for (from, to, words, expected) in [
        ("0707", "0708", "the commitment is", FAILS),
        ("table-12", "table-13", "the commitment is", FAILS),
        ("6120726f6c6c696e67", "6120726f6c6c696e68", "was dealt", FAILS),
        ("tetrarch-fair-1", "tetrarch-fair-9", "tetrarch-fair-9", CANNOT_BE_CHECKED),
    ] {
        let changed = record.replacen(from, to, 1);
        assert_ne!(changed, record, "{from}");
        let (verified, output) = verify(&changed);
        assert!(verified == expected && output.contains(words), "{from}: {output}");
    }
}

#[test]
fn an_illegal_action_is_detected() {
    let changed = dealt_game().replacen("\"?", "\"??", 1);
    let (verified, output) = verify(&changed);
    assert!(verified == FAILS && output.contains("cannot be played"), "{output}");
}

#[test]
fn a_secret_published_during_play_is_detected() {
    let (verified, output) = verify(&dealt(2, None));
    assert!(
        verified == FAILS && output.contains("FAILS   the game has not ended, but its secret is published"),
        "{output}"
    );
}

#[test]
fn a_wrong_number_of_entropies_is_detected() {
    for count in [0, 1, 4] {
        let (verified, output) = verify(&dealt(count, Some("resign:first")));
        assert!(verified == FAILS && output.contains("the game has 2 seats, but entropy for"), "{output}");
    }
}

#[test]
fn a_game_from_another_start_or_without_chance_is_not_called_fair() {
    let fair = dealt_game();
    let tags = fair.split_once("\"tags\":").and_then(|(_, rest)| rest.split_once(",\"options\"")).unwrap().0;
    let record = |game: &str, start: &str, actions: &str| {
        format!(
            r#"{{"format":"tetrarch-record-1","game":"{game}","tags":{tags},"options":{{}},"start":{start},"actions":{actions}}}"#
        )
    };
    let elsewhere = record(
        "banqi",
        "\"????????/????????/????????/k??????? b 2 - 0 2 -\"",
        r#"["?b1","=C","resign:first"]"#,
    );
    let (verified, output) = verify(&elsewhere);
    assert_eq!(verified, CANNOT_BE_CHECKED, "{output}");
    assert!(output.contains("there is no deal for a start that was set up"), "{output}");
    assert!(output.contains("Cannot be checked.") && !output.contains("FAILS"), "{output}");
    let chance =
        record("banqi", "\"????????/????????/????????/???????? - 1 - 0 1 a1\"", r#"["=q","resign:first"]"#);
    let (verified, output) = verify(&format!("{chance}\n{fair}"));
    assert_eq!(verified, CANNOT_BE_CHECKED, "{output}");
    assert!(output.contains("unknown the start revealed q") && output.contains("game 2"), "{output}");
    let (verified, output) = verify(&record("ban-chess", "null", r#"["resign:white"]"#));
    assert!(verified == FAILS && output.contains("Ban-Chess involves no chance"), "{output}");
    assert!(output.contains("so there is no deal"), "a deal in a game without chance is an error: {output}");
}

#[test]
fn a_game_without_chance_is_replayed_and_has_no_deal() {
    for (actions, ends) in
        [("\"b:d2d4\",\"m:e2e4\",\"resign:white\"", true), ("\"b:d2d4\",\"m:d2d4\"", false)]
    {
        let record = format!(
            r#"{{"format":"tetrarch-record-1","game":"ban-chess","tags":{{}},"options":{{}},"start":null,"actions":[{actions}]}}"#
        );
        let (verified, output) = verify(&record);
        assert_eq!(verified == VERIFIED, ends, "{output}");
        assert_eq!(output.contains("there was no deal"), ends, "{output}");
        assert!(!ends || output.contains("the game ended: "), "{output}");
    }
}

#[test]
fn dice_are_verified() {
    let (secret, id) = (Secret::from_bytes([9; 32]), FairGameId::new("dice").unwrap());
    let entropies = Entropies::empty(4);
    let dealer = Dealer::new(&secret, &id, &entropies);
    let options = serde_json::json!({"divination": true});
    let mut table = GAMES.by_name("enochian").unwrap().open(&options, None, TimeControl::None).unwrap();
    let (mut rng, mut rolls) = (SeededRng::new(1), 0);
    for _ in 0..40 {
        if table.turn() == Turn::Chance {
            rolls += 1;
            table.play(&format!("={}", dealer.roll_die(rolls))).unwrap();
        } else if let Some(word) = rng.choose(&table.legal()) {
            table.play(word).unwrap();
        }
    }
    table.play("draw").unwrap();
    let fair = serde_json::to_string(&FairnessRecord::revealed(&id, &secret, &entropies)).unwrap();
    let record = Record::from_table(&*table, [("Fair", fair)].into_iter().collect::<Tags>());
    let text = JsonFormat.write(&record, &*table);
    let (verified, output) = verify(&text);
    assert!(verified == VERIFIED && output.contains("roll 12 was"), "{output}");
    let (verified, output) = verify(&text.replace("0909", "0908"));
    assert!(verified == FAILS && output.contains("was dealt"), "{output}");
}

#[test]
fn a_game_without_a_chance_turn_needs_no_deal() {
    for game in ["enochian", "bishops"] {
        let mut table =
            GAMES.by_name(game).unwrap().open(&serde_json::json!({}), None, TimeControl::None).unwrap();
        let word = table.legal()[0].clone();
        table.play(&word).unwrap();
        let (verified, output) =
            verify(&JsonFormat.write(&Record::from_table(&*table, Tags::default()), &*table));
        assert!(verified == VERIFIED && output.contains("no chance was involved"), "{output}");
    }
}

#[test]
fn a_record_without_a_deal_says_so() {
    let (verified, output) = verify("?b4=q ?a1=K resign:first\n");
    assert!(verified == CANNOT_BE_CHECKED && output.contains("no tag Fair"), "{output}");
    assert!(output.contains("holds   all 5 actions follow the rules of Banqi"), "{output}");
}
