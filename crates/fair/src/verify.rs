//! Verifies that a finished game was dealt fairly.

use crate::{Commitment, DealLayout, Dealer, Entropies, FairError, FairGameId, FairnessRecord};
use serde::Serialize;
use std::fmt;
use std::num::NonZeroU32;

/// An outcome of chance in the record of a game.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Observation {
    /// A piece was turned face up.
    Piece {
        /// Its square.
        square: String,
        /// Its letter.
        letter: char,
    },
    /// A die was rolled.
    Throw {
        /// The number of sides.
        sides: NonZeroU32,
        /// The number of the roll, counted from 1.
        number: u64,
        /// The result.
        value: u32,
    },
}

/// A claim to verify.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The dealing scheme is known.
    Version,
    /// The id of the game is valid.
    Game,
    /// The entropy of the seats is valid.
    Entropies,
    /// The secret is revealed and valid.
    Secret,
    /// The secret matches the commitment that was published before play.
    Commitment,
    /// The observation at this index, counted from 0, matches the deal.
    Shown(usize),
}

/// The result of checking a claim.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// The claim is true.
    Holds,
    /// The claim is false.
    Fails,
    /// The claim cannot be checked, because another one fails.
    Unknown,
}

/// A claim and the result of checking it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Finding {
    /// The claim that was checked.
    pub claim: Claim,
    /// The result.
    pub judgement: Judgement,
    /// The result as a sentence.
    pub words: String,
}

/// The result of verifying a game.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Verification {
    findings: Vec<Finding>,
}

impl Verification {
    /// Whether every claim holds.
    pub fn is_valid(&self) -> bool {
        self.findings.iter().all(|finding| finding.judgement == Judgement::Holds)
    }

    /// The findings: version, game, entropies, secret, commitment, then the observations in order.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    fn push(&mut self, claim: Claim, judgement: Judgement, words: impl Into<String>) {
        self.findings.push(Finding { claim, judgement, words: words.into() });
    }

    /// Adds a finding for a parsed value and returns the value.
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

/// One line per finding.
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

/// Recomputes a deal from the published data and compares it with the outcomes observed in the game.
///
/// Does not check whether the record follows the rules of the game.
pub fn verify(record: &FairnessRecord, layout: &DealLayout, observations: &[Observation]) -> Verification {
    let mut verification = Verification { findings: Vec::new() };
    let version = record.check_version();
    let version =
        verification.record(Claim::Version, version, format!("the dealing scheme is {}", record.version));
    let game = FairGameId::new(record.game.as_str());
    let game = verification.record(Claim::Game, game, format!("the game is {:?}", record.game));
    let entropies = Entropies::parse(&record.entropies);
    let entropies = verification.record(Claim::Entropies, entropies, describe_entropies(&record.entropies));
    let secret = verification.record(Claim::Secret, record.parse_secret(), "the secret is revealed");
    let committed = game.as_ref().zip(secret.as_ref()).filter(|_| version.is_some());
    let committed = committed.map(|(game, secret)| secret.commitment(game));
    check_commitment(&mut verification, &record.commitment, committed);
    let dealer = version.zip(game).zip(entropies).zip(secret);
    let dealer = dealer.map(|((((), game), entropies), secret)| Dealer::new(&secret, &game, &entropies));
    check_observations(&mut verification, dealer.as_ref(), layout, observations);
    verification
}

fn describe_entropies(entropies: &[Option<String>]) -> String {
    let describe =
        |entropy: &Option<String>| entropy.as_ref().map_or("none".to_string(), |given| format!("{given:?}"));
    let seats: Vec<String> = entropies.iter().map(describe).collect();
    format!("the entropy of the seats: {}", seats.join(", "))
}

fn check_commitment(verification: &mut Verification, published: &str, computed: Option<Commitment>) {
    let claim = Claim::Commitment;
    match (Commitment::parse(published), computed) {
        (Err(why), _) => verification.push(claim, Judgement::Fails, why.to_string()),
        (_, None) => verification.push(claim, Judgement::Unknown, "the commitment cannot be checked"),
        (Ok(published), Some(computed)) if published == computed => {
            verification.push(
                claim,
                Judgement::Holds,
                format!("the secret matches the commitment {published}"),
            );
        }
        (Ok(published), Some(computed)) => {
            let words = format!("the commitment is {published}, but the secret gives {computed}");
            verification.push(claim, Judgement::Fails, words);
        }
    }
}

fn check_observations(
    verification: &mut Verification,
    dealer: Option<&Dealer>,
    layout: &DealLayout,
    observations: &[Observation],
) {
    let deal = dealer.map(|dealer| dealer.deal(layout));
    for (index, observation) in observations.iter().enumerate() {
        let (what, value, dealt) = match observation {
            Observation::Piece { square, letter } => {
                let dealt = deal.as_ref().map(|deal| deal.letter_on(square).map(String::from));
                (format!("the piece on {square}"), letter.to_string(), dealt)
            }
            Observation::Throw { sides, number, value } => {
                let dealt = dealer.map(|dealer| Some(dealer.roll(*sides, *number).to_string()));
                (format!("roll {number}"), value.to_string(), dealt)
            }
        };
        let (judgement, words) = match dealt {
            None => (Judgement::Unknown, format!("{what} was {value}, which cannot be checked")),
            Some(None) => (Judgement::Fails, format!("{what} was {value}, but no piece is dealt there")),
            Some(Some(dealt)) if dealt == value => {
                (Judgement::Holds, format!("{what} was {value}, as dealt"))
            }
            Some(Some(dealt)) => (Judgement::Fails, format!("{what} was {value}, but {dealt} was dealt")),
        };
        verification.push(Claim::Shown(index), judgement, words);
    }
}
