//! Draws the board as large as it fits.

use super::app::{App, Theme};
use super::tap::target_from;
use crate::drawing::{BRACKETS, ground};
use crate::grid::{board_position, cell_at, is_upright, screen_size};
use crate::letters::PieceLetters;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use smol_str::SmolStr;
use std::collections::HashSet;
use tetrarch_rules::{BoardView, Cell, PieceState, PieceView, View};

/// Cell sizes, largest first. Cells about twice as wide as high look square.
const CELL_SIZES: [(u16, u16); 5] = [(10, 5), (8, 4), (6, 3), (4, 2), (4, 1)];
/// The width of the row labels.
const LABEL_WIDTH: u16 = 3;

/// Where the board was drawn.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub(super) struct BoardArea {
    left: u16,
    top: u16,
    cell: (u16, u16),
    size: (u8, u8),
}

impl BoardArea {
    /// The largest board that fits into an area beside a pane of at least `beside` columns.
    pub(super) fn fitting(board: &BoardView, area: Rect, beside: u16) -> BoardArea {
        let (columns, rows) = screen_size(board);
        let fits = |(width, height): &(u16, u16)| {
            width * u16::from(columns) + LABEL_WIDTH + beside <= area.width
                && height * u16::from(rows) < area.height
        };
        let cell = CELL_SIZES.into_iter().find(fits).unwrap_or(CELL_SIZES[CELL_SIZES.len() - 1]);
        BoardArea { left: area.x + LABEL_WIDTH, top: area.y, cell, size: (columns, rows) }
    }

    /// The width in screen columns, labels included.
    pub(super) fn width(&self) -> u16 {
        LABEL_WIDTH + self.cell.0 * u16::from(self.size.0)
    }

    /// The board column (from the left) and row (from the bottom) at a screen position.
    pub(super) fn at(&self, column: u16, row: u16) -> Option<(u8, u8)> {
        let x = column.checked_sub(self.left)? / self.cell.0.max(1);
        let y = row.checked_sub(self.top)? / self.cell.1.max(1);
        let (width, height) = self.size;
        if x >= u16::from(width) || y >= u16::from(height) {
            return None;
        }
        Some((x as u8, height - 1 - y as u8))
    }

    /// The screen area of a cell.
    fn cell_area(&self, x: u8, y: u8) -> Rect {
        let (width, height) = self.cell;
        let row = u16::from(self.size.1 - 1 - y);
        Rect { x: self.left + u16::from(x) * width, y: self.top + row * height, width, height }
    }
}

/// Draws a text, clipped to the buffer.
pub(super) fn draw_text(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    let area = *buffer.area();
    if x < area.right() && y < area.bottom() {
        buffer.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}

struct BoardPainter<'a> {
    view: &'a View,
    board: &'a BoardView,
    theme: Theme,
    letters: PieceLetters<'a>,
    area: BoardArea,
    targets: HashSet<SmolStr>,
    selected: Option<&'a str>,
    cursor: (u8, u8),
}

impl App<'_> {
    pub(super) fn draw_board(&mut self, area: Rect, beside: u16, buffer: &mut Buffer) -> Rect {
        let board = self.board();
        self.board_area = BoardArea::fitting(&board, area, beside);
        let view = &self.session.state().view;
        let targets = self.selected.as_deref().map_or_else(HashSet::new, |from| {
            view.choices.iter().filter_map(|choice| target_from(choice, from)).collect()
        });
        let painter = BoardPainter {
            view,
            board: &board,
            theme: self.theme,
            letters: PieceLetters::new(view),
            area: self.board_area,
            targets,
            selected: self.selected.as_deref(),
            cursor: self.cursor,
        };
        painter.paint(buffer);
        let width = self.board_area.width().min(area.width);
        Rect { x: area.x + width, width: area.width - width, ..area }
    }
}

