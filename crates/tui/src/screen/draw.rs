//! The layout of the screen.

use super::app::App;
use super::board::draw_text;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use tetrarch_protocol::TablePhase;

/// The minimum width of the side pane.
const MIN_SIDE_WIDTH: u16 = 26;
/// The smallest usable screen: columns and rows.
const MIN_SCREEN_SIZE: (u16, u16) = (60, 20);

impl App<'_> {
    /// Draws the whole screen.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let whole = frame.area();
        self.buttons.clear();
        if whole.width < MIN_SCREEN_SIZE.0 || whole.height < MIN_SCREEN_SIZE.1 {
            let words = format!(
                "The window is too small: at least {}×{} is needed.",
                MIN_SCREEN_SIZE.0, MIN_SCREEN_SIZE.1
            );
            draw_text(frame.buffer_mut(), whole.x, whole.y, &words, Style::new());
            return;
        }
        let message = if whole.height >= 36 { 3 } else { 2 };
        let rows = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(1),
            Constraint::Length(message),
            Constraint::Length(1),
        ]);
        let [title, body, messages, line] = rows.areas(whole);
        self.draw_title(frame, title);
        let beside = self.draw_board(body, MIN_SIDE_WIDTH, frame.buffer_mut());
        let beside = Rect { x: beside.x + 2, width: beside.width.saturating_sub(2), ..beside };
        self.draw_side(beside, frame.buffer_mut());
        self.draw_messages(frame, messages);
        self.draw_input(frame, line);
        self.draw_overlay(frame, body);
    }

    fn draw_title(&self, frame: &mut Frame<'_>, area: Rect) {
        let state = self.session.state();
        let words = state
            .now
            .outcome
            .as_ref()
            .map_or_else(|| format!("{}.", state.view.turn.words), crate::state_text::outcome);
        let words = match (state.now.phase, state.now.paused) {
            (TablePhase::Waiting, _) => "Waiting for players.".to_string(),
            (TablePhase::Playing, true) => format!("{words} Paused."),
            _ => words,
        };
        let title = format!(
            "{} {} {words}",
            crate::state_text::title(&state.game),
            self.theme.charset.choose("·", "-")
        );
        draw_text(frame.buffer_mut(), area.x, area.y, &title, self.theme.colours.title());
    }

    /// Draws the latest messages, the newest at the bottom.
    fn draw_messages(&self, frame: &mut Frame<'_>, area: Rect) {
        let width = usize::from(area.width);
        let mut lines: Vec<String> = Vec::new();
        for message in self.messages.iter().rev().take(usize::from(area.height)) {
            let cut = wrap(message, width);
            lines.splice(0..0, cut);
        }
        let skip = lines.len().saturating_sub(usize::from(area.height));
        for (row, text) in lines.iter().skip(skip).enumerate() {
            let text = self.to_charset(text);
            draw_text(frame.buffer_mut(), area.x, area.y + row as u16, &text, self.theme.colours.faint());
        }
    }

    /// Replaces characters that the character set lacks.
    pub(super) fn to_charset(&self, text: &str) -> String {
        match self.theme.charset {
            crate::Charset::Unicode => text.to_string(),
            crate::Charset::Ascii => text
                .replace(['·', '–'], "-")
                .replace('×', "x")
                .chars()
                .map(|c| if c.is_ascii() { c } else { '?' })
                .collect(),
        }
    }

    fn draw_input(&self, frame: &mut Frame<'_>, area: Rect) {
        let typed = format!("> {}", self.input);
        draw_text(frame.buffer_mut(), area.x, area.y, &typed, Style::new());
        let at = area.x + (typed.chars().count() as u16).min(area.width.saturating_sub(1));
        frame.set_cursor_position((at, area.y));
    }
}

/// Wraps a text into lines of at most `width` characters, between words.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is always a line");
        let fits = last.chars().count() + 1 + word.chars().count() <= width;
        if last.is_empty() {
            *last = word.chars().take(width).collect();
        } else if fits {
            *last += " ";
            *last += word;
        } else {
            lines.push(word.chars().take(width).collect());
        }
    }
    lines
}
