//! Chi-squared tests of uniformity. The secrets are fixed, so the results are too.

use super::*;
use crate::stream::uniform_below;

fn dealers(count: u32) -> impl Iterator<Item = Dealer> {
    let game = FairGameId::new("counting").unwrap();
    (0..count).map(move |number| {
        let mut bytes = [7; 32];
        bytes[..4].copy_from_slice(&number.to_be_bytes());
        Dealer::new(&Secret::from_bytes(bytes), &game, &Entropies::empty(2))
    })
}

/// The chi-squared statistic: the sum of (found − expected)² / expected.
fn chi_square(counts: impl IntoIterator<Item = (u32, f64)>) -> f64 {
    counts.into_iter().map(|(found, expected)| (f64::from(found) - expected).powi(2) / expected).sum()
}

#[test]
fn every_letter_is_equally_likely_on_every_square() {
    const DEALS: u32 = 20_000;
    let mut found = std::collections::HashMap::<(usize, char), u32>::new();
    for dealer in dealers(DEALS) {
        for (place, letter) in dealer.shuffle(LETTERS).into_iter().enumerate() {
            *found.entry((place, letter)).or_default() += 1;
        }
    }
    let counts = LETTERS.chars().collect::<std::collections::HashSet<char>>();
    for place in 0..32 {
        let chi = chi_square(counts.iter().map(|letter| {
            let pieces = LETTERS.matches(*letter).count() as f64;
            (found.get(&(place, *letter)).copied().unwrap_or(0), f64::from(DEALS) * pieces / 32.0)
        }));
        // 13 degrees of freedom: above 40 with probability 1 in 10,000.
        assert!(chi < 40.0, "{chi} on square {place}");
    }
}

#[test]
fn the_two_kings_are_placed_independently() {
    const DEALS: u32 = 40_000;
    let mut found = vec![0; 32 * 32];
    for dealer in dealers(DEALS) {
        let letters = dealer.shuffle(LETTERS);
        let place = |king| letters.iter().position(|letter| *letter == king).unwrap();
        found[32 * place('k') + place('K')] += 1;
    }
    let pairs = (0..32 * 32).filter(|pair| pair / 32 != pair % 32);
    let chi = chi_square(pairs.map(|pair| (found[pair], f64::from(DEALS) / 992.0)));
    // 991 degrees of freedom: 991 on average, with a deviation of 44.5.
    assert!((chi - 991.0).abs() < 4.0 * 44.5, "{chi}");
}

#[test]
fn all_orders_of_a_few_letters_are_equally_likely() {
    const DEALS: u32 = 12_000;
    let mut found = std::collections::HashMap::<Vec<char>, u32>::new();
    dealers(DEALS).for_each(|dealer| *found.entry(dealer.shuffle("abcd")).or_default() += 1);
    assert_eq!(found.len(), 24);
    let chi = chi_square(found.values().map(|count| (*count, f64::from(DEALS) / 24.0)));
    // 23 degrees of freedom: above 56 with probability 1 in 10,000.
    assert!(chi < 56.0, "{chi}");
}

#[test]
fn a_die_is_fair_over_games_and_over_rolls() {
    const THROWS: u32 = 60_000;
    let one = example().dealer().unwrap();
    let rolls: Vec<u8> = (1..=u64::from(THROWS)).map(|number| one.roll_die(number)).collect();
    let games: Vec<u8> = dealers(THROWS).map(|dealer| dealer.roll_die(1)).collect();
    for values in [rolls, games] {
        let count = |side| values.iter().filter(|value| **value == side).count() as u32;
        let chi = chi_square((1..=6).map(|side| (count(side), f64::from(THROWS) / 6.0)));
        // 5 degrees of freedom: above 26 with probability 1 in 10,000.
        assert!(chi < 26.0, "{chi}");
    }
}

#[test]
fn words_beyond_the_last_multiple_are_rejected() {
    // 2³² = 715827882 · 6 + 4, so the last four words are rejected.
    let mut words = [u32::MAX, u32::MAX - 3, u32::MAX - 4, 13].into_iter();
    assert_eq!(uniform_below(6, &mut words), 5);
    assert_eq!(uniform_below(6, &mut words), 1);
    // A power of two divides evenly: nothing is rejected.
    assert_eq!(uniform_below(32, &mut [u32::MAX].into_iter()), 31);
    assert_eq!(uniform_below(1, &mut [u32::MAX].into_iter()), 0);
}
