//! One endgame table, built by retrograde analysis: the result of every placement of its pieces.

use super::material_class::{CaptureRelations, MAX_PIECES, PieceOrder};
use std::sync::Arc;
use tetrarch_rules::banqi::{Square, SquareMask};

/// The result of an ending with best play.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum TablebaseResult {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins in this many plies.
    Win(u32),
    /// The side to move loses in this many plies.
    Loss(u32),
}

/// The results of one class of endings.
///
/// One byte for each position: 0 is a draw, otherwise the plies to the end plus one. The parity tells who
/// wins: an odd number of plies is a win for the side to move. Mirroring the board puts the first piece into
/// one quarter.
pub(super) struct EndgameTable {
    relations: CaptureRelations,
    plies_to_end: Vec<u8>,
}

/// The smaller ending after a capture and the order of its pieces, or `None` if the capture ends the game.
pub(super) type SmallerTable = Option<(Arc<EndgameTable>, PieceOrder)>;

/// The square index of each piece.
pub(super) type PieceSquares = [u8; MAX_PIECES];

/// The longest distance that a byte can store. No ending of four pieces takes longer.
const MAX_PLIES: usize = 254;
/// The side to move has a capture that does not lose.
const NOT_LOST: u8 = u8::MAX;

impl EndgameTable {
    /// The index of a position with `side` to move.
    fn index(&self, mut squares: PieceSquares, side: usize) -> usize {
        let first = squares[0];
        let mirror = if first & 4 != 0 { 7 } else { 0 } ^ if first & 16 != 0 { 24 } else { 0 };
        squares.iter_mut().for_each(|square| *square ^= mirror);
        let quarter = squares[0] & 3 | squares[0] >> 1 & 4;
        let rest = squares[1..usize::from(self.relations.count)].iter();
        rest.fold(usize::from(quarter), |index, square| index * 32 + usize::from(*square)) * 2 + side
    }

    /// The inverse of [`EndgameTable::index`], with the first piece in the first quarter.
    fn position(&self, index: usize) -> (PieceSquares, usize) {
        let (mut rest, mut squares) = (index / 2, [0; MAX_PIECES]);
        for piece in (1..usize::from(self.relations.count)).rev() {
            squares[piece] = (rest % 32) as u8;
            rest /= 32;
        }
        squares[0] = (rest & 3 | (rest & 4) << 1) as u8;
        (squares, index % 2)
    }

    fn entry(&self, squares: PieceSquares, side: usize) -> u8 {
        self.plies_to_end[self.index(squares, side)]
    }

    /// The result of a position with `side` to move.
    pub(super) fn probe(&self, squares: PieceSquares, side: usize) -> TablebaseResult {
        match self.entry(squares, side) {
            0 => TablebaseResult::Draw,
            plies if plies % 2 == 0 => TablebaseResult::Win(u32::from(plies) - 1),
            plies => TablebaseResult::Loss(u32::from(plies) - 1),
        }
    }

    /// Computes all results of a class from the smaller tables. Returns `None` if `must_stop` interrupted it.
    pub(super) fn build(
        relations: CaptureRelations,
        smaller_tables: &[SmallerTable],
        must_stop: &dyn Fn() -> bool,
    ) -> Option<EndgameTable> {
        let size = 8 * 32usize.pow(u32::from(relations.count) - 1) * 2;
        let table = EndgameTable { relations, plies_to_end: vec![0; size] };
        let frontier = vec![Vec::new(); MAX_PLIES + 2];
        let board = Square::all().collect();
        let mut builder = TableBuilder {
            table,
            smaller_tables,
            unresolved_steps: vec![0; size],
            slowest_losing_capture: vec![0; size],
            frontier,
            board,
            must_stop,
        };
        builder.initialize()?;
        builder.propagate_backwards()?;
        Some(builder.table)
    }
}

/// A table under construction.
struct TableBuilder<'a> {
    table: EndgameTable,
    smaller_tables: &'a [SmallerTable],
    /// For each position, the steps that are not yet known to lose.
    unresolved_steps: Vec<u8>,
    /// For each position, the plies to the loss by the slowest losing capture, or [`NOT_LOST`].
    slowest_losing_capture: Vec<u8>,
    /// The positions that end in a given number of plies.
    frontier: Vec<Vec<u32>>,
    /// All squares of the board, by index.
    board: Vec<Square>,
    must_stop: &'a dyn Fn() -> bool,
}

/// How many positions to process between calls of `must_stop`.
const POSITIONS_PER_STOP_CHECK: usize = 2048;

