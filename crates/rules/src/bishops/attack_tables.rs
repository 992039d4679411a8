//! Attack tables, computed at compile time.

use super::army;
use super::square::{IN_PLAY, SQUARE_COUNT, Square, SquareSet};

/// The eight directions as file and rank offsets. The first four lead to higher square indices, the last four to
/// lower ones. The first two of each four are straight.
const DIRECTION_OFFSETS: [(i8, i8); 8] =
    [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)];

/// A direction of sliding pieces.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Direction(u8);

impl Direction {
    pub(super) const STRAIGHT: [Direction; 4] = [Direction(0), Direction(1), Direction(4), Direction(5)];
    pub(super) const DIAGONAL: [Direction; 4] = [Direction(2), Direction(3), Direction(6), Direction(7)];

    #[inline]
    pub(super) const fn is_diagonal(self) -> bool {
        self.0 & 2 != 0
    }

    /// The direction from one square to another, if a line over squares in play connects them.
    #[inline]
    pub(super) fn towards(from: Square, to: Square) -> Option<Direction> {
        match *DIRECTIONS_BETWEEN[from.index()].get(to.index())? {
            NO_DIRECTION => None,
            direction => Some(Direction(direction)),
        }
    }

    /// The squares of the ray on an empty board. It ends before a corner.
    #[inline]
    pub(super) fn ray(self, from: Square) -> SquareSet {
        RAYS[(self.0 & 7) as usize][from.index()]
    }

    /// The first square of `pieces` on the ray.
    #[inline]
    pub(super) fn first_piece(self, from: Square, pieces: SquareSet) -> Option<Square> {
        let met = self.ray(from) & pieces;
        if self.0 < 4 { met.first() } else { met.last() }
    }
}

const NO_DIRECTION: u8 = 8;

static RAYS: [[SquareSet; SQUARE_COUNT]; 8] = {
    let mut rays = [[SquareSet::EMPTY; SQUARE_COUNT]; 8];
    let mut i = 0;
    while i < 8 * SQUARE_COUNT {
        let (direction, square) = (i / SQUARE_COUNT, Square::from_index(i % SQUARE_COUNT));
        rays[direction][square.index()] = ray_from(square, DIRECTION_OFFSETS[direction]);
        i += 1;
    }
    rays
};

/// The direction from any square to any square in play.
static DIRECTIONS_BETWEEN: [[u8; IN_PLAY]; SQUARE_COUNT] = {
    let mut bearings = [[NO_DIRECTION; IN_PLAY]; SQUARE_COUNT];
    let mut i = 0;
    while i < 8 * SQUARE_COUNT {
        let (direction, from) = (i / SQUARE_COUNT, i % SQUARE_COUNT);
        let mut ray = RAYS[direction][from];
        while let Some(to) = ray.first() {
            bearings[from][to.index()] = direction as u8;
            ray = ray.without_first();
        }
        i += 1;
    }
    bearings
};

static STRAIGHT_LINES: [SquareSet; SQUARE_COUNT] = union_of_rays([0, 1, 4, 5]);
static DIAGONAL_LINES: [SquareSet; SQUARE_COUNT] = union_of_rays([2, 3, 6, 7]);
static LINES: [SquareSet; SQUARE_COUNT] = {
    let mut sets = STRAIGHT_LINES;
    let mut i = 0;
    while i < SQUARE_COUNT {
        sets[i] = sets[i].or(DIAGONAL_LINES[i]);
        i += 1;
    }
    sets
};

const KNIGHT_OFFSETS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

static KNIGHT_ATTACKS: [SquareSet; SQUARE_COUNT] = attacks_by_offsets(&KNIGHT_OFFSETS);
static KING_ATTACKS: [SquareSet; SQUARE_COUNT] = attacks_by_offsets(&DIRECTION_OFFSETS);

/// The squares that a pawn attacks, by seat.
static PAWN_ATTACKS: [[SquareSet; SQUARE_COUNT]; 4] = pawn_attack_table(1);
/// The squares from which a pawn attacks, by seat.
static PAWN_ATTACKERS: [[SquareSet; SQUARE_COUNT]; 4] = pawn_attack_table(-1);

/// The rook attacks on an empty board.
#[inline]
pub(super) fn straight_lines(from: Square) -> SquareSet {
    STRAIGHT_LINES[from.index()]
}

/// The bishop attacks on an empty board.
#[inline]
pub(super) fn diagonal_lines(from: Square) -> SquareSet {
    DIAGONAL_LINES[from.index()]
}

/// The queen attacks on an empty board.
#[inline]
pub(super) fn all_lines(from: Square) -> SquareSet {
    LINES[from.index()]
}

#[inline]
pub(super) fn knight_attacks(from: Square) -> SquareSet {
    KNIGHT_ATTACKS[from.index()]
}

/// The squares in play that a king attacks.
#[inline]
pub(super) fn king_attacks(from: Square) -> SquareSet {
    KING_ATTACKS[from.index()]
}

/// The squares that a pawn of `seat` attacks.
#[inline]
pub(super) fn pawn_attacks(seat: crate::Seat, from: Square) -> SquareSet {
    PAWN_ATTACKS[seat.index()][from.index()]
}

/// The squares from which a pawn of `seat` attacks `on`.
#[inline]
pub(super) fn pawn_attackers(seat: crate::Seat, on: Square) -> SquareSet {
    PAWN_ATTACKERS[seat.index()][on.index()]
}

const fn offset_square(from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let (file, rank) = from.coords();
    Square::from_coords(file + files, rank + ranks)
}

const fn ray_from(from: Square, direction: (i8, i8)) -> SquareSet {
    let mut passed = SquareSet::EMPTY;
    let mut here = from;
    while let Some(next) = offset_square(here, direction) {
        if next.index() >= IN_PLAY {
            return passed;
        }
        passed = passed.with(next);
        here = next;
    }
    passed
}

const fn union_of_rays(directions: [usize; 4]) -> [SquareSet; SQUARE_COUNT] {
    let mut sets = [SquareSet::EMPTY; SQUARE_COUNT];
    let mut i = 0;
    while i < 4 * SQUARE_COUNT {
        sets[i / 4] = sets[i / 4].or(RAYS[directions[i % 4]][i / 4]);
        i += 1;
    }
    sets
}

const fn attacks_by_offsets(ways: &[(i8, i8); 8]) -> [SquareSet; SQUARE_COUNT] {
    let mut sets = [SquareSet::EMPTY; SQUARE_COUNT];
    let mut i = 0;
    while i < 8 * SQUARE_COUNT {
        if let Some(to) = offset_square(Square::from_index(i / 8), ways[i % 8]) {
            sets[i / 8] = sets[i / 8].with(to);
        }
        i += 1;
    }
    sets
}

/// The pawn attacks of every seat with `along` 1, the squares that they come from with `along` -1.
const fn pawn_attack_table(along: i8) -> [[SquareSet; SQUARE_COUNT]; 4] {
    let mut sets = [[SquareSet::EMPTY; SQUARE_COUNT]; 4];
    let mut i = 0;
    while i < 8 * SQUARE_COUNT {
        let (seat, from, side) =
            (i / (2 * SQUARE_COUNT), i / 2 % SQUARE_COUNT, if i % 2 == 0 { 1 } else { -1 });
        let (files, ranks) = army::FORWARD[seat];
        // One square along the pawn direction and one across it.
        let way = (along * files + side * ranks, along * ranks + side * files);
        if let Some(to) = offset_square(Square::from_index(from), way) {
            sets[seat][from] = sets[seat][from].with(to);
        }
        i += 1;
    }
    sets
}
