//! The record of a table, to be taken home.

use crate::chronicle::Chronicle;
use crate::when::day;
use tetrarch_protocol::{Refused, RefusedFor};
use tetrarch_rules::{Seat, capital};
use tetrarch_table::record::{Record, Tags};

/// The record in a format of the game. Once the game is over it holds all that is needed to verify the deal.
pub(crate) fn write(table: &Chronicle, format: &str) -> Result<String, Refused> {
    let formats = table.game.formats();
    let format = formats.iter().find(|own| own.name() == format).ok_or_else(|| {
        let names: Vec<&str> = formats.iter().map(|format| format.name()).collect();
        let words =
            format!("{} has no record format {format:?}: it has {}.", table.game.title(), names.join(", "));
        Refused::new(RefusedFor::NotUnderstood, words)
    })?;
    Ok(format.write(&Record::of(&*table.table, tags(table)), &*table.table))
}

fn tags(table: &Chronicle) -> Tags {
    let mut tags = Tags::default();
    tags.set("Date", day(table.head.made));
    for (index, sitting) in table.seats.iter().enumerate() {
        if let Some(who) = sitting.player() {
            tags.set(capital(table.name(Seat::new(index))), who);
        }
    }
    if let Some(fair) = table.published().and_then(|fair| serde_json::to_string(&fair).ok()) {
        tags.set("Fair", fair);
    }
    tags
}
