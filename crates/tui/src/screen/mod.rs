//! The game on the whole terminal: board, panes, a line to type on, keys and mouse.

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

/// How long a look at the keyboard lasts before the table is looked at again.
const POLL_INTERVAL: Duration = Duration::from_millis(60);

/// What to do after an event.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Flow {
    /// Go on.
    Continue,
    /// Leave the screen.
    Quit,
}

/// Fills the terminal for as long as `inside` runs, and gives it back whatever happens.
///
/// # Errors
/// If the terminal cannot be used, or what `inside` says.
pub fn with_terminal<T>(inside: impl FnOnce(&mut DefaultTerminal) -> io::Result<T>) -> io::Result<T> {
    let mut terminal = ratatui::try_init()?;
    let _ = execute!(io::stdout(), EnableMouseCapture);
    let done = inside(&mut terminal);
    let _ = execute!(io::stdout(), DisableMouseCapture);
    ratatui::restore();
    done
}

/// Draws a frame that terminals which can do so show at once, without flicker.
fn draw_frame(terminal: &mut DefaultTerminal, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
    execute!(io::stdout(), BeginSynchronizedUpdate)?;
    let drawn = terminal.draw(draw).map(drop);
    execute!(io::stdout(), EndSynchronizedUpdate)?;
    drawn
}

/// Plays until the player leaves.
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

/// Lets the player choose a game and who plays. None if they leave.
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
