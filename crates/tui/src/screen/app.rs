//! The state of the screen: cursor, selection, input line, messages and overlay.

use super::board::BoardArea;
use super::palette::Colours;
use super::{Flow, overlay};
use crate::grid::{cell_at, next_side, screen_size};
use crate::{Charset, InfoPage, PlaySession, SessionEvent, UserCommand, UserError, plain, state_text};
use ratatui::layout::Rect;
use smol_str::SmolStr;
use std::time::Duration;
use tetrarch_rules::{BoardView, Choice};
use tetrarch_table::search::SearchReport;

/// How many messages are kept.
const MAX_MESSAGES: usize = 500;

/// The look of the screen.
#[derive(Copy, Clone, Debug, Default)]
pub struct Theme {
    /// The characters to use.
    pub charset: Charset,
    /// Whether to use colours.
    pub colours: Colours,
}

/// What is shown over the board.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Overlay {
    None,
    /// A text to read.
    Text(TextOverlay),
    /// Several actions share a gesture: asks for one of them.
    Choice(Vec<Choice>),
}

/// A scrollable text.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TextOverlay {
    pub(super) title: &'static str,
    pub(super) lines: Vec<String>,
    /// The first visible row.
    pub(super) top: usize,
}

/// A game on the screen.
pub struct App<'a> {
    pub(super) session: &'a mut dyn PlaySession,
    pub(super) theme: Theme,
    pub(super) rules: &'a str,
    /// The cursor: columns from the left, rows from the bottom.
    pub(super) cursor: (u8, u8),
    pub(super) selected: Option<SmolStr>,
    pub(super) input: String,
    /// The messages, the latest last.
    pub(super) messages: Vec<String>,
    pub(super) overlay: Overlay,
    pub(super) report: Option<SearchReport>,
    /// How many quarter turns the board is rotated.
    pub(super) rotation: u8,
    /// How many actions the record pane is scrolled back.
    pub(super) record_scroll: usize,
    quit_requested: bool,
    /// Where the board was last drawn.
    pub(super) board_area: BoardArea,
    /// The buttons beside the board.
    pub(super) buttons: Vec<(Rect, UserCommand)>,
}

impl<'a> App<'a> {
    /// Shows a session.
    pub fn new(session: &'a mut dyn PlaySession, theme: Theme, rules: &'a str) -> App<'a> {
        App {
            session,
            theme,
            rules,
            cursor: (0, 0),
            selected: None,
            input: String::new(),
            messages: vec![
                "F1 help · F2 rules · type an action, use the arrow keys and Enter, or click".to_string(),
            ],
            overlay: Overlay::None,
            report: None,
            rotation: 0,
            record_scroll: 0,
            quit_requested: false,
            board_area: BoardArea::default(),
            buttons: Vec::new(),
        }
    }

    /// The board in its current rotation.
    pub(super) fn board(&self) -> BoardView {
        let mut board = self.session.state().view.board.clone();
        (0..self.rotation).for_each(|_| board.near = next_side(board.near));
        board
    }

    /// Polls the session and records its events.
    pub fn poll(&mut self) {
        let before = self.session.state().version;
        for event in self.session.poll(Duration::ZERO) {
            match event {
                SessionEvent::Message(words) | SessionEvent::Disconnected(words) => self.add_message(words),
                SessionEvent::Analysis(report) => self.report = Some(report),
            }
        }
        if self.session.state().version != before {
            self.reset_selection();
        }
    }

    fn reset_selection(&mut self) {
        self.selected = None;
        self.report = None;
        if matches!(self.overlay, Overlay::Choice(_)) {
            self.overlay = Overlay::None;
        }
    }

    pub(super) fn add_message(&mut self, words: impl Into<String>) {
        self.messages.push(words.into());
        let many = self.messages.len().saturating_sub(MAX_MESSAGES);
        self.messages.drain(..many);
    }

    /// Executes a command that was typed or clicked.
    pub(super) fn execute(&mut self, command: UserCommand) -> Flow {
        if let UserCommand::Show(page) = command {
            return self.show_page(&page);
        }
        let is_long = matches!(command, UserCommand::Record(_));
        let stops_analysis = matches!(command, UserCommand::Analyse);
        let before = self.session.state().version;
        match self.session.execute(command) {
            Ok(lines) if is_long => self.show_text("Record", lines),
            Ok(lines) => lines.into_iter().for_each(|words| self.add_message(words)),
            Err(UserError(why)) => self.add_message(why),
        }
        if stops_analysis || self.session.state().version != before {
            self.reset_selection();
        }
        Flow::Continue
    }

    fn show_page(&mut self, page: &InfoPage) -> Flow {
        match page {
            InfoPage::Quit => return self.quit(),
            InfoPage::Help => self.show_text("Help", overlay::help_lines()),
            InfoPage::Rules => self.show_text("Rules", self.rules.lines().map(String::from).collect()),
            InfoPage::Rotate => self.rotation = (self.rotation + 1) % 4,
            InfoPage::Text => {
                let text = self
                    .session
                    .position_text()
                    .unwrap_or_else(|| "The position text is not available in server games.".to_string());
                self.show_text("Position", vec![text]);
            }
            InfoPage::Moves(from) => self.list_moves(from.as_deref()),
            InfoPage::Seats => self.show_text("Seats", plain::seat_lines(&*self.session)),
            InfoPage::History => self.show_text("History", plain::move_lines(self.session.state())),
            InfoPage::Messages => self.show_text("Messages", self.messages.clone()),
            InfoPage::Board => self.overlay = Overlay::None,
        }
        Flow::Continue
    }

    /// Shows a text over the board.
    pub(super) fn show_text(&mut self, title: &'static str, lines: Vec<String>) {
        self.overlay = Overlay::Text(TextOverlay { title, lines, top: 0 });
    }

    fn list_moves(&mut self, from: Option<&str>) {
        let choices = self.session.state().view.choices.clone();
        let there =
            choices.into_iter().filter(|choice| from.is_none_or(|from| super::tap::starts_on(choice, from)));
        let labels: Vec<String> = there
            .map(|choice| state_text::displayed_action(&choice.text, &choice.label).to_string())
            .collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        self.show_text("Moves", plain::wrap_words(&labels));
    }

    /// Quits at once if nothing would be lost, otherwise on the second request.
    pub(super) fn quit(&mut self) -> Flow {
        let over = self.session.state().now.outcome.is_some();
        if over || self.quit_requested || self.session.state().line.is_empty() {
            return Flow::Quit;
        }
        self.quit_requested = true;
        self.add_message("The game is not over. Quit again to leave, or save it first: save FILE");
        Flow::Continue
    }

    /// Any other key cancels the request to quit.
    pub(super) fn cancel_quit(&mut self) {
        self.quit_requested = false;
    }

    /// Moves the cursor within the board.
    pub(super) fn move_cursor(&mut self, dx: i8, dy: i8) {
        let (width, height) = screen_size(&self.board());
        let to = |at: u8, by: i8, size: u8| (at as i8 + by).clamp(0, size as i8 - 1) as u8;
        self.cursor = (to(self.cursor.0, dx, width), to(self.cursor.1, dy, height));
    }

    /// The cell under the cursor.
    pub(super) fn cell_under_cursor(&self) -> Option<SmolStr> {
        cell_at(&self.board(), self.cursor.0, self.cursor.1).map(|cell| cell.name.clone())
    }
}
