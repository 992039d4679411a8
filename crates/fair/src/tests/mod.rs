mod chances;
mod inputs;
mod known_answers;
mod verification;

use super::*;

/// The letters of the documentation.
const LETTERS: &str = "kggeecchhpppppqqKGGEECCHHPPPPPQQ";

/// The deal of the documentation: 32 letters on the squares a1 to h1, a2 to h2, and so on.
fn squares_rule() -> ChanceRule {
    let squares = (1..=4).flat_map(|rank| ('a'..='h').map(move |file| format!("?{file}{rank}")));
    ChanceRule::Deal { letters: LETTERS.to_string(), reveals: squares.collect() }
}

/// The letters that a dealer deals, in order.
fn dealt_letters(dealer: &Dealer) -> String {
    dealer.shuffle(LETTERS).into_iter().collect()
}

const EXAMPLE_SECRET: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

fn entropies(texts: &[Option<&str>]) -> Entropies {
    let texts: Vec<Option<String>> = texts.iter().map(|text| text.map(str::to_string)).collect();
    Entropies::parse(&texts).unwrap()
}

fn dealer(game: &str, secret: &str, texts: &[Option<&str>]) -> Dealer {
    Dealer::new(&Secret::parse(secret).unwrap(), &FairGameId::new(game).unwrap(), &entropies(texts))
}

/// The worked example of the documentation.
fn example() -> FairnessRecord {
    let (secret, game) = (Secret::parse(EXAMPLE_SECRET).unwrap(), FairGameId::new("example-1").unwrap());
    FairnessRecord::revealed(&game, &secret, &entropies(&[Some("6865616473"), None]))
}
