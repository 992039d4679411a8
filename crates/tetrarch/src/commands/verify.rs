//! `tetrarch verify`: recomputing a deal and every action of a record.

use super::source::{Hint, contents, read};
use crate::dealing::shown;
use crate::games::{Chance, chance_in};
use anyhow::bail;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::Path;
use tetrarch_fair::{Judgement, Layout, Published, verify};
use tetrarch_table::record::{Record, RecordFault};
use tetrarch_table::{Game, Games, Table};

/// The tag that holds what was published about the deal.
const FAIR: &str = "Fair";

pub(crate) fn run(games: Games, game: Option<&str>, file: &Path) -> anyhow::Result<()> {
    let source = read(games, Hint { game, format: None, file }, &contents(file)?)?;
    let mut out = io::stdout().lock();
    writeln!(out, "read as {}", source.taken_for())?;
    let mut failed = 0usize;
    for (number, record) in source.records.iter().enumerate() {
        let report = Report::of(source.game, record);
        let verdict = if report.holds { report.verdict } else { "Not everything holds." };
        write!(out, "game {}\n{}{verdict}\n", number + 1, report.lines)?;
        failed += usize::from(!report.holds);
    }
    if failed > 0 {
        bail!("{failed} of the games in {} could not be verified", file.display());
    }
    Ok(())
}

/// What is true only if the players compare what they noted themselves.
const HOLDS: &str = "Everything holds, if the commitment is the one you were shown before play and the entropy of \
                     your seat is what you gave.";

/// What can be said of a game without chance.
const PLAYED: &str = "Everything holds: the game can be played again as it is recorded.";

/// What was found about a game.
struct Report {
    lines: String,
    holds: bool,
    /// What is said if everything holds.
    verdict: &'static str,
}

impl Report {
    fn of(game: &dyn Game, record: &Result<Record, RecordFault>) -> Report {
        let mut report = Report { lines: String::new(), holds: true, verdict: HOLDS };
        match record.as_ref().map(|record| (record, record.play(game))) {
            Ok((record, Ok(played))) => report.judge(game, record, &*played),
            Ok((_, Err(fault))) => report.fails(fault),
            Err(fault) => report.fails(fault),
        }
        report
    }

    fn note(&mut self, judgement: &str, words: impl Display) {
        self.lines += &format!("{judgement:7} {words}\n");
    }

    fn fails(&mut self, words: impl Display) {
        self.note("FAILS", words);
        self.holds = false;
    }

    fn judge(&mut self, game: &dyn Game, record: &Record, played: &dyn Table) {
        self.note(
            "holds",
            format!("all {} actions follow the rules of {}", record.words.len(), game.title()),
        );
        let chance = chance_in(game.name());
        let fair = record.tags.get(FAIR);
        if fair.is_none() && !record.words.iter().any(|word| word.starts_with('=')) {
            self.note("holds", "nothing was left to chance: there was no deal");
            let end =
                played.outcome().map(|outcome| format!("the game has ended: {}", outcome.reason().words()));
            self.note("holds", end.as_deref().unwrap_or("the game has not ended"));
            self.verdict = PLAYED;
            return;
        }
        if record.start.is_some() {
            self.fails("the game did not begin from the usual start, so its deal cannot be checked");
        }
        if chance == Chance::Nothing {
            self.fails(format!("nothing is left to chance in {}, so nothing was dealt", game.title()));
        }
        match fair.map(serde_json::from_str::<Published>) {
            Some(Ok(published)) => self.judge_deal(chance, record, played, &published),
            Some(Err(error)) => self.fails(format!("the tag {FAIR} cannot be read: {error}")),
            None => {
                self.fails(format!("the record has no tag {FAIR} with what was published about the deal"));
            }
        }
    }

    fn judge_deal(&mut self, chance: Chance, record: &Record, played: &dyn Table, published: &Published) {
        match (played.outcome(), &published.secret) {
            (Some(outcome), _) => {
                self.note("holds", format!("the game has ended: {}", outcome.reason().words()));
            }
            (None, None) => self.fails("the game has not ended, so its secret is still kept"),
            (None, Some(_)) => self.fails("the game has not ended, but its secret is published"),
        }
        let (places, seats) = (published.entropies.len(), played.seats().len());
        if places != seats {
            self.fails(format!("there are {places} places for entropy, but {seats} seats"));
        }
        let shown = match shown(chance, &record.words) {
            Ok(shown) => shown,
            Err(word) => return self.fails(format!("{word} is nothing that chance can show here")),
        };
        for finding in verify(published, &Layout::BANQI, &shown).findings() {
            match finding.judgement {
                Judgement::Holds => self.note("holds", &finding.words),
                Judgement::Fails => self.fails(&finding.words),
                Judgement::Unknown => {
                    self.note("unknown", &finding.words);
                    self.holds = false;
                }
            }
        }
    }
}
