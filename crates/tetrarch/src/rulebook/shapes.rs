//! A diagram as simple shapes, which every form with lines and colours draws the same.

use super::Diagram;
use tetrarch_rules::{Board, Cell, Ground, Man, ManState, MarkKind, Side, View};

/// A colour.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Colour(pub(super) u8, pub(super) u8, pub(super) u8);

const INK: Colour = Colour(30, 30, 30);
const PAPER: Colour = Colour(255, 255, 255);
const LINE: Colour = Colour(120, 110, 100);
/// What is pointed out, and what is forbidden.
const POINTED: Colour = Colour(20, 120, 60);
const BANNED: Colour = Colour(200, 30, 25);

/// What a text on a board is.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Lettering {
    /// A label or the letter of a man.
    Letter,
    /// A chess man.
    Man,
    /// The Chinese character of a man of Banqi.
    Character,
}

/// Something to draw; a cell is one unit wide, and y grows downwards.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Square { x: f32, y: f32, fill: Colour },
    Ring { x: f32, y: f32, colour: Colour },
    Disc { x: f32, y: f32, radius: f32, fill: Colour, line: Colour },
    Text { x: f32, y: f32, size: f32, text: String, fill: Colour, lettering: Lettering },
    Arrow { from: (f32, f32), to: (f32, f32), colour: Colour },
    Line { from: (f32, f32), to: (f32, f32), width: f32, colour: Colour },
}

/// A drawn board and how large it is, in cells.
pub(super) struct Drawn {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) shapes: Vec<Shape>,
}

/// What the labels take.
const MARGIN: f32 = 0.6;

struct Draughtsman<'a> {
    view: &'a View,
    bounds: Bounds,
    shapes: Vec<Shape>,
}

/// The part of a board that is played on: what is left and above of it, and how large it is.
#[derive(Copy, Clone)]
struct Bounds {
    left: u8,
    top: u8,
    width: u8,
    height: u8,
}

impl Bounds {
    fn of(board: &Board) -> Bounds {
        let played = board.cells.iter().filter(|cell| cell.ground != Ground::Idle);
        let places: Vec<(u8, u8)> = played.map(|cell| shown(board, cell.column, cell.row)).collect();
        let least = |of: fn(&(u8, u8)) -> u8| places.iter().map(of).min().unwrap_or(0);
        let most = |of: fn(&(u8, u8)) -> u8| places.iter().map(of).max().unwrap_or(0);
        let (left, top) = (least(|place| place.0), least(|place| place.1));
        Bounds { left, top, width: most(|place| place.0) - left + 1, height: most(|place| place.1) - top + 1 }
    }

    /// A place counted from the corner of the part that is played on, if it lies there.
    fn inside(self, (x, y): (u8, u8)) -> Option<(f32, f32)> {
        let (x, y) = (x.checked_sub(self.left)?, y.checked_sub(self.top)?);
        (x < self.width && y < self.height).then(|| (f32::from(x), f32::from(y)))
    }
}

pub(super) fn draw(diagram: &Diagram) -> Drawn {
    let view = &diagram.view;
    let bounds = Bounds::of(&view.board);
    let mut hand = Draughtsman { view, bounds, shapes: Vec::new() };
    view.board.cells.iter().filter(|cell| cell.ground != Ground::Idle).for_each(|cell| hand.cell(cell));
    for name in &diagram.cells {
        if let Some((x, y)) = hand.centre(name) {
            hand.shapes.push(Shape::Ring { x, y, colour: POINTED });
        }
    }
    view.men.iter().for_each(|man| hand.man(man));
    for (first, last) in &diagram.arrows {
        hand.arrow(first, last, POINTED);
    }
    for mark in view.marks.iter().filter(|mark| mark.kind == MarkKind::Banned) {
        let [first, last] = &mark.cells[..] else { continue };
        if let Some(middle) = hand.arrow(first, last, BANNED) {
            hand.cross(middle);
        }
    }
    hand.labels();
    let Bounds { width, height, .. } = bounds;
    Drawn { width: f32::from(width) + MARGIN, height: f32::from(height) + MARGIN, shapes: hand.shapes }
}

/// Where an arrow begins or ends, so that the man on that cell can be seen.
fn beside(from: (f32, f32), to: (f32, f32)) -> (f32, f32) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(0.001);
    (from.0 + dx / length * 0.42, from.1 + dy / length * 0.42)
}

/// How long the head of an arrow is.
const HEAD: f32 = 0.35;

