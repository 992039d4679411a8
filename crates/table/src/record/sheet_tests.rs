//! Round sheets in both spellings.

use super::*;
use crate::GameKind;
use serde_json::json;
use tetrarch_rules::laws::SeededRng;
use tetrarch_rules::{Bishops, Enochian, Seat, Turn};

const ENOCHIAN_SHEET: RoundSheet =
    RoundSheet { variant: "Enochian chess", order: |_| "brky".chars().collect(), spelling: Spelling::Plain };
const BISHOPS_SHEET: RoundSheet =
    RoundSheet { variant: "Bishops", order: |_| "wgbp".chars().collect(), spelling: Spelling::Pgn4 };
const ENOCHIAN: GameKind<Enochian> = GameKind::with_formats(&[&ENOCHIAN_SHEET]);
const BISHOPS: GameKind<Bishops> = GameKind::with_formats(&[&BISHOPS_SHEET]);

fn played(game: &dyn Game, options: &Value, start: Option<&str>, words: &str) -> Box<dyn Table> {
    let mut table = game.open(options, start, TimeControl::None).expect("a table");
    for word in words.split_whitespace() {
        table.play_recorded(word).unwrap_or_else(|refusal| panic!("{word} in {}: {refusal}", table.text()));
    }
    table
}

fn written(game: &dyn Game, table: &dyn Table) -> String {
    game.formats()[0].write(&Record::from_table(table, Tags::default()), table)
}

/// The rounds of a game, which must round-trip.
fn rounds(game: &dyn Game, options: &Value, start: Option<&str>, words: &str) -> String {
    let table = played(game, options, start, words);
    let text = written(game, &*table);
    assert_eq!(read_one(game, &text), Ok(Record::from_table(&*table, Tags::default())), "{text}");
    text.split_once("\n\n").expect("tags and rounds").1.trim_end().to_string()
}

