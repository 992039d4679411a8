//! The menu before a game: which, who, how fast.

use super::app::Look;
use super::board::put;
use crate::{Signs, Who};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Modifier, Style};
use tetrarch_engine::Level;
use tetrarch_rules::capital;
use tetrarch_table::{Control, Millis};

/// A game that can be chosen.
#[derive(Clone, Debug)]
struct Offered {
    name: &'static str,
    title: &'static str,
    seats: Vec<&'static str>,
}

/// What was chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// The game's name.
    pub game: &'static str,
    /// Who decides for each seat.
    pub sitters: Vec<Who>,
    /// The clock.
    pub control: Control,
}

/// What came of a key.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Chosen {
    Nothing,
    Setup(Setup),
    Leave,
}

/// The menu.
pub struct Menu {
    look: Look,
    games: Vec<Offered>,
    game: usize,
    sitters: Vec<Who>,
    clock: usize,
    row: usize,
}

/// The clocks one can choose from.
const CLOCKS: [(&str, u64, u64); 5] =
    [("no clock", 0, 0), ("3+2", 3, 2), ("5+3", 5, 3), ("10+5", 10, 5), ("30+20", 30, 20)];

impl Menu {
    /// The games by name, title and seats.
    pub fn new(
        look: Look,
        games: impl Iterator<Item = (&'static str, &'static str, Vec<&'static str>)>,
    ) -> Menu {
        let games: Vec<Offered> = games.map(|(name, title, seats)| Offered { name, title, seats }).collect();
        let mut menu = Menu { look, games, game: 0, sitters: Vec::new(), clock: 0, row: 0 };
        menu.seat_all();
        menu
    }

    fn seat_all(&mut self) {
        let engine = Level::try_from(Who::USUAL).map_or(Who::Me, Who::Engine);
        self.sitters = vec![engine; self.games[self.game].seats.len()];
        self.sitters[0] = Who::Me;
    }

    /// The rows: the game, the seats, the clock, the start.
    fn rows(&self) -> usize {
        self.sitters.len() + 3
    }

    pub(super) fn on(&mut self, key: KeyEvent) -> Chosen {
        let last = self.rows() - 1;
        match key.code {
            KeyCode::Char('c' | 'q' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Chosen::Leave;
            }
            KeyCode::Esc | KeyCode::Char('q') => return Chosen::Leave,
            KeyCode::Up => self.row = self.row.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => self.row = (self.row + 1) % (last + 1),
            KeyCode::Left => self.change(false),
            KeyCode::Right | KeyCode::Char(' ') => self.change(true),
            KeyCode::Enter => return Chosen::Setup(self.setup()),
            _ => {}
        }
        Chosen::Nothing
    }

    fn change(&mut self, forward: bool) {
        let next =
            |at: usize, count: usize| if forward { (at + 1) % count } else { (at + count - 1) % count };
        match self.row {
            0 => {
                self.game = next(self.game, self.games.len());
                self.seat_all();
            }
            row if row <= self.sitters.len() => {
                let levels: Vec<Who> = [Who::Me].into_iter().chain(Level::all().map(Who::Engine)).collect();
                let at = levels.iter().position(|who| *who == self.sitters[row - 1]).unwrap_or(0);
                self.sitters[row - 1] = levels[next(at, levels.len())];
            }
            row if row == self.sitters.len() + 1 => self.clock = next(self.clock, CLOCKS.len()),
            _ => {}
        }
    }

    fn setup(&self) -> Setup {
        let (_, minutes, seconds) = CLOCKS[self.clock];
        let control = match minutes {
            0 => Control::None,
            _ => Control::Fischer {
                initial: Millis::seconds(minutes * 60),
                increment: Millis::seconds(seconds),
            },
        };
        Setup { game: self.games[self.game].name, sitters: self.sitters.clone(), control }
    }

    /// Draws it.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let game = &self.games[self.game];
        let mut lines = vec![format!("Game   < {} >", game.title)];
        for (seat, who) in game.seats.iter().zip(&self.sitters) {
            let who = match who {
                Who::Me => "you".to_string(),
                Who::Engine(level) => format!("engine, level {level}"),
            };
            lines.push(format!("{:<6} < {who} >", capital(seat)));
        }
        lines.push(format!("Clock  < {} >", CLOCKS[self.clock].0));
        lines.push("Play".to_string());
        let area = frame.area();
        let buffer = frame.buffer_mut();
        put(buffer, area.x + 2, area.y + 1, "Tetrarch", Style::new().add_modifier(Modifier::BOLD));
        for (row, line) in lines.iter().enumerate() {
            let chosen = row == self.row;
            let style = if chosen { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
            let arrow = if chosen { self.look.signs.choose("▶", ">") } else { " " };
            put(buffer, area.x + 2, area.y + 3 + row as u16, &format!("{arrow} {line}"), style);
        }
        let help = match self.look.signs {
            Signs::Unicode => "↑↓ choose a line · ←→ change it · Enter plays · Esc leaves",
            Signs::Ascii => "Up/Down choose a line - Left/Right change it - Enter plays - Esc leaves",
        };
        put(buffer, area.x + 2, area.y + 5 + lines.len() as u16, help, self.look.colours.faint());
    }
}
