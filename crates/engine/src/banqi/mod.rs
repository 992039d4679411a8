//! The engine for Banqi.
//!
//! Both players have the same information, so an expectiminimax search is exact: it maximises over moves and
//! averages over what a flip can reveal.

mod attack_map;
mod features;
mod flips;
mod score_scale;
mod tablebase;

pub use features::BanqiFeatures;

#[cfg(test)]
mod tests;

use crate::engine_player::alpha_beta_engine;
use crate::evaluation::Weights;
use crate::search_game::{NodeDepth, NodeKind, SearchGame, SearchSide, Terminal};
use crate::tune::Tunable;
use crate::{Engine, EngineSettings, PvLine, Skill, Skills};
use std::sync::{Arc, OnceLock};
use tablebase::{Tablebase, TablebaseResult};
use tetrarch_rules::banqi::{Action, FIRST, Role};
use tetrarch_rules::{Banqi, Position as _, Seat};
use tetrarch_table::search::{Score, SearchLimits, StopFlag};

/// Banqi as the search sees it, with the weights of its evaluation.
#[derive(Clone, Debug)]
pub struct BanqiSearchGame {
    weights: Arc<Weights>,
    /// The endgame tables that this search can probe.
    tablebase: Option<Tablebase>,
}

impl BanqiSearchGame {
    /// Uses the given weights.
    pub fn new(weights: Arc<Weights>) -> BanqiSearchGame {
        BanqiSearchGame { weights, tablebase: None }
    }
}

impl Default for BanqiSearchGame {
    fn default() -> BanqiSearchGame {
        BanqiSearchGame::new(default_weights())
    }
}

/// Creates an engine for Banqi.
///
/// # Errors
/// Returns a message if the weights in `settings` cannot be parsed.
pub fn engine(settings: &EngineSettings) -> Result<Box<dyn Engine>, String> {
    alpha_beta_engine::<BanqiSearchGame>(settings, SKILLS)
}

/// The weights that tuning by self-play found.
fn default_weights() -> Arc<Weights> {
    static WEIGHTS: OnceLock<Arc<Weights>> = OnceLock::new();
    let parse = || Weights::parse::<BanqiFeatures>(include_str!("../../weights/banqi.txt"));
    Arc::clone(WEIGHTS.get_or_init(|| Arc::new(parse().expect("built-in weights are valid"))))
}

/// Luck evens out differences in skill, so the middle levels are further apart than the default.
const SKILLS: Skills = Skills([
    Skills::DEFAULT.0[0],
    Skills::DEFAULT.0[1],
    Skills::DEFAULT.0[2],
    Skills::DEFAULT.0[3],
    Skill { depth: None, nodes: Some(250), eval_noise: 0, missed_percent: 0 },
    Skill { depth: None, nodes: Some(900), eval_noise: 0, missed_percent: 0 },
    Skill { depth: None, nodes: Some(6_000), eval_noise: 0, missed_percent: 0 },
    Skill::FULL,
]);

/// Value of a captured piece, for move ordering.
const fn piece_value(role: Role) -> i32 {
    [150, 60, 70, 100, 150, 250, 300][role.rank() as usize - 1]
}

impl SearchGame for BanqiSearchGame {
    type Game = Banqi;

    const HISTORY_SIZE: usize = 2 * 32 * 32 + 32;
    const FUTILITY_MARGIN: i32 = 50 * score_scale::POINTS_PER_CENTIPAWN;
    const ASPIRATION_WINDOW: i32 = 25 * score_scale::POINTS_PER_CENTIPAWN;

    fn lines_for_seat(&self, _: &Banqi, mut lines: Vec<PvLine<Action>>) -> Vec<PvLine<Action>> {
        for line in &mut lines {
            line.score = score_scale::to_centipawns(line.score);
        }
        lines
    }

    fn side_to_move(&self, game: &Banqi) -> SearchSide {
        if game.seat_to_move() == FIRST { SearchSide::Us } else { SearchSide::Them }
    }

    fn generate_moves(&self, game: &Banqi, node: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        if let Some(kind) = self.terminal_or_chance(game, node) {
            return kind;
        }
        game.search_moves(out);
        game.search_flips(flips::flips_to_search(game, node), out);
        if out.is_empty() {
            return NodeKind::Terminal(Terminal::Lost);
        }
        if game.quiet_plies_left() == Some(0) {
            NodeKind::Terminal(Terminal::DRAW)
        } else {
            NodeKind::Decision
        }
    }

    fn generate_tactical_moves(&self, game: &Banqi, node: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        if let Some(kind) = self.terminal_or_chance(game, node) {
            return kind;
        }
        if game.quiet_plies_left() == Some(0) {
            return self.generate_moves(game, node, out);
        }
        game.search_captures(out);
        NodeKind::Decision
    }

