//! `tetrarch show`: a position as a board, with what can be played.

use anyhow::Context as _;
use std::io::Write as _;
use tetrarch_rules::{Eye, Seat, TrayPiece, Turn};
use tetrarch_table::Table;
use tetrarch_tui::{Charset, drawing::draw_board};

/// The widest line of the list of actions.
const MAX_LINE_WIDTH: usize = 78;

pub(crate) fn run(table: &dyn Table, seat: Option<&str>) -> anyhow::Result<()> {
    let eye = match seat {
        Some(name) => Eye::Seat(Seat::from_name(name, table.seats()).with_context(|| {
            format!("there is no seat {name:?}: the seats are {}", table.seats().join(", "))
        })?),
        None => Eye::Spectator,
    };
    let view = table.view(eye);
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", draw_board(&view, Charset::Unicode))?;
    for tray in &view.trays {
        let four = view.armies.len() > 2;
        let army = |man: &TrayPiece| view.armies.iter().find(|army| four && army.name == man.army);
        let named = |man: &TrayPiece| army(man).map_or(String::new(), |army| army.letter.to_string());
        let men = tray.men.iter().map(|man| format!("{}{}×{}", named(man), man.letter, man.count));
        let men: Vec<String> = men.collect();
        writeln!(
            out,
            "{}: {}",
            tray.title,
            if men.is_empty() { "nothing".to_string() } else { men.join(" ") }
        )?;
    }
    if view.armies.iter().any(|army| army.frozen) {
        writeln!(out, "* frozen")?;
    }
    for seat in &view.seats {
        let place = seat.place.map(|place| format!("place {place}"));
        let said: Vec<String> = place.into_iter().chain(seat.note.clone()).collect();
        if !said.is_empty() {
            writeln!(out, "{}: {}", seat.name, said.join(", "))?;
        }
    }
    writeln!(out, "{}.", view.turn.words)?;
    if let Some(outcome) = table.outcome() {
        let points = table.seats().iter().enumerate();
        let points = points.map(|(index, name)| format!("{name} {}", outcome.points(Seat::new(index))));
        writeln!(
            out,
            "Ended by {}: {}.",
            outcome.reason().description(),
            points.collect::<Vec<_>>().join(", ")
        )?;
    }
    writeln!(out, "{}", table.text())?;
    let heading = if table.turn() == Turn::Chance { "Chance decides among" } else { "To play" };
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
