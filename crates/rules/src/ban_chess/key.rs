//! The ban in the Zobrist key; the rest is the key of chess.

use super::Pair;
use crate::zobrist::numbers;

static BAN_FROM: [u64; 64] = numbers(4);
static BAN_TO: [u64; 64] = numbers(5);

pub(super) fn of_ban(ban: Pair) -> u64 {
    BAN_FROM[usize::from(ban.from)] ^ BAN_TO[usize::from(ban.to)]
}
