//! Attack tables: adjacent squares and the targets of a cannon.

use super::{Square, SquareSet};

/// The a-file.
const FILE_A: u32 = 0x0101_0101;

static NEIGHBOURS: [SquareSet; 32] = {
    let mut table = [SquareSet::EMPTY; 32];
    let mut index = 0;
    while index < 32 {
        let (file, one) = (index % 8, 1u32 << index);
        let mut adjacent = one << 8 | one >> 8;
        if file > 0 {
            adjacent |= one >> 1;
        }
        if file < 7 {
            adjacent |= one << 1;
        }
        table[index] = SquareSet(adjacent);
        index += 1;
    }
    table
};

/// The files a cannon attacks on its rank, by its file and the occupied files of the rank.
static RANK_JUMPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut file = 0;
    while file < 8 {
        let mut occupied = 0;
        while occupied < 256 {
            table[file][occupied] = jump_targets(file, occupied, 8) as u8;
            occupied += 1;
        }
        file += 1;
    }
    table
};

/// The squares of the a-file a cannon attacks, by its rank and the occupied ranks of its file.
static FILE_JUMPS: [[SquareSet; 16]; 4] = {
    let mut table = [[SquareSet::EMPTY; 16]; 4];
    let mut rank = 0;
    while rank < 4 {
        let mut occupied = 0;
        while occupied < 16 {
            let ranks = jump_targets(rank, occupied, 4);
            let mut place = 0;
            while place < 4 {
                table[rank][occupied].0 |= (ranks >> place & 1) << (8 * place);
                place += 1;
            }
            occupied += 1;
        }
        rank += 1;
    }
    table
};

/// The second occupied place in each direction from `from`, on a line of `length` places.
const fn jump_targets(from: usize, occupied: usize, length: usize) -> u32 {
    let mut found = 0;
    let (mut place, mut seen) = (from + 1, 0);
    while place < length {
        seen += occupied >> place & 1;
        if occupied >> place & 1 == 1 && seen == 2 {
            found |= 1 << place;
        }
        place += 1;
    }
    (place, seen) = (from, 0);
    while place > 0 {
        place -= 1;
        seen += occupied >> place & 1;
        if occupied >> place & 1 == 1 && seen == 2 {
            found |= 1 << place;
        }
    }
    found
}

/// The orthogonally adjacent squares.
pub(super) fn neighbours(square: Square) -> SquareSet {
    NEIGHBOURS[square.index()]
}

/// The occupied squares on the same rank or file with exactly one occupied square in between.
pub(super) fn cannon_jumps(from: Square, occupied: SquareSet) -> SquareSet {
    let (file, rank) = (from.file(), from.rank());
    let files = occupied.0 >> (8 * rank) & 0xff;
    // The multiplication gathers the four bits of a file in adjacent bits.
    let ranks = (occupied.0 >> file & FILE_A).wrapping_mul(0x0102_0408) >> 24 & 15;
    let along_rank = SquareSet(u32::from(RANK_JUMPS[usize::from(file)][files as usize])) << (8 * rank);
    along_rank | FILE_JUMPS[usize::from(rank)][ranks as usize] << file
}

/// The squares strictly between two squares; `None` if they share neither rank nor file.
pub(super) fn between(from: Square, to: Square) -> Option<SquareSet> {
    let (files, ranks) = (span(from.file(), to.file()), span(from.rank(), to.rank()));
    if from.file() == to.file() {
        return Some(SquareSet(
            ranks.fold(0, |set, rank| set | SquareSet::one(Square::from_coords(from.file(), rank)).0),
        ));
    }
    (from.rank() == to.rank()).then(|| {
        SquareSet(files.fold(0, |set, file| set | SquareSet::one(Square::from_coords(file, from.rank())).0))
    })
}

fn span(a: u8, b: u8) -> std::ops::Range<u8> {
    a.min(b) + 1..a.max(b)
}
