//! The exact rules of four chess variants behind one trait.
//!
//! Nothing here reads a file, a clock or a random number: what happens is an argument. A game is a module that
//! implements [`Position`]; the vocabulary is shared, the games never use each other. The [`laws`] check every
//! game in the same way.

mod chess;
mod faults;
mod gesture;
mod outcome;
mod perft;
mod position;
mod repetition;
mod seat;
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
pub use chess::{ChessKind, ChessMove, Men, Pair, SquareBits};
pub use enochian::Enochian;
pub use faults::{Fault, FaultList, Faults, read_count};
pub use gesture::{Gesture, WhyNot};
pub use outcome::{Outcome, Points, Reason};
pub use perft::{divide, perft};
pub use position::{Position, Standing};
pub use repetition::Repetition;
pub use seat::{BySeat, Seat, SeatNames, SeatSet};
pub use treaty::Treaty;
pub use turn::{Army, Cause, Eye, Turn};
pub use view::{
    ArmyView, Board, Cell, Choice, Ground, Man, ManState, Mark, MarkKind, SeatView, Side, Tray, TrayMan,
    TurnView, View, capital, cell_name, facing, letter,
};
