//! Views: everything a client needs to draw a position without knowing the rules.

use crate::{Eye, Gesture, Presentation, Seat, SeatNames, Turn};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::sync::Arc;

/// A position as one player or spectator sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The cells, their labels and the orientation.
    pub board: BoardView,
    /// The pieces on the board.
    pub men: Vec<PieceView>,
    /// Highlights on the board.
    pub marks: Vec<Mark>,
    /// Pieces beside the board.
    pub trays: Vec<Tray>,
    /// The armies, in the game's order.
    pub armies: Vec<ArmyView>,
    /// The seats, in seat order.
    pub seats: Vec<SeatView>,
    /// Who acts next, and what they can do.
    pub turn: TurnView,
    /// The legal actions of the viewer. Empty unless it is the viewer's turn.
    pub choices: Vec<Choice>,
}

/// A board of any shape on a grid.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardView {
    /// The number of columns.
    pub columns: u8,
    /// The number of rows.
    pub rows: u8,
    /// The cells. A place of the grid without a cell is not part of the board. All views of a board share the cells.
    pub cells: Arc<[Cell]>,
    /// The labels of the columns, from the west.
    pub column_labels: Arc<[String]>,
    /// The labels of the rows, from the south.
    pub row_labels: Arc<[String]>,
    /// The side nearest to the viewer.
    pub near: Side,
}

impl BoardView {
    /// A board with algebraic labels: columns from `a`, rows from 1.
    pub fn algebraic(columns: u8, rows: u8, cells: impl IntoIterator<Item = Cell>) -> BoardView {
        let column_labels = ('a'..='z').take(columns.into()).map(String::from).collect();
        BoardView {
            columns,
            rows,
            cells: cells.into_iter().collect(),
            column_labels,
            row_labels: (1..=rows).map(|row| row.to_string()).collect(),
            near: Side::South,
        }
    }

    /// The same board in another orientation.
    pub fn with_near_side(&self, near: Side) -> BoardView {
        BoardView { near, ..self.clone() }
    }
}

/// [`cell_name`] names the cells of boards with up to this many columns and rows.
const MAX_BOARD_SIDE: usize = 16;

/// The characters of all cell names, by row and column.
static CELL_NAME_BYTES: [[u8; 3]; MAX_BOARD_SIDE * MAX_BOARD_SIDE] = {
    let mut letters = [[0; 3]; MAX_BOARD_SIDE * MAX_BOARD_SIDE];
    let mut cell = 0;
    while cell < letters.len() {
        let (letter, number) = (b'a' + (cell % MAX_BOARD_SIDE) as u8, (cell / MAX_BOARD_SIDE) as u8 + 1);
        letters[cell] = [letter, if number < 10 { b'0' + number } else { b'1' }, b'0' + number % 10];
        cell += 1;
    }
    letters
};

/// All cell names, by row and column.
static CELL_NAMES: [&str; MAX_BOARD_SIDE * MAX_BOARD_SIDE] = {
    let mut names = [""; MAX_BOARD_SIDE * MAX_BOARD_SIDE];
    let mut cell = 0;
    while cell < names.len() {
        let length = if cell / MAX_BOARD_SIDE < 9 { 2 } else { 3 };
        let (name, _) = CELL_NAME_BYTES[cell].split_at(length);
        names[cell] = match std::str::from_utf8(name) {
            Ok(name) => name,
            Err(_) => panic!("cell names are ASCII"),
        };
        cell += 1;
    }
    names
};

/// The name of a cell, such as `e4`, by its column and row from 0. Views need thousands of names, so this is a table
/// lookup.
///
/// # Panics
/// If the column or row is 16 or more.
pub fn cell_name(column: u8, row: u8) -> SmolStr {
    assert!(usize::from(column) < MAX_BOARD_SIDE, "a board has at most {MAX_BOARD_SIDE} columns");
    SmolStr::new_static(CELL_NAMES[MAX_BOARD_SIDE * usize::from(row) + usize::from(column)])
}

/// A letter as a string. ASCII letters need no allocation or encoding.
pub fn letter_text(letter: char) -> SmolStr {
    const LATIN: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let index = match letter {
        'A'..='Z' => letter as usize - 'A' as usize,
        'a'..='z' => letter as usize - 'a' as usize + 26,
        _ => return SmolStr::new_inline(letter.encode_utf8(&mut [0; 4])),
    };
    SmolStr::new_static(&LATIN[index..=index])
}

