//! Test vectors, computed by an independent program that was written from the documentation alone.

use super::*;
use crate::dealer::deal_input;

const DOCUMENTATION: &str = include_str!("../../../../docs/fair-dealing.md");

#[test]
fn the_worked_example() {
    let example = example();
    assert_eq!(example.commitment, "4a6b1c762b7ab0a54efb456b5e8422887974de51bbdbbc7a9c1418108760eb2e");
    let dealer = example.dealer().unwrap();
    assert_eq!(dealt_letters(&dealer), "EPEQpppPqchQKgPHpCpePcCgkhGePHqG");
    let rolls: Vec<u8> = (1..=20).map(|number| dealer.roll_die(number)).collect();
    assert_eq!(rolls, [1, 3, 3, 6, 5, 2, 2, 3, 5, 6, 5, 1, 4, 1, 3, 3, 2, 2, 3, 2]);
}

#[test]
fn the_documentation_contains_the_worked_example() {
    let example = example();
    let dealer = example.dealer().unwrap();
    let rolls: Vec<String> = (1..=20).map(|number| dealer.roll_die(number).to_string()).collect();
    for value in
        [VERSION, EXAMPLE_SECRET, &example.commitment, LETTERS, &dealt_letters(&dealer), &rolls.join(" ")]
    {
        assert!(DOCUMENTATION.contains(value), "{value}");
    }
}

#[test]
fn the_documentation_contains_the_intermediate_values() {
    let dealer = example().dealer().unwrap();
    let words: Vec<u32> = dealer.random_words(deal_input(LETTERS)).take(32).collect();
    let blocks = words.chunks(8).enumerate().map(|(number, words)| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        format!("block({number}) = {}", hex::encode(&bytes))
    });
    let first: Vec<String> = words.iter().take(4).map(ToString::to_string).collect();
    let seed = format!("seed = {}", hex::encode(&dealer.seed));
    for value in blocks.chain([seed, first.join(", ")]) {
        assert!(DOCUMENTATION.contains(&value), "{value}");
    }
}

/// Each row has the entropies and optionally another game, secret and commitment; then the seed, the deal and the rolls.
#[test]
fn the_test_vectors_in_the_documentation() {
    let rows = DOCUMENTATION
        .lines()
        .skip_while(|line| *line != "## More known answers")
        .filter(|line| line.starts_with("| `"));
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches(['|', ' ']).split(" | ").collect();
        let [from, seed, letters, rolls] = cells[..] else { panic!("{row}") };
        let mut quoted = from.split('`').skip(1).step_by(2);
        let texts: Vec<Option<String>> = serde_json::from_str(quoted.next().unwrap()).unwrap();
        let game = FairGameId::new(quoted.next().unwrap_or("example-1")).unwrap();
        let secret = if from.contains("`ff`") { "ff".repeat(32) } else { EXAMPLE_SECRET.to_string() };
        let secret = Secret::parse(&secret).unwrap();
        let dealer = Dealer::new(&secret, &game, &Entropies::parse(&texts).unwrap());
        assert_eq!(format!("`{}`", hex::encode(&dealer.seed)), seed, "{from}");
        assert_eq!(format!("`{}`", dealt_letters(&dealer)), letters, "{from}");
        let found: Vec<String> = (1..=12).map(|number| dealer.roll_die(number).to_string()).collect();
        assert_eq!(found.join(" "), rolls, "{from}");
        if let Some((_, commitment)) = from.split_once("commitment `") {
            assert_eq!(format!("{}`", secret.commitment(&game)), commitment);
        }
        count += 1;
    }
    assert_eq!(count, 6);
}

#[test]
fn long_entropy_and_other_letters() {
    let all: String = (0..255).map(|byte| format!("{byte:02x}")).collect();
    let dealer = dealer("暗棋 1", &"ff".repeat(32), &[Some(&all), Some("00")]);
    assert_eq!(dealt_letters(&dealer), "PEKGHkQgGECqhPPcPppgQCceHpPheppq");
    let example = example().dealer().unwrap();
    assert_eq!(example.shuffle("abc"), ['c', 'a', 'b']);
    assert_eq!(example.shuffle("a"), ['a']);
    assert!(example.shuffle("").is_empty());
    let twenty = std::num::NonZeroU32::new(20).unwrap();
    let rolls: Vec<u32> = (1..=5).map(|number| example.roll(twenty, number)).collect();
    assert_eq!(rolls, [12, 12, 20, 10, 9]);
}

#[test]
fn an_action_reveals_the_letter_of_its_place() {
    let (rule, dealer) = (squares_rule(), example().dealer().unwrap());
    let ChanceRule::Deal { reveals, .. } = &rule else { panic!("not a deal") };
    for (place, letter) in dealt_letters(&dealer).chars().enumerate() {
        let outcome = rule.outcome(&dealer, 1, Some(&reveals[place]));
        assert_eq!(outcome, Some(format!("={letter}")), "{}", reveals[place]);
    }
    let revealed = |after| rule.outcome(&dealer, 7, after);
    assert_eq!(revealed(Some("?a1")).as_deref(), Some("=E"), "the number of the turn does not matter");
    for other in ["?a5", "?i1", "?A1", "", "a1", "?a11"] {
        assert_eq!(revealed(Some(other)), None, "{other}");
    }
    assert_eq!(revealed(None), None);
}

#[test]
fn each_roll_gives_the_outcome_of_its_side() {
    let dealer = example().dealer().unwrap();
    let rule = ChanceRule::Roll { outcomes: (1..=6).map(|side| format!("={side}")).collect() };
    let rolls: Vec<String> = (1..=6).filter_map(|number| rule.outcome(&dealer, number, Some("x"))).collect();
    assert_eq!(rolls, ["=1", "=3", "=3", "=6", "=5", "=2"]);
    assert_eq!(ChanceRule::Roll { outcomes: Vec::new() }.outcome(&dealer, 1, None), None);
}

#[test]
fn outcomes_are_drawn_by_weight() {
    let dealer = example().dealer().unwrap();
    let outcomes = [("=a".to_string(), 1), ("=b".to_string(), 3), ("=c".to_string(), 2)];
    let drawn: Vec<String> = (1..=6).filter_map(|number| dealer.draw(number, &outcomes)).collect();
    // The rolls are 1 3 3 6 5 2.
    assert_eq!(drawn, ["=a", "=b", "=b", "=c", "=c", "=b"]);
    assert_eq!(dealer.draw(1, &[]), None);
}