impl BoardPainter<'_> {
    fn paint(&self, buffer: &mut Buffer) {
        let (width, height) = self.area.size;
        for y in 0..height {
            let area = self.area.cell_area(0, y);
            let label = self.label(0, y, is_upright(self.board.near));
            draw_text(
                buffer,
                area.x - LABEL_WIDTH,
                area.y + (area.height - 1) / 2,
                &format!("{label:>2}"),
                Style::new(),
            );
            for x in 0..width {
                if let Some(cell) = cell_at(self.board, x, y) {
                    self.paint_cell(cell, (x, y), buffer);
                }
            }
        }
        let foot = self.area.cell_area(0, 0).bottom();
        for x in 0..width {
            let area = self.area.cell_area(x, 0);
            let label = self.label(x, 0, !is_upright(self.board.near));
            draw_text(buffer, area.x, foot, &format!("{label:^0$}", usize::from(area.width)), Style::new());
        }
    }

    fn label(&self, x: u8, y: u8, of_row: bool) -> &str {
        let (column, row) = board_position(self.board, x, y);
        let labels = if of_row { &self.board.row_labels } else { &self.board.column_labels };
        labels.get(usize::from(if of_row { row } else { column })).map_or("", String::as_str)
    }

    fn paint_cell(&self, cell: &Cell, at: (u8, u8), buffer: &mut Buffer) {
        let area = self.area.cell_area(at.0, at.1).intersection(*buffer.area());
        let mut style = self.theme.colours.ground(cell);
        if at == self.cursor {
            style = style.add_modifier(Modifier::REVERSED);
        }
        buffer.set_style(area, style);
        let pieces: Vec<&PieceView> = self.view.men.iter().filter(|piece| piece.cell == cell.name).collect();
        let (left, right) = self.brackets(cell, at, &pieces);
        let texts: Vec<String> =
            pieces.iter().enumerate().map(|(index, piece)| self.letters.piece(piece, index == 0)).collect();
        let empty = if self.targets.contains(&cell.name) {
            self.theme.charset.choose("•", "*")
        } else {
            ground(cell, self.theme.charset)
        };
        let inside: usize = texts.iter().map(|text| text.chars().count()).sum::<usize>().max(1);
        let middle = area.y + area.height.saturating_sub(1) / 2;
        let mut x = area.x + area.width.saturating_sub(inside as u16) / 2;
        draw_text(buffer, x.saturating_sub(1).max(area.x), middle, left, self.theme.colours.mark(style));
        // Three letters on a four-column cell leave no room for a mark on the left.
        for (piece, text) in pieces.iter().zip(&texts) {
            draw_text(buffer, x, middle, text, self.theme.colours.piece(piece));
            x += text.chars().count() as u16;
        }
        if pieces.is_empty() {
            draw_text(buffer, x, middle, empty, style);
            x += 1;
        }
        draw_text(buffer, x, middle, right, self.theme.colours.mark(style));
    }

    /// The marks to the left and right of a cell's content.
    fn brackets(&self, cell: &Cell, at: (u8, u8), pieces: &[&PieceView]) -> (&'static str, &'static str) {
        let signs = self.theme.charset;
        if self.selected == Some(&cell.name) {
            return (signs.choose("»", ">"), signs.choose("«", "<"));
        }
        if self.targets.contains(&cell.name) && !pieces.is_empty() {
            return (signs.choose("•", "*"), signs.choose("•", "*"));
        }
        let marked =
            |kind| self.view.marks.iter().any(|mark| mark.kind == kind && mark.cells.contains(&cell.name));
        let mut found = BRACKETS.iter().filter(|(kind, ..)| marked(*kind));
        let frozen = pieces.iter().any(|piece| piece.state == PieceState::Frozen);
        let (left, right) = match (found.next(), found.next()) {
            (None, _) if at == self.cursor => ("{", "}"),
            (None, _) => (" ", " "),
            (Some((_, left, right)), None) => (*left, *right),
            (Some((_, left, _)), Some((_, _, right))) => (*left, *right),
        };
        (left, if frozen { "*" } else { right })
    }
}
