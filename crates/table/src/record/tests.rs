//! Records of Ban-Chess in all formats.

use super::*;
use crate::{Game, GameKind};
use proptest::prelude::*;
use serde_json::json;
use tetrarch_rules::BanChess;
use tetrarch_rules::laws::SeededRng;

const BCN: ActionList = ActionList { name: "bcn", outcomes_joined: false };
const GAME: GameKind<BanChess> = GameKind::with_formats(&[&BanChessPgn, &BCN, &JsonFormat]);

fn played(words: &str) -> Box<dyn Table> {
    let mut table = GAME.open(&json!({}), None, TimeControl::None).unwrap();
    for word in words.split_whitespace() {
        table.play(word).unwrap();
    }
    table
}

fn pgn(words: &str) -> String {
    let table = played(words);
    BanChessPgn.write(&Record::from_table(&*table, Tags::default()), &*table)
}

fn read_one(format: &dyn Format, text: &str) -> Result<Record, RecordError> {
    let mut records = format.read(&GAME, text);
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

fn words(text: &str) -> String {
    read_one(&BanChessPgn, text).unwrap_or_else(|error| panic!("{text}: {error}")).words.join(" ")
}

#[test]
fn each_ban_is_a_comment_before_the_move_it_restricts() {
    let text = pgn("b:e2e4 m:d2d4 b:e7e5 m:d7d5");
    assert!(text.contains("[Variant \"Ban Chess\"]"));
    assert!(text.ends_with("\n1. {banning: e2e4} d4 {banning: e7e5} d5 *\n\n"), "{text}");
}

#[test]
fn moves_are_numbered_and_lines_broken() {
    let text = pgn("b:e2e4 m:d2d4 b:e7e5 m:d7d5 b:c2c4 m:g1f3 b:g8f6 m:c7c6 b:e2e3");
    let movetext = text.split("\n\n").nth(1).unwrap();
    assert!(movetext.lines().all(|line| line.len() <= 79), "{movetext}");
    let flat = movetext.replace('\n', " ");
    assert!(flat.ends_with("d5 2. {banning: c2c4} Nf3 {banning: g8f6} c6 3. {banning: e2e3} *"), "{flat}");
}

#[test]
fn a_mate_by_ban_ends_with_the_ban_and_the_result() {
    let text = pgn("b:d2d4 m:e2e4 b:e7e5 m:f7f6 b:b1c3 m:d1h5 b:g7g6");
    assert!(text.contains("[Result \"1-0\"]") && text.contains("[Termination \"checkmate\"]"));
    assert!(text.trim_end().ends_with("Qh5+\n{banning: g7g6} 1-0"), "{text}");
}

#[test]
fn ends_that_are_not_on_the_board_are_written_as_comments() {
    for (word, phrase, result) in [
        ("resign:white", "{White resigns}", "0-1"),
        ("flag:black", "{Black's time is up}", "1-0"),
        ("draw", "{Draw agreed}", "1/2-1/2"),
    ] {
        let text = pgn(&format!("b:e2e4 m:d2d4 {word}"));
        assert!(text.trim_end().ends_with(&format!("d4 {phrase} {result}")), "{text}");
        assert_eq!(words(&text), format!("b:e2e4 m:d2d4 {word}"));
    }
}

#[test]
fn a_custom_start_is_kept_with_its_move_numbers() {
    let start = "4k3/8/8/8/8/8/8/R3K3 b Q - 5 40 160:e8d8";
    let mut table = GAME.open(&json!({}), Some(start), TimeControl::None).unwrap();
    for word in ["m:e8e7", "b:a1a2", "m:e1c1"] {
        table.play(word).unwrap();
    }
    let record = Record::from_table(&*table, Tags::default());
    let text = BanChessPgn.write(&record, &*table);
    assert!(text.contains(&format!("[SetUp \"1\"]\n[FEN \"{start}\"]")), "{text}");
    assert!(text.contains("\n40... Ke7 41. {banning: a1a2} O-O-O *"), "{text}");
    assert_eq!(read_one(&BanChessPgn, &text), Ok(record));
}

#[test]
fn numbering_glyphs_and_comments_of_other_programs_are_read() {
    let plain = "b:e2e4 m:f2f3 b:d7d5 m:e7e5 b:d2d4 m:g2g4 b:h7h6 m:d8h4";
    for text in [
        "1. {banning: e2e4} f3 {banning: d7d5} e5 2. {banning: d2d4} g4 {banning: h7h6} Qh4# 0-1",
        "1.{banning: e2e4}f3 1...{banning: d7d5} e5 2.{banning: d2d4} g4?? 2... {banning: h7h6} Qh4#!! 0-1",
        "1 {Banning: e2-e4} f3 $2 2 {ban: d7d5=} e5 {a fine move} 3 {ban d2d4+} g4 (2. g3 {better}) 4 {banned: h7h6} Qh4 0-1",
        "{banning:e2e4} f3\n; a line of talk\n{banning: d7d5}\n% an escaped line\ne5 {banning: d2d4}\ng4 {banning:\nh7h6} Qh4#\n0-1",
        "[Event \"A \\\"quoted\\\" [event]\"]\n[Variant \"Ban-Chess\"]\n\n{banning: e2e4} f3 {banning: d7d5} e5 {banning: d2d4} g4 {banning: h7h6} Qh4#",
    ] {
        assert_eq!(words(text), plain, "{text}");
    }
}

#[test]
fn castling_with_zeros_and_long_pawn_moves_are_read() {
    let text =
        "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 1\"]\n\n{banning: e1d1} 0-0 {banning: e8d8} 0-0-0+ *";
    assert_eq!(words(text), "b:e1d1 m:e1g1 b:e8d8 m:e8c8");
}

#[test]
fn a_result_not_on_the_board_is_a_resignation_a_flag_fall_or_an_agreement() {
    let game = "1. {banning: e2e4} d4 {banning: e7e5} d5";
    assert!(words(&format!("{game} 1-0")).ends_with("resign:black"));
    assert!(words(&format!("[Termination \"Time forfeit\"]\n\n{game} 0-1")).ends_with("flag:white"));
    assert!(words(&format!("{game} 1/2-1/2")).ends_with("draw"));
    assert!(words(&format!("{game} *")).ends_with("m:d7d5"));
}

#[test]
fn errors_have_line_and_column() {
    for (text, line, column, expected) in [
        ("[Event \"x\"]\n\n1. {banning: e2e4} e4 *", 3, 20, "banned"),
        ("\n1. d4 *", 2, 4, "no ban before it"),
        ("1. {banning: e2e5} d4", 1, 4, "You can only ban"),
        ("1. {banning: e2e4} d4 {banning: e7e5 d5", 1, 23, "not closed"),
        ("1. {banning: e2e4} d4 (d5", 1, 23, "not closed"),
        ("1. {banning: e2e4} d4 ) d5", 1, 23, "without an opening bracket"),
        ("[Event x]\n\n*", 1, 1, "a tag must have the form"),
        ("[Variant \"Atomic\"]\n\n*", 1, 1, "Atomic"),
        ("[FEN \"x\"]\n\n*", 1, 1, "invalid position"),
        ("[Result \"0-1\"]\n\n1. {banning: e2e4} d4 1-0", 3, 23, "the tag Result says 0-1"),
        ("1. {banning: e2e4} takeback:0 *", 1, 20, "write moves in SAN"),
        ("1. {banning: e2e4} m:d2d4 *", 1, 20, "write moves in SAN"),
        ("1. {banning: e2e4} draw *", 1, 20, "isn't a ban or move"),
        ("1. {banning: e2e9} d4 *", 1, 4, "e2e9"),
        (
            "{banning: d2d4} e4 {banning: e7e5} f6 {banning: b1c3} Qh5+ {banning: g7g6} 0-1",
            1,
            76,
            "gives the result 0-1",
        ),
    ] {
        let error = read_one(&BanChessPgn, text).expect_err(text);
        assert!(error.message.contains(expected), "{text}: {error}");
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
    }
}

#[test]
fn an_invalid_game_does_not_affect_the_others() {
    let text = format!("{}1. nonsense 0-1\n\n{}", pgn("b:e2e4 m:d2d4 resign:black"), pgn("b:e2e4 m:d2d4"));
    let records = BanChessPgn.read(&GAME, &text);
    assert_eq!(records.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
}

#[test]
fn tags_round_trip_and_unknown_ones_are_omitted() {
    let table = played("b:e2e4 draw");
    let tags: Tags = [("White", "Ada \"the\" \\ first"), ("Annotator", "nobody"), ("Date", "2024.05.01")]
        .into_iter()
        .collect();
    let record = Record::from_table(&*table, tags);
    for format in GAME.formats() {
        let text = format.write(&record, &*table);
        let mut again = read_one(*format, &text).unwrap();
        assert_eq!(again.tags.get("White"), Some("Ada \"the\" \\ first"), "{text}");
        assert_eq!(again.tags.iter().count(), 3, "{text}");
        again.tags = record.tags.clone();
        assert_eq!(again, record);
    }
}

#[test]
fn the_json_format_is_strict() {
    let table = played("b:e2e4 m:d2d4 resign:white");
    let text = JsonFormat.write(&Record::from_table(&*table, Tags::default()), &*table);
    assert!(read_one(&JsonFormat, &text).is_ok());
    for (from, to) in [
        ("tetrarch-record-1", "tetrarch-record-9"),
        ("ban-chess", "banqi"),
        ("\"white\":0", "\"white\":1"),
        ("m:d2d4", "m:e2e4"),
        ("\"start\"", "\"begin\""),
        ("\"options\":{}", "\"options\":{\"x\":1}"),
        ("\"options\":{}", "\"options\":[]"),
    ] {
        let broken = text.replace(from, to);
        assert_ne!(broken, text);
        assert!(read_one(&JsonFormat, &broken).is_err(), "{broken}");
    }
}

#[test]
fn errors_in_a_list_have_their_position() {
    let text =
        "b:e2e4 m:d2d4\n\nstart: 4k3/8/8/8/8/8/8/R3K3 b Q - 5 40 160:e8d8\nm:e8e7\n  b:a1a2 m:a1a9\n\nb:e2e4";
    let records = BCN.read(&GAME, text);
    assert!(records[0].is_ok() && records[2].is_ok());
    let error = records[1].clone().unwrap_err();
    assert_eq!((error.line, error.column), (5, 10), "{error}");
}

/// A random game, sometimes with an end that is not on the board.
fn random_game(seed: u64) -> Box<dyn Table> {
    let mut rng = SeededRng::new(seed);
    let mut table = GAME.open(&json!({}), None, TimeControl::None).unwrap();
    for _ in 0..rng.below(200) {
        let legal = table.legal();
        let Some(word) = rng.choose(&legal) else { break };
        table.play(word).unwrap();
    }
    let forfeits = ["resign:white", "resign:black", "flag:white", "flag:black"];
    let operators = ["abort", "adjudicate:draw", "adjudicate:white", "adjudicate:black"];
    let ends: Vec<&str> = forfeits.into_iter().chain(operators).chain(["draw", "claim"]).collect();
    if rng.one_in(2)
        && let Some(end) = rng.choose(&ends)
    {
        let _ = table.play_recorded(end);
    }
    table
}

#[test]
fn adjudicated_and_aborted_games_round_trip_in_every_format() {
    for end in ["abort", "adjudicate:draw", "adjudicate:white", "adjudicate:black"] {
        let mut table = played("b:d2d4 m:e2e4");
        table.play_recorded(end).unwrap();
        let record = Record::from_table(&*table, Tags::default());
        for format in GAME.formats() {
            let text = format.write(&record, &*table);
            assert_eq!(read_one(*format, &text), Ok(record.clone()), "{text}");
        }
    }
}

#[test]
fn random_games_round_trip_in_every_format() {
    for seed in 0..100 {
        let table = random_game(seed);
        let record = Record::from_table(&*table, [("White", "Ada"), ("Black", "Bob")].into_iter().collect());
        for format in GAME.formats() {
            let text = format.write(&record, &*table);
            assert_eq!(read_one(*format, &text), Ok(record.clone()), "{text}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_as_a_record(text in any::<String>()) {
        GAME.formats().iter().for_each(|format| drop(format.read(&GAME, &text)));
    }

    #[test]
    fn any_text_like_pgn_is_read_or_refused(text in "([\\[\\]{}();%$\"\\\\*]|[a-h][1-8]|banning: |1-0|\n| |[0-9]\\.|O-O|[NBRQK]){0,60}") {
        drop(BanChessPgn.read(&GAME, &text));
    }

    #[test]
    fn a_damaged_record_is_read_or_refused(seed in 0u64..50, at in any::<prop::sample::Index>(), with in any::<char>()) {
        let table = random_game(seed);
        for format in GAME.formats() {
            let text = format.write(&Record::from_table(&*table, Tags::default()), &*table);
            let mut letters: Vec<char> = text.chars().collect();
            let place = at.index(letters.len());
            letters[place] = with;
            drop(format.read(&GAME, &letters.into_iter().collect::<String>()));
        }
    }
}

#[test]
fn an_error_in_json_has_the_position_of_the_action() {
    let line = r#"{"format":"tetrarch-record-1","game":"ban-chess","options":{},"start":null,"actions":["b:d2d4","m:d2d4"]}"#;
    let error = read_one(&JsonFormat, line).unwrap_err();
    assert_eq!(line[error.column - 1..].split('"').next(), Some("m:d2d4"), "{error}");
    let second = GAME.formats()[2].read(&GAME, &format!("\n\n{line}\n"));
    assert_eq!(second[0].as_ref().unwrap_err().line, 3);
}

#[test]
fn every_format_has_a_name_and_a_description() {
    let names: Vec<&str> = GAME.formats().iter().map(|format| format.name()).collect();
    assert_eq!(names, ["pgn", "bcn", "json"]);
    let abouts: std::collections::HashSet<&str> =
        GAME.formats().iter().map(|format| format.description()).collect();
    assert_eq!(abouts.len(), 3);
}

#[test]
fn writing_a_record_replays_it() {
    let record = read_one(&BCN, "b:e2e4 m:d2d4").unwrap();
    assert_eq!(record.write(&GAME, &BCN).unwrap(), "b:e2e4 m:d2d4\n\n");
    let wrong = Record { words: vec!["b:e2e4".to_string(), "m:e2e4".to_string()], ..record };
    let error = wrong.write(&GAME, &BCN).unwrap_err();
    assert!(
        error.to_string().starts_with("line 1, column 1: action 2 (m:e2e4) cannot be played: "),
        "{error}"
    );
}

#[test]
fn a_list_may_name_its_game_its_options_its_start_and_its_tags() {
    let start = "4k3/8/8/8/8/8/8/R3K3 b Q - 5 40 159";
    let text = format!("game: ban-chess\nWhite: Ada\noptions: {{}}\nstart: {start}\nb:e8d8 m:e8e7\n");
    let record = read_one(&BCN, &text).unwrap();
    assert_eq!((record.start.as_deref(), record.tags.get("White")), (Some(start), Some("Ada")));
    let again = record.write(&GAME, &BCN).unwrap();
    assert_eq!(again, format!("White: Ada\nstart: {start}\nb:e8d8 m:e8e7\n\n"));
    for (text, expected) in [
        ("game: banqi\nb:e2e4", "line 1, column 1: this is a record of banqi, not of ban-chess"),
        ("White: Ada\noptions: {x\nb:e2e4", "line 2, column 1: the options are not JSON: "),
        ("options: {\"x\":1}\nb:e2e4", "line 1, column 1: invalid options for ban-chess: "),
    ] {
        let error = read_one(&BCN, text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn an_empty_game_is_still_a_game() {
    let record = read_one(&BCN, "game: ban-chess").unwrap();
    assert!(record.words.is_empty());
    assert_eq!(record.write(&GAME, &BCN).unwrap(), "game: ban-chess\n\n\n");
}

#[test]
fn a_chance_outcome_may_be_attached_to_the_flip() {
    const LIST: ActionList = ActionList { name: "list", outcomes_joined: true };
    const BANQI: GameKind<tetrarch_rules::Banqi> = GameKind::with_formats(&[&LIST]);
    let record = LIST.read(&BANQI, "?a1=k ?b4=P").remove(0).unwrap();
    assert_eq!(record.words.join(" "), "?a1 =k ?b4 =P");
    let text = record.write(&BANQI, &LIST).unwrap();
    assert!(text.contains("\n?a1=k ?b4=P\n") && text.starts_with("options: {"), "{text}");
    assert_eq!(LIST.read(&BANQI, &text).remove(0), Ok(record));
}

#[test]
fn embedded_commands_in_comments_are_ignored() {
    assert_eq!(
        words("1. {[%clk 0:01:00] banning: e2e4} d4 {banning: e7e5 [%emt 1]} *"),
        "b:e2e4 m:d2d4 b:e7e5"
    );
}

#[test]
fn tags_in_json_map_names_to_strings() {
    let line = |tags: &str| {
        format!(
            r#"{{"format":"tetrarch-record-1","game":"ban-chess","tags":{tags},"options":{{}},"start":null,"actions":[]}}"#
        )
    };
    assert_eq!(
        read_one(&JsonFormat, &line(r#"{"White":"Ada \\ \"B\""}"#)).unwrap().tags.get("White"),
        Some(r#"Ada \ "B""#)
    );
    for (tags, expected) in
        [("[]", "an object of tag names and strings"), (r#"{"no name":"x"}"#, "is not a valid tag name")]
    {
        let error = read_one(&JsonFormat, &line(tags)).unwrap_err();
        assert!(error.message.contains(expected), "{error}");
    }
}
