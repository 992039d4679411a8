//! The board, as large as there is room.

use super::app::{App, Look};
use super::tap::leads_from;
use crate::drawing::{BRACKETS, ground};
use crate::grid::{cell_at, extent, turned, upright};
use crate::letters::Letters;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use smol_str::SmolStr;
use std::collections::HashSet;
use tetrarch_rules::{Board, Cell, Man, ManState, View};

/// Sizes of a square, the largest first: about twice as wide as high looks square.
const SIZES: [(u16, u16); 5] = [(10, 5), (8, 4), (6, 3), (4, 2), (4, 1)];
/// What the labels of the rows take.
const MARGIN: u16 = 3;

/// Where the board was drawn.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub(super) struct Place {
    left: u16,
    top: u16,
    cell: (u16, u16),
    extent: (u8, u8),
}

impl Place {
    /// The largest board that fits into an area, beside a pane of at least `beside` columns.
    pub(super) fn fitting(board: &Board, area: Rect, beside: u16) -> Place {
        let (columns, rows) = extent(board);
        let fits = |(width, height): &(u16, u16)| {
            width * u16::from(columns) + MARGIN + beside <= area.width
                && height * u16::from(rows) < area.height
        };
        let cell = SIZES.into_iter().find(fits).unwrap_or(SIZES[SIZES.len() - 1]);
        Place { left: area.x + MARGIN, top: area.y, cell, extent: (columns, rows) }
    }

    /// How many columns of the screen it takes, labels included.
    pub(super) fn width(&self) -> u16 {
        MARGIN + self.cell.0 * u16::from(self.extent.0)
    }

    /// What place of the board is at a place of the screen: columns from the left, rows from below.
    pub(super) fn at(&self, column: u16, row: u16) -> Option<(u8, u8)> {
        let x = column.checked_sub(self.left)? / self.cell.0.max(1);
        let y = row.checked_sub(self.top)? / self.cell.1.max(1);
        let (width, height) = self.extent;
        if x >= u16::from(width) || y >= u16::from(height) {
            return None;
        }
        Some((x as u8, height - 1 - y as u8))
    }

    /// The part of the screen that shows a place of the board.
    fn area(&self, x: u8, y: u8) -> Rect {
        let (width, height) = self.cell;
        let row = u16::from(self.extent.1 - 1 - y);
        Rect { x: self.left + u16::from(x) * width, y: self.top + row * height, width, height }
    }
}

/// Writes a text where there is room for it.
pub(super) fn put(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    let area = *buffer.area();
    if x < area.right() && y < area.bottom() {
        buffer.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}

struct Painter<'a> {
    view: &'a View,
    board: &'a Board,
    look: Look,
    letters: Letters<'a>,
    place: Place,
    targets: HashSet<SmolStr>,
    selected: Option<&'a str>,
    cursor: (u8, u8),
}

impl App<'_> {
    pub(super) fn draw_board(&mut self, area: Rect, beside: u16, buffer: &mut Buffer) -> Rect {
        let board = self.board();
        self.place = Place::fitting(&board, area, beside);
        let view = &self.desk.state().view;
        let targets = self.selected.as_deref().map_or_else(HashSet::new, |from| {
            view.choices.iter().filter_map(|choice| leads_from(choice, from)).collect()
        });
        let painter = Painter {
            view,
            board: &board,
            look: self.look,
            letters: Letters::of(view),
            place: self.place,
            targets,
            selected: self.selected.as_deref(),
            cursor: self.cursor,
        };
        painter.paint(buffer);
        let width = self.place.width().min(area.width);
        Rect { x: area.x + width, width: area.width - width, ..area }
    }
}

impl Painter<'_> {
    fn paint(&self, buffer: &mut Buffer) {
        let (width, height) = self.place.extent;
        for y in 0..height {
            let area = self.place.area(0, y);
            let label = self.label(0, y, upright(self.board.near));
            put(
                buffer,
                area.x - MARGIN,
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
        let foot = self.place.area(0, 0).bottom();
        for x in 0..width {
            let area = self.place.area(x, 0);
            let label = self.label(x, 0, !upright(self.board.near));
            put(buffer, area.x, foot, &format!("{label:^0$}", usize::from(area.width)), Style::new());
        }
    }

    fn label(&self, x: u8, y: u8, of_row: bool) -> &str {
        let (column, row) = turned(self.board, x, y);
        let labels = if of_row { &self.board.row_labels } else { &self.board.column_labels };
        labels.get(usize::from(if of_row { row } else { column })).map_or("", String::as_str)
    }

    fn paint_cell(&self, cell: &Cell, at: (u8, u8), buffer: &mut Buffer) {
        let area = self.place.area(at.0, at.1).intersection(*buffer.area());
        let mut style = self.look.colours.ground(cell);
        if at == self.cursor {
            style = style.add_modifier(Modifier::REVERSED);
        }
        buffer.set_style(area, style);
        let men: Vec<&Man> = self.view.men.iter().filter(|man| man.cell == cell.name).collect();
        let (left, right) = self.brackets(cell, at, &men);
        let texts: Vec<String> =
            men.iter().enumerate().map(|(index, man)| self.letters.of_man(man, index == 0)).collect();
        let empty = if self.targets.contains(&cell.name) {
            self.look.signs.choose("•", "*")
        } else {
            ground(cell, self.look.signs)
        };
        let inside: usize = texts.iter().map(|text| text.chars().count()).sum::<usize>().max(1);
        let middle = area.y + area.height.saturating_sub(1) / 2;
        let mut x = area.x + area.width.saturating_sub(inside as u16) / 2;
        put(buffer, x.saturating_sub(1).max(area.x), middle, left, self.look.colours.mark(style));
        // Three letters on a square of four leave no room for a mark on the left.
        for (man, text) in men.iter().zip(&texts) {
            put(buffer, x, middle, text, self.look.colours.man(man));
            x += text.chars().count() as u16;
        }
        if men.is_empty() {
            put(buffer, x, middle, empty, style);
            x += 1;
        }
        put(buffer, x, middle, right, self.look.colours.mark(style));
    }

    /// The signs on both sides of what stands on a cell.
    fn brackets(&self, cell: &Cell, at: (u8, u8), men: &[&Man]) -> (&'static str, &'static str) {
        let signs = self.look.signs;
        if self.selected == Some(&cell.name) {
            return (signs.choose("»", ">"), signs.choose("«", "<"));
        }
        if self.targets.contains(&cell.name) && !men.is_empty() {
            return (signs.choose("•", "*"), signs.choose("•", "*"));
        }
        let marked =
            |kind| self.view.marks.iter().any(|mark| mark.kind == kind && mark.cells.contains(&cell.name));
        let mut found = BRACKETS.iter().filter(|(kind, ..)| marked(*kind));
        let frozen = men.iter().any(|man| man.state == ManState::Frozen);
        let (left, right) = match (found.next(), found.next()) {
            (None, _) if at == self.cursor => ("{", "}"),
            (None, _) => (" ", " "),
            (Some((_, left, right)), None) => (*left, *right),
            (Some((_, left, _)), Some((_, _, right))) => (*left, *right),
        };
        (left, if frozen { "*" } else { right })
    }
}
