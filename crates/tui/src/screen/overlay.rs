//! What lies over the board: help, rules, longer texts, and the question which of several actions is meant.

use super::app::{App, Over, Sheet};
use super::draw::cut;
use super::keys::KEYS;
use crate::Signs;
use crate::drawing::LEGEND;
use crate::order::WORDS;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, Clear, Paragraph};

impl App<'_> {
    pub(super) fn draw_over(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let (area, title, lines) = match &mut self.over {
            Over::Nothing => return,
            Over::Which(choices) => {
                let numbered = choices.iter().enumerate();
                let lines: Vec<String> =
                    numbered.map(|(at, choice)| format!("{} {}", at + 1, choice.label)).collect();
                (small_area(area, lines.len() as u16 + 2), "Which? Press its number".to_string(), lines)
            }
            Over::Sheet(sheet) => {
                let (title, lines) =
                    shown(sheet, area.width.saturating_sub(2), area.height.saturating_sub(2));
                (area, title, lines)
            }
        };
        let text = self.plain(&lines.join("\n"));
        let block = if self.look.signs == Signs::Ascii {
            Block::new().title(format!("-- {title} --"))
        } else {
            Block::bordered().title(title)
        };
        frame.render_widget(Clear, area);
        frame.render_widget(Paragraph::new(text).block(block), area);
    }
}

/// What is seen of a sheet. It is never scrolled beyond its end.
fn shown(sheet: &mut Sheet, width: u16, height: u16) -> (String, Vec<String>) {
    let (width, height) = (usize::from(width), usize::from(height));
    let rows: Vec<String> = sheet.lines.iter().flat_map(|line| fitted(line, width)).collect();
    sheet.top = sheet.top.min(rows.len().saturating_sub(height));
    let title = if rows.len() > height {
        let last = (sheet.top + height).min(rows.len());
        format!("{}: {last} of {} lines, arrows and space scroll, Esc closes", sheet.title, rows.len())
    } else {
        format!("{}: Esc closes", sheet.title)
    };
    (title, rows.into_iter().skip(sheet.top).take(height).collect())
}

/// A line as it is if there is room for it, so that boards stay whole.
fn fitted(line: &str, width: usize) -> Vec<String> {
    if line.chars().count() <= width { vec![line.to_string()] } else { cut(line, width) }
}

pub(super) fn help() -> Vec<String> {
    let pair = |(word, does): &(&str, &str)| format!("{word}: {does}");
    let parts = [KEYS, LEGEND, WORDS].map(|part| part.iter().map(pair).collect::<Vec<String>>());
    parts.join(&String::new())
}

fn small_area(area: Rect, height: u16) -> Rect {
    let (width, height) = (34.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}
