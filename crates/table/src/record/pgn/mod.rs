//! What all PGN-like formats share: tag pairs, tokens and line breaking.

mod lexer;
mod move_count;
mod writer;

pub(super) use lexer::{RawGame, Token, TokenKind, games};
pub(super) use move_count::MoveCount;
pub(super) use writer::{Movetext, write_tags};
