//! The difference between two views.

use serde::{Deserialize, Serialize};
use tetrarch_rules::{ArmyView, BoardView, Choice, Mark, PieceView, SeatView, Tray, TurnView, View};

/// The changed parts of a view. Absent parts are unchanged.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct ViewDelta {
    /// The board, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardView>,
    /// The cells whose pieces changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<CellPieces>>"))]
    pub men: Vec<CellPieces>,
    /// All marks, if any changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<Mark>>,
    /// All trays, if any changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trays: Option<Vec<Tray>>,
    /// All armies, if any changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armies: Option<Vec<ArmyView>>,
    /// All seats, if any changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<SeatView>>,
    /// The turn, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnView>,
    /// All legal choices, if they changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<Choice>>,
}

/// The pieces on one cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellPieces {
    /// The name of the cell.
    pub cell: String,
    /// Its pieces; empty if the cell is empty.
    pub men: Vec<PieceView>,
}

impl ViewDelta {
    /// The delta from `old` to `new`.
    pub fn between(old: &View, new: &View) -> ViewDelta {
        ViewDelta { choices: changed(&old.choices, &new.choices), ..ViewDelta::without_choices(old, new) }
    }

    /// Like [`between`](ViewDelta::between), without the choices: only the seat to act may see them.
    pub fn without_choices(old: &View, new: &View) -> ViewDelta {
        ViewDelta {
            board: changed(&old.board, &new.board),
            men: changed_cells(&old.men, &new.men),
            marks: changed(&old.marks, &new.marks),
            trays: changed(&old.trays, &new.trays),
            armies: changed(&old.armies, &new.armies),
            seats: changed(&old.seats, &new.seats),
            turn: changed(&old.turn, &new.turn),
            choices: None,
        }
    }

    /// Applies the delta to a view. The order of the pieces has no meaning and may change.
    pub fn apply(self, view: &mut View) {
        replace(&mut view.board, self.board);
        for CellPieces { cell, men } in self.men {
            view.men.retain(|piece| piece.cell != cell);
            view.men.extend(men);
        }
        replace(&mut view.marks, self.marks);
        replace(&mut view.trays, self.trays);
        replace(&mut view.armies, self.armies);
        replace(&mut view.seats, self.seats);
        replace(&mut view.turn, self.turn);
        replace(&mut view.choices, self.choices);
    }
}

fn changed<T: PartialEq + Clone>(old: &T, new: &T) -> Option<T> {
    (old != new).then(|| new.clone())
}

fn replace<T>(old: &mut T, new: Option<T>) {
    if let Some(new) = new {
        *old = new;
    }
}

/// The cells whose pieces differ, in the order in which they are found.
fn changed_cells(old: &[PieceView], new: &[PieceView]) -> Vec<CellPieces> {
    let (before, after) = strip_common_ends(old, new);
    let mut cells: Vec<&str> = Vec::new();
    let removed = not_among(before, after);
    let added = not_among(after, before);
    for piece in removed.chain(added) {
        if !cells.contains(&piece.cell.as_str()) {
            cells.push(&piece.cell);
        }
    }
    let on = |cell: &str| new.iter().filter(|piece| piece.cell == cell).cloned().collect();
    cells.into_iter().map(|cell| CellPieces { cell: cell.to_string(), men: on(cell) }).collect()
}

/// The pieces that are not among `others`. Both lists are in board order, so each search starts where the
/// last one ended.
fn not_among<'a>(pieces: &'a [PieceView], others: &'a [PieceView]) -> impl Iterator<Item = &'a PieceView> {
    let mut next = 0;
    pieces.iter().filter(move |piece| {
        let (before, after) = others.split_at(next);
        let found = after.iter().chain(before).position(|other| other == *piece);
        if let Some(found) = found {
            next = (next + found + 1) % others.len();
        }
        found.is_none()
    })
}

/// Strips the common prefix and suffix. Pieces are listed in board order and an action changes only a few of
/// them, so this removes most of both lists.
fn strip_common_ends<'a>(old: &'a [PieceView], new: &'a [PieceView]) -> (&'a [PieceView], &'a [PieceView]) {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[start..], &new[start..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    (&old[..old.len() - end], &new[..new.len() - end])
}
