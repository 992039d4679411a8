//! Exports the record of a table.

use crate::table::LiveTable;
use crate::timestamp::record_date;
use tetrarch_protocol::{ErrorCode, RequestError};
use tetrarch_rules::{Seat, capitalised};
use tetrarch_table::record::{Record, Tags};

/// Writes the record in one of the game's formats. The record of a finished game includes everything needed to
/// verify the deal.
pub(crate) fn write_record(table: &LiveTable, format: &str) -> Result<String, RequestError> {
    let formats = table.kind.formats();
    let format = formats.iter().find(|own| own.name() == format).ok_or_else(|| {
        let names: Vec<&str> = formats.iter().map(|format| format.name()).collect();
        let words =
            format!("{} has no record format {format:?}: it has {}.", table.kind.title(), names.join(", "));
        RequestError::new(ErrorCode::NotUnderstood, words)
    })?;
    Ok(format.write(&Record::from_table(&*table.game, tags(table)), &*table.game))
}

fn tags(table: &LiveTable) -> Tags {
    let mut tags = Tags::default();
    tags.set("Date", record_date(table.header.made));
    for (index, assignment) in table.seats.iter().enumerate() {
        if let Some(player) = assignment.player_name() {
            tags.set(capitalised(table.seat_name(Seat::new(index))), player);
        }
    }
    if let Some(fair) = table.published_deal() {
        tags.set("Fair", serde_json::to_string(&fair).expect("a deal contains only strings and numbers"));
    }
    tags
}
