//! Keys and mouse.

use super::Flow;
use super::app::{App, Over};
use crate::{Order, Page};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// The keys, for the help.
pub(super) const KEYS: &[(&str, &str)] = &[
    ("arrows, Enter", "move the cursor; choose a man, then where it goes"),
    ("mouse", "the same; words in brackets can be clicked"),
    ("letters", "are typed; Enter sends them, Esc clears"),
    ("F1 F2 F3 F4", "help, rules, hint, analysis"),
    ("Ctrl-Z Ctrl-Y", "undo, redo"),
    ("Ctrl-S Ctrl-T", "save, turn the board"),
    ("PgUp PgDn", "scroll the record"),
    ("Ctrl-C", "leave"),
];

/// How many rows the next page of a text is further down.
const LEAF: usize = 15;

impl App<'_> {
    /// Something was pressed, clicked or resized.
    pub fn on(&mut self, event: &Event) -> Flow {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            Event::Paste(text) => {
                self.input.push_str(text.lines().next().unwrap_or_default());
                Flow::Stay
            }
            _ => Flow::Stay,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.control(key.code);
        }
        self.stay();
        if self.over != Over::Nothing {
            return self.key_over(key.code);
        }
        match key.code {
            KeyCode::Char(c) => self.input.push(c),
            KeyCode::Backspace => drop(self.input.pop()),
            KeyCode::Esc if self.input.is_empty() => self.selected = None,
            KeyCode::Esc => self.input.clear(),
            KeyCode::Enter if self.input.is_empty() => {
                if let Some(cell) = self.pointed() {
                    self.tap(&cell);
                }
            }
            KeyCode::Enter => return self.send(),
            KeyCode::Left => self.step(-1, 0),
            KeyCode::Right => self.step(1, 0),
            KeyCode::Up => self.step(0, 1),
            KeyCode::Down => self.step(0, -1),
            KeyCode::PageUp => self.back += 5,
            KeyCode::PageDown => self.back = self.back.saturating_sub(5),
            KeyCode::F(1) => return self.obey(Order::Show(Page::Help)),
            KeyCode::F(2) => return self.obey(Order::Show(Page::Rules)),
            KeyCode::F(3) => return self.obey(Order::Hint),
            KeyCode::F(4) => return self.obey(Order::Analyse),
            _ => {}
        }
        Flow::Stay
    }

    fn control(&mut self, code: KeyCode) -> Flow {
        match code {
            KeyCode::Char('c' | 'q' | 'd') => return self.leave(),
            KeyCode::Char('z') => return self.obey(Order::Undo),
            KeyCode::Char('y') => return self.obey(Order::Redo),
            KeyCode::Char('s') => return self.obey(Order::Save(None)),
            KeyCode::Char('t') => return self.obey(Order::Show(Page::Turn)),
            KeyCode::Char('u') => self.input.clear(),
            _ => {}
        }
        Flow::Stay
    }

    /// What was typed is an order.
    fn send(&mut self) -> Flow {
        let line = std::mem::take(&mut self.input);
        match Order::read(&line) {
            Ok(Some(order)) => self.obey(order),
            Ok(None) => Flow::Stay,
            Err(missing) => {
                self.say(missing);
                Flow::Stay
            }
        }
    }

    /// A key while something lies over the board.
    fn key_over(&mut self, code: KeyCode) -> Flow {
        match (&mut self.over, code) {
            (Over::Which(choices), KeyCode::Char(digit @ '1'..='9')) => {
                let number = digit as usize - '1' as usize;
                if number < choices.len() {
                    let choice = choices.swap_remove(number);
                    self.over = Over::Nothing;
                    self.choose(vec![choice]);
                }
            }
            (Over::Sheet(sheet), KeyCode::Down) => sheet.top += 1,
            (Over::Sheet(sheet), KeyCode::Up) => sheet.top = sheet.top.saturating_sub(1),
            (Over::Sheet(sheet), KeyCode::PageDown | KeyCode::Char(' ')) => sheet.top += LEAF,
            (Over::Sheet(sheet), KeyCode::PageUp) => sheet.top = sheet.top.saturating_sub(LEAF),
            (Over::Sheet(sheet), KeyCode::Home) => sheet.top = 0,
            (Over::Sheet(sheet), KeyCode::End) => sheet.top = sheet.lines.len() * LEAF,
            _ => self.over = Over::Nothing,
        }
        Flow::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Flow {
        match (mouse.kind, &mut self.over) {
            (MouseEventKind::ScrollUp, Over::Sheet(sheet)) => sheet.top = sheet.top.saturating_sub(3),
            (MouseEventKind::ScrollDown, Over::Sheet(sheet)) => sheet.top += 3,
            (MouseEventKind::ScrollUp, _) => self.back += 1,
            (MouseEventKind::ScrollDown, _) => self.back = self.back.saturating_sub(1),
            (MouseEventKind::Down(MouseButton::Left), Over::Nothing) => return self.click(mouse),
            (MouseEventKind::Down(_), Over::Nothing | Over::Which(_)) => {}
            (MouseEventKind::Down(_), _) => self.over = Over::Nothing,
            _ => {}
        }
        Flow::Stay
    }

    fn click(&mut self, mouse: MouseEvent) -> Flow {
        self.stay();
        let at = ratatui::layout::Position { x: mouse.column, y: mouse.row };
        let button = self.buttons.iter().find(|(area, _)| area.contains(at)).map(|(_, order)| order.clone());
        if let Some(order) = button {
            return self.obey(order);
        }
        if let Some(place) = self.place.at(mouse.column, mouse.row) {
            self.cursor = place;
            if let Some(cell) = self.pointed() {
                self.tap(&cell);
            }
        }
        Flow::Stay
    }
}
