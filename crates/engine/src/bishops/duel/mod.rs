//! The duel: chess.

mod features;
mod king_safety;
mod pawn_structure;
mod static_exchange;

pub use features::DuelFeatures;

use crate::Score;
use crate::evaluation::Weights;
use crate::search_game::{NodeDepth, NodeKind, SearchGame, SearchSide, Terminal};
use crate::tune::Tunable;
use static_exchange::static_exchange_evaluation;
use std::sync::Arc;
use tetrarch_rules::bishops::{Action, ChessMove, DuelState};
use tetrarch_rules::{Bishops, ChessRole, Seat};

/// What the engine knows of the duel.
#[derive(Clone, Debug)]
pub struct DuelSearchGame {
    weights: Arc<Weights>,
}

/// The beginning of a duel, whoever is in it.
const START: &str = "duel w:b g4,p3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What the men are worth in an exchange, the pawn first.
pub(super) const PIECE_VALUES: [i32; 6] = [100, 320, 330, 500, 950, 10_000];

impl DuelSearchGame {
    /// A mind with these weights.
    pub fn new(weights: Arc<Weights>) -> DuelSearchGame {
        DuelSearchGame { weights }
    }
}

impl Default for DuelSearchGame {
    fn default() -> DuelSearchGame {
        DuelSearchGame { weights: super::weights::default_weights().0 }
    }
}

/// What a move wins at once: none for a quiet one, less than nothing if the exchange loses.
fn tactical_gain(game: &Bishops, m: ChessMove) -> Option<i32> {
    let promoted = m.promotion().map(|kind| if kind == ChessRole::Queen { 800 } else { -100 });
    let Some(taken) = m.captured() else { return promoted };
    let (taken, mover) = (PIECE_VALUES[taken as usize], PIECE_VALUES[m.role() as usize].min(1000));
    if mover > taken && promoted.is_none() {
        let (from, to) = m.square_indices();
        let worth = game.duel().map_or(0, |duel| static_exchange_evaluation(&duel.chess_board(), from, to));
        if worth < 0 {
            return Some(worth);
        }
    }
    Some(taken - mover / 16 + promoted.unwrap_or(0))
}

impl SearchGame for DuelSearchGame {
    type Game = Bishops;

    const HISTORY_SIZE: usize = 2 * 6 * 64;
    const FUTILITY_MARGIN: i32 = 80;
    const TABLE_IN_QUIESCENCE: bool = true;
    const WIN_PROBABILITY_SCALE: f64 = 220.0;

    fn side_to_move(&self, game: &Bishops) -> SearchSide {
        let white = game.duel().is_some_and(|duel| duel.to_move() == duel.sides()[0]);
        if white { SearchSide::Us } else { SearchSide::Them }
    }

    fn generate_moves(&self, game: &Bishops, _: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        let Some(duel) = game.duel() else { return NodeKind::Terminal(Terminal::DRAW) };
        duel.search_moves(out);
        if out.is_empty() {
            return NodeKind::Terminal(if duel.is_check() { Terminal::Lost } else { Terminal::DRAW });
        }
        if duel.is_draw_by_rule() { NodeKind::Terminal(Terminal::DRAW) } else { NodeKind::Decision }
    }

    fn generate_tactical_moves(&self, game: &Bishops, spot: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        let Some(duel) = game.duel() else { return NodeKind::Terminal(Terminal::DRAW) };
        if duel.is_check() {
            return self.generate_moves(game, spot, out);
        }
        if duel.is_draw_by_rule() {
            return NodeKind::Terminal(Terminal::DRAW);
        }
        duel.search_captures(out);
        out.retain(|action| self.tactical_gain(game, *action).is_some_and(|gain| gain >= 0));
        NodeKind::Decision
    }

    fn null_move(&self, game: &Bishops) -> Option<Bishops> {
        let men = game.duel()?.chess_board();
        let side = men.to_move;
        let simple = men.pieces(side, ChessRole::Pawn) | men.pieces(side, ChessRole::King);
        if men.by_side(side) == simple { None } else { game.duel_null_move() }
    }

    fn evaluate(&self, game: &Bishops) -> Score {
        Score::centipawns(self.weights.evaluate::<DuelFeatures>(game))
    }

    fn in_danger(&self, game: &Bishops) -> bool {
        game.duel().is_some_and(DuelState::is_check)
    }

    fn tactical_gain(&self, game: &Bishops, action: Action) -> Option<i32> {
        let Action::Duel(m) = action else { return None };
        tactical_gain(game, m)
    }

    fn history_index(&self, game: &Bishops, action: Action) -> usize {
        let Action::Duel(m) = action else { return 0 };
        let side = usize::from(self.side_to_move(game) == SearchSide::Them);
        (side * 6 + m.role() as usize) * 64 + m.square_indices().1
    }

    fn reversible_plies(&self, game: &Bishops) -> usize {
        game.duel().map_or(0, |duel| duel.quiet_plies() as usize)
    }
}

impl Tunable for DuelSearchGame {
    type FeatureSet = DuelFeatures;

    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn with_weights(&self, weights: Weights) -> DuelSearchGame {
        DuelSearchGame::new(Arc::new(weights))
    }

    fn start_position(&self) -> Option<String> {
        Some(START.to_string())
    }

    fn evaluated_seat(&self, game: &Bishops) -> Option<Seat> {
        game.duel().map(DuelState::to_move)
    }
}