/// The ends of an arrow: where men stand side by side, it reaches over their edges rather than being too short to be seen.
fn with_room_for_a_head(from: (f32, f32), to: (f32, f32)) -> ((f32, f32), (f32, f32)) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(0.001);
    let lack = (HEAD - length).max(0.0) / 2.0 / length;
    ((from.0 - dx * lack, from.1 - dy * lack), (to.0 + dx * lack, to.1 + dy * lack))
}

/// The tip of an arrow, its two wings, and where its shaft ends.
pub(super) fn arrow_head(from: (f32, f32), to: (f32, f32)) -> [(f32, f32); 4] {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(0.001);
    let (dx, dy) = (dx / length, dy / length);
    let base = (to.0 - dx * HEAD, to.1 - dy * HEAD);
    let wing = |side: f32| (base.0 - dy * 0.18 * side, base.1 + dx * 0.18 * side);
    [to, wing(1.0), wing(-1.0), base]
}

/// Where a place of the grid is shown: columns from the left, rows from the top.
fn shown(board: &Board, column: u8, row: u8) -> (u8, u8) {
    let (right, top) = (board.columns - 1, board.rows - 1);
    match board.near {
        Side::South => (column, top - row),
        Side::North => (right - column, row),
        Side::West => (top - row, right - column),
        Side::East => (row, column),
    }
}

impl Draughtsman<'_> {
    fn corner(&self, cell: &Cell) -> (f32, f32) {
        let place = shown(&self.view.board, cell.column, cell.row);
        let (x, y) = self.bounds.inside(place).unwrap_or_default();
        (MARGIN + x, y)
    }

    fn centre(&self, name: &str) -> Option<(f32, f32)> {
        let cell = self.view.board.cells.iter().find(|cell| cell.name == name)?;
        let (x, y) = self.corner(cell);
        Some((x + 0.5, y + 0.5))
    }

    /// An arrow between two cells, and the middle of its shaft.
    fn arrow(&mut self, first: &str, last: &str, colour: Colour) -> Option<(f32, f32)> {
        let (from, to) = (self.centre(first)?, self.centre(last)?);
        let start = beside(from, to);
        let tip = if self.is_taken(last) { beside(to, from) } else { to };
        let (from, to) = with_room_for_a_head(start, tip);
        self.shapes.push(Shape::Arrow { from, to, colour });
        let [.., base] = arrow_head(from, to);
        Some(((from.0 + base.0) / 2.0, (from.1 + base.1) / 2.0))
    }

    /// Crosses an arrow out.
    fn cross(&mut self, (x, y): (f32, f32)) {
        self.shapes.push(Shape::Disc { x, y, radius: 0.19, fill: BANNED, line: PAPER });
        for rise in [-0.09, 0.09] {
            let (from, to) = ((x - 0.09, y - rise), (x + 0.09, y + rise));
            self.shapes.push(Shape::Line { from, to, width: 0.06, colour: PAPER });
        }
    }

    fn is_taken(&self, name: &str) -> bool {
        self.view.men.iter().any(|man| man.cell == name)
    }

    fn cell(&mut self, cell: &Cell) {
        let (x, y) = self.corner(cell);
        self.shapes.push(Shape::Square { x, y, fill: ground(cell) });
    }

    fn man(&mut self, man: &Man) {
        let Some((x, y)) = self.centre(&man.cell) else { return };
        let here: Vec<&Man> = self.view.men.iter().filter(|other| other.cell == man.cell).collect();
        let second = here.len() > 1 && !std::ptr::eq(here[0], man);
        let (dx, dy, radius) = match (here.len() > 1, second) {
            (false, _) => (0.0, 0.0, 0.4),
            (true, false) => (-0.16, -0.16, 0.31),
            (true, true) => (0.18, 0.18, 0.29),
        };
        let (fill, ink) = man.army.as_deref().map_or((Colour(190, 160, 120), INK), army);
        let (fill, ink) = if man.state == ManState::Frozen { (pale(fill), LINE) } else { (fill, ink) };
        let (x, y) = (x + dx, y + dy);
        self.shapes.push(Shape::Disc { x, y, radius, fill, line: LINE });
        if man.state == ManState::Hidden {
            return;
        }
        let (lettering, text) = self.sign(man);
        let size = radius
            * match lettering {
                Lettering::Man => 1.75,
                Lettering::Character => 1.35,
                Lettering::Letter => 1.3,
            };
        self.shapes.push(Shape::Text { x, y, size, text, fill: ink, lettering });
        self.army_letter(man, x, y, radius);
    }

    /// What is written on a man.
    fn sign(&self, man: &Man) -> (Lettering, String) {
        if self.is_banqi_like() {
            return character(&man.kind, man.army.as_deref()).map_or_else(
                || (Lettering::Letter, man.letter.to_uppercase()),
                |character| (Lettering::Character, character.to_string()),
            );
        }
        match chess_man(&man.kind) {
            Some(sign) => (Lettering::Man, sign.to_string()),
            None => (Lettering::Letter, man.letter.to_uppercase()),
        }
    }

    /// With more than two armies a letter says which it is, for those who do not see the colours.
    fn army_letter(&mut self, man: &Man, x: f32, y: f32, radius: f32) {
        let named = self.view.armies.iter().find(|army| Some(&army.name) == man.army.as_ref());
        let Some(army) = named.filter(|_| self.view.armies.len() > 2) else { return };
        let (x, y) = (x + radius * 0.82, y + radius * 0.82);
        let text = army.letter.to_string();
        self.shapes.push(Shape::Disc { x, y, radius: 0.13, fill: PAPER, line: LINE });
        self.shapes.push(Shape::Text { x, y, size: 0.24, text, fill: INK, lettering: Lettering::Letter });
    }

    /// Whether there are men that are no chess men: then none is shown as one.
    fn is_banqi_like(&self) -> bool {
        let trays = self.view.trays.iter().flat_map(|tray| &tray.men).map(|man| &man.kind);
        self.view
            .men
            .iter()
            .map(|man| &man.kind)
            .chain(trays)
            .any(|kind| chess_man(kind).is_none() && kind != "hidden")
    }

    /// Labels along the left and below.
    fn labels(&mut self) {
        let Bounds { left, top, height, .. } = self.bounds;
        let board = &self.view.board;
        let upright = matches!(board.near, Side::South | Side::North);
        let columns = board.column_labels.iter().enumerate().map(|(at, text)| (text, (at as u8, 0), upright));
        let rows = board.row_labels.iter().enumerate().map(|(at, text)| (text, (0, at as u8), !upright));
        for (text, (column, row), below) in columns.chain(rows) {
            let (x, y) = shown(board, column, row);
            let place = if below { (x, top) } else { (left, y) };
            let Some((x, y)) = self.bounds.inside(place) else { continue };
            let (x, y) = if below { (MARGIN + x + 0.5, f32::from(height) + 0.3) } else { (0.3, y + 0.5) };
            let text = text.clone();
            self.shapes.push(Shape::Text { x, y, size: 0.36, text, fill: INK, lettering: Lettering::Letter });
        }
    }
}

