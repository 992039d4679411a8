//! The record of a table, to be taken home.

use crate::table::LiveTable;
use crate::timestamp::record_date;
use tetrarch_protocol::{ErrorCode, RequestError};
use tetrarch_rules::{Seat, capitalised};
use tetrarch_table::record::{Record, Tags};

/// The record in a format of the game. Once the game is over it holds all that is needed to verify the deal.
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
    for (index, sitting) in table.seats.iter().enumerate() {
        if let Some(who) = sitting.player_name() {
            tags.set(capitalised(table.seat_name(Seat::new(index))), who);
        }
    }
    if let Some(fair) = table.published_deal().and_then(|fair| serde_json::to_string(&fair).ok()) {
        tags.set("Fair", fair);
    }
    tags
}
