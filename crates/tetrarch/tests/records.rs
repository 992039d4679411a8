//! Round-trip tests: random games of every kind through every record format.

use tetrarch::games::GAMES;
use tetrarch_rules::laws::SeededRng;
use tetrarch_rules::{Seat, Turn};
use tetrarch_table::record::{Record, Tags};
use tetrarch_table::{Game, Millis, OfferKind, Table, TableEvent, TimeControl};

/// A random game with occasional forfeits, treaties and agreements.
fn random_game(game: &dyn Game, options: &serde_json::Value, seed: u64) -> Box<dyn Table> {
    let mut rng = SeededRng::new(seed);
    let mut table =
        game.open(options, None, TimeControl::None).unwrap_or_else(|error| panic!("{options}: {error}"));
    for _ in 0..rng.below(250) {
        if table.turn() == Turn::Over {
            break;
        }
        let word = rare_event(&*table, &mut rng).or_else(|| rng.choose(&table.legal()).cloned());
        let word = word.expect("no legal action");
        table.play(&word).unwrap_or_else(|refusal| panic!("{word} in {}: {refusal}", table.text()));
        agree_on_exchange(&mut *table, &mut rng);
    }
    table
}

fn rare_event(table: &dyn Table, rng: &mut SeededRng) -> Option<String> {
    let playing: Vec<Seat> = table.playing().iter().collect();
    let seat = rng.choose(&playing)?.name(table.seats());
    let orders = table.operations();
    match rng.below(300) {
        _ if !orders.is_empty() && rng.one_in(100) => rng.choose(&orders).cloned(),
        0 => Some(format!("resign:{seat}")),
        1 => Some(format!("flag:{seat}")),
        2 if rng.one_in(3) => Some("draw".to_string()),
        _ => None,
    }
}

/// Proposes an exchange where possible, and lets everyone accept it.
fn agree_on_exchange(table: &mut dyn Table, rng: &mut SeededRng) {
    let exchange = OfferKind::Treaty("exchange".to_string());
    for index in 0..table.seats().len() {
        let proposed = TableEvent::Proposed { seat: Seat::new(index), offer: exchange.clone() };
        if rng.one_in(3) && table.apply(&proposed).is_ok() {
            for seat in (0..table.seats().len()).map(Seat::new) {
                let offer = exchange.clone();
                let _ = table.apply(&TableEvent::Accepted { seat, offer, spent: Millis::ZERO });
            }
        }
    }
}

/// Options that lead to rare situations.
fn option_sets(game: &str) -> Vec<serde_json::Value> {
    use serde_json::json;
    match game {
        "banqi" => vec![json!({}), json!({"preset": "tcga"})],
        "enochian" => vec![
            json!({}),
            json!({"divination": true, "array": "fire", "board": "earth"}),
            json!({"players": 2, "direction": "widdershins", "king_safety": "strict", "quiet_limit": 30}),
        ],
        "bishops" => vec![
            json!({}),
            json!({"kq_sides": "random", "duel": "operator", "material_limit": 18}),
            json!({"swap": "turn", "force_duel": "anytime", "corners": "blocked", "castling": false}),
            json!({"short": true, "quiet_limit": 20}),
        ],
        _ => vec![json!({})],
    }
}

fn check_round_trips(games: u64) {
    for game in GAMES.iter() {
        for (options, seed) in option_sets(game.name()).iter().cycle().zip(0..games) {
            let table = random_game(game, options, seed);
            let tags: Tags =
                [("Event", "Saturday"), ("Annotator", "A \"quoted\" name")].into_iter().collect();
            let record = Record::from_table(&*table, tags);
            for format in game.formats() {
                let text = format.write(&record, &*table);
                let again = format.read(game, &text);
                assert_eq!(again.len(), 1, "{}: {text}", format.name());
                let again = again[0].as_ref().unwrap_or_else(|fault| panic!("{fault} in\n{text}"));
                assert_eq!(
                    (&again.words, &again.start, &again.options),
                    (&record.words, &record.start, &record.options)
                );
                let mut tags_read: Vec<_> = again.tags.iter().collect();
                tags_read.sort_unstable();
                assert_eq!(tags_read, [("Annotator", "A \"quoted\" name"), ("Event", "Saturday")], "{text}");
            }
        }
    }
}

/// Truncates, inserts, replaces or removes characters.
fn damage(text: &str, rng: &mut SeededRng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(4) {
        let at = rng.below(letters.len().max(1));
        let any = *rng
            .choose(&['\n', '"', '{', '}', '[', ']', '1', 'x', '=', '?', ':', '\u{0}', 'é', '\\'])
            .expect("the list is not empty");
        match rng.below(4) {
            0 => letters.truncate(at),
            1 => drop(letters.splice(at.min(letters.len())..at.min(letters.len()), [any])),
            2 if at < letters.len() => letters[at] = any,
            _ => drop(letters.drain(at.min(letters.len())..(at + rng.below(9)).min(letters.len()))),
        }
    }
    letters.into_iter().collect()
}

#[test]
fn a_damaged_record_reports_line_and_column() {
    let (mut faults, mut rng) = (0, SeededRng::new(11));
    for game in GAMES.iter() {
        for seed in 0..60 {
            let table = random_game(game, &serde_json::json!({}), seed);
            let record = Record::from_table(&*table, Tags::default());
            for format in game.formats() {
                let text = damage(&format.write(&record, &*table), &mut rng);
                for fault in format.read(game, &text).into_iter().filter_map(Result::err) {
                    faults += 1;
                    // The end of the text is a valid place too; after a line break it is on a line of its own.
                    let line = text.split('\n').nth(fault.line.checked_sub(1).expect("lines count from 1"));
                    let width = line.unwrap_or_default().chars().count();
                    let inside = line.is_some() && (1..=width + 1).contains(&fault.column);
                    assert!(inside, "{} {}: {fault} in\n{text}", game.name(), format.name());
                }
            }
        }
    }
    assert!(faults > 100, "only {faults} errors were reported");
}

#[test]
fn random_games_round_trip_through_every_format() {
    check_round_trips(100);
}

#[test]
#[ignore = "slow (make prove)"]
fn prove_a_thousand_random_games_round_trip_through_every_format() {
    check_round_trips(1000);
}

#[test]
fn the_examples_on_the_records_page_can_be_read() {
    let page = include_str!("../../../docs/records.md");
    let mut examples = 0;
    for block in page.split("\n```").skip(1).step_by(2) {
        let (kind, text) = block.split_once('\n').expect("an unterminated block");
        let (format, game) = kind.split_once(' ').expect("no format and game");
        assert!(!text.is_empty(), "{kind} is empty");
        let game = GAMES.by_name(game).unwrap();
        let format = game.formats().iter().find(|own| own.name() == format).expect("unknown format");
        for record in format.read(game, text) {
            record.unwrap_or_else(|fault| panic!("{fault} in\n{text}"));
            examples += 1;
        }
    }
    assert_eq!(examples, 7);
}
