//! Renders pages as plain text and as plain Markdown.

use super::block::plain_text;
use super::{Block, Diagram, Page};
use crate::games::GAMES;
use tetrarch_protocol::TextSpan;
use tetrarch_tui::{Charset, drawing};

/// The width at which text wraps.
const MAX_LINE_WIDTH: usize = 78;

/// Renders a page as plain text.
pub fn text(page: &Page) -> String {
    let parts: Vec<String> = page.blocks.iter().map(block).collect();
    parts.join("\n").trim_end().to_string() + "\n"
}

/// Returns the source of a page with its diagrams drawn as text.
pub fn markdown(source: &str) -> Result<String, String> {
    let games: Vec<_> = GAMES.iter().collect();
    let mut out = String::new();
    let mut rest = source;
    while let Some((before, after)) = rest.split_once("```diagram\n") {
        let (inside, behind) = after.split_once("```").ok_or("unterminated diagram")?;
        let diagram = Diagram::parse(&games, inside)?;
        out += before;
        out += &format!("```text\n{}```\n\n*{}*", board_text(&diagram), diagram.content.caption);
        rest = behind;
    }
    Ok(out + rest)
}

/// The board as text, without colours.
fn board_text(diagram: &Diagram) -> String {
    let drawn = drawing::draw_board(&diagram.view, Charset::Unicode);
    anstream::adapter::strip_str(&drawn).to_string() + "\n"
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(level, runs) => heading(*level, &plain_text(runs)),
        Block::Paragraph(runs) => wrap(&plain_text(runs), "", ""),
        Block::List(first, items) => list(*first, items),
        Block::Table(rows) => table(rows),
        Block::Diagram(diagram) => {
            let lines: String = board_text(diagram).lines().map(|line| format!("    {line}\n")).collect();
            lines + &wrap(&diagram.content.caption, "    ", "    ")
        }
        Block::Code(code) => code.lines().map(|line| format!("    {line}\n")).collect(),
    }
}

fn heading(level: u8, text: &str) -> String {
    let line = if level == 1 { "=" } else { "-" };
    let above = if level == 1 { "" } else { "\n" };
    format!("{above}{text}\n{}\n", line.repeat(text.chars().count()))
}

fn list(first: Option<u64>, items: &[Vec<TextSpan>]) -> String {
    let numbered = items.iter().enumerate().map(|(at, item)| {
        let sign = first.map_or_else(|| "- ".to_string(), |first| format!("{}. ", first + at as u64));
        wrap(plain_text(item).trim(), &sign, &" ".repeat(sign.chars().count()))
    });
    numbered.collect()
}

/// Wraps a text. The first line starts with `first`, the others with `other`.
fn wrap(text: &str, first: &str, other: &str) -> String {
    let mut lines = vec![first.to_string()];
    let mut empty = true;
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is at least one line");
        let fits = last.chars().count() + 1 + word.chars().count() <= MAX_LINE_WIDTH;
        if empty {
            *last += word;
        } else if fits {
            *last += " ";
            *last += word;
        } else {
            lines.push(format!("{other}{word}"));
        }
        empty = false;
    }
    lines.join("\n") + "\n"
}

/// A table in columns if they fit, otherwise a list of its rows.
fn table(rows: &[Vec<Vec<TextSpan>>]) -> String {
    let cells: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| plain_text(cell)).collect()).collect();
    let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        cells.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    if widths.iter().sum::<usize>() + 2 * columns > MAX_LINE_WIDTH {
        return rows_as_list(&cells);
    }
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}  "));
        cells.collect::<String>().trim_end().to_string() + "\n"
    };
    cells.iter().map(line).collect()
}

fn rows_as_list(cells: &[Vec<String>]) -> String {
    let Some((head, rows)) = cells.split_first() else { return String::new() };
    let row = |row: &Vec<String>| {
        let first = row.first().map(String::as_str).unwrap_or_default();
        let others = head.iter().zip(row).skip(1);
        let others = others.map(|(name, cell)| wrap(&format!("{name}: {cell}"), "    ", "      "));
        wrap(first, "- ", "  ") + &others.collect::<String>()
    };
    rows.iter().map(row).collect()
}
