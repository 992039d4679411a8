//! The rules of four chess variants behind two traits.
//!
//! This crate reads no files, no clock and no random numbers: chance outcomes are actions that the caller plays. Each
//! game is a module that implements [`Position`], its rules, and [`Presentation`], how people see it. The games share
//! the types at the crate root and never use each other. The [`laws`] check every game in the same way.

mod chess;
mod gesture;
mod outcome;
mod parse_error;
mod perft;
mod position;
mod presentation;
mod repetition;
mod seat;
mod special_rules;
mod treaty;
mod turn;
mod view;
mod zobrist;

pub mod ban_chess;
pub mod banqi;
pub mod bishops;
pub mod enochian;
pub mod laws;

pub use ban_chess::BanChess;
pub use banqi::Banqi;
pub use bishops::Bishops;
pub use chess::{ChessBoard, ChessMove, ChessRole, FromTo, SquareBits};
pub use enochian::Enochian;
pub use gesture::{Gesture, IllegalAction};
pub use outcome::{Outcome, Points, Reason};
pub use parse_error::{ErrorCollector, ParseError, ParseErrors, parse_count, parse_count_from};
pub use perft::{divide, perft};
pub use position::{Position, Status};
pub use presentation::Presentation;
pub use repetition::Repetition;
pub use seat::{BySeat, Seat, SeatNames, SeatSet};
pub use special_rules::SpecialRules;
pub use treaty::Treaty;
pub use turn::{ArmyId, Eye, ForfeitCause, Turn};
pub use view::{
    ArmyView, BoardView, Cell, Choice, Ground, Mark, MarkKind, PieceState, PieceView, SeatView, Side, Tray,
    TrayPiece, TurnView, View, capitalised, cell_name, letter_text, two_player_side,
};
