mod chances;
mod inputs;
mod known_answers;
mod verification;

use super::*;

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
