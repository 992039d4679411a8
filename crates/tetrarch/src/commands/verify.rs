//! `tetrarch verify`: replays a record and checks its deal.

use super::record_source::{contents, extension};
use crate::games::{self, GameEntry};
use anyhow::bail;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use tetrarch_fair::{ChanceRule, DealtLine, FairnessRecord, Judgement, Verdict, verify};
use tetrarch_table::record::{FormatHint, Record, RecordError, detect_records};
use tetrarch_table::{Game, Games, Table, TableEvent};

/// The tag with the published data of the deal.
const FAIR_TAG: &str = "Fair";

/// The exit code if nothing is false, but something cannot be checked.
const CANNOT_BE_CHECKED: u8 = 3;

pub(crate) fn run(games: Games, game: Option<&str>, file: &Path) -> anyhow::Result<ExitCode> {
    let hint = FormatHint { game, extension: extension(file), ..FormatHint::default() };
    let source = detect_records(&games.iter().collect::<Vec<_>>(), hint, &contents(file)?)?;
    let mut out = io::stdout().lock();
    writeln!(out, "read as {}", source.description())?;
    let mut verdicts = Vec::new();
    for (number, record) in source.records.iter().enumerate() {
        let report = VerifyReport::new(source.game, record);
        write!(out, "game {}\n{}{}\n", number + 1, report.lines, report.summary())?;
        verdicts.push(report.verdict());
    }
    let count = |verdict| verdicts.iter().filter(|own| **own == verdict).count();
    let (failed, unchecked) = (count(Verdict::Fails), count(Verdict::CannotBeChecked));
    if failed > 0 {
        bail!("{failed} of the games in {} failed verification", file.display());
    }
    if unchecked > 0 {
        eprintln!("tetrarch: {unchecked} of the games in {} cannot be checked", file.display());
        return Ok(ExitCode::from(CANNOT_BE_CHECKED));
    }
    Ok(ExitCode::SUCCESS)
}

/// The summary for a verified deal. Players must still compare it with their own notes.
const ALL_HOLDS: &str = "Verified, provided that the commitment is the one you were shown before play and the entropy of \
                     your seat is what you gave.";

/// The summary for a game without chance.
const REPLAYS: &str = "Verified: the game can be replayed as recorded.";

/// The findings about one game.
struct VerifyReport {
    lines: String,
    judgements: Vec<Judgement>,
    has_deal: bool,
}

impl VerifyReport {
    fn new(game: &dyn Game, record: &Result<Record, RecordError>) -> VerifyReport {
        let mut report = VerifyReport { lines: String::new(), judgements: Vec::new(), has_deal: false };
        match record.as_ref().map(|record| (record, record.play(game))) {
            Ok((record, Ok(played))) => report.check_game(game, record, &*played),
            Ok((_, Err(fault))) => report.note(Judgement::Fails, fault),
            Err(fault) => report.note(Judgement::Fails, fault),
        }
        report
    }

    fn verdict(&self) -> Verdict {
        Verdict::of(self.judgements.iter().copied())
    }

    fn summary(&self) -> &'static str {
        match self.verdict() {
            Verdict::Verified if self.has_deal => ALL_HOLDS,
            Verdict::Verified => REPLAYS,
            Verdict::Fails => "Verification failed.",
            Verdict::CannotBeChecked => "Cannot be checked. Nothing in the record is false.",
        }
    }

    fn note(&mut self, judgement: Judgement, words: impl Display) {
        self.lines += &format!("{judgement:7} {words}\n");
        self.judgements.push(judgement);
    }

    fn check_game(&mut self, game: &dyn Game, record: &Record, played: &dyn Table) {
        let title = game.title();
        self.note(
            Judgement::Holds,
            format!("all {} actions follow the rules of {title}", record.words.len()),
        );
        let fair = record.tags.get(FAIR_TAG).map(serde_json::from_str::<FairnessRecord>);
        let has_chance = played.log().iter().any(|event| matches!(event, TableEvent::Revealed { .. }));
        let rule = games::entry(game.name()).ok().and_then(GameEntry::chance_rule);
        match (fair, rule) {
            (None, _) if has_chance => {
                let words = format!("the record has no tag {FAIR_TAG} with the published data of the deal");
                self.note(Judgement::Unknown, words);
            }
            (None, _) => {
                self.note(Judgement::Holds, "no chance was involved, so there was no deal");
                self.note_end(played);
            }
            (Some(_), None) => {
                self.note(Judgement::Fails, format!("{title} involves no chance, so there is no deal"));
            }
            (Some(Err(error)), _) => {
                self.note(Judgement::Fails, format!("the tag {FAIR_TAG} is invalid: {error}"));
            }
            (Some(Ok(published)), Some(rule)) => self.check_deal(&rule, record, played, &published),
        }
    }

    fn note_end(&mut self, played: &dyn Table) {
        let end =
            played.outcome().map(|outcome| format!("the game ended: {}", outcome.reason().description()));
        self.note(Judgement::Holds, end.as_deref().unwrap_or("the game has not ended"));
    }

    fn check_deal(
        &mut self,
        rule: &ChanceRule,
        record: &Record,
        played: &dyn Table,
        published: &FairnessRecord,
    ) {
        self.has_deal = true;
        if played.outcome().is_none() && published.secret.is_some() {
            self.note(Judgement::Fails, "the game has not ended, but its secret is published");
        } else {
            self.note_end(played);
        }
        let (places, seats) = (published.entropies.len(), played.seats().len());
        if places != seats {
            self.note(Judgement::Fails, format!("the game has {seats} seats, but entropy for {places}"));
        }
        let line = DealtLine { words: &record.words, set_up: record.start.is_some() };
        for finding in verify(published, rule, line).findings() {
            self.note(finding.judgement, &finding.words);
        }
    }
}
