//! Engines: search, evaluation, levels and analysis.
//!
//! A [`Mind`] is what the search knows of a game in which two sides decide, a [`Search`] finds lines with it, and an
//! [`Engine`] plays a seat with them at a level. An engine is a client of its seat: it gets the table as the seat
//! sees it and answers what a player could say.

mod chess_attacks;
mod engine;
mod engine_player;
mod evaluation;
mod level;
mod limits;
mod offer_policy;
mod rng;
mod score;
mod search;
mod search_game;
mod searcher;
mod time_management;
mod transposition_table;

pub mod ban_chess;
pub mod banqi;
pub mod bishops;
pub mod enochian;
pub mod tune;

pub use engine::{
    AnalysisParams, Answer, Engine, EngineSettings, MakeEngine, MoveRequest, ReportLine, SearchReport,
};
pub use engine_player::EnginePlayer;
pub use evaluation::{Features, MAX_PHASE, Weight, Weights};
pub use level::{InvalidLevel, Level, Skill, Skills};
pub use limits::{SearchLimits, StopFlag, TimeBudget};
pub use rng::Rng;
pub use score::Score;
pub use search::multiplayer;
pub use search::{AlphaBetaSearch, PvLine, SearchFlags, SearchResult};
pub use search_game::{ActionOf, NodeDepth, NodeKind, SearchGame, SearchSide, Terminal};
pub use searcher::{OpponentModel, SearchRequest, Searcher, UnknownOpponentModel};
pub use time_management::time_budget;
pub use transposition_table::TranspositionTable;
