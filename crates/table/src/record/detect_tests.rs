//! Tests of the detection of games and formats.

use super::*;
use crate::{Game, GameKind};
use tetrarch_rules::{BanChess, Banqi, Enochian};

const BAN_CHESS: &dyn Game = &GameKind::<BanChess>::with_formats(&[
    &BanChessPgn,
    &ActionList { name: "bcn", outcomes_joined: false },
    &JsonFormat,
]);
const BANQI: &dyn Game =
    &GameKind::<Banqi>::with_formats(&[&ActionList { name: "list", outcomes_joined: true }, &JsonFormat]);
const ENOCHIAN: &dyn Game = &GameKind::<Enochian>::with_formats(&[
    &RoundSheet { variant: "Enochian chess", order: |_| vec!['b', 'r', 'k', 'y'], spelling: Spelling::Plain },
    &ActionList { name: "list", outcomes_joined: false },
    &JsonFormat,
]);
const GAMES: [&dyn Game; 3] = [BAN_CHESS, BANQI, ENOCHIAN];

/// What was detected: `game format` and the actions of each record, or the error.
fn detected(text: &str, preferred: Option<&str>) -> Vec<String> {
    let hint = FormatHint { preferred_game: preferred, ..FormatHint::default() };
    match detect_text(&GAMES, hint, text) {
        Err(error) => vec![error.to_string()],
        Ok(DetectedText::Position { game, start: Ok(_) }) => vec![format!("{} position", game.name())],
        Ok(DetectedText::Position { game, start: Err(error) }) => {
            vec![format!("{} position", game.name()), error.to_string()]
        }
        Ok(DetectedText::Records(DetectedRecords { game, format, records })) => {
            let record = |record: Result<Record, RecordError>| match record {
                Ok(record) => record.words.join(" "),
                Err(error) => error.to_string(),
            };
            let head = format!("{} {}", game.name(), format.name());
            std::iter::once(head).chain(records.into_iter().map(record)).collect()
        }
    }
}

#[test]
fn a_text_is_of_the_game_whose_rules_it_follows() {
    for preferred in [None, Some("ban-chess"), Some("banqi"), Some("enochian")] {
        assert_eq!(detected("b:e2e4 m:d2d4", preferred), ["ban-chess bcn", "b:e2e4 m:d2d4"]);
        assert_eq!(detected("1. {banning: e2e4} d4 *", preferred), ["ban-chess pgn", "b:e2e4 m:d2d4"]);
        assert_eq!(detected("{banning: e2e4} d4", preferred), ["ban-chess pgn", "b:e2e4 m:d2d4"]);
        assert_eq!(detected("?b4=q ?a1=K", preferred), ["banqi list", "?b4 =q ?a1 =K"]);
        let sheet =
            "[Variant \"Enochian chess\"]\n[Blue \"Ada\"]\n[Weather \"rain\"]\n\n1. Pg5f5 {Red resigns} *";
        assert_eq!(detected(sheet, preferred), ["enochian sheet", "Pg5f5 resign:red"]);
    }
}

#[test]
fn the_preferred_game_decides_where_a_text_fits_several() {
    assert_eq!(detected("abort", None), ["ban-chess bcn", "abort"]);
    assert_eq!(detected("abort", Some("banqi")), ["banqi list", "abort"]);
    let [_, error] = &detected("rubbish", Some("enochian"))[..] else { panic!("not one record") };
    assert!(error.starts_with("line 1, column 1: rubbish cannot be played"), "{error}");
}

#[test]
fn adjudications_and_several_records_are_read() {
    let text = "b:e2e4 m:d2d4 adjudicate:black\n\nb:e2e4 m:e2e4\n\nWhite: Ada\nabort\n";
    let read = detected(text, None);
    assert_eq!(
        (read.len(), read[1].as_str(), read[3].as_str()),
        (4, "b:e2e4 m:d2d4 adjudicate:black", "abort")
    );
    assert!(read[2].starts_with("line 3, column 8: m:e2e4 cannot be played"), "{}", read[2]);
}

#[test]
fn an_error_comes_with_the_legal_part_in_every_format() {
    let json = r#"{"format":"tetrarch-record-1","game":"ban-chess","tags":{},"options":{},"start":null,"actions":["b:e2e4","m:e2e4"]}"#;
    for text in ["b:e2e4 m:e2e4", "1. {banning: e2e4} e4", json] {
        let found = detect_records(&GAMES, FormatHint::default(), text).unwrap();
        let error = found.records[0].as_ref().unwrap_err();
        assert_eq!(error.legal_part.as_ref().unwrap().words, ["b:e2e4"], "{text}");
    }
    let sheet = "[Variant \"Enochian chess\"]\n\n1. Pg5f5 Pg5f5";
    let found = detect_records(&GAMES, FormatHint::default(), sheet).unwrap();
    assert_eq!(found.records[0].as_ref().unwrap_err().legal_part.as_ref().unwrap().words, ["Pg5f5"]);
}

#[test]
fn a_position_is_of_the_game_that_can_start_from_it() {
    let banqi = "????????/????????/????????/???????? - 1 - 0 1 -";
    assert_eq!(detected(banqi, Some("ban-chess")), ["banqi position"]);
    let read = detected("8/8/8/8 w", Some("ban-chess"));
    assert!(read[0] == "ban-chess position" && read[1].starts_with("invalid position"), "{read:?}");
    assert_ne!(detected("1. {banning: e2e4} d4 {Draw agreed} 1/2-1/2", None)[0], "ban-chess position");
}

#[test]
fn errors_say_what_is_missing() {
    assert_eq!(detected("", None), ["the text contains no record"]);
    assert_eq!(
        detected("b:e2e4", Some("go")),
        ["unknown game \"go\": the games are ban-chess, banqi, enochian"]
    );
    assert!(detected(r#"{"game": "go"}"#, None)[0].starts_with("unknown game \"go\""));
    let with_format = |game, format| {
        let hint = FormatHint { game, format: Some(format), ..FormatHint::default() };
        detect_records(&GAMES, hint, "b:e2e4").err().map(|error| error.to_string())
    };
    let known = "Ban-Chess has no record format \"docx\"; it has pgn, bcn, json";
    assert_eq!(with_format(Some("ban-chess"), "docx").unwrap(), known);
    assert_eq!(with_format(None, "docx").unwrap(), "no game has the record format \"docx\"");
}

#[test]
fn a_file_name_hints_at_the_format() {
    let read = |extension| {
        let hint = FormatHint { extension: Some(extension), ..FormatHint::default() };
        detect_records(&GAMES, hint, "{\"format\":").unwrap().format.name()
    };
    assert_eq!((read("json"), read("bcn"), read("txt")), ("json", "bcn", "json"));
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_without_a_panic_and_errors_are_inside_it(text in "[a-h1-8 =?:{}\\[\\]\"/\n]{0,80}") {
        if let Ok(DetectedText::Records(found)) = detect_text(&GAMES, FormatHint::default(), &text) {
            for error in found.records.iter().filter_map(|record| record.as_ref().err()) {
                let line = text.split('\n').nth(error.line - 1).unwrap();
                assert!((1..=line.chars().count() + 1).contains(&error.column), "{error} in {text:?}");
            }
        }
    }
}
