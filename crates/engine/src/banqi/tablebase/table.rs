//! One ending: what every placement of its pieces is worth, found backwards from the ends.

use super::material_class::{CaptureRelations, MAX_PIECES, PieceOrder};
use std::sync::Arc;
use tetrarch_rules::banqi::{Square, SquareMask};

/// How a position of an ending goes on with best play.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum TablebaseResult {
    /// Nobody can force anything.
    Draw,
    /// The side to move wins in so many plies.
    Win(u32),
    /// The side to move loses in so many plies.
    Loss(u32),
}

/// The fates of one class of endings.
///
/// One byte a position: 0 for a draw, otherwise one more than the plies to the end; who wins follows from whether
/// they are odd. The board's two mirrors bring the first piece into one quarter.
pub(super) struct EndgameTable {
    relations: CaptureRelations,
    plies_to_end: Vec<u8>,
}

/// What remains after a piece is taken: the smaller ending, and the order of its pieces.
pub(super) type SmallerTable = Option<(Arc<EndgameTable>, PieceOrder)>;

/// Where the pieces stand, by the index of the square.
pub(super) type PieceSquares = [u8; MAX_PIECES];

/// Quiet plies are no danger to what ends within this many, and no ending of four pieces takes longer.
const MAX_PLIES: usize = 254;
/// A loss is impossible: something else can be had.
const NOT_LOST: u8 = u8::MAX;

impl EndgameTable {
    /// Where a position stands in the list; `side` is to move.
    fn index(&self, mut places: PieceSquares, side: usize) -> usize {
        let first = places[0];
        let mirror = if first & 4 != 0 { 7 } else { 0 } ^ if first & 16 != 0 { 24 } else { 0 };
        places.iter_mut().for_each(|place| *place ^= mirror);
        let quarter = places[0] & 3 | places[0] >> 1 & 4;
        let rest = places[1..usize::from(self.relations.count)].iter();
        rest.fold(usize::from(quarter), |index, place| index * 32 + usize::from(*place)) * 2 + side
    }

    /// The opposite of [`Table::index`], with the first piece in the first quarter.
    fn position(&self, index: usize) -> (PieceSquares, usize) {
        let (mut rest, mut places) = (index / 2, [0; MAX_PIECES]);
        for piece in (1..usize::from(self.relations.count)).rev() {
            places[piece] = (rest % 32) as u8;
            rest /= 32;
        }
        places[0] = (rest & 3 | (rest & 4) << 1) as u8;
        (places, index % 2)
    }

    fn entry(&self, places: PieceSquares, side: usize) -> u8 {
        self.plies_to_end[self.index(places, side)]
    }

    /// The fate of a position in which `side` is to move.
    pub(super) fn probe(&self, places: PieceSquares, side: usize) -> TablebaseResult {
        match self.entry(places, side) {
            0 => TablebaseResult::Draw,
            plies if plies % 2 == 0 => TablebaseResult::Win(u32::from(plies) - 1),
            plies => TablebaseResult::Loss(u32::from(plies) - 1),
        }
    }

    /// Finds all fates of a class, given what remains after each capture. None if it was told to stop.
    pub(super) fn build(
        relations: CaptureRelations,
        rests: &[SmallerTable],
        must_stop: &dyn Fn() -> bool,
    ) -> Option<EndgameTable> {
        let size = 8 * 32usize.pow(u32::from(relations.count) - 1) * 2;
        let table = EndgameTable { relations, plies_to_end: vec![0; size] };
        let waves = vec![Vec::new(); MAX_PLIES + 2];
        let squares = Square::all().collect();
        let mut work = TableBuilder {
            table,
            smaller_tables: rests,
            unresolved_steps: vec![0; size],
            slowest_losing_capture: vec![0; size],
            frontier: waves,
            squares,
            must_stop,
        };
        work.initialize()?;
        work.propagate_backwards()?;
        Some(work.table)
    }
}

/// A table in the making.
struct TableBuilder<'a> {
    table: EndgameTable,
    smaller_tables: &'a [SmallerTable],
    /// How many steps of a position are not known to lose.
    unresolved_steps: Vec<u8>,
    /// In how many plies the slowest losing capture of a position loses, or [`NEVER`].
    slowest_losing_capture: Vec<u8>,
    /// The positions that end in so many plies.
    frontier: Vec<Vec<u32>>,
    squares: Vec<Square>,
    must_stop: &'a dyn Fn() -> bool,
}

/// How many positions are worked on between two looks at whether to stop.
const POSITIONS_PER_STOP_CHECK: usize = 2048;

