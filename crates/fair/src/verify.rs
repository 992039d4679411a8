//! Whether a finished game was dealt fairly.

use crate::{Commitment, Dealer, Entropies, GameId, Layout, Published, Unfit};
use serde::Serialize;
use std::fmt;
use std::num::NonZeroU32;

/// What a record says chance has shown.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Shown {
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
pub struct Verdict {
    findings: Vec<Finding>,
}

impl Verdict {
    /// Whether every claim holds.
    pub fn holds(&self) -> bool {
        self.findings.iter().all(|finding| finding.judgement == Judgement::Holds)
    }

    /// The findings: version, game, entropies, secret, commitment, then what chance has shown in the order of the list.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    fn note(&mut self, claim: Claim, judgement: Judgement, words: impl Into<String>) {
        self.findings.push(Finding { claim, judgement, words: words.into() });
    }

    /// Notes whether something could be read, and hands it on.
    fn read<T>(&mut self, claim: Claim, read: Result<T, Unfit>, words: impl Into<String>) -> Option<T> {
        match read {
            Ok(value) => {
                self.note(claim, Judgement::Holds, words);
                Some(value)
            }
            Err(why) => {
                self.note(claim, Judgement::Fails, why.to_string());
                None
            }
        }
    }
}

/// One line for each finding.
impl fmt::Display for Verdict {
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
pub fn verify(published: &Published, layout: &Layout, shown: &[Shown]) -> Verdict {
    let mut verdict = Verdict { findings: Vec::new() };
    let version = published.known_version();
    let version = verdict.read(Claim::Version, version, format!("the deal is {}", published.version));
    let game = GameId::new(published.game.as_str());
    let game = verdict.read(Claim::Game, game, format!("the game is {:?}", published.game));
    let entropies = Entropies::read(&published.entropies);
    let entropies = verdict.read(Claim::Entropies, entropies, told_entropies(&published.entropies));
    let secret = verdict.read(Claim::Secret, published.read_secret(), "the secret is published");
    let committed = game.as_ref().zip(secret.as_ref()).filter(|_| version.is_some());
    let committed = committed.map(|(game, secret)| secret.commitment(game));
    check_commitment(&mut verdict, &published.commitment, committed);
    let dealer = version.zip(game).zip(entropies).zip(secret);
    let dealer = dealer.map(|((((), game), entropies), secret)| Dealer::new(&secret, &game, &entropies));
    check_shown(&mut verdict, dealer.as_ref(), layout, shown);
    verdict
}

fn told_entropies(entropies: &[Option<String>]) -> String {
    let told = |entropy: &Option<String>| {
        entropy.as_ref().map_or("nothing".to_string(), |given| format!("{given:?}"))
    };
    let places: Vec<String> = entropies.iter().map(told).collect();
    format!("the seats gave as entropy: {}", places.join(", "))
}

fn check_commitment(verdict: &mut Verdict, published: &str, computed: Option<Commitment>) {
    let claim = Claim::Commitment;
    match (Commitment::read(published), computed) {
        (Err(why), _) => verdict.note(claim, Judgement::Fails, why.to_string()),
        (_, None) => verdict.note(claim, Judgement::Unknown, "the commitment cannot be checked"),
        (Ok(published), Some(computed)) if published == computed => {
            verdict.note(claim, Judgement::Holds, format!("the secret fits the commitment {published}"));
        }
        (Ok(published), Some(computed)) => {
            let words = format!("the commitment is {published}, but the secret gives {computed}");
            verdict.note(claim, Judgement::Fails, words);
        }
    }
}

fn check_shown(verdict: &mut Verdict, dealer: Option<&Dealer>, layout: &Layout, shown: &[Shown]) {
    let deal = dealer.map(|dealer| dealer.deal(layout));
    for (place, shown) in shown.iter().enumerate() {
        let (what, value, dealt) = match shown {
            Shown::Piece { square, letter } => {
                let dealt = deal.as_ref().map(|deal| deal.on(square).map(String::from));
                (format!("the piece on {square}"), letter.to_string(), dealt)
            }
            Shown::Throw { sides, number, value } => {
                let dealt = dealer.map(|dealer| Some(dealer.die_with(*sides, *number).to_string()));
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
        verdict.note(Claim::Shown(place), judgement, words);
    }
}