impl Eye {
    /// The side nearest to the viewer. `side_of` says where a seat sits; spectators look from the south.
    pub fn near_side(self, side_of: impl Fn(Seat) -> Side) -> Side {
        match self {
            Eye::Seat(seat) => side_of(seat),
            Eye::Spectator => Side::South,
        }
    }
}

/// One cell of the board.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cell {
    /// The name, such as `e4`. Gestures, pieces and marks refer to it.
    pub name: SmolStr,
    /// The column, from 0 in the west.
    pub column: u8,
    /// The row, from 0 in the south.
    pub row: u8,
    /// The look of the cell.
    pub ground: Ground,
    /// The army that owns the cell: thrones and home corners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<SmolStr>,
}

/// The look of a cell.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// A light square of a chequered board.
    Light,
    /// A dark square of a chequered board.
    Dark,
    /// A square of a board that is not chequered.
    Plain,
    /// A throne.
    Throne,
    /// A home corner.
    Corner,
    /// A cell that is out of play now.
    Idle,
}

/// A side of the board. Row 0 is in the south, column 0 in the west.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the four sides of a board")]
pub enum Side {
    South,
    West,
    North,
    East,
}

/// A piece on the board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceView {
    /// The cell that it is on.
    pub cell: SmolStr,
    /// The army; none while the piece is face down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub army: Option<SmolStr>,
    /// The kind of piece: `king`, `pawn`, or `hidden`.
    pub kind: SmolStr,
    /// The letter in notation.
    pub letter: SmolStr,
    /// What a pawn promotes to, where that is fixed from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotes_to: Option<SmolStr>,
    /// Whether it is in play, frozen or face down.
    pub state: PieceState,
}

/// The server compares all pieces after every action. Nearly all their strings are the same static ones, so comparing
/// pointers first is faster.
impl PartialEq for PieceView {
    fn eq(&self, other: &PieceView) -> bool {
        let same =
            |own: &SmolStr, other: &SmolStr| std::ptr::eq(own.as_str(), other.as_str()) || own == other;
        let both = |own: &Option<SmolStr>, other: &Option<SmolStr>| match (own, other) {
            (Some(own), Some(other)) => same(own, other),
            (own, other) => own.is_none() && other.is_none(),
        };
        same(&self.cell, &other.cell)
            && both(&self.army, &other.army)
            && same(&self.kind, &other.kind)
            && same(&self.letter, &other.letter)
            && both(&self.promotes_to, &other.promotes_to)
            && self.state == other.state
    }
}

/// The state of a piece.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PieceState {
    /// In play.
    Free,
    /// Its army is frozen.
    Frozen,
    /// Face down.
    Hidden,
}

/// A highlight on the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mark {
    /// The meaning.
    pub kind: MarkKind,
    /// The cells; origin and destination for an action.
    pub cells: Vec<SmolStr>,
}

/// The meaning of a mark.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// The king here is in check.
    Check,
    /// The last action.
    Last,
    /// The move from the first to the second cell is banned.
    Banned,
    /// The king here is immune to check.
    Immune,
    /// The king here must leave its corner.
    Evicted,
    /// The king here is in its sanctuary.
    Sanctuary,
    /// The piece here is being flipped.
    Turning,
}

/// Pieces beside the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tray {
    /// The title: "captured", "still face down".
    pub title: String,
    /// The pieces.
    pub men: Vec<TrayPiece>,
}

/// The pieces of one kind in a tray.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrayPiece {
    /// The army.
    pub army: SmolStr,
    /// The kind of piece.
    pub kind: SmolStr,
    /// The letter in notation.
    pub letter: SmolStr,
    /// The number of pieces.
    pub count: u8,
}

/// The state of an army.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArmyView {
    /// The name.
    pub name: SmolStr,
    /// The army's letter in position texts.
    pub letter: char,
    /// The seat that controls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controller: Option<SmolStr>,
    /// Whether it is frozen.
    #[serde(default)]
    pub frozen: bool,
    /// Whether its king is in check.
    #[serde(default)]
    pub in_check: bool,
    /// The seat that captured its king.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured_by: Option<SmolStr>,
}

