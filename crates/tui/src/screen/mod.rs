//! Full-screen mode: board, side pane, input line, keyboard and mouse.

mod app;
mod board;
mod draw;
mod keys;
mod menu;
mod overlay;
mod palette;
mod side;
mod tap;

pub use app::{App, Theme};
pub use menu::{GameSetup, Menu};
pub use palette::Colours;

use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::{DefaultTerminal, Frame};
use std::io;
use std::time::Duration;

/// How long to wait for input before polling the session again.
const POLL_INTERVAL: Duration = Duration::from_millis(60);

/// Whether to stay on the screen after an event.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Flow {
    /// Stay.
    Continue,
    /// Leave the screen.
    Quit,
}

/// Takes over the terminal while `inside` runs, and restores it afterwards, also after an error.
///
/// # Errors
/// If the terminal cannot be set up, or if `inside` fails.
pub fn with_terminal<T>(inside: impl FnOnce(&mut DefaultTerminal) -> io::Result<T>) -> io::Result<T> {
    let mut terminal = ratatui::try_init()?;
    let _ = execute!(io::stdout(), EnableMouseCapture);
    let done = inside(&mut terminal);
    let _ = execute!(io::stdout(), DisableMouseCapture);
    ratatui::restore();
    done
}

/// Draws a frame as a synchronised update, so that terminals that support it do not flicker.
fn draw_frame(terminal: &mut DefaultTerminal, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
    execute!(io::stdout(), BeginSynchronizedUpdate)?;
    let drawn = terminal.draw(draw).map(drop);
    execute!(io::stdout(), EndSynchronizedUpdate)?;
    drawn
}

/// Plays until the player quits.
///
/// # Errors
/// If the terminal cannot be read or written.
pub fn play(terminal: &mut DefaultTerminal, app: &mut App<'_>) -> io::Result<()> {
    loop {
        app.poll();
        draw_frame(terminal, |frame| app.draw(frame))?;
        if event::poll(POLL_INTERVAL)? && app.handle_event(&event::read()?) == Flow::Quit {
            return Ok(());
        }
    }
}

/// Shows the menu. `None` if the player quits.
///
/// # Errors
/// If the terminal cannot be read or written.
pub fn choose(terminal: &mut DefaultTerminal, menu: &mut Menu) -> io::Result<Option<GameSetup>> {
    loop {
        draw_frame(terminal, |frame| menu.draw(frame))?;
        let Event::Key(key) = event::read()? else { continue };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        match menu.handle_key(key) {
            menu::MenuAction::None => {}
            menu::MenuAction::Start(setup) => return Ok(Some(setup)),
            menu::MenuAction::Quit => return Ok(None),
        }
    }
}
