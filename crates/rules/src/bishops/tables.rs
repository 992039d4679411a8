//! Where lines and steps lead, made at compile time.

use super::army;
use super::square::{ALL, IN_PLAY, Square, SquareSet};

/// The eight directions as files to the right and ranks up. The first four lead to higher square numbers, the
/// last four to lower ones; of each four the first two are straight.
const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)];

/// A direction in which lines go.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Direction(u8);

impl Direction {
    pub(super) const STRAIGHT: [Direction; 4] = [Direction(0), Direction(1), Direction(4), Direction(5)];
    pub(super) const DIAGONAL: [Direction; 4] = [Direction(2), Direction(3), Direction(6), Direction(7)];

    #[inline]
    pub(super) const fn is_diagonal(self) -> bool {
        self.0 & 2 != 0
    }

    /// The direction in which a line goes from one square to another, over squares in play.
    #[inline]
    pub(super) fn between(from: Square, to: Square) -> Option<Direction> {
        match *BEARINGS[from.index()].get(to.index())? {
            NO_LINE => None,
            direction => Some(Direction(direction)),
        }
    }

    /// The squares in play that a line passes on the empty board. It ends before a corner.
    #[inline]
    pub(super) fn ray(self, from: Square) -> SquareSet {
        RAYS[(self.0 & 7) as usize][from.index()]
    }

    /// The first square of `men` on the line from `from`.
    #[inline]
    pub(super) fn first_of(self, from: Square, men: SquareSet) -> Option<Square> {
        let met = self.ray(from) & men;
        if self.0 < 4 { met.first() } else { met.last() }
    }
}

const NO_LINE: u8 = 8;

static RAYS: [[SquareSet; ALL]; 8] = {
    let mut rays = [[SquareSet::EMPTY; ALL]; 8];
    let mut i = 0;
    while i < 8 * ALL {
        let (direction, square) = (i / ALL, Square::numbered(i % ALL));
        rays[direction][square.index()] = walk(square, DIRECTIONS[direction]);
        i += 1;
    }
    rays
};

/// The direction from any square to any square in play.
static BEARINGS: [[u8; IN_PLAY]; ALL] = {
    let mut bearings = [[NO_LINE; IN_PLAY]; ALL];
    let mut i = 0;
    while i < 8 * ALL {
        let (direction, from) = (i / ALL, i % ALL);
        let mut ray = RAYS[direction][from];
        while let Some(to) = ray.first() {
            bearings[from][to.index()] = direction as u8;
            ray = ray.without_first();
        }
        i += 1;
    }
    bearings
};

static STRAIGHT_LINES: [SquareSet; ALL] = lines([0, 1, 4, 5]);
static DIAGONAL_LINES: [SquareSet; ALL] = lines([2, 3, 6, 7]);
static LINES: [SquareSet; ALL] = {
    let mut sets = STRAIGHT_LINES;
    let mut i = 0;
    while i < ALL {
        sets[i] = sets[i].or(DIAGONAL_LINES[i]);
        i += 1;
    }
    sets
};

const KNIGHT_JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

static KNIGHT: [SquareSet; ALL] = steps(&KNIGHT_JUMPS);
static KING: [SquareSet; ALL] = steps(&DIRECTIONS);

/// The squares that a pawn attacks, by seat.
static PAWN: [[SquareSet; ALL]; 4] = pawn_steps(1);
/// The squares from which a pawn attacks, by seat.
static PAWN_BACK: [[SquareSet; ALL]; 4] = pawn_steps(-1);

/// All squares on straight lines from here.
#[inline]
pub(super) fn straight_lines(from: Square) -> SquareSet {
    STRAIGHT_LINES[from.index()]
}

/// All squares on diagonal lines from here.
#[inline]
pub(super) fn diagonal_lines(from: Square) -> SquareSet {
    DIAGONAL_LINES[from.index()]
}

/// All squares on any line from here.
#[inline]
pub(super) fn all_lines(from: Square) -> SquareSet {
    LINES[from.index()]
}

#[inline]
pub(super) fn knight_jumps(from: Square) -> SquareSet {
    KNIGHT[from.index()]
}

/// A king's steps to squares in play.
#[inline]
pub(super) fn king_steps(from: Square) -> SquareSet {
    KING[from.index()]
}

/// What a pawn of `seat` attacks from here.
#[inline]
pub(super) fn pawn_attacks(seat: crate::Seat, from: Square) -> SquareSet {
    PAWN[seat.index()][from.index()]
}

/// Where a pawn of `seat` stands if it attacks this square.
#[inline]
pub(super) fn pawn_attackers(seat: crate::Seat, on: Square) -> SquareSet {
    PAWN_BACK[seat.index()][on.index()]
}

const fn step(from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let (file, rank) = from.place();
    Square::at(file + files, rank + ranks)
}

const fn walk(from: Square, direction: (i8, i8)) -> SquareSet {
    let mut passed = SquareSet::EMPTY;
    let mut here = from;
    while let Some(next) = step(here, direction) {
        if next.index() >= IN_PLAY {
            return passed;
        }
        passed = passed.with(next);
        here = next;
    }
    passed
}

const fn lines(directions: [usize; 4]) -> [SquareSet; ALL] {
    let mut sets = [SquareSet::EMPTY; ALL];
    let mut i = 0;
    while i < 4 * ALL {
        sets[i / 4] = sets[i / 4].or(RAYS[directions[i % 4]][i / 4]);
        i += 1;
    }
    sets
}

const fn steps(ways: &[(i8, i8); 8]) -> [SquareSet; ALL] {
    let mut sets = [SquareSet::EMPTY; ALL];
    let mut i = 0;
    while i < 8 * ALL {
        if let Some(to) = step(Square::numbered(i / 8), ways[i % 8]) {
            sets[i / 8] = sets[i / 8].with(to);
        }
        i += 1;
    }
    sets
}

/// Both diagonal steps of every seat's pawns, `along` 1 forward and -1 backward.
const fn pawn_steps(along: i8) -> [[SquareSet; ALL]; 4] {
    let mut sets = [[SquareSet::EMPTY; ALL]; 4];
    let mut i = 0;
    while i < 8 * ALL {
        let (seat, from, side) = (i / (2 * ALL), i / 2 % ALL, if i % 2 == 0 { 1 } else { -1 });
        let (files, ranks) = army::FORWARD[seat];
        // One step along the way and one across it.
        let way = (along * files + side * ranks, along * ranks + side * files);
        if let Some(to) = step(Square::numbered(from), way) {
            sets[seat][from] = sets[seat][from].with(to);
        }
        i += 1;
    }
    sets
}
