//! `tetrarch verify`: a fair game holds, and whatever is changed in it is found.

use std::io::Write as _;
use std::process::{Command, Stdio};
use tetrarch::games::GAMES;
use tetrarch_fair::{Dealer, Entropies, Entropy, GameId, Layout, Published, Secret};
use tetrarch_rules::Turn;
use tetrarch_rules::laws::Luck;
use tetrarch_table::Control;
use tetrarch_table::record::{Format as _, Json, Record, Tags};

/// Whether everything holds, and what was said.
fn verify(record: &str) -> (bool, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tetrarch"));
    let child = program
        .args(["verify", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.expect("the program");
    child.stdin.take().expect("a pipe").write_all(record.as_bytes()).expect("writing");
    let output = child.wait_with_output().expect("an end");
    (output.status.success(), String::from_utf8(output.stdout).expect("UTF-8"))
}

/// A Banqi game dealt from a secret, as its record.
fn dealt_game() -> String {
    let secret = Secret::from_bytes([7; 32]);
    let id = GameId::new("table-12").unwrap();
    let mut entropies = Entropies::none(2);
    entropies.give(1, Entropy::new(b"a rolling stone").unwrap()).unwrap();
    let deal = Dealer::new(&secret, &id, &entropies).deal(&Layout::BANQI);
    let mut table = GAMES.named("banqi").unwrap().open(&serde_json::json!({}), None, Control::None).unwrap();
    let mut luck = Luck::new(5);
    for _ in 0..60 {
        let word = luck.pick(&table.legal()).cloned().expect("something to do");
        table.enter(&word).unwrap();
        if table.turn() == Turn::Chance {
            let piece = deal.on(word.trim_start_matches('?')).expect("a piece");
            table.enter(&format!("={piece}")).unwrap();
        }
    }
    table.enter("resign:first").unwrap();
    let fair = serde_json::to_string(&Published::after(&id, &secret, &entropies)).unwrap();
    let record = Record::of(&*table, [("Fair", fair)].into_iter().collect::<Tags>());
    Json.write(&record, &*table)
}

#[test]
fn a_fair_game_holds() {
    let (holds, said) = verify(&dealt_game());
    assert!(holds, "{said}");
    assert!(
        said.contains("the secret fits the commitment") && said.ends_with("Everything holds.\n"),
        "{said}"
    );
    assert!(said.contains("holds   the piece on"), "{said}");
}

#[test]
fn another_piece_than_was_dealt_is_found() {
    let record = dealt_game();
    // The first piece turned over becomes another of the same colour, so that the rules still hold.
    let (flip, piece) = record.split_once("\"=").map(|(before, after)| (before, &after[..1])).unwrap();
    let other = match piece {
        "p" => "c",
        "P" => "C",
        red if red.chars().all(char::is_lowercase) => "p",
        _ => "P",
    };
    let changed = format!("{flip}\"={other}{}", &record[flip.len() + 3..]);
    let (holds, said) = verify(&changed);
    assert!(!holds);
    assert!(said.contains("FAILS") && said.contains("Not everything holds."), "{said}");
}

#[test]
fn another_secret_commitment_game_or_entropy_is_found() {
    let record = dealt_game();
    for (from, to, words) in [
        ("0707", "0708", "the commitment is"),
        ("table-12", "table-13", "the commitment is"),
        ("6120726f6c6c696e67", "6120726f6c6c696e68", "was dealt"),
        ("tetrarch-fair-1", "tetrarch-fair-9", "tetrarch-fair-9"),
    ] {
        let changed = record.replacen(from, to, 1);
        assert_ne!(changed, record, "{from}");
        let (holds, said) = verify(&changed);
        assert!(!holds && said.contains(words), "{from}: {said}");
    }
}

#[test]
fn an_action_against_the_rules_is_found() {
    let changed = dealt_game().replacen("\"?", "\"??", 1);
    let (holds, said) = verify(&changed);
    assert!(!holds && said.contains("cannot be played"), "{said}");
}

#[test]
fn a_record_without_a_deal_says_so() {
    let (holds, said) = verify("?b4=q ?a1=K resign:first\n");
    assert!(!holds && said.contains("no tag Fair"), "{said}");
    assert!(said.contains("holds   all 5 actions follow the rules of Banqi"), "{said}");
}
