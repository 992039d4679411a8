//! What has changed between two views.

use serde::{Deserialize, Serialize};
use tetrarch_rules::{ArmyView, BoardView, Choice, Mark, PieceView, SeatView, Tray, TurnView, View};

/// What has changed of a view: what is absent is as it was.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", ts(optional_fields))]
pub struct ViewDelta {
    /// The board, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardView>,
    /// The cells on which other men stand now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<CellPieces>>"))]
    pub men: Vec<CellPieces>,
    /// All marks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<Mark>>,
    /// All trays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trays: Option<Vec<Tray>>,
    /// All armies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armies: Option<Vec<ArmyView>>,
    /// All seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<SeatView>>,
    /// Who acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnView>,
    /// What can be done now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<Choice>>,
}

/// The men that stand on a cell now; none if it is empty.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellPieces {
    /// The cell.
    pub cell: String,
    /// The men on it.
    pub men: Vec<PieceView>,
}

impl ViewDelta {
    /// What leads from one view to another.
    pub fn between(old: &View, new: &View) -> ViewDelta {
        ViewDelta { choices: changed(&old.choices, &new.choices), ..ViewDelta::without_choices(old, new) }
    }

    /// The same but for the choices, which only who is to act is told.
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

    /// Makes a view what it is after the change. The order of the men means nothing and may differ.
    pub fn apply(self, view: &mut View) {
        replace(&mut view.board, self.board);
        for CellPieces { cell, men } in self.men {
            view.men.retain(|man| man.cell != cell);
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

/// The cells whose men are not the same, in the order in which they are found.
fn changed_cells(old: &[PieceView], new: &[PieceView]) -> Vec<CellPieces> {
    let (gone, come) = without_same_ends(old, new);
    let mut cells: Vec<&str> = Vec::new();
    let left = not_among(gone, come);
    let came = not_among(come, gone);
    for man in left.chain(came) {
        if !cells.contains(&man.cell.as_str()) {
            cells.push(&man.cell);
        }
    }
    let on = |cell: &str| new.iter().filter(|man| man.cell == cell).cloned().collect();
    cells.into_iter().map(|cell| CellPieces { cell: cell.to_string(), men: on(cell) }).collect()
}

/// The men that are not among others. Both are listed in the order of the board: the next is looked for where the last was found.
fn not_among<'a>(men: &'a [PieceView], others: &'a [PieceView]) -> impl Iterator<Item = &'a PieceView> {
    let mut next = 0;
    men.iter().filter(move |man| {
        let (before, after) = others.split_at(next);
        let found = after.iter().chain(before).position(|other| other == *man);
        if let Some(found) = found {
            next = (next + found + 1) % others.len();
        }
        found.is_none()
    })
}

/// What is left without the men that are the same at the beginning and at the end: men are listed in the order of the
/// board, and an action changes few of them.
fn without_same_ends<'a>(old: &'a [PieceView], new: &'a [PieceView]) -> (&'a [PieceView], &'a [PieceView]) {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[start..], &new[start..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    (&old[..old.len() - end], &new[..new.len() - end])
}
