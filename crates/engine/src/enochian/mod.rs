//! The engine for Enochian chess.
//!
//! The two teams are the two sides of the search. The position tells which team moves next, because turns are
//! skipped and armies change hands.

mod attack_map;
mod features;

pub use features::EnochianFeatures;

use crate::engine_player::alpha_beta_engine;
use crate::evaluation::Weights;
use crate::search_game::{NodeDepth, NodeKind, SearchGame, SearchSide, Terminal};
use crate::tune::Tunable;
use crate::{Engine, EngineSettings, Rng, Skill, Skills};
use std::sync::{Arc, OnceLock};
use tetrarch_rules::enochian::{Action, Army, Element, Officer, Options, Role, Team};
use tetrarch_rules::{Enochian, Position as _, Seat, Turn};
use tetrarch_table::search::Score;

/// Enochian chess as the search sees it, with the weights of its evaluation.
#[derive(Clone, Debug)]
pub struct EnochianSearchGame {
    weights: Arc<Weights>,
}

impl EnochianSearchGame {
    /// Uses the given weights.
    pub fn new(weights: Arc<Weights>) -> EnochianSearchGame {
        EnochianSearchGame { weights }
    }
}

impl Default for EnochianSearchGame {
    fn default() -> EnochianSearchGame {
        EnochianSearchGame::new(default_weights())
    }
}

/// Creates an engine for Enochian chess.
///
/// # Errors
/// Returns a message if the weights in `settings` cannot be parsed.
pub fn engine(settings: &EngineSettings) -> Result<Box<dyn Engine>, String> {
    alpha_beta_engine::<EnochianSearchGame>(settings, SKILLS)
}

/// The weights that tuning by self-play found.
fn default_weights() -> Arc<Weights> {
    static WEIGHTS: OnceLock<Arc<Weights>> = OnceLock::new();
    let parse = || Weights::parse::<EnochianFeatures>(include_str!("../../weights/enochian.txt"));
    Arc::clone(WEIGHTS.get_or_init(|| Arc::new(parse().expect("built-in weights are valid"))))
}

/// Six times the nodes gain about a hundred Elo here, so the upper levels are further apart than the default.
const SKILLS: Skills = Skills([
    Skills::DEFAULT.0[0],
    Skill { depth: Some(1), nodes: None, eval_noise: 140, missed_percent: 16 },
    Skills::DEFAULT.0[2],
    Skill { depth: Some(2), nodes: None, eval_noise: 25, missed_percent: 2 },
    Skill { nodes: Some(2_500), ..Skill::FULL },
    Skill { nodes: Some(6_000), ..Skill::FULL },
    Skill { nodes: Some(25_000), ..Skill::FULL },
    Skill::FULL,
]);

/// Value of a captured piece, for move ordering. The queen reaches only sixteen squares.
const fn piece_value(role: Role) -> i32 {
    match role {
        Role::King => 2500,
        Role::Officer(Officer::Queen) => 250,
        Role::Officer(Officer::Bishop | Officer::Knight) => 320,
        Role::Officer(Officer::Rook) => 550,
        Role::Pawn => 100,
    }
}

/// The score of a win when dice decide. It is bounded so that a small chance of it is not worth an army.
const DICE_WIN_SCORE: i32 = 4000;
/// Evaluations stay below [`DICE_WIN_SCORE`].
const DICE_MAX_EVALUATION: i32 = 3500;
/// Within this many plies of the quiet-move limit, the same placement counts as a different position at each
/// ply.
const NEAR_QUIET_LIMIT_PLIES: u32 = 24;

impl SearchGame for EnochianSearchGame {
    type Game = Enochian;

    const HISTORY_SIZE: usize = 4 * 6 * 64;
    const FUTILITY_MARGIN: i32 = 110;
    const WIN_PROBABILITY_SCALE: f64 = 300.0;
    /// Kings can be in danger for many plies in a row, and each such node searches all moves, so the limit is
    /// low.
    const MIN_EVASION_DEPTH: i32 = -2;

    fn side_to_move(&self, game: &Enochian) -> SearchSide {
        match game.army_to_move().team() {
            Team::BlueBlack => SearchSide::Us,
            Team::RedYellow => SearchSide::Them,
        }
    }