fn read_one(game: &dyn Game, text: &str) -> Result<Record, RecordError> {
    let mut records = game.formats()[0].read(game, text);
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

fn words(game: &dyn Game, text: &str) -> String {
    read_one(game, text).unwrap_or_else(|error| panic!("{text}: {error}")).words.join(" ")
}

fn error(game: &dyn Game, text: &str) -> String {
    let RecordError { line, column, message, .. } = read_one(game, text).expect_err(text);
    format!("{line}:{column} {message}")
}

#[test]
fn a_round_is_a_line_with_what_each_army_did() {
    let text = rounds(&ENOCHIAN, &json!({}), None, "Pg8f8 Pe2e3 Pb1c1 Pa7a6 Pg7f7");
    assert_eq!(text, "1. Pg8f8 Pe2e3 Pb1c1 Pa7a6\n2. Pg7f7\n*");
    let text = rounds(&BISHOPS, &json!({}), None, "g2g4 b6d6 g11g9 k5j5 e2e4");
    assert_eq!(text, "1. g2-g4 .. b6-d6 .. g11-g9 .. k5-j5\n2. e2-e4\n*");
}

#[test]
fn options_players_and_the_end_are_tags() {
    let options = json!({"king_safety": "strict", "quiet_limit": 30});
    let table = played(&ENOCHIAN, &options, None, "Pg8f8 draw");
    let text = written(&ENOCHIAN, &*table);
    for tag in [
        "[Event \"?\"]",
        "[Blue \"?\"]",
        "[Result \"1/2-1/2-1/2-1/2\"]",
        "[Variant \"Enochian chess\"]",
        "[KingSafety \"strict\"]",
        "[QuietLimit \"30\"]",
        "[Divination \"false\"]",
        "[Termination \"agreement\"]",
    ] {
        assert!(text.contains(tag), "{tag} in {text}");
    }
    assert!(text.ends_with("\n1. Pg8f8 {Draw agreed}\n1/2-1/2-1/2-1/2\n\n"), "{text}");
}

#[test]
fn given_tags_round_trip_and_unknown_ones_are_omitted() {
    let table = played(&ENOCHIAN, &json!({}), None, "Pg8f8");
    let tags: Tags = [("Blue", "Ada"), ("Annotator", "nobody"), ("Result", "1-0")].into_iter().collect();
    let text = ENOCHIAN_SHEET.write(&Record::from_table(&*table, tags), &*table);
    let again = read_one(&ENOCHIAN, &text).expect(&text);
    let mut tags: Vec<_> = again.tags.iter().collect();
    tags.sort_unstable();
    assert_eq!(tags, [("Annotator", "nobody"), ("Blue", "Ada")], "the result comes from the game");
}

#[test]
fn a_die_roll_precedes_its_action_or_a_lost_turn() {
    let text = rounds(&ENOCHIAN, &json!({"divination": true}), None, "=4 Qh7f5 =2 Nf1e3 =3 =5 Rd8f8 =6");
    assert_eq!(text, "1. =4 Qh7f5 =2 Nf1e3 =3 - =5 Rd8f8\n2. =6\n*");
}

#[test]
fn a_frozen_or_eliminated_army_has_a_dash() {
    let start = "yK,6,bK/8/8/8/8/8/4,rR,3/1,kR,6 b brky rk r:b,k:y 0 1 -";
    let played = "exchange Kh8g8 Kh1g1 Ka1b2 Ka8b8 resign:red Kg8f7 Kb2c3 flag:yellow";
    let text = rounds(&ENOCHIAN, &json!({}), Some(start), played);
    let expected = "1. exchange Kh8g8 Kh1g1 Ka1b2 Ka8b8 {Red resigns}\n\
                    2. Kg8f7 - Kb2c3 {Yellow's time is up}\n1-0-1-0";
    assert_eq!(text, expected);
}

#[test]
fn a_free_swap_and_the_move_after_it_share_a_column() {
    let text = rounds(&BISHOPS, &json!({}), None, "swap g2g4 b6d6 g11g9 swap k7j7");
    assert_eq!(text, "1. swap g2-g4 .. b6-d6 .. g11-g9 .. swap k7-j7\n*");
}

#[test]
fn a_duel_follows_as_numbered_san() {
    let words = "g2g4 resign:grey resign:pink e2e4 e7e5 g1f3 b8c6 resign:black";
    let text = rounds(&BISHOPS, &json!({}), None, words);
    let expected = "1. g2-g4 {Grey resigns} {Pink resigns}\n{duel}\n\
                    1. e4 e5 2. Nf3 Nc6 {Black resigns} 1-0-0-0";
    assert_eq!(text.replace("}\n1-0", "} 1-0"), expected);
}

#[test]
fn sides_drawn_by_chance_and_a_forced_duel_are_written() {
    let options = json!({"kq_sides": "random", "force_duel": "anytime"});
    let text = rounds(&BISHOPS, &options, None, "=wb g2g4 force-duel e2e4");
    assert!(text.starts_with("1. =wb g2-g4 force-duel\n{duel}\n1. e4"), "{text}");
}

#[test]
fn pgn4_of_other_programs_is_read() {
    assert_eq!(words(&BISHOPS, "1. Pg2-g4 .. b6-d6 .. Pg11-g9 *"), "g2g4 b6d6 g11g9");
}

#[test]
fn ordinary_comments_are_ignored() {
    assert_eq!(
        words(&ENOCHIAN, "1. Pg8f8 {a quiet beginning} Pe2e3 {Red resigns} *"),
        "Pg8f8 Pe2e3 resign:red"
    );
}

#[test]
fn errors_have_line_and_column() {
    for (text, expected) in [
        ("[Variant \"Bishops\"]\n\n*", "1:1 the variant is \"Bishops\", not \"Enochian chess\""),
        ("[QuietLimit \"many\"]\n\n*", "1:1 QuietLimit is \"many\", but a value like 200 is needed"),
        ("[Array \"wood\"]\n\n*", "1:1 invalid options for enochian: "),
        ("[Start \"nowhere\"]\n\n*", "1:1 invalid position: "),
        ("\n1. Pg8f8 Pg7f7 *", "2:10 Pg7f7 cannot be played: "),
        ("1. Pg8f8 1-0-1-0", "1:10 the record gives the result 1-0-1-0, but it is *"),
        ("1. {Red resigns} {Red resigns} *", "1:18 resign:red cannot be played: "),
        ("[Result \"1-0-1-0\"]\n\n1. Pg8f8", "1:1 the tag Result says 1-0-1-0, but it is *"),
    ] {
        let message = error(&ENOCHIAN, text);
        assert!(message.starts_with(expected), "{text}: {message}");
    }
    assert!(error(&BISHOPS, "1. g2-g4 {Grey resigns} {Pink resigns} {duel} 1. e5 *").starts_with("1:50 e5 "));
}

#[test]
fn random_games_round_trip() {
    let games: [(&dyn Game, Value); 4] = [
        (&ENOCHIAN, json!({"divination": true})),
        (&ENOCHIAN, json!({"players": 2, "direction": "clockwise", "quiet_limit": 30})),
        (&BISHOPS, json!({"kq_sides": "random", "material_limit": 18})),
        (&BISHOPS, json!({"swap": "turn", "short": true, "quiet_limit": 20})),
    ];
    for seed in 0..40 {
        let (game, options) = &games[seed % 4];
        let mut rng = SeededRng::new(seed as u64);
        let mut table = game.open(options, None, TimeControl::None).expect("a table");
        for _ in 0..rng.below(150) {
            let seat = Seat::new(rng.below(4)).name(table.seats());
            let left = rng.one_in(100) && table.play(&format!("resign:{seat}")).is_ok();
            if table.turn() == Turn::Over {
                break;
            }
            if !left {
                let word = rng.choose(&table.legal()).expect("something to do").clone();
                table.play(&word).expect("a listed action");
            }
        }
        let record = Record::from_table(&*table, Tags::default());
        let text = written(*game, &*table);
        assert_eq!(read_one(*game, &text), Ok(record), "{text}");
    }
}
