//! `tetrarch verify`: recomputing a deal and every action of a record.

use super::source::{Hint, contents, read};
use anyhow::{Context as _, bail};
use std::io::{self, Write as _};
use std::path::Path;
use tetrarch_fair::{Layout, Published, Shown, verify};
use tetrarch_table::record::Record;
use tetrarch_table::{Game, Games};

/// The tag that holds what was published about the deal.
const FAIR: &str = "Fair";

pub(crate) fn run(games: Games, game: Option<&str>, file: &Path) -> anyhow::Result<()> {
    let source = read(games, Hint { game, format: None, file }, &contents(file)?)?;
    let mut out = io::stdout().lock();
    writeln!(out, "read as {}", source.taken_for())?;
    let mut failed = 0usize;
    for (number, record) in source.records.into_iter().enumerate() {
        writeln!(out, "game {}", number + 1)?;
        let holds = match record {
            Ok(record) => judge(source.game, &record, &mut out)?,
            Err(fault) => {
                writeln!(out, "FAILS   {fault}")?;
                false
            }
        };
        writeln!(out, "{}", if holds { "Everything holds." } else { "Not everything holds." })?;
        failed += usize::from(!holds);
    }
    if failed > 0 {
        bail!("{failed} of the games in {} could not be verified", file.display());
    }
    Ok(())
}

fn judge(game: &dyn Game, record: &Record, out: &mut impl io::Write) -> anyhow::Result<bool> {
    // The reader has replayed it, so the actions follow the rules.
    let played = record.play(game)?;
    writeln!(out, "holds   all {} actions follow the rules of {}", record.words.len(), game.title())?;
    match played.outcome() {
        Some(outcome) => writeln!(out, "holds   the game has ended: {}", outcome.reason().words())?,
        None => writeln!(out, "unknown the game has not ended, so its secret is still kept")?,
    }
    let Some(fair) = record.tags.get(FAIR) else {
        writeln!(out, "FAILS   the record has no tag {FAIR} with what was published about the deal")?;
        return Ok(false);
    };
    let published: Published = match serde_json::from_str(fair) {
        Ok(published) => published,
        Err(error) => {
            writeln!(out, "FAILS   the tag {FAIR} cannot be read: {error}")?;
            return Ok(false);
        }
    };
    let shown = shown(&record.words).context("what chance has shown")?;
    let verdict = verify(&published, &Layout::BANQI, &shown);
    write!(out, "{verdict}")?;
    Ok(verdict.holds())
}

/// What chance has shown, from the words of a record: a flip `?b4` and the piece `=q` after it, or a throw `=4`.
fn shown(words: &[String]) -> anyhow::Result<Vec<Shown>> {
    let mut throws = 0;
    let mut shown = Vec::new();
    for (number, word) in words.iter().enumerate() {
        let Some(outcome) = word.strip_prefix('=') else { continue };
        let flipped = number.checked_sub(1).and_then(|before| words[before].strip_prefix('?'));
        shown.push(match (flipped, outcome.chars().next()) {
            (Some(square), Some(letter)) => Shown::Piece { square: square.to_string(), letter },
            _ => {
                throws += 1;
                let value =
                    outcome.parse().with_context(|| format!("{word} is neither a piece nor a throw"))?;
                Shown::Throw { number: throws, value }
            }
        });
    }
    Ok(shown)
}
