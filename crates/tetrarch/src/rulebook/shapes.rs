//! Converts a diagram to simple shapes, for HTML and PDF alike.

use super::Diagram;
use tetrarch_protocol::CellPair;
use tetrarch_rules::{BoardView, Cell, Ground, MarkKind, PieceState, PieceView, Side, View};

/// A colour.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Rgb(pub(super) u8, pub(super) u8, pub(super) u8);

const INK: Rgb = Rgb(30, 30, 30);
const PAPER: Rgb = Rgb(255, 255, 255);
const LINE: Rgb = Rgb(120, 110, 100);
/// The colours of highlights and bans.
const HIGHLIGHT: Rgb = Rgb(20, 120, 60);
const BANNED: Rgb = Rgb(200, 30, 25);

/// The kind of a text on a board, which selects its font.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum GlyphKind {
    /// A label or the letter of a piece.
    Letter,
    /// A chess piece symbol.
    PieceShape,
    /// The Chinese character of a piece.
    Character,
}

/// A shape. A cell is one unit wide, and y grows downwards.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Square { x: f32, y: f32, fill: Rgb },
    Ring { x: f32, y: f32, colour: Rgb },
    Disc { x: f32, y: f32, radius: f32, fill: Rgb, line: Rgb },
    Text { x: f32, y: f32, size: f32, text: String, fill: Rgb, kind: GlyphKind },
    Arrow { from: (f32, f32), to: (f32, f32), colour: Rgb },
    Line { from: (f32, f32), to: (f32, f32), width: f32, colour: Rgb },
}

/// The shapes of a diagram and its size, in cells.
pub(super) struct DiagramShapes {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) shapes: Vec<Shape>,
}

/// The space for the labels.
const MARGIN: f32 = 0.6;

struct DiagramPainter<'a> {
    view: &'a View,
    bounds: BoardBounds,
    shapes: Vec<Shape>,
}

/// The played part of a board: its offset from the left and top, and its size.
#[derive(Copy, Clone)]
struct BoardBounds {
    left: u8,
    top: u8,
    width: u8,
    height: u8,
}

impl BoardBounds {
    fn new(board: &BoardView) -> BoardBounds {
        let played = board.cells.iter().filter(|cell| cell.ground != Ground::Idle);
        let places: Vec<(u8, u8)> =
            played.map(|cell| screen_position(board, cell.column, cell.row)).collect();
        let least = |of: fn(&(u8, u8)) -> u8| places.iter().map(of).min().unwrap_or(0);
        let most = |of: fn(&(u8, u8)) -> u8| places.iter().map(of).max().unwrap_or(0);
        let (left, top) = (least(|place| place.0), least(|place| place.1));
        BoardBounds {
            left,
            top,
            width: most(|place| place.0) - left + 1,
            height: most(|place| place.1) - top + 1,
        }
    }

    /// Converts a position to one relative to the played part; `None` if it is outside.
    fn inside(self, (x, y): (u8, u8)) -> Option<(f32, f32)> {
        let (x, y) = (x.checked_sub(self.left)?, y.checked_sub(self.top)?);
        (x < self.width && y < self.height).then(|| (f32::from(x), f32::from(y)))
    }
}

pub(super) fn draw(diagram: &Diagram) -> DiagramShapes {
    let view = &diagram.view;
    let bounds = BoardBounds::new(&view.board);
    let mut painter = DiagramPainter { view, bounds, shapes: Vec::new() };
    view.board.cells.iter().filter(|cell| cell.ground != Ground::Idle).for_each(|cell| painter.cell(cell));
    for name in &diagram.content.cells {
        if let Some((x, y)) = painter.centre(name) {
            painter.shapes.push(Shape::Ring { x, y, colour: HIGHLIGHT });
        }
    }
    view.men.iter().for_each(|piece| painter.piece(piece));
    for CellPair { from, to } in &diagram.content.arrows {
        painter.arrow(from, to, HIGHLIGHT);
    }
    for mark in view.marks.iter().filter(|mark| mark.kind == MarkKind::Banned) {
        let [first, last] = &mark.cells[..] else { continue };
        if let Some(middle) = painter.arrow(first, last, BANNED) {
            painter.cross(middle);
        }
    }
    painter.labels();
    let BoardBounds { width, height, .. } = bounds;
    DiagramShapes {
        width: f32::from(width) + MARGIN,
        height: f32::from(height) + MARGIN,
        shapes: painter.shapes,
    }
}

