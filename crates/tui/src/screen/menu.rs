//! The menu that sets up a local game: game, players and clock.

use super::app::Theme;
use super::board::draw_text;
use crate::{Charset, PlayerKind};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Modifier, Style};
use tetrarch_rules::capitalised;
use tetrarch_table::search::Level;
use tetrarch_table::{Millis, TimeControl};

/// A game to choose from.
#[derive(Clone, Debug)]
struct MenuGame {
    name: &'static str,
    title: &'static str,
    seats: Vec<&'static str>,
}

/// The chosen game, players and clock.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSetup {
    /// The game's name.
    pub game: &'static str,
    /// Who plays each seat.
    pub players: Vec<PlayerKind>,
    /// The clock.
    pub control: TimeControl,
}

/// The effect of a key.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum MenuAction {
    None,
    Start(GameSetup),
    Quit,
}

/// The menu.
pub struct Menu {
    theme: Theme,
    games: Vec<MenuGame>,
    game: usize,
    players: Vec<PlayerKind>,
    clock: usize,
    row: usize,
}

/// The available clocks: label, minutes, increment in seconds.
const CLOCKS: [(&str, u64, u64); 5] =
    [("no clock", 0, 0), ("3+2", 3, 2), ("5+3", 5, 3), ("10+5", 10, 5), ("30+20", 30, 20)];

impl Menu {
    /// Creates the menu from the name, title and seats of each game.
    pub fn new(
        look: Theme,
        games: impl Iterator<Item = (&'static str, &'static str, Vec<&'static str>)>,
    ) -> Menu {
        let games: Vec<MenuGame> =
            games.map(|(name, title, seats)| MenuGame { name, title, seats }).collect();
        let mut menu = Menu { theme: look, games, game: 0, players: Vec::new(), clock: 0, row: 0 };
        menu.reset_players();
        menu
    }

    fn reset_players(&mut self) {
        let engine = Level::try_from(PlayerKind::DEFAULT_LEVEL).map_or(PlayerKind::Human, PlayerKind::Engine);
        self.players = vec![engine; self.games[self.game].seats.len()];
        self.players[0] = PlayerKind::Human;
    }

    /// The number of rows: the game, the seats, the clock and the start.
    fn rows(&self) -> usize {
        self.players.len() + 3
    }

    pub(super) fn handle_key(&mut self, key: KeyEvent) -> MenuAction {
        let last = self.rows() - 1;
        match key.code {
            KeyCode::Char('c' | 'q' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return MenuAction::Quit;
            }
            KeyCode::Esc | KeyCode::Char('q') => return MenuAction::Quit,
            KeyCode::Up => self.row = self.row.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => self.row = (self.row + 1) % (last + 1),
            KeyCode::Left => self.change(false),
            KeyCode::Right | KeyCode::Char(' ') => self.change(true),
            KeyCode::Enter => return MenuAction::Start(self.setup()),
            _ => {}
        }
        MenuAction::None
    }

    fn change(&mut self, forward: bool) {
        let next =
            |at: usize, count: usize| if forward { (at + 1) % count } else { (at + count - 1) % count };
        match self.row {
            0 => {
                self.game = next(self.game, self.games.len());
                self.reset_players();
            }
            row if row <= self.players.len() => {
                let levels: Vec<PlayerKind> =
                    [PlayerKind::Human].into_iter().chain(Level::all().map(PlayerKind::Engine)).collect();
                let at = levels.iter().position(|who| *who == self.players[row - 1]).unwrap_or(0);
                self.players[row - 1] = levels[next(at, levels.len())];
            }
            row if row == self.players.len() + 1 => self.clock = next(self.clock, CLOCKS.len()),
            _ => {}
        }
    }

    fn setup(&self) -> GameSetup {
        let (_, minutes, seconds) = CLOCKS[self.clock];
        let control = match minutes {
            0 => TimeControl::None,
            _ => TimeControl::Fischer {
                initial: Millis::from_secs(minutes * 60),
                increment: Millis::from_secs(seconds),
            },
        };
        GameSetup { game: self.games[self.game].name, players: self.players.clone(), control }
    }

    /// Draws the menu.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let game = &self.games[self.game];
        let mut lines = vec![format!("Game   < {} >", game.title)];
        for (seat, who) in game.seats.iter().zip(&self.players) {
            let who = match who {
                PlayerKind::Human => "you".to_string(),
                PlayerKind::Engine(level) => format!("engine, level {level}"),
            };
            lines.push(format!("{:<6} < {who} >", capitalised(seat)));
        }
        lines.push(format!("Clock  < {} >", CLOCKS[self.clock].0));
        lines.push("Play".to_string());
        let area = frame.area();
        let buffer = frame.buffer_mut();
        draw_text(buffer, area.x + 2, area.y + 1, "Tetrarch", Style::new().add_modifier(Modifier::BOLD));
        for (row, line) in lines.iter().enumerate() {
            let chosen = row == self.row;
            let style = if chosen { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
            let arrow = if chosen { self.theme.charset.choose("▶", ">") } else { " " };
            draw_text(buffer, area.x + 2, area.y + 3 + row as u16, &format!("{arrow} {line}"), style);
        }
        let help = match self.theme.charset {
            Charset::Unicode => "↑↓ select · ←→ change · Enter play · Esc quit",
            Charset::Ascii => "Up/Down select - Left/Right change - Enter play - Esc quit",
        };
        draw_text(buffer, area.x + 2, area.y + 5 + lines.len() as u16, help, self.theme.colours.faint());
    }
}
