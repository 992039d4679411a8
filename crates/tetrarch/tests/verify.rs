//! `tetrarch verify`: a fair game holds, and whatever is changed in it is found.

use std::io::Write as _;
use std::process::{Command, Stdio};
use tetrarch::games::GAMES;
use tetrarch_fair::{DealLayout, Dealer, Entropies, Entropy, FairGameId, FairnessRecord, Secret};
use tetrarch_rules::Turn;
use tetrarch_rules::laws::SeededRng;
use tetrarch_table::TimeControl;
use tetrarch_table::record::{Format as _, JsonFormat, Record, Tags};

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
    dealt(2, Some("resign:first"))
}

/// The same with other places for entropy, or another end.
fn dealt(places: u8, end: Option<&str>) -> String {
    let secret = Secret::from_bytes([7; 32]);
    let id = FairGameId::new("table-12").unwrap();
    let mut entropies = Entropies::empty(places);
    if places > 1 {
        entropies.set(1, Entropy::new(b"a rolling stone").unwrap()).unwrap();
    }
    let deal = Dealer::new(&secret, &id, &entropies).deal(&DealLayout::BANQI);
    let mut table =
        GAMES.by_name("banqi").unwrap().open(&serde_json::json!({}), None, TimeControl::None).unwrap();
    let mut luck = SeededRng::new(5);
    for _ in 0..60 {
        let word = luck.choose(&table.legal()).cloned().expect("something to do");
        table.apply(&word).unwrap();
        if table.turn() == Turn::Chance {
            let piece = deal.letter_on(word.trim_start_matches('?')).expect("a piece");
            table.apply(&format!("={piece}")).unwrap();
        }
    }
    end.into_iter().for_each(|end| table.apply(end).unwrap());
    let fair = serde_json::to_string(&FairnessRecord::revealed(&id, &secret, &entropies)).unwrap();
    let record = Record::from_table(&*table, [("Fair", fair)].into_iter().collect::<Tags>());
    JsonFormat.write(&record, &*table)
}

#[test]
fn a_fair_game_holds() {
    let (holds, said) = verify(&dealt_game());
    assert!(holds, "{said}");
    assert!(said.contains("the secret matches the commitment"), "{said}");
    assert!(said.contains("the entropy of the seats: none, \"6120726f6c6c696e672073746f6e65\""), "{said}");
    assert!(said.contains("Everything holds, if the commitment is the one you were shown"), "{said}");
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
fn a_secret_published_during_play_is_found() {
    let (holds, said) = verify(&dealt(2, None));
    assert!(!holds && said.contains("FAILS   the game has not ended, but its secret is published"), "{said}");
}

#[test]
fn places_for_entropy_that_do_not_fit_the_seats_are_found() {
    for places in [0, 1, 4] {
        let (holds, said) = verify(&dealt(places, Some("resign:first")));
        assert!(!holds && said.contains("places for entropy, but 2 seats"), "{said}");
    }
}

#[test]
fn a_game_that_began_elsewhere_or_without_chance_is_not_called_fair() {
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
    let (holds, said) = verify(&elsewhere);
    assert!(!holds && said.contains("did not begin from the usual start"), "{said}");
    let chance =
        record("banqi", "\"????????/????????/????????/???????? - 1 - 0 1 a1\"", r#"["=q","resign:first"]"#);
    let (holds, said) = verify(&format!("{chance}\n{fair}"));
    assert!(
        !holds && said.contains("=q is nothing that chance can show") && said.contains("game 2"),
        "{said}"
    );
    let (holds, said) = verify(&record("ban-chess", "null", r#"["resign:white"]"#));
    assert!(!holds && said.contains("nothing is left to chance in Ban-Chess"), "{said}");
    assert!(
        said.contains("so nothing was dealt"),
        "who tells of a deal where there is none is wrong: {said}"
    );
}

#[test]
fn a_game_without_chance_is_played_again_and_has_no_deal() {
    for (actions, ends) in
        [("\"b:d2d4\",\"m:e2e4\",\"resign:white\"", true), ("\"b:d2d4\",\"m:d2d4\"", false)]
    {
        let record = format!(
            r#"{{"format":"tetrarch-record-1","game":"ban-chess","tags":{{}},"options":{{}},"start":null,"actions":[{actions}]}}"#
        );
        let (holds, said) = verify(&record);
        assert_eq!(holds, ends, "{said}");
        assert_eq!(said.contains("there was no deal"), ends, "{said}");
        assert!(!ends || said.contains("the game has ended: "), "{said}");
    }
}

#[test]
fn dice_are_checked_too() {
    let (secret, id) = (Secret::from_bytes([9; 32]), FairGameId::new("dice").unwrap());
    let entropies = Entropies::empty(4);
    let dealer = Dealer::new(&secret, &id, &entropies);
    let options = serde_json::json!({"divination": true});
    let mut table = GAMES.by_name("enochian").unwrap().open(&options, None, TimeControl::None).unwrap();
    let (mut luck, mut throws) = (SeededRng::new(1), 0);
    for _ in 0..40 {
        if table.turn() == Turn::Chance {
            throws += 1;
            table.apply(&format!("={}", dealer.roll_die(throws))).unwrap();
        } else if let Some(word) = luck.choose(&table.legal()) {
            table.apply(word).unwrap();
        }
    }
    table.apply("draw").unwrap();
    let fair = serde_json::to_string(&FairnessRecord::revealed(&id, &secret, &entropies)).unwrap();
    let record = Record::from_table(&*table, [("Fair", fair)].into_iter().collect::<Tags>());
    let text = JsonFormat.write(&record, &*table);
    let (holds, said) = verify(&text);
    assert!(holds && said.contains("throw 12 was"), "{said}");
    let (holds, said) = verify(&text.replace("0909", "0908"));
    assert!(!holds && said.contains("was dealt"), "{said}");
}

#[test]
fn a_game_in_which_chance_had_no_turn_needs_no_deal() {
    for game in ["enochian", "bishops"] {
        let mut table =
            GAMES.by_name(game).unwrap().open(&serde_json::json!({}), None, TimeControl::None).unwrap();
        let word = table.legal()[0].clone();
        table.apply(&word).unwrap();
        let (holds, said) = verify(&JsonFormat.write(&Record::from_table(&*table, Tags::default()), &*table));
        assert!(holds && said.contains("nothing was left to chance"), "{said}");
    }
}

#[test]
fn a_record_without_a_deal_says_so() {
    let (holds, said) = verify("?b4=q ?a1=K resign:first\n");
    assert!(!holds && said.contains("no tag Fair"), "{said}");
    assert!(said.contains("holds   all 5 actions follow the rules of Banqi"), "{said}");
}
