//! `tetrarch show`: any view as a board of letters, coloured where the terminal has colour.

use anstyle::{AnsiColor, Style};
use anyhow::Context as _;
use std::collections::HashMap;
use std::io::Write as _;
use tetrarch_rules::{Board, Cell, Eye, Ground, Man, ManState, Mark, MarkKind, Seat, Side, Turn, View};
use tetrarch_table::{NamedOutcome, Table};

/// The widest line of the list of actions.
const WIDTH: usize = 78;

pub(crate) fn run(table: &dyn Table, seat: Option<&str>) -> anyhow::Result<()> {
    let eye = match seat {
        Some(name) => Eye::Seat(Seat::named(name, table.seats()).with_context(|| {
            format!("there is no seat {name:?}: the seats are {}", table.seats().join(", "))
        })?),
        None => Eye::Spectator,
    };
    let view = table.view(eye);
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", board(&view))?;
    for tray in &view.trays {
        let men: Vec<String> = tray.men.iter().map(|man| format!("{}×{}", man.letter, man.count)).collect();
        writeln!(
            out,
            "{}: {}",
            tray.title,
            if men.is_empty() { "nothing".to_string() } else { men.join(" ") }
        )?;
    }
    writeln!(out, "{}.", view.turn.words)?;
    if let Some(outcome) = table.outcome() {
        writeln!(out, "{}", serde_json::to_string(&NamedOutcome { outcome, seats: table.seats() })?)?;
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
        if column.saturating_add(word.len()) >= WIDTH {
            text += "\n ";
            column = 1;
        }
        text += " ";
        text += word;
        column += word.len() + 1;
    }
    text + "\n"
}

/// The board as this eye sees it, its near side at the bottom.
fn board(view: &View) -> String {
    let grid = Grid::of(view);
    let Board { columns, rows, near, .. } = view.board;
    let (width, height) =
        if matches!(near, Side::South | Side::North) { (columns, rows) } else { (rows, columns) };
    let mut text = String::new();
    for y in (0..height).rev() {
        text += &format!("{:>3} ", grid.side_label(y));
        for x in 0..width {
            text += &grid.square(turned(near, x, y, columns, rows));
        }
        text += "\n";
    }
    let labels: Vec<String> = (0..width).map(|x| format!("{:^3}", grid.foot_label(x))).collect();
    text + "    " + labels.concat().trim_end()
}

/// The grid place that is shown at `x` from the left and `y` from below when `near` is at the bottom.
fn turned(near: Side, x: u8, y: u8, columns: u8, rows: u8) -> (u8, u8) {
    match near {
        Side::South => (x, y),
        Side::North => (columns - 1 - x, rows - 1 - y),
        Side::West => (y, rows - 1 - x),
        Side::East => (columns - 1 - y, x),
    }
}

struct Grid<'a> {
    view: &'a View,
    cells: HashMap<(u8, u8), &'a Cell>,
    men: HashMap<&'a str, Vec<&'a Man>>,
}

impl<'a> Grid<'a> {
    fn of(view: &'a View) -> Grid<'a> {
        let cells = view.board.cells.iter().map(|cell| ((cell.column, cell.row), cell)).collect();
        let mut men: HashMap<&str, Vec<&Man>> = HashMap::new();
        for man in &view.men {
            men.entry(&man.cell).or_default().push(man);
        }
        Grid { view, cells, men }
    }

    fn side_label(&self, y: u8) -> &str {
        let Board { columns, rows, near, .. } = self.view.board;
        let (column, row) = turned(near, 0, y, columns, rows);
        self.label(matches!(near, Side::South | Side::North), column, row)
    }

    fn foot_label(&self, x: u8) -> &str {
        let Board { columns, rows, near, .. } = self.view.board;
        let (column, row) = turned(near, x, 0, columns, rows);
        self.label(!matches!(near, Side::South | Side::North), column, row)
    }

    fn label(&self, of_row: bool, column: u8, row: u8) -> &str {
        let board = &self.view.board;
        if of_row { &board.row_labels[row as usize] } else { &board.column_labels[column as usize] }
    }

    /// Three characters: the man or men, and what is marked there.
    fn square(&self, place: (u8, u8)) -> String {
        let Some(cell) = self.cells.get(&place) else { return "   ".to_string() };
        let here = self.men.get(cell.name.as_str()).map_or(&[][..], Vec::as_slice);
        let (left, right) = self.brackets(cell);
        let ground = match cell.ground {
            Ground::Light | Ground::Plain => "·",
            Ground::Dark => ":",
            Ground::Throne => "+",
            Ground::Corner => "x",
            Ground::Idle => " ",
        };
        let men = match here {
            [] => ground.to_string(),
            [man] => {
                painted(man, &self.view.armies.iter().map(|army| army.name.as_str()).collect::<Vec<_>>())
            }
            several => return several.iter().map(|man| man_letter(man)).collect::<String>() + right,
        };
        format!("{left}{men}{right}")
    }

    fn brackets(&self, cell: &Cell) -> (&'static str, &'static str) {
        let marked = |kind| {
            self.view.marks.iter().any(|mark: &Mark| mark.kind == kind && mark.cells.contains(&cell.name))
        };
        if marked(MarkKind::Check) {
            ("!", "!")
        } else if marked(MarkKind::Banned) {
            ("x", "x")
        } else if marked(MarkKind::Turning) {
            ("?", "?")
        } else if marked(MarkKind::Last) {
            ("[", "]")
        } else {
            (" ", " ")
        }
    }
}

/// The first army's letters are capitals, the second's small; where there are more, all are capitals and only
/// colour and the army's initial tell them apart.
fn man_letter(man: &Man) -> String {
    if man.state == ManState::Hidden { "?".to_string() } else { man.letter.clone() }
}

fn painted(man: &Man, armies: &[&str]) -> String {
    let letter = man_letter(man);
    let army = man.army.as_deref().and_then(|army| armies.iter().position(|name| *name == army));
    let letter = if army == Some(1) && armies.len() == 2 { letter.to_lowercase() } else { letter };
    let color =
        [AnsiColor::BrightWhite, AnsiColor::BrightRed, AnsiColor::BrightCyan, AnsiColor::BrightMagenta];
    let style = army.map_or(Style::new(), |army| Style::new().fg_color(Some(color[army % 4].into())).bold());
    let style = if man.state == ManState::Frozen { style.dimmed() } else { style };
    format!("{style}{letter}{style:#}")
}
