//! Whether a finished game was dealt fairly.

use crate::{Commitment, DealLayout, Dealer, Entropies, FairError, FairGameId, FairnessRecord};
use serde::Serialize;
use std::fmt;
use std::num::NonZeroU32;

/// What a record says chance has shown.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Observation {
    /// A piece was turned over.
    Piece {
        /// The square it lay on.
        square: String,
        /// Its letter.
        letter: char,
    },
    /// A die was thrown.
    Throw {
        /// How many sides it has.
        sides: NonZeroU32,
        /// The number of the throw, from 1.
        number: u64,
        /// What it showed.
        value: u32,
    },
}

/// Something that should hold.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The way of dealing is known.
    Version,
    /// The game's id can be one.
    Game,
    /// What the seats gave can be read.
    Entropies,
    /// The secret is published and can be read.
    Secret,
    /// The secret is the one that was committed to before play.
    Commitment,
    /// Chance has shown what was dealt: the place in the list that was checked, from 0.
    Shown(usize),
}

/// What can be said of a claim.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// It is so.
    Holds,
    /// It is not so.
    Fails,
    /// It cannot be told, because something else fails.
    Unknown,
}

/// A claim and what can be said of it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Finding {
    /// The claim.
    pub claim: Claim,
    /// What can be said of it.
    pub judgement: Judgement,
    /// The same in plain words.
    pub words: String,
}

/// All that was found.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Verification {
    findings: Vec<Finding>,
}

impl Verification {
    /// Whether every claim holds.
    pub fn is_valid(&self) -> bool {
        self.findings.iter().all(|finding| finding.judgement == Judgement::Holds)
    }

    /// The findings: version, game, entropies, secret, commitment, then what chance has shown in the order of the list.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    fn push(&mut self, claim: Claim, judgement: Judgement, words: impl Into<String>) {
        self.findings.push(Finding { claim, judgement, words: words.into() });
    }

    /// Notes whether something could be read, and hands it on.
    fn record<T>(&mut self, claim: Claim, read: Result<T, FairError>, words: impl Into<String>) -> Option<T> {
        match read {
            Ok(value) => {
                self.push(claim, Judgement::Holds, words);
                Some(value)
            }
            Err(why) => {
                self.push(claim, Judgement::Fails, why.to_string());
                None
            }
        }
    }
}

/// One line for each finding.
impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Finding { judgement, words, .. } in &self.findings {
            let judgement = match judgement {
                Judgement::Holds => "holds",
                Judgement::Fails => "FAILS",
                Judgement::Unknown => "unknown",
            };
            writeln!(f, "{judgement:7} {words}")?;
        }
        Ok(())
    }
}

/// Recomputes a deal from what was published, and compares it with what chance has shown in the game.
///
/// Whether the record itself follows the rules is not looked at here.
pub fn verify(published: &FairnessRecord, layout: &DealLayout, shown: &[Observation]) -> Verification {
    let mut verdict = Verification { findings: Vec::new() };
    let version = published.check_version();
    let version = verdict.record(Claim::Version, version, format!("the deal is {}", published.version));
    let game = FairGameId::new(published.game.as_str());
    let game = verdict.record(Claim::Game, game, format!("the game is {:?}", published.game));
    let entropies = Entropies::parse(&published.entropies);
    let entropies = verdict.record(Claim::Entropies, entropies, describe_entropies(&published.entropies));
    let secret = verdict.record(Claim::Secret, published.parse_secret(), "the secret is published");
    let committed = game.as_ref().zip(secret.as_ref()).filter(|_| version.is_some());
    let committed = committed.map(|(game, secret)| secret.commitment(game));
    check_commitment(&mut verdict, &published.commitment, committed);
    let dealer = version.zip(game).zip(entropies).zip(secret);
    let dealer = dealer.map(|((((), game), entropies), secret)| Dealer::new(&secret, &game, &entropies));
    check_observations(&mut verdict, dealer.as_ref(), layout, shown);
    verdict
}

fn describe_entropies(entropies: &[Option<String>]) -> String {
    let told = |entropy: &Option<String>| {
        entropy.as_ref().map_or("nothing".to_string(), |given| format!("{given:?}"))
    };
    let places: Vec<String> = entropies.iter().map(told).collect();
    format!("the seats gave as entropy: {}", places.join(", "))
}

fn check_commitment(verdict: &mut Verification, published: &str, computed: Option<Commitment>) {
    let claim = Claim::Commitment;
    match (Commitment::parse(published), computed) {
        (Err(why), _) => verdict.push(claim, Judgement::Fails, why.to_string()),
        (_, None) => verdict.push(claim, Judgement::Unknown, "the commitment cannot be checked"),
        (Ok(published), Some(computed)) if published == computed => {
            verdict.push(claim, Judgement::Holds, format!("the secret fits the commitment {published}"));
        }
        (Ok(published), Some(computed)) => {
            let words = format!("the commitment is {published}, but the secret gives {computed}");
            verdict.push(claim, Judgement::Fails, words);
        }
    }
}

fn check_observations(
    verdict: &mut Verification,
    dealer: Option<&Dealer>,
    layout: &DealLayout,
    shown: &[Observation],
) {
    let deal = dealer.map(|dealer| dealer.deal(layout));
    for (place, shown) in shown.iter().enumerate() {
        let (what, value, dealt) = match shown {
            Observation::Piece { square, letter } => {
                let dealt = deal.as_ref().map(|deal| deal.letter_on(square).map(String::from));
                (format!("the piece on {square}"), letter.to_string(), dealt)
            }
            Observation::Throw { sides, number, value } => {
                let dealt = dealer.map(|dealer| Some(dealer.roll(*sides, *number).to_string()));
                (format!("throw {number}"), value.to_string(), dealt)
            }
        };
        let (judgement, words) = match dealt {
            None => (Judgement::Unknown, format!("{what} was {value}, which cannot be checked")),
            Some(None) => (Judgement::Fails, format!("{what} was {value}, but nothing is dealt there")),
            Some(Some(dealt)) if dealt == value => {
                (Judgement::Holds, format!("{what} was {value}, as dealt"))
            }
            Some(Some(dealt)) => (Judgement::Fails, format!("{what} was {value}, but {dealt} was dealt")),
        };
        verdict.push(Claim::Shown(place), judgement, words);
    }
}
