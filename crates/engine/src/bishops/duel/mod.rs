//! The second phase of Bishops: a duel of chess.

mod features;
mod king_safety;
mod pawn_structure;
mod static_exchange;

pub use features::DuelFeatures;

use crate::evaluation::Weights;
use crate::search_game::{NodeDepth, NodeKind, SearchGame, SearchSide, Terminal};
use crate::tune::Tunable;
use static_exchange::static_exchange_evaluation;
use std::sync::Arc;
use tetrarch_rules::bishops::{Action, ChessMove, DuelState};
use tetrarch_rules::{Bishops, ChessRole, Seat};
use tetrarch_table::search::Score;

/// The duel as the search sees it, with the weights of its evaluation.
#[derive(Clone, Debug)]
pub struct DuelSearchGame {
    weights: Arc<Weights>,
}

/// The start of a duel; the two colours do not matter.
const START: &str = "duel w:b g4,p3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Value of a piece, for move ordering and static exchange evaluation.
const fn piece_value(role: ChessRole) -> i32 {
    [100, 320, 330, 500, 950, 10_000][role as usize]
}

impl DuelSearchGame {
    /// Uses the given weights.
    pub fn new(weights: Arc<Weights>) -> DuelSearchGame {
        DuelSearchGame { weights }
    }
}

impl Default for DuelSearchGame {
    fn default() -> DuelSearchGame {
        DuelSearchGame::new(super::weights::default_weights().0)
    }
}

/// Material gained by a move: `None` for a quiet move, negative if the exchange loses material.
fn tactical_gain(game: &Bishops, m: ChessMove) -> Option<i32> {
    let promotion = m.promotion().map(|role| if role == ChessRole::Queen { 800 } else { -100 });
    let Some(captured) = m.captured() else { return promotion };
    let (captured, mover) = (piece_value(captured), piece_value(m.role()).min(1000));
    if mover > captured && promotion.is_none() {
        let (from, to) = m.square_indices();
        let exchange =
            game.duel().map_or(0, |duel| static_exchange_evaluation(&duel.chess_board(), from, to));
        if exchange < 0 {
            return Some(exchange);
        }
    }
    Some(captured - mover / 16 + promotion.unwrap_or(0))
}

impl SearchGame for DuelSearchGame {
    type Game = Bishops;

    const HISTORY_SIZE: usize = 2 * 6 * 64;
    const FUTILITY_MARGIN: i32 = 80;
    const TABLE_IN_QUIESCENCE: bool = true;
    const WIN_PROBABILITY_SCALE: f64 = 220.0;

    fn side_to_move(&self, game: &Bishops) -> SearchSide {
        let white_to_move = game.duel().is_some_and(|duel| duel.seat_to_move() == duel.sides()[0]);
        if white_to_move { SearchSide::Us } else { SearchSide::Them }
    }

    fn generate_moves(&self, game: &Bishops, _: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        let Some(duel) = game.duel() else { return NodeKind::Terminal(Terminal::DRAW) };
        duel.search_moves(out);
        if out.is_empty() {
            return NodeKind::Terminal(if duel.is_check() { Terminal::Lost } else { Terminal::DRAW });
        }
        if duel.is_draw_by_rule() { NodeKind::Terminal(Terminal::DRAW) } else { NodeKind::Decision }
    }

    fn generate_tactical_moves(&self, game: &Bishops, node: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        let Some(duel) = game.duel() else { return NodeKind::Terminal(Terminal::DRAW) };
        if duel.is_check() {
            return self.generate_moves(game, node, out);
        }
        if duel.is_draw_by_rule() {
            return NodeKind::Terminal(Terminal::DRAW);
        }
        duel.search_captures(out);
        out.retain(|action| self.tactical_gain(game, *action).is_some_and(|gain| gain >= 0));
        NodeKind::Decision
    }

    fn null_move(&self, game: &Bishops) -> Option<Bishops> {
        let board = game.duel()?.chess_board();
        let side = board.to_move;
        let pawns_and_king = board.pieces(side, ChessRole::Pawn) | board.pieces(side, ChessRole::King);
        if board.by_side(side) == pawns_and_king { None } else { game.null_move() }
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
        game.duel().map(DuelState::seat_to_move)
    }
}
