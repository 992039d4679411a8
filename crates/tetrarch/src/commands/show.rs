//! `tetrarch show`: prints a position with its legal actions.

use anyhow::Context as _;
use std::io::Write as _;
use tetrarch_rules::{Eye, Seat, TrayPiece, Turn};
use tetrarch_table::Table;
use tetrarch_tui::{Charset, drawing::draw_board};

/// The width at which the list of actions wraps.
const MAX_LINE_WIDTH: usize = 78;

pub(crate) fn run(table: &dyn Table, seat: Option<&str>) -> anyhow::Result<()> {
    let eye = match seat {
        Some(name) => Eye::Seat(Seat::from_name(name, table.seats()).with_context(|| {
            format!("no such seat: {name:?}; the seats are {}", table.seats().join(", "))
        })?),
        None => Eye::Spectator,
    };
    let view = table.view(eye);
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", draw_board(&view, Charset::Unicode))?;
    for tray in &view.trays {
        let four = view.armies.len() > 2;
        let army = |piece: &TrayPiece| view.armies.iter().find(|army| four && army.name == piece.army);
        let named = |piece: &TrayPiece| army(piece).map_or(String::new(), |army| army.letter.to_string());
        let pieces = tray.men.iter().map(|piece| format!("{}{}×{}", named(piece), piece.letter, piece.count));
        let pieces: Vec<String> = pieces.collect();
        writeln!(
            out,
            "{}: {}",
            tray.title,
            if pieces.is_empty() { "nothing".to_string() } else { pieces.join(" ") }
        )?;
    }
    if view.armies.iter().any(|army| army.frozen) {
        writeln!(out, "* frozen")?;
    }
    for seat in &view.seats {
        let place = seat.place.map(|place| format!("place {place}"));
        let parts: Vec<String> = place.into_iter().chain(seat.note.clone()).collect();
        if !parts.is_empty() {
            writeln!(out, "{}: {}", seat.name, parts.join(", "))?;
        }
    }
    writeln!(out, "{}.", view.turn.words)?;
    if let Some(outcome) = table.outcome() {
        let points = table.seats().iter().enumerate();
        let points = points.map(|(index, name)| format!("{name} {}", outcome.points(Seat::new(index))));
        writeln!(
            out,
            "Game over ({}): {}.",
            outcome.reason().description(),
            points.collect::<Vec<_>>().join(", ")
        )?;
    }
    writeln!(out, "{}", table.text())?;
    let heading = if table.turn() == Turn::Chance { "Chance outcomes" } else { "Legal actions" };
    write!(out, "{}", list(heading, &table.legal()))?;
    Ok(())
}

fn list(heading: &str, words: &[String]) -> String {
    if words.is_empty() {
        return String::new();
    }
    let mut text = format!("{heading} ({}):", words.len());
    let mut column = usize::MAX;
    for word in words {
        if column.saturating_add(word.len()) >= MAX_LINE_WIDTH {
            text += "\n ";
            column = 1;
        }
        text += " ";
        text += word;
        column += word.len() + 1;
    }
    text + "\n"
}
