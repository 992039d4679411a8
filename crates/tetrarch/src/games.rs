//! The list of games: the one place where all of them are named.

use tetrarch_rules::{BanChess, Banqi};
use tetrarch_table::record::{ActionList, BanPgn, Json};
use tetrarch_table::{Games, Of};

/// Every game this program plays.
pub const GAMES: Games = Games::new(&[
    &Of::<BanChess>::with_formats(&[&BanPgn, &ActionList { name: "bcn", outcomes_joined: false }, &Json]),
    &Of::<Banqi>::with_formats(&[&ActionList { name: "list", outcomes_joined: true }, &Json]),
]);
