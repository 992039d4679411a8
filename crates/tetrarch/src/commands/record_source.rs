//! Reads the text of a record, and what its file name says about the format.

use anyhow::Context as _;
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

/// The text of a file, or of standard input for `-`.
pub(crate) fn contents(file: &Path) -> anyhow::Result<String> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).context("failed to read standard input")?;
        bytes
    } else {
        fs::read(file).with_context(|| format!("failed to read {}", file.display()))?
    };
    // Records that are not UTF-8 are Latin-1, the character set of the PGN standard.
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect()))
}

/// The ending of a file name.
pub(crate) fn extension(file: &Path) -> Option<&str> {
    file.extension().and_then(|ending| ending.to_str())
}
