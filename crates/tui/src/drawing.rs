//! Draws any view as a board of letters, in colour where the terminal supports it.

use crate::Charset;
use crate::grid::{board_position, is_upright};
use crate::letters::PieceLetters;
use anstyle::{AnsiColor, Style};
use std::collections::HashMap;
use tetrarch_rules::{BoardView, Cell, Ground, MarkKind, PieceState, PieceView, View};

/// The brackets around a marked square, by priority.
pub(crate) const BRACKETS: [(MarkKind, &str, &str); 7] = [
    (MarkKind::Check, "!", "!"),
    (MarkKind::Banned, "x", "x"),
    (MarkKind::Turning, "?", "?"),
    (MarkKind::Evicted, "<", ">"),
    (MarkKind::Immune, "(", ")"),
    (MarkKind::Sanctuary, "(", ")"),
    (MarkKind::Last, "[", "]"),
];

/// The legend of the board symbols, for the help.
pub(crate) const LEGEND: &[(&str, &str)] = &[
    ("[ ]", "the last action"),
    ("! !", "king in check"),
    ("x x", "banned"),
    ("( )", "king in its sanctuary"),
    ("< >", "king must leave its corner"),
    ("*", "after a piece: frozen"),
];

/// The colours of the armies, in army order.
const COLORS: [AnsiColor; 4] =
    [AnsiColor::BrightWhite, AnsiColor::BrightRed, AnsiColor::BrightCyan, AnsiColor::BrightMagenta];

/// Draws the board with the viewer's side at the bottom.
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
        for piece in &view.men {
            pieces.entry(&piece.cell).or_default().push(piece);
        }
        BoardDrawing { view, signs, letters: PieceLetters::new(view), cells, pieces }
    }

    /// With more than two armies each piece also shows the letter of its army.
    fn width(&self) -> usize {
        if self.view.armies.len() > 2 { 4 } else { 3 }
    }

    fn label(&self, x: u8, y: u8, of_row: bool) -> &str {
        let board = &self.view.board;
        let (column, row) = board_position(board, x, y);
        if of_row { &board.row_labels[row as usize] } else { &board.column_labels[column as usize] }
    }

    /// The pieces and marks of a square, padded to the square width.
    fn square(&self, place: (u8, u8)) -> String {
        let width = self.width();
        let Some(cell) = self.cells.get(&place) else { return " ".repeat(width) };
        let here = self.pieces.get(cell.name.as_str()).map_or(&[][..], Vec::as_slice);
        let (left, right) = self.brackets(cell);
        let right = if here.iter().any(|piece| piece.state == PieceState::Frozen) { "*" } else { right };
        match here {
            [] => format!("{left}{:^1$}{right}", ground(cell, self.signs), width - 2),
            [piece] => format!("{left}{}{right}", self.coloured_piece(piece, true)),
            [first, others @ ..] => {
                let others: String = others.iter().map(|piece| self.coloured_piece(piece, false)).collect();
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

    /// The piece's letter in the colour of its army.
    fn coloured_piece(&self, piece: &PieceView, with_army: bool) -> String {
        let style = self.army_index(piece).map_or(Style::new(), |army| {
            Style::new().fg_color(Some(COLORS[army % COLORS.len()].into())).bold()
        });
        let style = if piece.state == PieceState::Frozen { style.dimmed() } else { style };
        format!("{style}{}{style:#}", self.letters.piece(piece, with_army))
    }

    fn army_index(&self, piece: &PieceView) -> Option<usize> {
        let army = piece.army.as_deref()?;
        self.view.armies.iter().position(|own| own.name == army)
    }
}

/// The symbol of an empty square.
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
