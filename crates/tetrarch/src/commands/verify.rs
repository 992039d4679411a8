//! `tetrarch verify`: replays a record and checks its deal.

use super::record_source::{FormatHint, contents, detect_records};
use crate::dealing::chance_shown;
use crate::games::{ChanceRule, chance_rule};
use anyhow::bail;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::Path;
use tetrarch_fair::{DealLayout, FairnessRecord, Judgement, verify};
use tetrarch_table::record::{Record, RecordError};
use tetrarch_table::{Game, Games, Table};

/// The tag with the published data of the deal.
const FAIR_TAG: &str = "Fair";

pub(crate) fn run(games: Games, game: Option<&str>, file: &Path) -> anyhow::Result<()> {
    let source = detect_records(games, FormatHint { game, format: None, file }, &contents(file)?)?;
    let mut out = io::stdout().lock();
    writeln!(out, "read as {}", source.description())?;
    let mut failed = 0usize;
    for (number, record) in source.records.iter().enumerate() {
        let report = VerifyReport::new(source.game, record);
        let verdict = if report.holds { report.verdict } else { "Verification failed." };
        write!(out, "game {}\n{}{verdict}\n", number + 1, report.lines)?;
        failed += usize::from(!report.holds);
    }
    if failed > 0 {
        bail!("{failed} of the games in {} could not be verified", file.display());
    }
    Ok(())
}

/// The verdict for a verified deal. Players must still compare it with their own notes.
const ALL_HOLDS: &str = "Verified, provided that the commitment is the one you were shown before play and the entropy of \
                     your seat is what you gave.";

/// The verdict for a game without chance.
const REPLAYS: &str = "Verified: the game can be replayed as recorded.";

/// The findings about one game.
struct VerifyReport {
    lines: String,
    holds: bool,
    /// The verdict if nothing failed.
    verdict: &'static str,
}

impl VerifyReport {
    fn new(game: &dyn Game, record: &Result<Record, RecordError>) -> VerifyReport {
        let mut report = VerifyReport { lines: String::new(), holds: true, verdict: ALL_HOLDS };
        match record.as_ref().map(|record| (record, record.play(game))) {
            Ok((record, Ok(played))) => report.check_game(game, record, &*played),
            Ok((_, Err(fault))) => report.fail(fault),
            Err(fault) => report.fail(fault),
        }
        report
    }

    fn note(&mut self, judgement: &str, words: impl Display) {
        self.lines += &format!("{judgement:7} {words}\n");
    }

    fn fail(&mut self, words: impl Display) {
        self.note("FAILS", words);
        self.holds = false;
    }

    fn check_game(&mut self, game: &dyn Game, record: &Record, played: &dyn Table) {
        self.note(
            "holds",
            format!("all {} actions follow the rules of {}", record.words.len(), game.title()),
        );
        let chance = chance_rule(game.name());
        let fair = record.tags.get(FAIR_TAG);
        if fair.is_none() && !record.words.iter().any(|word| word.starts_with('=')) {
            self.note("holds", "no chance was involved, so there was no deal");
            let end =
                played.outcome().map(|outcome| format!("the game ended: {}", outcome.reason().description()));
            self.note("holds", end.as_deref().unwrap_or("the game has not ended"));
            self.verdict = REPLAYS;
            return;
        }
        if record.start.is_some() {
            self.fail("the game did not begin from the standard start, so its deal cannot be checked");
        }
        if chance == ChanceRule::None {
            self.fail(format!("{} involves no chance, so there is no deal", game.title()));
        }
        match fair.map(serde_json::from_str::<FairnessRecord>) {
            Some(Ok(published)) => self.check_deal(chance, record, played, &published),
            Some(Err(error)) => self.fail(format!("the tag {FAIR_TAG} is invalid: {error}")),
            None => {
                self.fail(format!("the record has no tag {FAIR_TAG} with the published data of the deal"));
            }
        }
    }

    fn check_deal(
        &mut self,
        chance: ChanceRule,
        record: &Record,
        played: &dyn Table,
        published: &FairnessRecord,
    ) {
        match (played.outcome(), &published.secret) {
            (Some(outcome), _) => {
                self.note("holds", format!("the game ended: {}", outcome.reason().description()));
            }
            (None, None) => self.fail("the game has not ended, so its secret is not published yet"),
            (None, Some(_)) => self.fail("the game has not ended, but its secret is published"),
        }
        let (places, seats) = (published.entropies.len(), played.seats().len());
        if places != seats {
            self.fail(format!("there are {places} entropy values for {seats} seats"));
        }
        let shown = match chance_shown(chance, &record.words) {
            Ok(shown) => shown,
            Err(word) => return self.fail(format!("{word} is not a possible chance outcome here")),
        };
        for finding in verify(published, &DealLayout::BANQI, &shown).findings() {
            match finding.judgement {
                Judgement::Holds => self.note("holds", &finding.words),
                Judgement::Fails => self.fail(&finding.words),
                Judgement::Unknown => {
                    self.note("unknown", &finding.words);
                    self.holds = false;
                }
            }
        }
    }
}