impl TableBuilder<'_> {
    fn pieces(&self, side: usize) -> std::ops::Range<usize> {
        let CaptureRelations { first, count, .. } = self.table.relations;
        if side == 0 { 0..first.into() } else { first.into()..count.into() }
    }

    fn occupied(&self, places: PieceSquares) -> SquareMask {
        places[..usize::from(self.table.relations.count)].iter().fold(0, |set, place| set | 1 << place)
    }

    /// Looks at the captures of every position, and counts its steps.
    fn initialize(&mut self) -> Option<()> {
        for index in 0..self.table.plies_to_end.len() {
            if index % POSITIONS_PER_STOP_CHECK == 0 && (self.must_stop)() {
                return None;
            }
            let (places, side) = self.table.position(index);
            let occupied = self.occupied(places);
            if occupied.count_ones() == u32::from(self.table.relations.count) {
                self.initialize_position(index, places, side, occupied);
            }
        }
        Some(())
    }

    fn initialize_position(&mut self, index: usize, places: PieceSquares, side: usize, occupied: SquareMask) {
        let (mut steps, mut wins, mut worst) = (0, None, 0);
        let mut captures = 0;
        for piece in self.pieces(side) {
            steps += (self.adjacent(places, piece) & !occupied).count_ones();
            for target in self.pieces(1 - side) {
                if !self.can_capture(places, piece, target, occupied) {
                    continue;
                }
                captures += 1;
                match self.result_after_capture(places, piece, target, side) {
                    TablebaseResult::Loss(plies) => {
                        wins = Some(wins.map_or(plies + 1, |known: u32| known.min(plies + 1)));
                    }
                    TablebaseResult::Win(plies) if worst != NOT_LOST => worst = worst.max(plies as u8 + 1),
                    TablebaseResult::Win(_) => {}
                    TablebaseResult::Draw => worst = NOT_LOST,
                }
            }
        }
        self.unresolved_steps[index] = steps as u8;
        self.slowest_losing_capture[index] = if wins.is_some() { NOT_LOST } else { worst };
        match wins {
            Some(plies) => self.frontier[plies as usize].push(index as u32),
            None if steps == 0 && captures == 0 => self.frontier[0].push(index as u32),
            None if steps == 0 && worst != NOT_LOST => self.frontier[usize::from(worst)].push(index as u32),
            None => {}
        }
    }

    fn adjacent(&self, places: PieceSquares, piece: usize) -> SquareMask {
        self.squares[usize::from(places[piece])].neighbours()
    }

    fn can_capture(&self, places: PieceSquares, piece: usize, target: usize, occupied: SquareMask) -> bool {
        let square = self.squares[usize::from(places[piece])];
        let reached = if self.table.relations.is_cannon(piece) {
            square.cannon_targets(occupied)
        } else if self.table.relations.may_take(piece, target) {
            square.neighbours()
        } else {
            0
        };
        reached >> places[target] & 1 != 0
    }

    /// The fate of the other side once one of its pieces is taken.
    fn result_after_capture(
        &self,
        places: PieceSquares,
        piece: usize,
        target: usize,
        side: usize,
    ) -> TablebaseResult {
        let Some((table, order)) = &self.smaller_tables[target] else { return TablebaseResult::Loss(0) };
        let mut left = places;
        left[piece] = places[target];
        left[target..].rotate_left(1);
        let mut arranged = [0; MAX_PIECES];
        for (place, old) in order.places.iter().enumerate().take(usize::from(table.relations.count)) {
            arranged[place] = left[usize::from(*old)];
        }
        table.probe(arranged, (1 - side) ^ usize::from(order.sides_swapped))
    }

    /// From every position whose end is known to those that lead to it.
    fn propagate_backwards(&mut self) -> Option<()> {
        for plies in 0..=MAX_PLIES {
            let wave = std::mem::take(&mut self.frontier[plies]);
            for (number, index) in wave.into_iter().enumerate() {
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
        let (places, side) = self.table.position(index);
        let occupied = self.occupied(places);
        for piece in self.pieces(1 - side) {
            for from in Square::iter_mask(self.adjacent(places, piece) & !occupied) {
                let mut before = places;
                before[piece] = from.index() as u8;
                let before = self.table.index(before, 1 - side);
                if self.table.plies_to_end[before] == 0 {
                    self.update_predecessor(before, plies);
                }
            }
        }
    }

    /// A position has a step to one that ends in so many plies.
    fn update_predecessor(&mut self, before: usize, plies: usize) {
        if plies.is_multiple_of(2) {
            return self.frontier[plies + 1].push(before as u32);
        }
        self.unresolved_steps[before] -= 1;
        if self.unresolved_steps[before] == 0 && self.slowest_losing_capture[before] != NOT_LOST {
            let plies = (plies + 1).max(usize::from(self.slowest_losing_capture[before]));
            self.frontier[plies].push(before as u32);
        }
    }
}
