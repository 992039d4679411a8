//! The cells of the 12×12 board and of the duel board in its middle.

use super::SEATS;
use super::square::{BOARD_SIZE, Square};
use super::view::OUTER;
use crate::{BoardView, Cell, Ground, Side};
use smol_str::{SmolStr, format_smolstr};
use std::sync::LazyLock;

pub(super) static SURVIVAL_BOARD: LazyLock<BoardView> = LazyLock::new(|| {
    board(
        Square::all().map(|square| {
            let ground = if square.owner().is_some() { Ground::Corner } else { checkered_ground(square) };
            let owner = square.owner().map(|seat| SmolStr::new_static(seat.name(SEATS)));
            Cell { owner, ..cell(square, square.name(), ground) }
        }),
        |column| file_letter(column as u8).to_string(),
        |row| (row + 1).to_string(),
    )
});

/// The same cells. Those in the middle get chess names; those around them are idle.
pub(super) static DUEL_BOARD: LazyLock<BoardView> = LazyLock::new(|| {
    board(
        Square::all().map(|square| match (duel_coord(square.file()), duel_coord(square.rank())) {
            (Some(file), Some(rank)) => {
                cell(square, format_smolstr!("{}{}", file_letter(file), rank + 1), checkered_ground(square))
            }
            _ => cell(square, format_smolstr!("{OUTER}{square}"), Ground::Idle),
        }),
        |column| duel_coord(column).map_or(String::new(), |file| file_letter(file).to_string()),
        |row| duel_coord(row).map_or(String::new(), |rank| (rank + 1).to_string()),
    )
});

/// The file or rank on the central 8×8 board, from 0.
fn duel_coord(line: i8) -> Option<u8> {
    (2..10).contains(&line).then(|| line as u8 - 2)
}

fn file_letter(file: u8) -> char {
    char::from(b'a' + file)
}

fn board(
    cells: impl Iterator<Item = Cell>,
    column_label: impl Fn(i8) -> String,
    row_label: impl Fn(i8) -> String,
) -> BoardView {
    BoardView {
        columns: BOARD_SIZE as u8,
        rows: BOARD_SIZE as u8,
        cells: cells.collect(),
        column_labels: (0..BOARD_SIZE).map(column_label).collect(),
        row_labels: (0..BOARD_SIZE).map(row_label).collect(),
        near: Side::South,
    }
}

fn cell(square: Square, name: SmolStr, ground: Ground) -> Cell {
    Cell { name, column: square.file() as u8, row: square.rank() as u8, ground, owner: None }
}

fn checkered_ground(square: Square) -> Ground {
    if (square.file() + square.rank()) % 2 == 0 { Ground::Dark } else { Ground::Light }
}