    fn generate_moves(&self, game: &Enochian, node: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        match game.turn() {
            Turn::Over => NodeKind::Terminal(self.terminal(game, node)),
            Turn::Chance => NodeKind::Chance,
            Turn::Seat(_) => {
                game.legal_actions(out);
                NodeKind::Decision
            }
        }
    }

    fn generate_tactical_moves(&self, game: &Enochian, node: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        debug_assert!(out.is_empty(), "the move list must be empty");
        let kind = self.generate_moves(game, node, out);
        let in_danger = node.depth > Self::MIN_EVASION_DEPTH && self.in_danger(game);
        if matches!(kind, NodeKind::Decision) && !in_danger {
            out.retain(|action| self.tactical_gain(game, *action).is_some());
        }
        kind
    }

    fn null_move(&self, game: &Enochian) -> Option<Enochian> {
        game.null_move()
    }

    fn evaluate(&self, game: &Enochian) -> Score {
        let evaluation = self.weights.evaluate::<EnochianFeatures>(game);
        let limit = if game.has_dice() { DICE_MAX_EVALUATION } else { Score::MAX_EVALUATION };
        Score::centipawns(evaluation.clamp(-limit, limit))
    }

    /// In check, or the next army to move can capture the ally's king.
    fn in_danger(&self, game: &Enochian) -> bool {
        !game.has_dice() && (game.is_check() || game.is_ally_king_en_prise())
    }

    /// Captures, kings above all; promotions; and seizing a throne that revives an army.
    fn tactical_gain(&self, game: &Enochian, action: Action) -> Option<i32> {
        let m = action.as_move()?;
        let capture = game.captured(m).map(|role| piece_value(role) - piece_value(m.role).min(600) / 16);
        let promotion =
            m.promotion.map(|officer| piece_value(Role::Officer(officer)) - piece_value(Role::Pawn));
        let revival = game.revived_army(m).map(|army| army_value(game, army));
        let gains = [capture, promotion, revival].into_iter().flatten();
        gains.reduce(|sum, gain| sum + gain)
    }

    fn history_index(&self, game: &Enochian, action: Action) -> usize {
        let Some(m) = action.as_move() else { return 0 };
        (game.army_to_move().index() * 6 + m.role.index()) * 64 + m.destination_index()
    }

    fn key(&self, game: &Enochian) -> u64 {
        match game.quiet_plies_left() {
            Some(left @ 0..NEAR_QUIET_LIMIT_PLIES) => {
                game.key() ^ u64::from(left + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            }
            _ => game.key(),
        }
    }

    /// The rules have no repetition, but a side that can return to a position can do so until the quiet-move
    /// limit. With dice nobody can force a return.
    fn reversible_plies(&self, game: &Enochian) -> usize {
        if game.has_dice() { 0 } else { game.quiet_plies() as usize }
    }

    fn score_range(&self) -> (Score, Score) {
        (Score::centipawns(-DICE_WIN_SCORE), Score::centipawns(DICE_WIN_SCORE))
    }
}

impl Tunable for EnochianSearchGame {
    type FeatureSet = EnochianFeatures;

    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn with_weights(&self, weights: Weights) -> EnochianSearchGame {
        EnochianSearchGame::new(Arc::new(weights))
    }

    /// One of the sixteen combinations of array and board.
    fn random_options(&self, rng: &mut Rng) -> Options {
        let mut element = || Element::ALL[rng.below(4) as usize];
        Options { array: element(), board: element(), ..Options::default() }
    }
}

impl EnochianSearchGame {
    /// The result of a finished game for the team whose army would be next to move.
    fn terminal(&self, game: &Enochian, node: NodeDepth) -> Terminal {
        let seat = Seat::new(game.army_to_move().index() % game.seats().len());
        let points = game.outcome().map_or(0.5, |outcome| outcome.points(seat).value());
        let win_score = DICE_WIN_SCORE - node.ply.min(100) as i32;
        match (points, game.has_dice()) {
            (0.5, _) => Terminal::DRAW,
            (points, true) => {
                Terminal::Score(Score::centipawns(if points > 0.5 { win_score } else { -win_score }))
            }
            (points, false) => {
                if points > 0.5 {
                    Terminal::Won
                } else {
                    Terminal::Lost
                }
            }
        }
    }
}

/// The material value of an army.
fn army_value(game: &Enochian, army: Army) -> i32 {
    let value_of = |role: Role| piece_value(role) * game.pieces(army, role).count_ones() as i32;
    Role::ALL.into_iter().map(value_of).sum()
}
