//! What lies over the board: help, rules, longer texts, and the question which of several actions is meant.

use super::app::{App, Over};
use super::keys::KEYS;
use crate::order::WORDS;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

impl App<'_> {
    pub(super) fn draw_over(&self, frame: &mut Frame<'_>, area: Rect) {
        let (title, lines, scroll) = match &self.over {
            Over::Nothing => return,
            Over::Help => ("Help", help(), 0),
            Over::Rules(line) => ("Rules: arrows and space scroll, Esc closes", self.rules_lines(), *line),
            Over::Which(choices) => {
                let numbered = choices.iter().enumerate();
                let lines = numbered.map(|(at, choice)| format!("{} {}", at + 1, choice.label)).collect();
                ("Which? Press its number", lines, 0)
            }
            Over::Text(lines) => ("Esc closes", lines.clone(), 0),
        };
        let small = matches!(self.over, Over::Which(_));
        let area = if small { small_area(area, lines.len() as u16 + 2) } else { area };
        let scroll = scroll.min((lines.len() as u16).saturating_sub(1));
        let text = self.plain(&lines.join("\n"));
        let block = if self.look.signs == crate::Signs::Ascii {
            Block::new().title(format!("-- {title} --"))
        } else {
            Block::bordered().title(title)
        };
        frame.render_widget(Clear, area);
        frame.render_widget(
            Paragraph::new(text).wrap(Wrap { trim: false }).scroll((scroll, 0)).block(block),
            area,
        );
    }

    fn rules_lines(&self) -> Vec<String> {
        self.rules.lines().map(String::from).collect()
    }
}

fn help() -> Vec<String> {
    let pair = |(word, does): &(&str, &str)| format!("{word}: {does}");
    KEYS.iter().map(pair).chain([String::new()]).chain(WORDS.iter().map(pair)).collect()
}

fn small_area(area: Rect, height: u16) -> Rect {
    let (width, height) = (34.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}