const fn ground(cell: &Cell) -> Colour {
    match cell.ground {
        Ground::Light => Colour(240, 228, 205),
        Ground::Plain => Colour(236, 222, 196),
        Ground::Dark => Colour(205, 180, 145),
        Ground::Throne => Colour(214, 196, 226),
        Ground::Corner => Colour(196, 208, 222),
        Ground::Idle => Colour(250, 250, 250),
    }
}

/// The colour of an army's men and of what is written on them.
fn army(name: &str) -> (Colour, Colour) {
    match name {
        "white" => (PAPER, INK),
        "black" => (INK, PAPER),
        "grey" => (Colour(165, 165, 170), INK),
        "pink" => (Colour(240, 165, 195), INK),
        "blue" => (Colour(40, 90, 180), PAPER),
        "red" => (Colour(190, 45, 40), PAPER),
        "yellow" => (Colour(245, 210, 70), INK),
        _ => (Colour(80, 150, 140), PAPER),
    }
}

const fn pale(colour: Colour) -> Colour {
    const fn towards(value: u8) -> u8 {
        ((value as u16 + 2 * 225) / 3) as u8
    }
    Colour(towards(colour.0), towards(colour.1), towards(colour.2))
}

/// The character on a man of Banqi.
fn character(kind: &str, army: Option<&str>) -> Option<char> {
    let (red, black) = match kind {
        "king" => ('帥', '將'),
        "general" => ('仕', '士'),
        "elephant" => ('相', '象'),
        "chariot" => ('俥', '車'),
        "horse" => ('傌', '馬'),
        "pawn" => ('兵', '卒'),
        "cannon" => ('炮', '砲'),
        _ => return None,
    };
    Some(if army? == "red" { red } else { black })
}

fn chess_man(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "king" => "♚",
        "queen" => "♛",
        "rook" => "♜",
        "bishop" => "♝",
        "knight" => "♞",
        "pawn" => "♟",
        _ => return None,
    })
}
