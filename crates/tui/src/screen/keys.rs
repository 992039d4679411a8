//! Keyboard and mouse input.

use super::Flow;
use super::app::{App, Overlay};
use crate::{InfoPage, UserCommand};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// The keys with a description, for the help.
pub(super) const KEY_HELP: &[(&str, &str)] = &[
    ("arrows, Enter", "move the cursor; select a piece, then its target"),
    ("mouse", "select a piece and its target; click the words in brackets"),
    ("letters", "type a command; Enter sends it, Esc clears it"),
    ("F1 F2 F3 F4", "help, rules, hint, analysis"),
    ("Ctrl-Z Ctrl-Y", "undo, redo"),
    ("Ctrl-S Ctrl-T", "save, rotate the board"),
    ("PgUp PgDn", "scroll the record"),
    ("Ctrl-C", "quit"),
];

/// How many rows a page scrolls.
const PAGE_ROWS: usize = 15;

impl App<'_> {
    /// Handles a terminal event.
    pub fn handle_event(&mut self, event: &Event) -> Flow {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.handle_key(*key),
            Event::Mouse(mouse) => self.handle_mouse(*mouse),
            Event::Paste(text) => {
                self.input.push_str(text.lines().next().unwrap_or_default());
                Flow::Continue
            }
            _ => Flow::Continue,
        }
    }

    fn handle_key(&mut self, key: KeyEvent) -> Flow {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.handle_control_key(key.code);
        }
        self.cancel_quit();
        if self.overlay != Overlay::None {
            return self.handle_overlay_key(key.code);
        }
        match key.code {
            KeyCode::Char(c) => self.input.push(c),
            KeyCode::Backspace => drop(self.input.pop()),
            KeyCode::Esc if self.input.is_empty() => self.selected = None,
            KeyCode::Esc => self.input.clear(),
            KeyCode::Enter if self.input.is_empty() => {
                if let Some(cell) = self.cell_under_cursor() {
                    self.tap(&cell);
                }
            }
            KeyCode::Enter => return self.submit_input(),
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, 1),
            KeyCode::Down => self.move_cursor(0, -1),
            KeyCode::PageUp => self.record_scroll += 5,
            KeyCode::PageDown => self.record_scroll = self.record_scroll.saturating_sub(5),
            KeyCode::F(1) => return self.execute(UserCommand::Show(InfoPage::Help)),
            KeyCode::F(2) => return self.execute(UserCommand::Show(InfoPage::Rules)),
            KeyCode::F(3) => return self.execute(UserCommand::Hint),
            KeyCode::F(4) => return self.execute(UserCommand::Analyse),
            _ => {}
        }
        Flow::Continue
    }

    fn handle_control_key(&mut self, code: KeyCode) -> Flow {
        match code {
            KeyCode::Char('c' | 'q' | 'd') => return self.quit(),
            KeyCode::Char('z') => return self.execute(UserCommand::Undo),
            KeyCode::Char('y') => return self.execute(UserCommand::Redo),
            KeyCode::Char('s') => return self.execute(UserCommand::Save(None)),
            KeyCode::Char('t') => return self.execute(UserCommand::Show(InfoPage::Rotate)),
            KeyCode::Char('u') => self.input.clear(),
            _ => {}
        }
        Flow::Continue
    }

    /// Executes the input line.
    fn submit_input(&mut self) -> Flow {
        let line = std::mem::take(&mut self.input);
        match UserCommand::parse(&line) {
            Ok(Some(command)) => self.execute(command),
            Ok(None) => Flow::Continue,
            Err(missing) => {
                self.add_message(missing);
                Flow::Continue
            }
        }
    }

    /// Handles a key while an overlay is open.
    fn handle_overlay_key(&mut self, code: KeyCode) -> Flow {
        match (&mut self.overlay, code) {
            (Overlay::Choice(choices), KeyCode::Char(digit @ '1'..='9')) => {
                let number = digit as usize - '1' as usize;
                if number < choices.len() {
                    let choice = choices.swap_remove(number);
                    self.overlay = Overlay::None;
                    self.choose(vec![choice]);
                }
            }
            (Overlay::Text(sheet), KeyCode::Down) => sheet.top += 1,
            (Overlay::Text(sheet), KeyCode::Up) => sheet.top = sheet.top.saturating_sub(1),
            (Overlay::Text(sheet), KeyCode::PageDown | KeyCode::Char(' ')) => sheet.top += PAGE_ROWS,
            (Overlay::Text(sheet), KeyCode::PageUp) => sheet.top = sheet.top.saturating_sub(PAGE_ROWS),
            (Overlay::Text(sheet), KeyCode::Home) => sheet.top = 0,
            (Overlay::Text(sheet), KeyCode::End) => sheet.top = sheet.lines.len() * PAGE_ROWS,
            _ => self.overlay = Overlay::None,
        }
        Flow::Continue
    }

    fn handle_mouse(&mut self, mouse: MouseEvent) -> Flow {
        match (mouse.kind, &mut self.overlay) {
            (MouseEventKind::ScrollUp, Overlay::Text(sheet)) => sheet.top = sheet.top.saturating_sub(3),
            (MouseEventKind::ScrollDown, Overlay::Text(sheet)) => sheet.top += 3,
            (MouseEventKind::ScrollUp, _) => self.record_scroll += 1,
            (MouseEventKind::ScrollDown, _) => self.record_scroll = self.record_scroll.saturating_sub(1),
            (MouseEventKind::Down(MouseButton::Left), Overlay::None) => return self.handle_click(mouse),
            (MouseEventKind::Down(_), Overlay::None | Overlay::Choice(_)) => {}
            (MouseEventKind::Down(_), _) => self.overlay = Overlay::None,
            _ => {}
        }
        Flow::Continue
    }

    fn handle_click(&mut self, mouse: MouseEvent) -> Flow {
        self.cancel_quit();
        let at = ratatui::layout::Position { x: mouse.column, y: mouse.row };
        let button =
            self.buttons.iter().find(|(area, _)| area.contains(at)).map(|(_, command)| command.clone());
        if let Some(command) = button {
            return self.execute(command);
        }
        if let Some(place) = self.board_area.at(mouse.column, mouse.row) {
            self.cursor = place;
            if let Some(cell) = self.cell_under_cursor() {
                self.tap(&cell);
            }
        }
        Flow::Continue
    }
}
