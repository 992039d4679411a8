//! What the screen holds besides the game: the cursor, what is selected, what is being typed.

use super::board::BoardArea;
use super::palette::Colours;
use super::{Flow, overlay};
use crate::grid::{cell_at, next_side, screen_size};
use crate::{Charset, InfoPage, PlaySession, SessionEvent, UserCommand, UserError, plain, words};
use ratatui::layout::Rect;
use smol_str::SmolStr;
use std::time::Duration;
use tetrarch_engine::SearchReport;
use tetrarch_rules::{BoardView, Choice};

/// How much of what was told and said is kept.
const MAX_MESSAGES: usize = 500;

/// How the screen is to look.
#[derive(Copy, Clone, Debug, Default)]
pub struct Theme {
    /// The signs that may be used.
    pub charset: Charset,
    /// Whether there are colours.
    pub colours: Colours,
}

/// What lies over the board.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Overlay {
    None,
    /// Something to read.
    Text(TextOverlay),
    /// Several actions share a gesture: which is meant?
    Choice(Vec<Choice>),
}

/// A text that may be longer than the screen.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TextOverlay {
    pub(super) title: &'static str,
    pub(super) lines: Vec<String>,
    /// The first row that is shown.
    pub(super) top: usize,
}

/// A game on the screen.
pub struct App<'a> {
    pub(super) session: &'a mut dyn PlaySession,
    pub(super) theme: Theme,
    pub(super) rules: &'a str,
    /// Where the cursor is: columns from the left, rows from below.
    pub(super) cursor: (u8, u8),
    pub(super) selected: Option<SmolStr>,
    pub(super) input: String,
    /// What was told and said, the latest last.
    pub(super) messages: Vec<String>,
    pub(super) overlay: Overlay,
    pub(super) report: Option<SearchReport>,
    /// How often the board was turned round.
    pub(super) rotation: u8,
    /// How far the record is scrolled back.
    pub(super) record_scroll: usize,
    quit_requested: bool,
    /// Where the board was drawn last.
    pub(super) board_area: BoardArea,
    /// What can be clicked on beside the board.
    pub(super) buttons: Vec<(Rect, UserCommand)>,
}

impl<'a> App<'a> {
    /// The game at a desk.
    pub fn new(session: &'a mut dyn PlaySession, theme: Theme, rules: &'a str) -> App<'a> {
        App {
            session,
            theme,
            rules,
            cursor: (0, 0),
            selected: None,
            input: String::new(),
            messages: vec![
                "F1 help · F2 rules · type an action, or use arrows and Enter, or the mouse".to_string(),
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

    /// The board as it is turned now.
    pub(super) fn board(&self) -> BoardView {
        let mut board = self.session.state().view.board.clone();
        (0..self.rotation).for_each(|_| board.near = next_side(board.near));
        board
    }

    /// Lets the others act, and notes what they did.
    pub fn poll(&mut self) {
        let before = self.session.state().version;
        for news in self.session.poll(Duration::ZERO) {
            match news {
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

    /// Does what was typed or clicked.
    pub(super) fn execute(&mut self, order: UserCommand) -> Flow {
        if let UserCommand::Show(page) = order {
            return self.show_page(&page);
        }
        let is_long = matches!(order, UserCommand::Record(_));
        let stops_analysis = matches!(order, UserCommand::Analyse);
        let before = self.session.state().version;
        match self.session.execute(order) {
            Ok(said) if is_long => self.show_text("Record", said),
            Ok(said) => said.into_iter().for_each(|words| self.add_message(words)),
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
                let text =
                    self.session.position_text().unwrap_or_else(|| "Only the server knows.".to_string());
                self.show_text("Position", vec![text]);
            }
            InfoPage::Moves(from) => self.list_moves(from.as_deref()),
            InfoPage::Seats => self.show_text("Seats", plain::seat_lines(&*self.session)),
            InfoPage::History => self.show_text("Line", plain::move_lines(self.session.state())),
            InfoPage::Messages => self.show_text("Said", self.messages.clone()),
            InfoPage::Board => self.overlay = Overlay::None,
        }
        Flow::Continue
    }

    /// Lays a text over the board.
    pub(super) fn show_text(&mut self, title: &'static str, lines: Vec<String>) {
        self.overlay = Overlay::Text(TextOverlay { title, lines, top: 0 });
    }

    fn list_moves(&mut self, from: Option<&str>) {
        let choices = self.session.state().view.choices.clone();
        let there =
            choices.into_iter().filter(|choice| from.is_none_or(|from| super::tap::starts_on(choice, from)));
        let labels: Vec<String> =
            there.map(|choice| words::displayed_action(&choice.text, &choice.label).to_string()).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        self.show_text("Moves", plain::wrap_words(&labels));
    }

    /// Leaves at once if nothing can be lost, else when asked a second time.
    pub(super) fn quit(&mut self) -> Flow {
        let over = self.session.state().now.outcome.is_some();
        if over || self.quit_requested || self.session.state().line.is_empty() {
            return Flow::Quit;
        }
        self.quit_requested = true;
        self.add_message("The game is not over. Leave again to leave it, or save it first (save FILE).");
        Flow::Continue
    }

    /// Another key than the one that leaves.
    pub(super) fn cancel_quit(&mut self) {
        self.quit_requested = false;
    }

    /// Moves the cursor; it stays on the board.
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
