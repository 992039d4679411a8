//! What the screen holds besides the game: the cursor, what is selected, what is being typed.

use super::board::Place;
use super::palette::Colours;
use super::{Flow, overlay};
use crate::grid::{cell_at, extent, next_side};
use crate::{Desk, News, Order, Page, Signs, Trouble, plain, words};
use ratatui::layout::Rect;
use smol_str::SmolStr;
use std::time::Duration;
use tetrarch_engine::Report;
use tetrarch_rules::{Board, Choice};

/// How much of what was told and said is kept.
const REMEMBERED: usize = 500;

/// How the screen is to look.
#[derive(Copy, Clone, Debug, Default)]
pub struct Look {
    /// The signs that may be used.
    pub signs: Signs,
    /// Whether there are colours.
    pub colours: Colours,
}

/// What lies over the board.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Over {
    Nothing,
    /// Something to read.
    Sheet(Sheet),
    /// Several actions share a gesture: which is meant?
    Which(Vec<Choice>),
}

/// A text that may be longer than the screen.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sheet {
    pub(super) title: &'static str,
    pub(super) lines: Vec<String>,
    /// The first row that is shown.
    pub(super) top: usize,
}

/// A game on the screen.
pub struct App<'a> {
    pub(super) desk: &'a mut dyn Desk,
    pub(super) look: Look,
    pub(super) rules: &'a str,
    /// Where the cursor is: columns from the left, rows from below.
    pub(super) cursor: (u8, u8),
    pub(super) selected: Option<SmolStr>,
    pub(super) input: String,
    /// What was told and said, the latest last.
    pub(super) said: Vec<String>,
    pub(super) over: Over,
    pub(super) report: Option<Report>,
    /// How often the board was turned round.
    pub(super) turns: u8,
    /// How far the record is scrolled back.
    pub(super) back: usize,
    leaving: bool,
    /// Where the board was drawn last.
    pub(super) place: Place,
    /// What can be clicked on beside the board.
    pub(super) buttons: Vec<(Rect, Order)>,
}

impl<'a> App<'a> {
    /// The game at a desk.
    pub fn new(desk: &'a mut dyn Desk, look: Look, rules: &'a str) -> App<'a> {
        App {
            desk,
            look,
            rules,
            cursor: (0, 0),
            selected: None,
            input: String::new(),
            said: vec![
                "F1 help · F2 rules · type an action, or use arrows and Enter, or the mouse".to_string(),
            ],
            over: Over::Nothing,
            report: None,
            turns: 0,
            back: 0,
            leaving: false,
            place: Place::default(),
            buttons: Vec::new(),
        }
    }

    /// The board as it is turned now.
    pub(super) fn board(&self) -> Board {
        let mut board = self.desk.state().view.board.clone();
        (0..self.turns).for_each(|_| board.near = next_side(board.near));
        board
    }

    /// Lets the others act, and notes what they did.
    pub fn look(&mut self) {
        let before = self.desk.state().version;
        for news in self.desk.attend(Duration::ZERO) {
            match news {
                News::Words(words) | News::Lost(words) => self.say(words),
                News::Analysis(report) => self.report = Some(report),
            }
        }
        if self.desk.state().version != before {
            self.moved_on();
        }
    }

    fn moved_on(&mut self) {
        self.selected = None;
        self.report = None;
        if matches!(self.over, Over::Which(_)) {
            self.over = Over::Nothing;
        }
    }

    pub(super) fn say(&mut self, words: impl Into<String>) {
        self.said.push(words.into());
        let many = self.said.len().saturating_sub(REMEMBERED);
        self.said.drain(..many);
    }

    /// Does what was typed or clicked.
    pub(super) fn obey(&mut self, order: Order) -> Flow {
        if let Order::Show(page) = order {
            return self.show(&page);
        }
        let is_long = matches!(order, Order::Record(_));
        let stops_analysis = matches!(order, Order::Analyse);
        let before = self.desk.state().version;
        match self.desk.obey(order) {
            Ok(said) if is_long => self.lay("Record", said),
            Ok(said) => said.into_iter().for_each(|words| self.say(words)),
            Err(Trouble(why)) => self.say(why),
        }
        if stops_analysis || self.desk.state().version != before {
            self.moved_on();
        }
        Flow::Stay
    }

    fn show(&mut self, page: &Page) -> Flow {
        match page {
            Page::Quit => return self.leave(),
            Page::Help => self.lay("Help", overlay::help()),
            Page::Rules => self.lay("Rules", self.rules.lines().map(String::from).collect()),
            Page::Turn => self.turns = (self.turns + 1) % 4,
            Page::Text => {
                let text = self.desk.text().unwrap_or_else(|| "Only the server knows.".to_string());
                self.lay("Position", vec![text]);
            }
            Page::Moves(from) => self.list_moves(from.as_deref()),
            Page::Seats => self.lay("Seats", plain::seats(&*self.desk)),
            Page::Line => self.lay("Line", plain::line(self.desk.state())),
            Page::Said => self.lay("Said", self.said.clone()),
            Page::Board => self.over = Over::Nothing,
        }
        Flow::Stay
    }

    /// Lays a text over the board.
    pub(super) fn lay(&mut self, title: &'static str, lines: Vec<String>) {
        self.over = Over::Sheet(Sheet { title, lines, top: 0 });
    }

    fn list_moves(&mut self, from: Option<&str>) {
        let choices = self.desk.state().view.choices.clone();
        let there =
            choices.into_iter().filter(|choice| from.is_none_or(|from| super::tap::begins(choice, from)));
        let labels: Vec<String> =
            there.map(|choice| words::written(&choice.text, &choice.label).to_string()).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        self.lay("Moves", plain::wrapped(&labels));
    }

    /// Leaves at once if nothing can be lost, else when asked a second time.
    pub(super) fn leave(&mut self) -> Flow {
        let over = self.desk.state().now.outcome.is_some();
        if over || self.leaving || self.desk.state().line.is_empty() {
            return Flow::Leave;
        }
        self.leaving = true;
        self.say("The game is not over. Leave again to leave it, or save it first (save FILE).");
        Flow::Stay
    }

    /// Another key than the one that leaves.
    pub(super) fn stay(&mut self) {
        self.leaving = false;
    }

    /// Moves the cursor; it stays on the board.
    pub(super) fn step(&mut self, dx: i8, dy: i8) {
        let (width, height) = extent(&self.board());
        let to = |at: u8, by: i8, size: u8| (at as i8 + by).clamp(0, size as i8 - 1) as u8;
        self.cursor = (to(self.cursor.0, dx, width), to(self.cursor.1, dy, height));
    }

    /// The cell under the cursor.
    pub(super) fn pointed(&self) -> Option<SmolStr> {
        cell_at(&self.board(), self.cursor.0, self.cursor.1).map(|cell| cell.name.clone())
    }
}
