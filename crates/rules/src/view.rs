//! What any client can draw without knowing a rule.

use crate::{Eye, Gesture, Position, Seat, SeatNames, Turn};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::sync::Arc;

/// A position as one eye sees it: the board, what stands on it, who acts, and what can be done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The cells and how they are labelled and turned.
    pub board: BoardView,
    /// The men on the board.
    pub men: Vec<PieceView>,
    /// What is to be pointed out on the board.
    pub marks: Vec<Mark>,
    /// Men beside the board.
    pub trays: Vec<Tray>,
    /// The armies, in the game's order.
    pub armies: Vec<ArmyView>,
    /// The seats, in seat order.
    pub seats: Vec<SeatView>,
    /// Who acts and what is to be done.
    pub turn: TurnView,
    /// What the looking seat can do now. Empty for everybody who is not to act.
    pub choices: Vec<Choice>,
}

/// The cells of a board of any shape on a grid.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardView {
    /// How many columns the grid has.
    pub columns: u8,
    /// How many rows the grid has.
    pub rows: u8,
    /// The cells; grid places without a cell are not part of the board. All views of the same board share them.
    pub cells: Arc<[Cell]>,
    /// What is written along the columns, from the west.
    pub column_labels: Arc<[String]>,
    /// What is written along the rows, from the south.
    pub row_labels: Arc<[String]>,
    /// The side that is nearest to this eye.
    pub near: Side,
}

impl BoardView {
    /// A board whose columns are lettered from `a` and whose rows are numbered from 1.
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

    /// The same board with another side nearest.
    pub fn with_near_side(&self, near: Side) -> BoardView {
        BoardView { near, ..self.clone() }
    }
}

/// The longest side of a board whose cells have names.
const MAX_BOARD_SIDE: usize = 16;

/// The letters and digits of all names of cells, by row and column.
static CELL_LETTERS: [[u8; 3]; MAX_BOARD_SIDE * MAX_BOARD_SIDE] = {
    let mut letters = [[0; 3]; MAX_BOARD_SIDE * MAX_BOARD_SIDE];
    let mut cell = 0;
    while cell < letters.len() {
        let (letter, number) = (b'a' + (cell % MAX_BOARD_SIDE) as u8, (cell / MAX_BOARD_SIDE) as u8 + 1);
        letters[cell] = [letter, if number < 10 { b'0' + number } else { b'1' }, b'0' + number % 10];
        cell += 1;
    }
    letters
};

/// All names of cells, by row and column.
static CELL_NAMES: [&str; MAX_BOARD_SIDE * MAX_BOARD_SIDE] = {
    let mut names = [""; MAX_BOARD_SIDE * MAX_BOARD_SIDE];
    let mut cell = 0;
    while cell < names.len() {
        let length = if cell / MAX_BOARD_SIDE < 9 { 2 } else { 3 };
        let (name, _) = CELL_LETTERS[cell].split_at(length);
        names[cell] = match std::str::from_utf8(name) {
            Ok(name) => name,
            Err(_) => panic!("letters and digits"),
        };
        cell += 1;
    }
    names
};

/// The name of a cell by its column and row, both from 0 and below 16: a letter and a number. Names are made by the thousand,
/// so they are only looked up.
///
/// # Panics
/// If there is no such cell.
pub fn cell_name(column: u8, row: u8) -> SmolStr {
    assert!(usize::from(column) < MAX_BOARD_SIDE, "a board has at most {MAX_BOARD_SIDE} columns");
    SmolStr::new_static(CELL_NAMES[MAX_BOARD_SIDE * usize::from(row) + usize::from(column)])
}

/// A letter as a text.
pub fn letter_text(letter: char) -> SmolStr {
    const LATIN: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let place = match letter {
        'A'..='Z' => letter as usize - 'A' as usize,
        'a'..='z' => letter as usize - 'a' as usize + 26,
        _ => return SmolStr::new_inline(letter.encode_utf8(&mut [0; 4])),
    };
    SmolStr::new_static(&LATIN[place..=place])
}

impl Eye {
    /// The side that is nearest to this eye, where seats sit as `side_of` says; spectators look from the south.
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
    /// Its name, such as `e4`. Gestures, men and marks name cells by it.
    pub name: SmolStr,
    /// Its column, from 0 in the west.
    pub column: u8,
    /// Its row, from 0 in the south.
    pub row: u8,
    /// What the ground looks like.
    pub ground: Ground,
    /// The army it belongs to: thrones and home corners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<SmolStr>,
}

/// What a cell's ground looks like.
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
    /// A cell that nobody plays on now.
    Idle,
}

/// A side of the board: row 0 lies in the south, column 0 in the west.
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

/// A man on the board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceView {
    /// The cell it stands on.
    pub cell: SmolStr,
    /// Its army; none while it lies face-down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub army: Option<SmolStr>,
    /// What it is: `king`, `pawn`, or `hidden`.
    pub kind: SmolStr,
    /// The letter players write for it.
    pub letter: SmolStr,
    /// What it will become, where that is fixed from the start (Enochian pawns).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotes_to: Option<SmolStr>,
    /// How it is at present.
    pub state: PieceState,
}

