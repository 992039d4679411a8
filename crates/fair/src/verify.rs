//! Verifies that a finished game was dealt fairly.

use crate::{ChanceRule, Commitment, Dealer, Entropies, FairError, FairGameId, FairnessRecord};
use serde::Serialize;
use std::fmt;

/// The line of a game, as far as its deal is concerned.
#[derive(Copy, Clone, Debug)]
pub struct DealtLine<'a> {
    /// The words of the line. Those that begin with `=` are chance outcomes.
    pub words: &'a [String],
    /// Whether the game began from a position that was set up. A deal is only defined for the standard start.
    pub set_up: bool,
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
    /// The chance outcome with this number, counted from 1, matches the deal.
    Outcome(usize),
}

/// The result of checking a claim.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// The claim is true.
    Holds,
    /// The claim is false.
    Fails,
    /// The claim cannot be checked.
    Unknown,
}

/// The result of verifying a game.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Everything holds.
    Verified,
    /// Something is false.
    Fails,
    /// Nothing is false, but something cannot be checked.
    CannotBeChecked,
}

impl Verdict {
    /// The verdict that follows from these judgements.
    pub fn of(judgements: impl IntoIterator<Item = Judgement>) -> Verdict {
        judgements.into_iter().fold(Verdict::Verified, |verdict, judgement| match (verdict, judgement) {
            (Verdict::Fails, _) | (_, Judgement::Fails) => Verdict::Fails,
            (Verdict::CannotBeChecked, _) | (_, Judgement::Unknown) => Verdict::CannotBeChecked,
            (Verdict::Verified, Judgement::Holds) => Verdict::Verified,
        })
    }
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

/// The findings about a game.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Verification {
    findings: Vec<Finding>,
}

impl Verification {
    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.findings.iter().map(|finding| finding.judgement))
    }

    /// The findings: version, game, entropies, secret, commitment, then the chance outcomes in order.
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
                // An unknown scheme and a game in progress are no sign of foul play.
                let unknown = matches!(why, FairError::Version(_) | FairError::SecretNotRevealed);
                let judgement = if unknown { Judgement::Unknown } else { Judgement::Fails };
                self.push(claim, judgement, why.to_string());
                None
            }
        }
    }
}

/// A word for reports; only a false claim stands out.
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Judgement::Holds => "holds",
            Judgement::Fails => "FAILS",
            Judgement::Unknown => "unknown",
        })
    }
}

/// One line per finding.
impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Finding { judgement, words, .. } in &self.findings {
            writeln!(f, "{judgement:7} {words}")?;
        }
        Ok(())
    }
}

/// Recomputes a deal from the published data and compares it with the chance outcomes of a game.
///
/// Does not check whether the line follows the rules of the game.
pub fn verify(record: &FairnessRecord, rule: &ChanceRule, line: DealtLine<'_>) -> Verification {
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
    check_outcomes(&mut verification, dealer.as_ref().filter(|_| !line.set_up), rule, line);
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

/// Without a dealer, nothing is known about the outcomes.
fn check_outcomes(
    verification: &mut Verification,
    dealer: Option<&Dealer>,
    rule: &ChanceRule,
    line: DealtLine<'_>,
) {
    let is_outcome = |(_, word): &(usize, &String)| word.starts_with('=');
    for (count, (index, word)) in line.words.iter().enumerate().filter(is_outcome).enumerate() {
        let (number, after) = (count + 1, index.checked_sub(1).map(|before| line.words[before].as_str()));
        let what = rule.describe(number, after, word);
        let (judgement, words) = match dealer.map(|dealer| rule.outcome(dealer, number as u64, after)) {
            None if line.set_up => {
                let why = "there is no deal for a start that was set up";
                (Judgement::Unknown, format!("{what}, which cannot be checked: {why}"))
            }
            None => (Judgement::Unknown, format!("{what}, which cannot be checked")),
            Some(None) => (Judgement::Fails, format!("{what}, but nothing is dealt there")),
            Some(Some(dealt)) if dealt == *word => (Judgement::Holds, format!("{what}, as dealt")),
            Some(Some(dealt)) => {
                (Judgement::Fails, format!("{what}, but {} was dealt", dealt.trim_start_matches('=')))
            }
        };
        verification.push(Claim::Outcome(number), judgement, words);
    }
}