impl TableBuilder<'_> {
    fn pieces(&self, side: usize) -> std::ops::Range<usize> {
        let CaptureRelations { first, count, .. } = self.table.relations;
        if side == 0 { 0..first.into() } else { first.into()..count.into() }
    }

    fn occupied(&self, squares: PieceSquares) -> SquareMask {
        squares[..usize::from(self.table.relations.count)].iter().fold(0, |set, square| set | 1 << square)
    }

    /// Evaluates the captures of every position and counts its steps.
    fn initialize(&mut self) -> Option<()> {
        for index in 0..self.table.plies_to_end.len() {
            if index % POSITIONS_PER_STOP_CHECK == 0 && (self.must_stop)() {
                return None;
            }
            let (squares, side) = self.table.position(index);
            let occupied = self.occupied(squares);
            if occupied.count_ones() == u32::from(self.table.relations.count) {
                self.initialize_position(index, squares, side, occupied);
            }
        }
        Some(())
    }

    fn initialize_position(
        &mut self,
        index: usize,
        squares: PieceSquares,
        side: usize,
        occupied: SquareMask,
    ) {
        let (mut steps, mut fastest_win, mut slowest_loss) = (0, None, 0);
        let mut captures = 0;
        for piece in self.pieces(side) {
            steps += (self.adjacent(squares, piece) & !occupied).count_ones();
            for target in self.pieces(1 - side) {
                if !self.can_capture(squares, piece, target, occupied) {
                    continue;
                }
                captures += 1;
                match self.result_after_capture(squares, piece, target, side) {
                    TablebaseResult::Loss(plies) => {
                        fastest_win = Some(fastest_win.map_or(plies + 1, |known: u32| known.min(plies + 1)));
                    }
                    TablebaseResult::Win(plies) if slowest_loss != NOT_LOST => {
                        slowest_loss = slowest_loss.max(plies as u8 + 1);
                    }
                    TablebaseResult::Win(_) => {}
                    TablebaseResult::Draw => slowest_loss = NOT_LOST,
                }
            }
        }
        self.unresolved_steps[index] = steps as u8;
        self.slowest_losing_capture[index] = if fastest_win.is_some() { NOT_LOST } else { slowest_loss };
        match fastest_win {
            Some(plies) => self.frontier[plies as usize].push(index as u32),
            None if steps == 0 && captures == 0 => self.frontier[0].push(index as u32),
            None if steps == 0 && slowest_loss != NOT_LOST => {
                self.frontier[usize::from(slowest_loss)].push(index as u32);
            }
            None => {}
        }
    }

    fn adjacent(&self, squares: PieceSquares, piece: usize) -> SquareMask {
        self.board[usize::from(squares[piece])].neighbours()
    }

    fn can_capture(&self, squares: PieceSquares, piece: usize, target: usize, occupied: SquareMask) -> bool {
        let square = self.board[usize::from(squares[piece])];
        let targets = if self.table.relations.is_cannon(piece) {
            square.cannon_targets(occupied)
        } else if self.table.relations.may_capture(piece, target) {
            square.neighbours()
        } else {
            0
        };
        targets >> squares[target] & 1 != 0
    }

    /// The result for the other side after the capture of one of its pieces.
    fn result_after_capture(
        &self,
        squares: PieceSquares,
        piece: usize,
        target: usize,
        side: usize,
    ) -> TablebaseResult {
        let Some((table, order)) = &self.smaller_tables[target] else { return TablebaseResult::Loss(0) };
        let mut remaining = squares;
        remaining[piece] = squares[target];
        remaining[target..].rotate_left(1);
        let mut reordered = [0; MAX_PIECES];
        for (index, original) in order.pieces.iter().enumerate().take(usize::from(table.relations.count)) {
            reordered[index] = remaining[usize::from(*original)];
        }
        table.probe(reordered, (1 - side) ^ usize::from(order.sides_swapped))
    }

    /// Propagates results backwards, from positions whose result is known to their predecessors.
    fn propagate_backwards(&mut self) -> Option<()> {
        for plies in 0..=MAX_PLIES {
            let resolved = std::mem::take(&mut self.frontier[plies]);
            for (number, index) in resolved.into_iter().enumerate() {
                if number % POSITIONS_PER_STOP_CHECK == 0 && (self.must_stop)() {
                    return None;
                }
                if self.table.plies_to_end[index as usize] == 0 {
                    self.resolve(index as usize, plies);
                }
            }
        }
        Some(())
    }

    fn resolve(&mut self, index: usize, plies: usize) {
        self.table.plies_to_end[index] = plies as u8 + 1;
        let (squares, side) = self.table.position(index);
        let occupied = self.occupied(squares);
        for piece in self.pieces(1 - side) {
            for from in Square::iter_mask(self.adjacent(squares, piece) & !occupied) {
                let mut predecessor = squares;
                predecessor[piece] = from.index() as u8;
                let predecessor = self.table.index(predecessor, 1 - side);
                if self.table.plies_to_end[predecessor] == 0 {
                    self.update_predecessor(predecessor, plies);
                }
            }
        }
    }

    /// Records that a position has a step to one that ends in `plies`.
    fn update_predecessor(&mut self, predecessor: usize, plies: usize) {
        if plies.is_multiple_of(2) {
            return self.frontier[plies + 1].push(predecessor as u32);
        }
        self.unresolved_steps[predecessor] -= 1;
        if self.unresolved_steps[predecessor] == 0 && self.slowest_losing_capture[predecessor] != NOT_LOST {
            let plies = (plies + 1).max(usize::from(self.slowest_losing_capture[predecessor]));
            self.frontier[plies].push(predecessor as u32);
        }
    }
}