/// All men are compared after every action, and nearly all their words are the very same.
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

/// How a man is at present.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PieceState {
    /// In play.
    Free,
    /// Its army is frozen.
    Frozen,
    /// Face-down.
    Hidden,
}

/// Something to point out on the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mark {
    /// What it means.
    pub kind: MarkKind,
    /// Where; from and to for actions.
    pub cells: Vec<SmolStr>,
}

/// What a mark means.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// The king here is in check.
    Check,
    /// The last action.
    Last,
    /// This from and to is banned.
    Banned,
    /// The king here cannot be checked.
    Immune,
    /// The king here must leave its corner.
    Evicted,
    /// The king here is in its sanctuary.
    Sanctuary,
    /// The piece here is being turned over.
    Turning,
}

/// Men beside the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tray {
    /// What they have in common: "captured", "in the bag".
    pub title: String,
    /// The men.
    pub men: Vec<TrayPiece>,
}

/// Men of one kind in a tray.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrayPiece {
    /// Their army.
    pub army: SmolStr,
    /// What they are.
    pub kind: SmolStr,
    /// The letter players write for them.
    pub letter: SmolStr,
    /// How many there are.
    pub count: u8,
}

/// An army and how it fares.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArmyView {
    /// Its name.
    pub name: SmolStr,
    /// The letter that stands for it in texts.
    pub letter: char,
    /// The seat that decides for it now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controller: Option<SmolStr>,
    /// Whether it is frozen.
    #[serde(default)]
    pub frozen: bool,
    /// Whether its king is in check.
    #[serde(default)]
    pub in_check: bool,
    /// Who captured its king.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured_by: Option<SmolStr>,
}

impl ArmyView {
    /// An army under `controller` that is neither frozen nor in check. Its letter is the first of its name.
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

/// A seat and how it fares.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatView {
    /// Its name.
    pub name: SmolStr,
    /// The side of the board it sits at.
    pub side: Side,
    /// Whether it still has a say.
    pub playing: bool,
    /// The place it took, once it has left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
    /// Something to say about it: "skipped: Grey is in check".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Who acts and what is to be done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnView {
    /// A seat's name, `chance` or `over`.
    pub who: SmolStr,
    /// The army that moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub army: Option<SmolStr>,
    /// What kind of action it is: `ban`, `move`, `flip`, `throw`, `over`.
    pub phase: SmolStr,
    /// The same as a sentence: "Black bans one of White's moves".
    pub words: String,
    /// The number thrown, where a die decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
}

/// One action and how the hand makes it. Several may share a gesture (promotions): then the player is asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// The action's text.
    pub text: SmolStr,
    /// How players write it.
    pub label: SmolStr,
    /// How the hand makes it.
    pub gesture: Gesture,
}

impl Choice {
    /// What `eye` can do now: everything legal to the seat to act, each with the gesture that makes it, and nothing to
    /// anybody else. `turn` is the position's.
    pub fn all<P: Position>(position: &P, turn: Turn, eye: Eye) -> Vec<Choice> {
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
    /// The word for it: a seat's name, `chance` or `over`.
    pub fn name(self, names: SeatNames) -> &'static str {
        match self {
            Turn::Seat(seat) => seat.name(names),
            Turn::Chance => "chance",
            Turn::Over => "over",
        }
    }
}

/// A seat's or an army's name as it begins a sentence: `white` → `White`.
pub fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The sides at which two seats face each other.
pub fn two_player_side(seat: Seat) -> Side {
    if seat.index() == 0 { Side::South } else { Side::North }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_named_by_a_letter_and_a_number() {
        for row in 0..MAX_BOARD_SIDE as u8 {
            for column in 0..MAX_BOARD_SIDE as u8 {
                let name = format!("{}{}", char::from(b'a' + column), row + 1);
                assert_eq!(cell_name(column, row), name);
            }
        }
    }

    #[test]
    fn every_letter_is_its_own_text() {
        for symbol in ('\0'..='\u{ff}').chain(['將', '♔']) {
            assert_eq!(letter_text(symbol), symbol.to_string());
        }
    }

    #[test]
    fn men_are_the_same_whoever_has_written_their_words() {
        let man = PieceView {
            cell: cell_name(4, 3),
            army: Some(SmolStr::new_static("white")),
            kind: SmolStr::new_static("pawn"),
            letter: letter_text('P'),
            promotes_to: None,
            state: PieceState::Free,
        };
        let read: PieceView = serde_json::from_str(&serde_json::to_string(&man).unwrap()).unwrap();
        assert_eq!(read, man);
        let others = [
            PieceView { cell: cell_name(4, 4), ..man.clone() },
            PieceView { army: None, ..man.clone() },
            PieceView { army: Some(SmolStr::new_static("black")), ..man.clone() },
            PieceView { kind: SmolStr::new_static("king"), ..man.clone() },
            PieceView { letter: letter_text('p'), ..man.clone() },
            PieceView { promotes_to: Some(SmolStr::new_static("queen")), ..man.clone() },
            PieceView { state: PieceState::Frozen, ..man.clone() },
        ];
        assert!(others.iter().all(|other| *other != man));
    }
}
