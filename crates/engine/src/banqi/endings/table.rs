//! One ending: what every placement of its pieces is worth, found backwards from the ends.

use super::class::{MOST, Order, Relations};
use std::sync::Arc;
use tetrarch_rules::banqi::{Square, SquareSet};

/// How a position of an ending goes on with best play.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Fate {
    /// Nobody can force anything.
    Drawn,
    /// The side to move wins in so many plies.
    Wins(u32),
    /// The side to move loses in so many plies.
    Loses(u32),
}

/// The fates of one class of endings.
///
/// One byte a position: 0 for a draw, otherwise one more than the plies to the end; who wins follows from whether
/// they are odd. The board's two mirrors bring the first piece into one quarter.
pub(super) struct Table {
    relations: Relations,
    fates: Vec<u8>,
}

/// What remains after a piece is taken: the smaller ending, and the order of its pieces.
pub(super) type Rest = Option<(Arc<Table>, Order)>;

/// Where the pieces stand, by the index of the square.
pub(super) type Places = [u8; MOST];

/// Quiet plies are no danger to what ends within this many, and no ending of four pieces takes longer.
const LONGEST: usize = 254;
/// A loss is impossible: something else can be had.
const NEVER: u8 = u8::MAX;

impl Table {
    /// Where a position stands in the list; `side` is to move.
    fn index(&self, mut places: Places, side: usize) -> usize {
        let first = places[0];
        let mirror = if first & 4 != 0 { 7 } else { 0 } ^ if first & 16 != 0 { 24 } else { 0 };
        places.iter_mut().for_each(|place| *place ^= mirror);
        let quarter = places[0] & 3 | places[0] >> 1 & 4;
        let rest = places[1..usize::from(self.relations.count)].iter();
        rest.fold(usize::from(quarter), |index, place| index * 32 + usize::from(*place)) * 2 + side
    }

    /// The opposite of [`Table::index`], with the first piece in the first quarter.
    fn position(&self, index: usize) -> (Places, usize) {
        let (mut rest, mut places) = (index / 2, [0; MOST]);
        for piece in (1..usize::from(self.relations.count)).rev() {
            places[piece] = (rest % 32) as u8;
            rest /= 32;
        }
        places[0] = (rest & 3 | (rest & 4) << 1) as u8;
        (places, index % 2)
    }

    fn byte(&self, places: Places, side: usize) -> u8 {
        self.fates[self.index(places, side)]
    }

    /// The fate of a position in which `side` is to move.
    pub(super) fn fate(&self, places: Places, side: usize) -> Fate {
        match self.byte(places, side) {
            0 => Fate::Drawn,
            plies if plies % 2 == 0 => Fate::Wins(u32::from(plies) - 1),
            plies => Fate::Loses(u32::from(plies) - 1),
        }
    }

    /// Finds all fates of a class, given what remains after each capture. None if it was told to stop.
    pub(super) fn build(relations: Relations, rests: &[Rest], must_stop: &dyn Fn() -> bool) -> Option<Table> {
        let size = 8 * 32usize.pow(u32::from(relations.count) - 1) * 2;
        let table = Table { relations, fates: vec![0; size] };
        let waves = vec![Vec::new(); LONGEST + 2];
        let squares = Square::all().collect();
        let mut work =
            Work { table, rests, open: vec![0; size], worst: vec![0; size], waves, squares, must_stop };
        work.begin()?;
        work.go_back()?;
        Some(work.table)
    }
}

/// A table in the making.
struct Work<'a> {
    table: Table,
    rests: &'a [Rest],
    /// How many steps of a position are not known to lose.
    open: Vec<u8>,
    /// In how many plies the slowest losing capture of a position loses, or [`NEVER`].
    worst: Vec<u8>,
    /// The positions that end in so many plies.
    waves: Vec<Vec<u32>>,
    squares: Vec<Square>,
    must_stop: &'a dyn Fn() -> bool,
}

/// How many positions are worked on between two looks at whether to stop.
const LOOK: usize = 2048;

