//! Lines, tables and boards on sheets of paper.

use super::faces::{Face, Faces};
use super::{NoPdf, PAPER};
use crate::rulebook::block::typographic;
use crate::rulebook::shapes::{Shape, draw};
use crate::rulebook::{Block, Diagram, Run, Style};

/// What is left white at the left and right, above and below.
const MARGIN: (f32, f32) = (72.0, 72.0);
/// What is between left and right.
const INNER: f32 = PAPER.0 - 2.0 * MARGIN.0;
/// The size of the text and the distance of its lines.
const TEXT: f32 = 11.0;
const LEADING: f32 = 14.5;
/// The size of code beside it, which looks larger than it is.
const CODE: f32 = 0.82;
/// The white between columns of a table.
const GUTTER: f32 = 12.0;
/// The largest square of a board.
const SQUARE: f32 = 24.0;

/// Something on a sheet.
#[derive(Debug)]
pub(super) enum Ink {
    Text { x: f32, y: f32, size: f32, face: Face, text: String },
    Rule { x: f32, y: f32, width: f32 },
    Board { x: f32, y: f32, square: f32, shapes: Vec<Shape> },
}

/// A piece of text with its face, as wide as it is.
#[derive(Clone)]
struct Word {
    face: Face,
    text: String,
    width: f32,
    /// Whether white comes before it.
    apart: bool,
}

pub(super) struct Layout<'a> {
    faces: &'a Faces,
    sheets: Vec<Vec<Ink>>,
    y: f32,
}

