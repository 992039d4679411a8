//! The turn order that round sheets begin with.

use tetrarch_table::Table;

/// Rotates the letters so that the army to act, which is the second field of the position text, comes first.
pub(super) fn from_army_to_act(table: &dyn Table, letters: &str) -> Vec<char> {
    let text = table.text();
    let first = text.split(' ').nth(1).and_then(|field| letters.find(field)).unwrap_or(0);
    letters[first..].chars().chain(letters[..first].chars()).collect()
}
