//! Replays the steps of a record, with errors that say where in the text a step is.

use super::RecordError;
use super::error::TextPosition;
use crate::{Table, TableEvent};

/// Plays a step given as text.
pub(super) fn play(table: &mut dyn Table, word: &str, position: TextPosition) -> Result<(), RecordError> {
    let played = table.play_recorded(word).map(|_| ());
    played.map_err(|error| position.error(format!("{word} cannot be played: {error}")))
}

/// Plays a step that is not given as text.
pub(super) fn apply(
    table: &mut dyn Table,
    event: &TableEvent,
    position: TextPosition,
) -> Result<(), RecordError> {
    let word = event.word(table.seats());
    let applied = table.apply(event).map(|_| ());
    applied.map_err(|error| position.error(format!("{word} cannot be played: {error}")))
}
