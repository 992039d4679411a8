//! Shared parts of PGN-like formats: tag pairs, tokens and line breaking.

mod lexer;
mod move_counter;
mod writer;

pub(super) use lexer::{PgnToken, RawGame, TokenKind, split_games};
pub(super) use move_counter::MoveCounter;
pub(super) use writer::{Movetext, write_tags};
