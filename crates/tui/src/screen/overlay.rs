//! Overlays: help, rules and other long texts, and the choice between actions that share a gesture.

use super::app::{App, Overlay, TextOverlay};
use super::draw::wrap;
use super::keys::KEY_HELP;
use crate::Charset;
use crate::command::COMMAND_HELP;
use crate::drawing::LEGEND;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, Clear, Paragraph};

impl App<'_> {
    pub(super) fn draw_overlay(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let (area, title, lines) = match &mut self.overlay {
            Overlay::None => return,
            Overlay::Choice(choices) => {
                let numbered = choices.iter().enumerate();
                let lines: Vec<String> =
                    numbered.map(|(at, choice)| format!("{} {}", at + 1, choice.label)).collect();
                (small_area(area, lines.len() as u16 + 2), "Which one? Press a number".to_string(), lines)
            }
            Overlay::Text(sheet) => {
                let (title, lines) =
                    visible_text(sheet, area.width.saturating_sub(2), area.height.saturating_sub(2));
                (area, title, lines)
            }
        };
        let text = self.to_charset(&lines.join("\n"));
        let block = if self.theme.charset == Charset::Ascii {
            Block::new().title(format!("-- {title} --"))
        } else {
            Block::bordered().title(title)
        };
        frame.render_widget(Clear, area);
        frame.render_widget(Paragraph::new(text).block(block), area);
    }
}

/// The title and visible rows of a text. Clamps the scroll position to the end.
fn visible_text(sheet: &mut TextOverlay, width: u16, height: u16) -> (String, Vec<String>) {
    let (width, height) = (usize::from(width), usize::from(height));
    let rows: Vec<String> = sheet.lines.iter().flat_map(|line| wrap_if_needed(line, width)).collect();
    sheet.top = sheet.top.min(rows.len().saturating_sub(height));
    let title = if rows.len() > height {
        let last = (sheet.top + height).min(rows.len());
        format!("{}: {last} of {} lines, arrows and space scroll, Esc closes", sheet.title, rows.len())
    } else {
        format!("{}: Esc closes", sheet.title)
    };
    (title, rows.into_iter().skip(sheet.top).take(height).collect())
}

/// Wraps a line only if it is too long, so that boards keep their spaces.
fn wrap_if_needed(line: &str, width: usize) -> Vec<String> {
    if line.chars().count() <= width { vec![line.to_string()] } else { wrap(line, width) }
}

pub(super) fn help_lines() -> Vec<String> {
    let pair = |(word, does): &(&str, &str)| format!("{word}: {does}");
    let parts = [KEY_HELP, LEGEND, COMMAND_HELP].map(|part| part.iter().map(pair).collect::<Vec<String>>());
    parts.join(&String::new())
}

fn small_area(area: Rect, height: u16) -> Rect {
    let (width, height) = (34.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}