impl Work<'_> {
    fn pieces(&self, side: usize) -> std::ops::Range<usize> {
        let Relations { first, count, .. } = self.table.relations;
        if side == 0 { 0..first.into() } else { first.into()..count.into() }
    }

    fn occupied(&self, places: Places) -> SquareSet {
        places[..usize::from(self.table.relations.count)].iter().fold(0, |set, place| set | 1 << place)
    }

    /// Looks at the captures of every position, and counts its steps.
    fn begin(&mut self) -> Option<()> {
        for index in 0..self.table.fates.len() {
            if index % LOOK == 0 && (self.must_stop)() {
                return None;
            }
            let (places, side) = self.table.position(index);
            let occupied = self.occupied(places);
            if occupied.count_ones() == u32::from(self.table.relations.count) {
                self.begin_one(index, places, side, occupied);
            }
        }
        Some(())
    }

    fn begin_one(&mut self, index: usize, places: Places, side: usize, occupied: SquareSet) {
        let (mut steps, mut wins, mut worst) = (0, None, 0);
        let mut captures = 0;
        for piece in self.pieces(side) {
            steps += (self.beside(places, piece) & !occupied).count_ones();
            for target in self.pieces(1 - side) {
                if !self.takes(places, piece, target, occupied) {
                    continue;
                }
                captures += 1;
                match self.after_capture(places, piece, target, side) {
                    Fate::Loses(plies) => {
                        wins = Some(wins.map_or(plies + 1, |known: u32| known.min(plies + 1)));
                    }
                    Fate::Wins(plies) if worst != NEVER => worst = worst.max(plies as u8 + 1),
                    Fate::Wins(_) => {}
                    Fate::Drawn => worst = NEVER,
                }
            }
        }
        self.open[index] = steps as u8;
        self.worst[index] = if wins.is_some() { NEVER } else { worst };
        match wins {
            Some(plies) => self.waves[plies as usize].push(index as u32),
            None if steps == 0 && captures == 0 => self.waves[0].push(index as u32),
            None if steps == 0 && worst != NEVER => self.waves[usize::from(worst)].push(index as u32),
            None => {}
        }
    }

    fn beside(&self, places: Places, piece: usize) -> SquareSet {
        self.squares[usize::from(places[piece])].beside()
    }

    fn takes(&self, places: Places, piece: usize, target: usize, occupied: SquareSet) -> bool {
        let square = self.squares[usize::from(places[piece])];
        let reached = if self.table.relations.is_cannon(piece) {
            square.aimed_at(occupied)
        } else if self.table.relations.may_take(piece, target) {
            square.beside()
        } else {
            0
        };
        reached >> places[target] & 1 != 0
    }

    /// The fate of the other side once one of its pieces is taken.
    fn after_capture(&self, places: Places, piece: usize, target: usize, side: usize) -> Fate {
        let Some((table, order)) = &self.rests[target] else { return Fate::Loses(0) };
        let mut left = places;
        left[piece] = places[target];
        left[target..].rotate_left(1);
        let mut arranged = [0; MOST];
        for (place, old) in order.places.iter().enumerate().take(usize::from(table.relations.count)) {
            arranged[place] = left[usize::from(*old)];
        }
        table.fate(arranged, (1 - side) ^ usize::from(order.exchanged))
    }

    /// From every position whose end is known to those that lead to it.
    fn go_back(&mut self) -> Option<()> {
        for plies in 0..=LONGEST {
            let wave = std::mem::take(&mut self.waves[plies]);
            for (number, index) in wave.into_iter().enumerate() {
                if number % LOOK == 0 && (self.must_stop)() {
                    return None;
                }
                if self.table.fates[index as usize] == 0 {
                    self.settle(index as usize, plies);
                }
            }
        }
        Some(())
    }

    fn settle(&mut self, index: usize, plies: usize) {
        self.table.fates[index] = plies as u8 + 1;
        let (places, side) = self.table.position(index);
        let occupied = self.occupied(places);
        for piece in self.pieces(1 - side) {
            for from in Square::of_set(self.beside(places, piece) & !occupied) {
                let mut before = places;
                before[piece] = from.index() as u8;
                let before = self.table.index(before, 1 - side);
                if self.table.fates[before] == 0 {
                    self.lead_to(before, plies);
                }
            }
        }
    }

    /// A position has a step to one that ends in so many plies.
    fn lead_to(&mut self, before: usize, plies: usize) {
        if plies.is_multiple_of(2) {
            return self.waves[plies + 1].push(before as u32);
        }
        self.open[before] -= 1;
        if self.open[before] == 0 && self.worst[before] != NEVER {
            let plies = (plies + 1).max(usize::from(self.worst[before]));
            self.waves[plies].push(before as u32);
        }
    }
}
