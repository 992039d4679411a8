//! Engines: search, evaluation, levels and analysis.
//!
//! A [`Mind`] is what the search knows of a game in which two sides decide, a [`Search`] finds lines with it, and an
//! [`Engine`] plays a seat with them at a level. An engine is a client of its seat: it gets the table as the seat
//! sees it and answers what a player could say.

mod brain;
mod engine;
mod level;
mod limits;
mod linear;
mod luck;
mod manners;
mod memory;
mod mind;
mod reach;
mod score;
mod search;
mod thinker;
mod timing;

pub mod ban_chess;
pub mod banqi;
pub mod bishops;
pub mod enochian;
pub mod tune;

pub use brain::Brain;
pub use engine::{Answer, Engine, MakeEngine, Question, Report, ReportLine, Settings, Think};
pub use level::{Level, NoSuchLevel, Skill, Skills};
pub use limits::{Budget, Limits, Stop};
pub use linear::{BEGINNING, Features, Weight, Weights};
pub use luck::Luck;
pub use memory::Memory;
pub use mind::{ActionOf, End, Mind, Moves, Side, Spot};
pub use score::Score;
pub use search::many;
pub use search::{Line, Machinery, Search, Thought};
pub use thinker::{NoSuchOutlook, Outlook, Task, Thinker};
pub use timing::budget;