/// The start or end of an arrow at the edge of a piece, so that the piece stays visible.
fn edge_towards(from: (f32, f32), to: (f32, f32)) -> (f32, f32) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(0.001);
    (from.0 + dx / length * 0.42, from.1 + dy / length * 0.42)
}

/// The length of an arrow head.
const HEAD: f32 = 0.35;

/// Lengthens an arrow that is shorter than its head: between adjacent pieces it overlaps their edges.
fn extend_for_head(from: (f32, f32), to: (f32, f32)) -> ((f32, f32), (f32, f32)) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(0.001);
    let lack = (HEAD - length).max(0.0) / 2.0 / length;
    ((from.0 - dx * lack, from.1 - dy * lack), (to.0 + dx * lack, to.1 + dy * lack))
}

/// The tip of an arrow, the two other corners of its head, and the end of its shaft.
pub(super) fn arrow_head(from: (f32, f32), to: (f32, f32)) -> [(f32, f32); 4] {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(0.001);
    let (dx, dy) = (dx / length, dy / length);
    let base = (to.0 - dx * HEAD, to.1 - dy * HEAD);
    let wing = |side: f32| (base.0 - dy * 0.18 * side, base.1 + dx * 0.18 * side);
    [to, wing(1.0), wing(-1.0), base]
}

/// Where a cell is shown: columns from the left, rows from the top.
fn screen_position(board: &BoardView, column: u8, row: u8) -> (u8, u8) {
    let (right, top) = (board.columns - 1, board.rows - 1);
    match board.near {
        Side::South => (column, top - row),
        Side::North => (right - column, row),
        Side::West => (top - row, right - column),
        Side::East => (row, column),
    }
}

