//! Engines: search, evaluation, levels and analysis.
//!
//! A [`SearchGame`] adapts the rules of a game to a two-sided search and evaluates its positions.
//! [`AlphaBetaSearch`] searches it, and an [`EnginePlayer`] plays a seat with the result at a
//! [`Level`](tetrarch_table::search::Level). An engine is a client of its seat: it sees the table as the seat
//! sees it and does what a player could do.
//!
//! Where to find what: iterative deepening and aspiration windows are in `search/root.rs`; alpha-beta with
//! principal variation search, null-move pruning, futility pruning and late-move reductions in
//! `search/node.rs`; the quiescence search in `search/quiescence.rs`; killer moves and the history heuristic
//! in `search/move_ordering.rs`; chance nodes (Star1 and Star2) in `search/chance.rs`; max-n and best-reply
//! search in the `multiplayer` module of the game that needs them; the transposition table in `transposition_table.rs`; the tapered
//! evaluation in `evaluation.rs`; Texel tuning and SPSA in `tune`.

mod bitboard;
mod chess_attack_map;
mod engine;
mod engine_player;
mod evaluation;
mod offer_policy;
mod rng;
mod search;
mod search_control;
mod search_game;
mod searcher;
mod skill;
mod time_management;
mod transposition_table;

pub mod ban_chess;
pub mod banqi;
pub mod bishops;
pub mod enochian;
pub mod tune;

pub use engine::{Answer, Engine, EngineSettings, MakeEngine};
pub use engine_player::EnginePlayer;
pub use evaluation::{Features, MAX_PHASE, Weight, Weights};
pub use rng::Rng;
pub use search::{AlphaBetaSearch, PvLine, SearchFlags, SearchResult};
pub use search_game::{ActionOf, NodeDepth, NodeKind, SearchGame, SearchSide, Terminal};
pub use searcher::{SearchInput, Searcher};
pub use skill::{Skill, Skills};
pub use time_management::time_budget;
pub use transposition_table::TranspositionTable;
