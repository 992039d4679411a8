//! Lays out text, tables and boards on pages.

use super::fonts::{FontFace, FontSet};
use super::{PAGE_SIZE, PdfError};
use crate::rulebook::block::with_curly_quotes;
use crate::rulebook::shapes::{Shape, draw};
use crate::rulebook::{Block, Diagram};
use tetrarch_protocol::{TextSpan, TextStyle};

/// The margins: left and right, top and bottom.
const MARGIN: (f32, f32) = (72.0, 72.0);
/// The width between the margins.
const TEXT_WIDTH: f32 = PAGE_SIZE.0 - 2.0 * MARGIN.0;
/// The text size and the line height.
const TEXT_SIZE: f32 = 11.0;
const LEADING: f32 = 14.5;
/// The relative size of code: the monospaced font looks larger than the text font.
const CODE_SCALE: f32 = 0.82;
/// The space between columns.
const GUTTER: f32 = 12.0;
/// The largest size of a board square.
const MAX_SQUARE: f32 = 24.0;

/// Something to draw on a page.
#[derive(Debug)]
pub(super) enum DrawOp {
    Text { x: f32, y: f32, size: f32, face: FontFace, text: String },
    Rule { x: f32, y: f32, width: f32 },
    Board { x: f32, y: f32, square: f32, shapes: Vec<Shape> },
}

/// A word with its font and width.
#[derive(Clone)]
struct PdfWord {
    face: FontFace,
    text: String,
    width: f32,
    /// Whether a space precedes it.
    space_before: bool,
}

pub(super) struct PdfLayout<'a> {
    fonts: &'a FontSet,
    pages: Vec<Vec<DrawOp>>,
    y: f32,
}

