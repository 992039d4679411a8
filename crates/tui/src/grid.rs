//! Maps board cells to screen positions for each orientation of the board.

use tetrarch_rules::{BoardView, Side};

/// Whether board columns are screen columns.
pub(crate) const fn is_upright(near: Side) -> bool {
    matches!(near, Side::South | Side::North)
}

/// The board column and row shown at `x` from the left and `y` from the bottom.
pub(crate) fn board_position(board: &BoardView, x: u8, y: u8) -> (u8, u8) {
    let (right, top) = (board.columns - 1, board.rows - 1);
    match board.near {
        Side::South => (x, y),
        Side::North => (right - x, top - y),
        Side::West => (y, top - x),
        Side::East => (right - y, x),
    }
}

/// The board's width and height on the screen, in cells.
pub(crate) const fn screen_size(board: &BoardView) -> (u8, u8) {
    if is_upright(board.near) { (board.columns, board.rows) } else { (board.rows, board.columns) }
}

/// The cell shown at `x` from the left and `y` from the bottom, if any.
pub(crate) fn cell_at(board: &BoardView, x: u8, y: u8) -> Option<&tetrarch_rules::Cell> {
    let place = board_position(board, x, y);
    board.cells.iter().find(|cell| (cell.column, cell.row) == place)
}

/// The next near side when the board is rotated.
pub(crate) const fn next_side(side: Side) -> Side {
    match side {
        Side::South => Side::West,
        Side::West => Side::North,
        Side::North => Side::East,
        Side::East => Side::South,
    }
}