    /// A null move is sound while the side can flip, since a flip is almost a pass. Later, zugzwang is
    /// common.
    fn null_move(&self, game: &Banqi) -> Option<Banqi> {
        (game.face_down() != 0 && game.colour_to_move().is_some()).then(|| game.null_move())
    }

    fn evaluate(&self, game: &Banqi) -> Score {
        if game.is_flipping() {
            return -self.evaluate(&game.null_move());
        }
        let score = score_scale::from_centipawns(self.weights.evaluate::<BanqiFeatures>(game));
        score_scale::fade_near_draw(score, game)
    }

    fn tactical_gain(&self, game: &Banqi, action: Action) -> Option<i32> {
        let Action::Move { from, to } = action else { return None };
        let captured = piece_value(game.piece_at(to)?.role());
        let capturer = game.piece_at(from).map_or(0, |piece| piece_value(piece.role()));
        Some((captured - capturer / 16) * score_scale::POINTS_PER_CENTIPAWN)
    }

    fn history_index(&self, game: &Banqi, action: Action) -> usize {
        let colour = game.colour_to_move().map_or(0, |colour| colour as usize);
        match action {
            Action::Move { from, to } => (colour * 32 + from.index()) * 32 + to.index(),
            Action::Flip(square) => 2 * 32 * 32 + square.index(),
            Action::Reveal(_) => 0,
        }
    }

    fn chance_depth_cost(&self) -> i32 {
        2
    }

    /// Near the quiet-move limit the same placement has a different value at each ply.
    fn key(&self, game: &Banqi) -> u64 {
        game.key() ^ score_scale::draw_fade_key(game)
    }

    fn reversible_plies(&self, game: &Banqi) -> usize {
        game.quiet_plies() as usize
    }

    fn score_range(&self) -> (Score, Score) {
        (-score_scale::WIN_SCORE, score_scale::WIN_SCORE)
    }

    fn expected_swing(&self, _: &Banqi) -> Option<i32> {
        Some(score_scale::FLIP_SWING)
    }

    /// A timed search builds tables in the background while it runs. Any other search waits for them, so that
    /// equal searches give equal results.
    fn prepared_for(&self, game: &Banqi, limits: SearchLimits, stop: &StopFlag) -> BanqiSearchGame {
        let tablebase = tablebase::tables_for_search(game, limits.time.is_some(), &|| stop.is_stopped());
        BanqiSearchGame { tablebase, ..self.clone() }
    }
}

impl Tunable for BanqiSearchGame {
    type FeatureSet = BanqiFeatures;

    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn with_weights(&self, weights: Weights) -> BanqiSearchGame {
        BanqiSearchGame::new(Arc::new(weights))
    }

    /// Before the first flip neither seat owns a colour.
    fn evaluated_seat(&self, game: &Banqi) -> Option<Seat> {
        game.colour_to_move().and_then(|_| game.turn().seat())
    }

    /// Positions with captures need a search; the static evaluation does not apply.
    fn is_quiet(&self, game: &Banqi, _line: &[Action]) -> bool {
        let has_captures = |game: &Banqi| {
            let mut captures = Vec::new();
            game.search_captures(&mut captures);
            !captures.is_empty()
        };
        !has_captures(game) && !has_captures(&game.null_move())
    }
}

impl BanqiSearchGame {
    /// Classifies a node without generating moves: chance nodes, eliminated sides and tablebase hits.
    fn terminal_or_chance(&self, game: &Banqi, node: NodeDepth) -> Option<NodeKind> {
        if game.is_flipping() {
            return Some(NodeKind::Chance);
        }
        let colour = game.colour_to_move()?;
        if !game.has_pieces_left(colour) {
            return Some(NodeKind::Terminal(Terminal::Lost));
        }
        // The root must have moves to choose from.
        let tablebase = self.tablebase.as_ref().filter(|_| node.ply > 0)?;
        let (ply, left) = (node.ply, game.quiet_plies_left().unwrap_or(u32::MAX));
        let score = match tablebase.probe(game)? {
            TablebaseResult::Draw => Score::DRAW,
            // The search must find out whether the quiet-move limit cuts off a longer win.
            TablebaseResult::Win(plies) if plies <= left => Score::won_in(ply + plies as usize),
            TablebaseResult::Loss(plies) if plies <= left => Score::lost_in(ply + plies as usize),
            TablebaseResult::Win(_) | TablebaseResult::Loss(_) => return None,
        };
        Some(NodeKind::Terminal(Terminal::Score(score)))
    }
}