impl DiagramPainter<'_> {
    fn corner(&self, cell: &Cell) -> (f32, f32) {
        let place = screen_position(&self.view.board, cell.column, cell.row);
        let (x, y) = self.bounds.inside(place).unwrap_or_default();
        (MARGIN + x, y)
    }

    fn centre(&self, name: &str) -> Option<(f32, f32)> {
        let cell = self.view.board.cells.iter().find(|cell| cell.name == name)?;
        let (x, y) = self.corner(cell);
        Some((x + 0.5, y + 0.5))
    }

    /// Draws an arrow between two cells. Returns the middle of its shaft.
    fn arrow(&mut self, first: &str, last: &str, colour: Rgb) -> Option<(f32, f32)> {
        let (from, to) = (self.centre(first)?, self.centre(last)?);
        let start = edge_towards(from, to);
        let tip = if self.is_occupied(last) { edge_towards(to, from) } else { to };
        let (from, to) = extend_for_head(start, tip);
        self.shapes.push(Shape::Arrow { from, to, colour });
        let [.., base] = arrow_head(from, to);
        Some(((from.0 + base.0) / 2.0, (from.1 + base.1) / 2.0))
    }

    /// Crosses out an arrow.
    fn cross(&mut self, (x, y): (f32, f32)) {
        self.shapes.push(Shape::Disc { x, y, radius: 0.19, fill: BANNED, line: PAPER });
        for rise in [-0.09, 0.09] {
            let (from, to) = ((x - 0.09, y - rise), (x + 0.09, y + rise));
            self.shapes.push(Shape::Line { from, to, width: 0.06, colour: PAPER });
        }
    }

    fn is_occupied(&self, name: &str) -> bool {
        self.view.men.iter().any(|piece| piece.cell == name)
    }

    fn cell(&mut self, cell: &Cell) {
        let (x, y) = self.corner(cell);
        self.shapes.push(Shape::Square { x, y, fill: ground(cell) });
    }

    fn piece(&mut self, piece: &PieceView) {
        let Some((x, y)) = self.centre(&piece.cell) else { return };
        let here: Vec<&PieceView> = self.view.men.iter().filter(|other| other.cell == piece.cell).collect();
        let second = here.len() > 1 && !std::ptr::eq(here[0], piece);
        let (dx, dy, radius) = match (here.len() > 1, second) {
            (false, _) => (0.0, 0.0, 0.4),
            (true, false) => (-0.16, -0.16, 0.31),
            (true, true) => (0.18, 0.18, 0.29),
        };
        let (fill, ink) = piece.army.as_deref().map_or((Rgb(190, 160, 120), INK), army);
        let (fill, ink) = if piece.state == PieceState::Frozen { (pale(fill), LINE) } else { (fill, ink) };
        let (x, y) = (x + dx, y + dy);
        self.shapes.push(Shape::Disc { x, y, radius, fill, line: LINE });
        if piece.state == PieceState::Hidden {
            return;
        }
        let (kind, text) = self.glyph(piece);
        let size = radius
            * match kind {
                GlyphKind::PieceShape => 1.75,
                GlyphKind::Character => 1.35,
                GlyphKind::Letter => 1.3,
            };
        self.shapes.push(Shape::Text { x, y, size, text, fill: ink, kind });
        self.army_letter(piece, x, y, radius);
    }

    /// The glyph of a piece.
    fn glyph(&self, piece: &PieceView) -> (GlyphKind, String) {
        if self.has_other_pieces() {
            return chinese_character(&piece.kind, piece.army.as_deref()).map_or_else(
                || (GlyphKind::Letter, piece.letter.to_uppercase()),
                |character| (GlyphKind::Character, character.to_string()),
            );
        }
        match chess_glyph(&piece.kind) {
            Some(sign) => (GlyphKind::PieceShape, sign.to_string()),
            None => (GlyphKind::Letter, piece.letter.to_uppercase()),
        }
    }

    /// With more than two armies, a letter identifies the army without colour.
    fn army_letter(&mut self, piece: &PieceView, x: f32, y: f32, radius: f32) {
        let named = self.view.armies.iter().find(|army| Some(&army.name) == piece.army.as_ref());
        let Some(army) = named.filter(|_| self.view.armies.len() > 2) else { return };
        let (x, y) = (x + radius * 0.82, y + radius * 0.82);
        let text = army.letter.to_string();
        self.shapes.push(Shape::Disc { x, y, radius: 0.13, fill: PAPER, line: LINE });
        self.shapes.push(Shape::Text { x, y, size: 0.24, text, fill: INK, kind: GlyphKind::Letter });
    }

    /// Whether the game has pieces that are not chess pieces. Then no piece is drawn as a chess piece.
    fn has_other_pieces(&self) -> bool {
        let trays = self.view.trays.iter().flat_map(|tray| &tray.men).map(|piece| &piece.kind);
        self.view
            .men
            .iter()
            .map(|piece| &piece.kind)
            .chain(trays)
            .any(|kind| chess_glyph(kind).is_none() && kind != "hidden")
    }

    /// Draws the labels along the left and the bottom.
    fn labels(&mut self) {
        let BoardBounds { left, top, height, .. } = self.bounds;
        let board = &self.view.board;
        let upright = matches!(board.near, Side::South | Side::North);
        let columns = board.column_labels.iter().enumerate().map(|(at, text)| (text, (at as u8, 0), upright));
        let rows = board.row_labels.iter().enumerate().map(|(at, text)| (text, (0, at as u8), !upright));
        for (text, (column, row), below) in columns.chain(rows) {
            let (x, y) = screen_position(board, column, row);
            let place = if below { (x, top) } else { (left, y) };
            let Some((x, y)) = self.bounds.inside(place) else { continue };
            let (x, y) = if below { (MARGIN + x + 0.5, f32::from(height) + 0.3) } else { (0.3, y + 0.5) };
            let text = text.clone();
            self.shapes.push(Shape::Text { x, y, size: 0.36, text, fill: INK, kind: GlyphKind::Letter });
        }
    }
}

const fn ground(cell: &Cell) -> Rgb {
    match cell.ground {
        Ground::Light => Rgb(240, 228, 205),
        Ground::Plain => Rgb(236, 222, 196),
        Ground::Dark => Rgb(205, 180, 145),
        Ground::Throne => Rgb(214, 196, 226),
        Ground::Corner => Rgb(196, 208, 222),
        Ground::Idle => Rgb(250, 250, 250),
    }
}

/// The colours of an army's pieces and of their glyphs.
fn army(name: &str) -> (Rgb, Rgb) {
    match name {
        "white" => (PAPER, INK),
        "black" => (INK, PAPER),
        "grey" => (Rgb(165, 165, 170), INK),
        "pink" => (Rgb(240, 165, 195), INK),
        "blue" => (Rgb(40, 90, 180), PAPER),
        "red" => (Rgb(190, 45, 40), PAPER),
        "yellow" => (Rgb(245, 210, 70), INK),
        _ => (Rgb(80, 150, 140), PAPER),
    }
}

const fn pale(colour: Rgb) -> Rgb {
    const fn towards(value: u8) -> u8 {
        ((value as u16 + 2 * 225) / 3) as u8
    }
    Rgb(towards(colour.0), towards(colour.1), towards(colour.2))
}

/// The character on a piece of Chinese chess.
fn chinese_character(kind: &str, army: Option<&str>) -> Option<char> {
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

fn chess_glyph(kind: &str) -> Option<&'static str> {
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