impl ArmyView {
    /// An army that is neither frozen nor in check. Its letter is the first of its name.
    pub fn new(name: &'static str, controller: Option<&'static str>) -> ArmyView {
        ArmyView {
            letter: name.chars().next().unwrap_or('?'),
            name: SmolStr::new_static(name),
            controller: controller.map(SmolStr::new_static),
            frozen: false,
            in_check: false,
            captured_by: None,
        }
    }
}

/// The state of a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatView {
    /// The name.
    pub name: SmolStr,
    /// The side of the board where it sits.
    pub side: Side,
    /// Whether it is still in the game.
    pub playing: bool,
    /// The final place, once it is out of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
    /// A remark: "skipped: Grey is in check".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Who acts next, and what they can do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnView {
    /// The name of a seat, `chance` or `over`.
    pub who: SmolStr,
    /// The army to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub army: Option<SmolStr>,
    /// The kind of turn: `ban`, `move`, `flip`, `throw`, `over`.
    pub phase: SmolStr,
    /// The turn in plain words: "White to move".
    pub words: String,
    /// The number rolled, where a die decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
}

/// A legal action and its gesture. Promotions share one gesture; the client then asks the player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// The text of the action.
    pub text: SmolStr,
    /// The action as players write it.
    pub label: SmolStr,
    /// The gesture that makes it.
    pub gesture: Gesture,
}

impl Choice {
    /// The choices that `eye` sees: all legal actions if it is the eye's turn, otherwise none. `turn` is the turn of
    /// `position`, which the caller has already computed.
    pub fn all<P: Presentation>(position: &P, turn: Turn, eye: Eye) -> Vec<Choice> {
        let mut legal = Vec::new();
        if turn.seat().is_some_and(|seat| eye == Eye::Seat(seat)) {
            position.legal_actions(&mut legal);
        }
        let choice = |action: P::Action| Choice {
            text: P::action_text(action),
            label: position.label(action),
            gesture: position.gesture(action),
        };
        legal.into_iter().map(choice).collect()
    }
}

impl Turn {
    /// The name of the seat, `chance` or `over`.
    pub fn name(self, names: SeatNames) -> &'static str {
        match self {
            Turn::Seat(seat) => seat.name(names),
            Turn::Chance => "chance",
            Turn::Over => "over",
        }
    }
}

/// A name with an initial capital: `white` → `White`.
pub fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The side of a seat in a two-player game.
pub fn two_player_side(seat: Seat) -> Side {
    if seat.index() == 0 { Side::South } else { Side::North }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_name_is_a_letter_and_a_number() {
        for row in 0..MAX_BOARD_SIDE as u8 {
            for column in 0..MAX_BOARD_SIDE as u8 {
                let name = format!("{}{}", char::from(b'a' + column), row + 1);
                assert_eq!(cell_name(column, row), name);
            }
        }
    }

    #[test]
    fn letter_text_equals_the_letter() {
        for symbol in ('\0'..='\u{ff}').chain(['將', '♔']) {
            assert_eq!(letter_text(symbol), symbol.to_string());
        }
    }

    #[test]
    fn piece_views_compare_by_value_not_by_pointer() {
        let piece = PieceView {
            cell: cell_name(4, 3),
            army: Some(SmolStr::new_static("white")),
            kind: SmolStr::new_static("pawn"),
            letter: letter_text('P'),
            promotes_to: None,
            state: PieceState::Free,
        };
        let read: PieceView = serde_json::from_str(&serde_json::to_string(&piece).unwrap()).unwrap();
        assert_eq!(read, piece);
        let others = [
            PieceView { cell: cell_name(4, 4), ..piece.clone() },
            PieceView { army: None, ..piece.clone() },
            PieceView { army: Some(SmolStr::new_static("black")), ..piece.clone() },
            PieceView { kind: SmolStr::new_static("king"), ..piece.clone() },
            PieceView { letter: letter_text('p'), ..piece.clone() },
            PieceView { promotes_to: Some(SmolStr::new_static("queen")), ..piece.clone() },
            PieceView { state: PieceState::Frozen, ..piece.clone() },
        ];
        assert!(others.iter().all(|other| *other != piece));
    }
}
