//! Random games of every kind through every format and back.

use tetrarch::games::GAMES;
use tetrarch_rules::laws::SeededRng;
use tetrarch_rules::{Seat, Turn};
use tetrarch_table::record::{Record, Tags};
use tetrarch_table::{Game, OfferKind, Table, TimeControl};

/// A random game with forfeits, treaties and agreements now and then.
fn random_game(game: &dyn Game, options: &serde_json::Value, seed: u64) -> Box<dyn Table> {
    let mut luck = SeededRng::new(seed);
    let mut table =
        game.open(options, None, TimeControl::None).unwrap_or_else(|error| panic!("{options}: {error}"));
    for _ in 0..luck.below(250) {
        if table.turn() == Turn::Over {
            break;
        }
        let word = something_rare(&*table, &mut luck).or_else(|| luck.choose(&table.legal()).cloned());
        let word = word.expect("something to do");
        table.apply(&word).unwrap_or_else(|refusal| panic!("{word} in {}: {refusal}", table.text()));
        make_a_treaty(&mut *table, &mut luck);
    }
    table
}

fn something_rare(table: &dyn Table, luck: &mut SeededRng) -> Option<String> {
    let playing: Vec<Seat> = table.playing().iter().collect();
    let seat = luck.choose(&playing)?.name(table.seats());
    let orders = table.operations();
    match luck.below(300) {
        _ if !orders.is_empty() && luck.one_in(100) => luck.choose(&orders).cloned(),
        0 => Some(format!("resign:{seat}")),
        1 => Some(format!("flag:{seat}")),
        2 if luck.one_in(3) => Some("draw".to_string()),
        _ => None,
    }
}

/// Whoever may propose an exchange does, and all agree.
fn make_a_treaty(table: &mut dyn Table, luck: &mut SeededRng) {
    let exchange = OfferKind::Treaty("exchange".to_string());
    for index in 0..table.seats().len() {
        if luck.one_in(3) && table.propose(Seat::new(index), &exchange).is_ok() {
            (0..table.seats().len()).for_each(|other| drop(table.accept(Seat::new(other), &exchange)));
        }
    }
}

/// Options that lead to rare things.
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

fn check(games: u64) {
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
                let mut told: Vec<_> = again.tags.iter().collect();
                told.sort_unstable();
                assert_eq!(told, [("Annotator", "A \"quoted\" name"), ("Event", "Saturday")], "{text}");
            }
        }
    }
}

/// Cuts, doubles or changes something in a text.
fn damaged(text: &str, luck: &mut SeededRng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=luck.below(4) {
        let at = luck.below(letters.len().max(1));
        let any = *luck
            .choose(&['\n', '"', '{', '}', '[', ']', '1', 'x', '=', '?', ':', '\u{0}', 'é', '\\'])
            .expect("some");
        match luck.below(4) {
            0 => letters.truncate(at),
            1 => drop(letters.splice(at.min(letters.len())..at.min(letters.len()), [any])),
            2 if at < letters.len() => letters[at] = any,
            _ => drop(letters.drain(at.min(letters.len())..(at + luck.below(9)).min(letters.len()))),
        }
    }
    letters.into_iter().collect()
}

#[test]
fn a_damaged_record_says_where_it_is_damaged() {
    let (mut faults, mut luck) = (0, SeededRng::new(11));
    for game in GAMES.iter() {
        for seed in 0..60 {
            let table = random_game(game, &serde_json::json!({}), seed);
            let record = Record::from_table(&*table, Tags::default());
            for format in game.formats() {
                let text = damaged(&format.write(&record, &*table), &mut luck);
                for fault in format.read(game, &text).into_iter().filter_map(Result::err) {
                    faults += 1;
                    // The end of a text is a place too, on a line of its own after a line break.
                    let line = text.split('\n').nth(fault.line.checked_sub(1).expect("lines begin with 1"));
                    let width = line.unwrap_or_default().chars().count();
                    let inside = line.is_some() && (1..=width + 1).contains(&fault.column);
                    assert!(inside, "{} {}: {fault} in\n{text}", game.name(), format.name());
                }
            }
        }
    }
    assert!(faults > 100, "only {faults} of them were noticed");
}

#[test]
fn random_games_of_every_kind_come_back_the_same_from_every_format() {
    check(100);
}

#[test]
#[ignore = "long: run by make prove"]
fn prove_a_thousand_random_games_of_every_kind_come_back_the_same_from_every_format() {
    check(1000);
}

#[test]
fn the_examples_in_the_page_about_records_are_read() {
    let page = include_str!("../../../docs/records.md");
    let mut examples = 0;
    for block in page.split("\n```").skip(1).step_by(2) {
        let (kind, text) = block.split_once('\n').expect("a block");
        let (format, game) = kind.split_once(' ').expect("a format and a game");
        assert!(!text.is_empty(), "{kind} is empty");
        let game = GAMES.by_name(game).unwrap();
        let format = game.formats().iter().find(|own| own.name() == format).expect("a format");
        for record in format.read(game, text) {
            record.unwrap_or_else(|fault| panic!("{fault} in\n{text}"));
            examples += 1;
        }
    }
    assert_eq!(examples, 7);
}
