//! Any view as a board of letters, coloured where the terminal has colour.

use crate::Charset;
use crate::grid::{board_position, is_upright};
use crate::letters::PieceLetters;
use anstyle::{AnsiColor, Style};
use std::collections::HashMap;
use tetrarch_rules::{BoardView, Cell, Ground, MarkKind, PieceState, PieceView, View};

/// What stands around a marked square; the first that fits is shown.
pub(crate) const BRACKETS: [(MarkKind, &str, &str); 7] = [
    (MarkKind::Check, "!", "!"),
    (MarkKind::Banned, "x", "x"),
    (MarkKind::Turning, "?", "?"),
    (MarkKind::Evicted, "<", ">"),
    (MarkKind::Immune, "(", ")"),
    (MarkKind::Sanctuary, "(", ")"),
    (MarkKind::Last, "[", "]"),
];

/// What the signs on a board mean, for the help.
pub(crate) const LEGEND: &[(&str, &str)] = &[
    ("[ ]", "around a square: the last action"),
    ("! !", "the king is in check"),
    ("x x", "this is banned"),
    ("( )", "the king is in its sanctuary"),
    ("< >", "the king must leave its corner"),
    ("*", "after a man: it is frozen"),
];

/// The colours of the armies, in their order.
const COLORS: [AnsiColor; 4] =
    [AnsiColor::BrightWhite, AnsiColor::BrightRed, AnsiColor::BrightCyan, AnsiColor::BrightMagenta];

/// The board as the view's eye sees it, its near side at the bottom.
pub fn draw_board(view: &View, signs: Charset) -> String {
    let drawing = BoardDrawing::new(view, signs);
    let BoardView { columns, rows, near, .. } = view.board;
    let (width, height) = if is_upright(near) { (columns, rows) } else { (rows, columns) };
    let mut text = String::new();
    for y in (0..height).rev() {
        text += &format!("{:>3} ", drawing.label(0, y, is_upright(near)));
        (0..width).for_each(|x| text += &drawing.square(board_position(&view.board, x, y)));
        text = text.trim_end().to_string() + "\n";
    }
    let foot = (0..width).map(|x| format!("{:^1$}", drawing.label(x, 0, !is_upright(near)), drawing.width()));
    text + "    " + foot.collect::<String>().trim_end()
}

struct BoardDrawing<'a> {
    view: &'a View,
    signs: Charset,
    letters: PieceLetters<'a>,
    cells: HashMap<(u8, u8), &'a Cell>,
    pieces: HashMap<&'a str, Vec<&'a PieceView>>,
}

impl<'a> BoardDrawing<'a> {
    fn new(view: &'a View, signs: Charset) -> BoardDrawing<'a> {
        let cells = view.board.cells.iter().map(|cell| ((cell.column, cell.row), cell)).collect();
        let mut pieces: HashMap<&str, Vec<&PieceView>> = HashMap::new();
        for man in &view.men {
            pieces.entry(&man.cell).or_default().push(man);
        }
        BoardDrawing { view, signs, letters: PieceLetters::new(view), cells, pieces }
    }

    /// With more than two armies each man needs its army's letter too.
    fn width(&self) -> usize {
        if self.view.armies.len() > 2 { 4 } else { 3 }
    }

    fn label(&self, x: u8, y: u8, of_row: bool) -> &str {
        let board = &self.view.board;
        let (column, row) = board_position(board, x, y);
        if of_row { &board.row_labels[row as usize] } else { &board.column_labels[column as usize] }
    }

    /// The man or men and what is marked there, as wide as every square.
    fn square(&self, place: (u8, u8)) -> String {
        let width = self.width();
        let Some(cell) = self.cells.get(&place) else { return " ".repeat(width) };
        let here = self.pieces.get(cell.name.as_str()).map_or(&[][..], Vec::as_slice);
        let (left, right) = self.brackets(cell);
        let right = if here.iter().any(|man| man.state == PieceState::Frozen) { "*" } else { right };
        match here {
            [] => format!("{left}{:^1$}{right}", ground(cell, self.signs), width - 2),
            [man] => format!("{left}{}{right}", self.coloured_piece(man, true)),
            [first, others @ ..] => {
                let others: String = others.iter().map(|man| self.coloured_piece(man, false)).collect();
                self.coloured_piece(first, true) + &others + right
            }
        }
    }

    fn brackets(&self, cell: &Cell) -> (&'static str, &'static str) {
        let marked =
            |kind| self.view.marks.iter().any(|mark| mark.kind == kind && mark.cells.contains(&cell.name));
        let mut found = BRACKETS.iter().filter(|(kind, ..)| marked(*kind));
        match (found.next(), found.next()) {
            (None, _) => (" ", " "),
            (Some((_, left, right)), None) => (left, right),
            (Some((_, left, _)), Some((_, _, right))) => (left, right),
        }
    }

    /// The man's letter in its army's colour.
    fn coloured_piece(&self, man: &PieceView, with_army: bool) -> String {
        let style = self.army_index(man).map_or(Style::new(), |army| {
            Style::new().fg_color(Some(COLORS[army % COLORS.len()].into())).bold()
        });
        let style = if man.state == PieceState::Frozen { style.dimmed() } else { style };
        format!("{style}{}{style:#}", self.letters.piece(man, with_army))
    }

    fn army_index(&self, man: &PieceView) -> Option<usize> {
        let army = man.army.as_deref()?;
        self.view.armies.iter().position(|own| own.name == army)
    }
}

/// What ground without a man looks like.
pub(crate) const fn ground(cell: &Cell, signs: Charset) -> &'static str {
    match (cell.ground, signs) {
        (Ground::Light | Ground::Plain, Charset::Unicode) => "·",
        (Ground::Light | Ground::Plain, Charset::Ascii) => ".",
        (Ground::Dark, _) => ":",
        (Ground::Throne, _) => "+",
        (Ground::Corner, _) => "#",
        (Ground::Idle, _) => " ",
    }
}