impl Layout<'_> {
    pub(super) fn new(faces: &Faces) -> Layout<'_> {
        Layout { faces, sheets: vec![Vec::new()], y: MARGIN.1 }
    }

    pub(super) fn set_all(&mut self, blocks: &[Block]) -> Result<(), NoPdf> {
        let mut rest = blocks;
        while let [first, behind @ ..] = rest {
            rest = behind;
            match (first, behind) {
                (Block::Diagram(left), [Block::Diagram(right), behind @ ..]) if fit_beside([left, right]) => {
                    self.boards(&[left, right])?;
                    rest = behind;
                }
                _ => self.set(first)?,
            }
        }
        Ok(())
    }

    fn set(&mut self, block: &Block) -> Result<(), NoPdf> {
        match block {
            Block::Heading(level, runs) => self.heading(*level, runs),
            Block::Paragraph(runs) => {
                self.lines(runs, MARGIN.0, INNER, TEXT)?;
                self.gap(6.0);
                Ok(())
            }
            Block::List(first, items) => self.list(*first, items),
            Block::Table(rows) => self.table(rows),
            Block::Diagram(diagram) => self.boards(&[diagram]),
            Block::Code(code) => {
                for line in code.lines() {
                    self.room(LEADING);
                    self.write(MARGIN.0 + 12.0, TEXT * CODE, Face::Mono, line)?;
                    self.y += LEADING;
                }
                self.gap(6.0);
                Ok(())
            }
        }
    }

    /// The sheets, numbered.
    pub(super) fn finish(mut self, title: &str) -> Result<Vec<Vec<Ink>>, NoPdf> {
        let count = self.sheets.len();
        for (at, sheet) in self.sheets.iter_mut().enumerate() {
            let text = format!("{title} · {} of {count}", at + 1);
            let width = self.faces.width(Face::Italic, 9.0, &text)?;
            let x = (PAPER.0 - width) / 2.0;
            sheet.push(Ink::Text { x, y: PAPER.1 - 40.0, size: 9.0, face: Face::Italic, text });
        }
        Ok(self.sheets)
    }

    fn gap(&mut self, height: f32) {
        self.y += height;
    }

    /// Begins a new sheet if there is less room than that, and tells whether it did.
    fn room(&mut self, height: f32) -> bool {
        let lacks = self.y + height > PAPER.1 - MARGIN.1;
        if lacks {
            self.sheets.push(Vec::new());
            self.y = MARGIN.1;
        }
        lacks
    }

    fn ink(&mut self, ink: Ink) {
        self.sheets.last_mut().expect("there is a sheet").push(ink);
    }

    /// Writes a text on the line that begins here.
    fn write(&mut self, x: f32, size: f32, face: Face, text: &str) -> Result<f32, NoPdf> {
        let width = self.faces.width(face, size, text)?;
        let y = self.y + size;
        self.ink(Ink::Text { x, y, size, face, text: text.to_string() });
        Ok(width)
    }

    fn heading(&mut self, level: u8, runs: &[Run]) -> Result<(), NoPdf> {
        let size = [22.0, 15.0, 12.5][usize::from(level.clamp(1, 3)) - 1];
        let bold: Vec<Run> = runs.iter().map(|run| Run { style: Style::Bold, ..run.clone() }).collect();
        self.gap(if level == 1 { 0.0 } else { 10.0 });
        // A heading does not stand alone at the foot.
        self.room(size + 4.0 * LEADING);
        self.lines(&bold, MARGIN.0, INNER, size)?;
        self.gap(if level == 1 { 10.0 } else { 4.0 });
        Ok(())
    }

    fn list(&mut self, first: Option<u64>, items: &[Vec<Run>]) -> Result<(), NoPdf> {
        let indent = 18.0;
        for (at, item) in items.iter().enumerate() {
            self.room(LEADING);
            let sign = first.map_or_else(|| "•".to_string(), |first| format!("{}.", first + at as u64));
            self.write(MARGIN.0 + 4.0, TEXT, Face::Regular, &sign)?;
            self.lines(item, MARGIN.0 + indent, INNER - indent, TEXT)?;
            self.gap(2.0);
        }
        self.gap(5.0);
        Ok(())
    }

    /// Sets pieces of text in lines.
    fn lines(&mut self, runs: &[Run], x: f32, width: f32, size: f32) -> Result<(), NoPdf> {
        let leading = LEADING * size / TEXT;
        for line in self.broken(runs, width, size)? {
            self.room(leading);
            self.line(&line, x, size)?;
            self.y += leading;
        }
        Ok(())
    }

    fn line(&mut self, line: &[Word], x: f32, size: f32) -> Result<(), NoPdf> {
        let space = self.faces.width(Face::Regular, size, " ")?;
        let (mut at, y) = (x, self.y + size);
        for (number, word) in line.iter().enumerate() {
            at += if number > 0 && word.apart { space } else { 0.0 };
            let size = if word.face == Face::Mono { size * CODE } else { size };
            self.ink(Ink::Text { x: at, y, size, face: word.face, text: word.text.clone() });
            at += word.width;
        }
        Ok(())
    }

    /// The words of a text with their widths.
    fn words(&self, runs: &[Run], size: f32) -> Result<Vec<Word>, NoPdf> {
        let mut words = Vec::new();
        let mut apart = false;
        for run in &typographic(runs) {
            let usual = Face::from(run.style);
            let size = if usual == Face::Mono { size * CODE } else { size };
            for (at, text) in run.text.split(' ').enumerate() {
                apart |= at > 0;
                if !text.is_empty() {
                    let face = self.faces.able(usual, text);
                    let width = self.faces.width(face, size, text)?;
                    words.push(Word { face, text: text.to_string(), width, apart });
                    apart = false;
                }
            }
        }
        Ok(words)
    }

    /// Words in lines of at most a width. Words without white between them stay together.
    fn broken(&self, runs: &[Run], width: f32, size: f32) -> Result<Vec<Vec<Word>>, NoPdf> {
        let space = self.faces.width(Face::Regular, size, " ")?;
        let words = self.words(runs, size)?;
        let mut lines: Vec<Vec<Word>> = vec![Vec::new()];
        let mut used = 0.0;
        let mut rest = &words[..];
        while !rest.is_empty() {
            let joined = 1 + rest[1..].iter().take_while(|word| !word.apart).count();
            let wide: f32 = rest[..joined].iter().map(|word| word.width).sum();
            if used > 0.0 && used + space + wide > width {
                lines.push(Vec::new());
                used = 0.0;
            }
            used += wide + if used > 0.0 { space } else { 0.0 };
            lines.last_mut().expect("there is a line").extend_from_slice(&rest[..joined]);
            rest = &rest[joined..];
        }
        Ok(lines)
    }

    fn table(&mut self, rows: &[Vec<Vec<Run>>]) -> Result<(), NoPdf> {
        let size = TEXT - 1.0;
        let widths = self.columns(rows, size)?;
        let bold = |run: &Run| Run { style: Style::Bold, ..run.clone() };
        let mut set = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            let cells = row.iter().zip(&widths).map(|(cell, width)| match number {
                0 => self.broken(&cell.iter().map(bold).collect::<Vec<_>>(), *width, size),
                _ => self.broken(cell, *width, size),
            });
            set.push(cells.collect::<Result<Vec<_>, _>>()?);
        }
        let Some((head, rows)) = set.split_first() else { return Ok(()) };
        self.gap(2.0);
        // The head does not stand alone at the foot, and stands above what goes on on the next sheet.
        self.room(height(head, size) + rows.first().map_or(0.0, |row| height(row, size)));
        self.row(head, &widths, size)?;
        for row in rows {
            if self.room(height(row, size)) {
                self.row(head, &widths, size)?;
            }
            self.row(row, &widths, size)?;
        }
        self.gap(9.0);
        Ok(())
    }

    /// Sets one row of a table, and the rule below it.
    fn row(&mut self, cells: &[Vec<Vec<Word>>], widths: &[f32], size: f32) -> Result<(), NoPdf> {
        let (top, mut x) = (self.y, MARGIN.0);
        for (cell, width) in cells.iter().zip(widths) {
            self.y = top;
            for line in cell {
                self.line(line, x, size)?;
                self.y += LEADING * size / TEXT;
            }
            x += width + GUTTER;
        }
        self.y = top + height(cells, size) - 2.0;
        self.ink(Ink::Rule { x: MARGIN.0, y: self.y, width: x - GUTTER - MARGIN.0 });
        self.gap(2.0);
        Ok(())
    }

    /// The widths of the columns: as wide as they need, or what there is shared out by what they hold.
    fn columns(&self, rows: &[Vec<Vec<Run>>], size: f32) -> Result<Vec<f32>, NoPdf> {
        let count = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut widths: Vec<f32> = vec![0.0; count];
        let mut least: Vec<f32> = vec![0.0; count];
        let space = self.faces.width(Face::Regular, size, " ")?;
        for row in rows {
            for (column, cell) in row.iter().enumerate() {
                // A little more, since headings are bold.
                let words = self.words(cell, size * 1.14)?;
                let whole: f32 = words.iter().map(|word| word.width + space).sum();
                widths[column] = widths[column].max(whole);
                least[column] = words.iter().map(|word| word.width).fold(least[column], f32::max);
            }
        }
        let there = INNER - GUTTER * count.saturating_sub(1) as f32;
        let wanted: f32 = widths.iter().sum();
        if wanted <= there {
            return Ok(widths);
        }
        let spare = there - least.iter().sum::<f32>();
        let more: f32 = widths.iter().zip(&least).map(|(wide, least)| wide - least).sum();
        Ok(widths.iter().zip(&least).map(|(wide, least)| least + (wide - least) * spare / more).collect())
    }

    /// Sets boards beside each other, each in the middle of its part of the width.
    fn boards(&mut self, diagrams: &[&Diagram]) -> Result<(), NoPdf> {
        let part = part(diagrams.len());
        let mut set = Vec::new();
        for diagram in diagrams {
            let drawn = draw(diagram);
            let square = SQUARE.min(part / drawn.width);
            let caption = [Run { text: diagram.caption.clone(), style: Style::Italic }];
            let lines = self.balanced(&caption, part.min(0.8 * INNER), TEXT - 1.0)?;
            set.push((drawn, square, lines));
        }
        let tall = set.iter().map(|(drawn, square, _)| drawn.height * square).fold(0.0, f32::max);
        let said = set.iter().map(|(_, _, lines)| lines.len()).max().unwrap_or(0) as f32;
        self.gap(4.0);
        self.room(tall + 6.0 + said * LEADING);
        let top = self.y;
        let space = self.faces.width(Face::Regular, TEXT - 1.0, " ")?;
        for (at, (drawn, square, lines)) in set.into_iter().enumerate() {
            let middle = MARGIN.0 + part / 2.0 + at as f32 * (part + GUTTER);
            let x = middle - drawn.width * square / 2.0;
            self.ink(Ink::Board { x, y: top, square, shapes: drawn.shapes });
            self.y = top + tall + 6.0;
            for line in &lines {
                let wide: f32 = line.iter().map(|word| word.width + space).sum::<f32>() - space;
                self.line(line, middle - wide / 2.0, TEXT - 1.0)?;
                self.y += LEADING;
            }
        }
        self.y = top + tall + 6.0 + said * LEADING;
        self.gap(10.0);
        Ok(())
    }

    /// Lines that are about as long as each other, so that no word is left alone in the last.
    fn balanced(&self, runs: &[Run], width: f32, size: f32) -> Result<Vec<Vec<Word>>, NoPdf> {
        let mut lines = self.broken(runs, width, size)?;
        let (count, mut width) = (lines.len(), width);
        while count > 1 && width > size {
            width -= size;
            let narrower = self.broken(runs, width, size)?;
            if narrower.len() > count {
                break;
            }
            lines = narrower;
        }
        Ok(lines)
    }
}

/// How high a row of a table is, with its rule.
fn height(cells: &[Vec<Vec<Word>>], size: f32) -> f32 {
    cells.iter().map(Vec::len).max().unwrap_or(1) as f32 * LEADING * size / TEXT + 4.0
}

/// The width of one of so many parts beside each other.
fn part(count: usize) -> f32 {
    (INNER + GUTTER) / count as f32 - GUTTER
}

/// Whether two boards have room beside each other without being made smaller.
fn fit_beside(diagrams: [&Diagram; 2]) -> bool {
    diagrams.iter().all(|diagram| draw(diagram).width * SQUARE <= part(2))
}