impl PdfLayout<'_> {
    pub(super) fn new(fonts: &FontSet) -> PdfLayout<'_> {
        PdfLayout { fonts, pages: vec![Vec::new()], y: MARGIN.1 }
    }

    pub(super) fn place_blocks(&mut self, blocks: &[Block]) -> Result<(), PdfError> {
        let mut rest = blocks;
        while let [first, behind @ ..] = rest {
            rest = behind;
            match (first, behind) {
                (Block::Diagram(left), [Block::Diagram(right), behind @ ..])
                    if fit_side_by_side([left, right]) =>
                {
                    self.place_boards(&[left, right])?;
                    rest = behind;
                }
                _ => self.place_block(first)?,
            }
        }
        Ok(())
    }

    fn place_block(&mut self, block: &Block) -> Result<(), PdfError> {
        match block {
            Block::Heading(level, runs) => self.place_heading(*level, runs),
            Block::Paragraph(runs) => {
                self.place_runs(runs, MARGIN.0, TEXT_WIDTH, TEXT_SIZE)?;
                self.add_gap(6.0);
                Ok(())
            }
            Block::List(first, items) => self.place_list(*first, items),
            Block::Table(rows) => self.place_table(rows),
            Block::Diagram(diagram) => self.place_boards(&[diagram]),
            Block::Code(code) => {
                for line in code.lines() {
                    self.ensure_room(LEADING);
                    self.place_text(MARGIN.0 + 12.0, TEXT_SIZE * CODE_SCALE, FontFace::Mono, line)?;
                    self.y += LEADING;
                }
                self.add_gap(6.0);
                Ok(())
            }
        }
    }

    /// Adds the page numbers and returns the pages.
    pub(super) fn finish(mut self, title: &str) -> Result<Vec<Vec<DrawOp>>, PdfError> {
        let count = self.pages.len();
        for (at, sheet) in self.pages.iter_mut().enumerate() {
            let text = format!("{title} · {} of {count}", at + 1);
            let width = self.fonts.width(FontFace::Italic, 9.0, &text)?;
            let x = (PAGE_SIZE.0 - width) / 2.0;
            sheet.push(DrawOp::Text { x, y: PAGE_SIZE.1 - 40.0, size: 9.0, face: FontFace::Italic, text });
        }
        Ok(self.pages)
    }

    fn add_gap(&mut self, height: f32) {
        self.y += height;
    }

    /// Starts a new page if less than this height is left. Returns whether it did.
    fn ensure_room(&mut self, height: f32) -> bool {
        let lacks = self.y + height > PAGE_SIZE.1 - MARGIN.1;
        if lacks {
            self.pages.push(Vec::new());
            self.y = MARGIN.1;
        }
        lacks
    }

    fn push(&mut self, ink: DrawOp) {
        self.pages.last_mut().expect("there is a page").push(ink);
    }

    /// Places a text on the current line.
    fn place_text(&mut self, x: f32, size: f32, face: FontFace, text: &str) -> Result<f32, PdfError> {
        let width = self.fonts.width(face, size, text)?;
        let y = self.y + size;
        self.push(DrawOp::Text { x, y, size, face, text: text.to_string() });
        Ok(width)
    }

    fn place_heading(&mut self, level: u8, runs: &[TextSpan]) -> Result<(), PdfError> {
        let size = [22.0, 15.0, 12.5][usize::from(level.clamp(1, 3)) - 1];
        let bold: Vec<TextSpan> =
            runs.iter().map(|run| TextSpan { style: Some(TextStyle::Bold), ..run.clone() }).collect();
        self.add_gap(if level == 1 { 0.0 } else { 10.0 });
        // Keep a heading together with the text after it.
        self.ensure_room(size + 4.0 * LEADING);
        self.place_runs(&bold, MARGIN.0, TEXT_WIDTH, size)?;
        self.add_gap(if level == 1 { 10.0 } else { 4.0 });
        Ok(())
    }

    fn place_list(&mut self, first: Option<u64>, items: &[Vec<TextSpan>]) -> Result<(), PdfError> {
        let indent = 18.0;
        for (at, item) in items.iter().enumerate() {
            self.ensure_room(LEADING);
            let sign = first.map_or_else(|| "•".to_string(), |first| format!("{}.", first + at as u64));
            self.place_text(MARGIN.0 + 4.0, TEXT_SIZE, FontFace::Regular, &sign)?;
            self.place_runs(item, MARGIN.0 + indent, TEXT_WIDTH - indent, TEXT_SIZE)?;
            self.add_gap(2.0);
        }
        self.add_gap(5.0);
        Ok(())
    }

    /// Places text runs, broken into lines.
    fn place_runs(&mut self, runs: &[TextSpan], x: f32, width: f32, size: f32) -> Result<(), PdfError> {
        let leading = LEADING * size / TEXT_SIZE;
        for line in self.break_lines(runs, width, size)? {
            self.ensure_room(leading);
            self.place_line(&line, x, size)?;
            self.y += leading;
        }
        Ok(())
    }

    fn place_line(&mut self, line: &[PdfWord], x: f32, size: f32) -> Result<(), PdfError> {
        let space = self.fonts.width(FontFace::Regular, size, " ")?;
        let (mut at, y) = (x, self.y + size);
        for (number, word) in line.iter().enumerate() {
            at += if number > 0 && word.space_before { space } else { 0.0 };
            let size = if word.face == FontFace::Mono { size * CODE_SCALE } else { size };
            self.push(DrawOp::Text { x: at, y, size, face: word.face, text: word.text.clone() });
            at += word.width;
        }
        Ok(())
    }

    /// Splits runs into words and measures them.
    fn words(&self, runs: &[TextSpan], size: f32) -> Result<Vec<PdfWord>, PdfError> {
        let mut words = Vec::new();
        let mut apart = false;
        for run in &with_curly_quotes(runs) {
            let default_face = FontFace::from(run.style);
            let size = if default_face == FontFace::Mono { size * CODE_SCALE } else { size };
            for (at, text) in run.text.split(' ').enumerate() {
                apart |= at > 0;
                if !text.is_empty() {
                    let face = self.fonts.face_for(default_face, text);
                    let width = self.fonts.width(face, size, text)?;
                    words.push(PdfWord { face, text: text.to_string(), width, space_before: apart });
                    apart = false;
                }
            }
        }
        Ok(words)
    }

    /// Breaks runs into lines. Words without a space between them stay together.
    fn break_lines(&self, runs: &[TextSpan], width: f32, size: f32) -> Result<Vec<Vec<PdfWord>>, PdfError> {
        let space = self.fonts.width(FontFace::Regular, size, " ")?;
        let words = self.words(runs, size)?;
        let mut lines: Vec<Vec<PdfWord>> = vec![Vec::new()];
        let mut used = 0.0;
        let mut rest = &words[..];
        while !rest.is_empty() {
            let joined = 1 + rest[1..].iter().take_while(|word| !word.space_before).count();
            let wide: f32 = rest[..joined].iter().map(|word| word.width).sum();
            if used > 0.0 && used + space + wide > width {
                lines.push(Vec::new());
                used = 0.0;
            }
            used += wide + if used > 0.0 { space } else { 0.0 };
            lines.last_mut().expect("there is at least one line").extend_from_slice(&rest[..joined]);
            rest = &rest[joined..];
        }
        Ok(lines)
    }

    fn place_table(&mut self, rows: &[Vec<Vec<TextSpan>>]) -> Result<(), PdfError> {
        let size = TEXT_SIZE - 1.0;
        let widths = self.column_widths(rows, size)?;
        let bold = |run: &TextSpan| TextSpan { style: Some(TextStyle::Bold), ..run.clone() };
        let mut set = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            let cells = row.iter().zip(&widths).map(|(cell, width)| match number {
                0 => self.break_lines(&cell.iter().map(bold).collect::<Vec<_>>(), *width, size),
                _ => self.break_lines(cell, *width, size),
            });
            set.push(cells.collect::<Result<Vec<_>, _>>()?);
        }
        let Some((head, rows)) = set.split_first() else { return Ok(()) };
        self.add_gap(2.0);
        // Keep the header together with the first row, and repeat it on the next page.
        self.ensure_room(row_height(head, size) + rows.first().map_or(0.0, |row| row_height(row, size)));
        self.place_row(head, &widths, size)?;
        for row in rows {
            if self.ensure_room(row_height(row, size)) {
                self.place_row(head, &widths, size)?;
            }
            self.place_row(row, &widths, size)?;
        }
        self.add_gap(9.0);
        Ok(())
    }

    /// Places a table row and the line below it.
    fn place_row(&mut self, cells: &[Vec<Vec<PdfWord>>], widths: &[f32], size: f32) -> Result<(), PdfError> {
        let (top, mut x) = (self.y, MARGIN.0);
        for (cell, width) in cells.iter().zip(widths) {
            self.y = top;
            for line in cell {
                self.place_line(line, x, size)?;
                self.y += LEADING * size / TEXT_SIZE;
            }
            x += width + GUTTER;
        }
        self.y = top + row_height(cells, size) - 2.0;
        self.push(DrawOp::Rule { x: MARGIN.0, y: self.y, width: x - GUTTER - MARGIN.0 });
        self.add_gap(2.0);
        Ok(())
    }

    /// The column widths: as wide as needed if they fit, otherwise the available width divided by content.
    fn column_widths(&self, rows: &[Vec<Vec<TextSpan>>], size: f32) -> Result<Vec<f32>, PdfError> {
        let count = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut widths: Vec<f32> = vec![0.0; count];
        let mut least: Vec<f32> = vec![0.0; count];
        let space = self.fonts.width(FontFace::Regular, size, " ")?;
        for row in rows {
            for (column, cell) in row.iter().enumerate() {
                // A little more, since headers are bold.
                let words = self.words(cell, size * 1.14)?;
                let whole: f32 = words.iter().map(|word| word.width + space).sum();
                widths[column] = widths[column].max(whole);
                least[column] = words.iter().map(|word| word.width).fold(least[column], f32::max);
            }
        }
        let there = TEXT_WIDTH - GUTTER * count.saturating_sub(1) as f32;
        let wanted: f32 = widths.iter().sum();
        if wanted <= there {
            return Ok(widths);
        }
        let spare = there - least.iter().sum::<f32>();
        let more: f32 = widths.iter().zip(&least).map(|(wide, least)| wide - least).sum();
        Ok(widths.iter().zip(&least).map(|(wide, least)| least + (wide - least) * spare / more).collect())
    }

    /// Places boards side by side, each centred in its part of the width.
    fn place_boards(&mut self, diagrams: &[&Diagram]) -> Result<(), PdfError> {
        let part = column_width(diagrams.len());
        let mut set = Vec::new();
        for diagram in diagrams {
            let drawn = draw(diagram);
            let square = MAX_SQUARE.min(part / drawn.width);
            let text = diagram.content.caption.clone();
            let caption = [TextSpan { text, style: Some(TextStyle::Italic), link: None }];
            let lines = self.break_lines_evenly(&caption, part.min(0.8 * TEXT_WIDTH), TEXT_SIZE - 1.0)?;
            set.push((drawn, square, lines));
        }
        let tall = set.iter().map(|(drawn, square, _)| drawn.height * square).fold(0.0, f32::max);
        let caption_lines = set.iter().map(|(_, _, lines)| lines.len()).max().unwrap_or(0) as f32;
        self.add_gap(4.0);
        self.ensure_room(tall + 6.0 + caption_lines * LEADING);
        let top = self.y;
        let space = self.fonts.width(FontFace::Regular, TEXT_SIZE - 1.0, " ")?;
        for (at, (drawn, square, lines)) in set.into_iter().enumerate() {
            let middle = MARGIN.0 + part / 2.0 + at as f32 * (part + GUTTER);
            let x = middle - drawn.width * square / 2.0;
            self.push(DrawOp::Board { x, y: top, square, shapes: drawn.shapes });
            self.y = top + tall + 6.0;
            for line in &lines {
                let wide: f32 = line.iter().map(|word| word.width + space).sum::<f32>() - space;
                self.place_line(line, middle - wide / 2.0, TEXT_SIZE - 1.0)?;
                self.y += LEADING;
            }
        }
        self.y = top + tall + 6.0 + caption_lines * LEADING;
        self.add_gap(10.0);
        Ok(())
    }

    /// Breaks runs into lines of similar length, so that the last line is not a single word.
    fn break_lines_evenly(
        &self,
        runs: &[TextSpan],
        width: f32,
        size: f32,
    ) -> Result<Vec<Vec<PdfWord>>, PdfError> {
        let mut lines = self.break_lines(runs, width, size)?;
        let (count, mut width) = (lines.len(), width);
        while count > 1 && width > size {
            width -= size;
            let narrower = self.break_lines(runs, width, size)?;
            if narrower.len() > count {
                break;
            }
            lines = narrower;
        }
        Ok(lines)
    }
}

/// The height of a table row, including its line.
fn row_height(cells: &[Vec<Vec<PdfWord>>], size: f32) -> f32 {
    cells.iter().map(Vec::len).max().unwrap_or(1) as f32 * LEADING * size / TEXT_SIZE + 4.0
}

/// The width of one of `count` columns.
fn column_width(count: usize) -> f32 {
    (TEXT_WIDTH + GUTTER) / count as f32 - GUTTER
}

/// Whether two boards fit side by side at full size.
fn fit_side_by_side(diagrams: [&Diagram; 2]) -> bool {
    diagrams.iter().all(|diagram| draw(diagram).width * MAX_SQUARE <= column_width(2))
}
