//! The part of the Zobrist key that depends on the ban. The rest is the key of chess.

use super::FromTo;
use crate::zobrist::random_numbers;

static BAN_FROM: [u64; 64] = random_numbers(4);
static BAN_TO: [u64; 64] = random_numbers(5);

pub(super) fn ban_key(ban: FromTo) -> u64 {
    BAN_FROM[usize::from(ban.from)] ^ BAN_TO[usize::from(ban.to)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Square;
    use std::collections::HashSet;

    #[test]
    fn every_ban_has_its_own_key() {
        let pairs = Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| FromTo { from, to }));
        assert_eq!(pairs.map(ban_key).collect::<HashSet<u64>>().len(), 64 * 64);
    }
}
