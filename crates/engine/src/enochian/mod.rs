//! Enochian chess: the two teams are the two sides. Whose team acts is asked of the position, for turns are skipped
//! and armies change hands.

mod attack_map;
mod features;

pub use features::EnochianFeatures;

use crate::evaluation::Weights;
use crate::search_game::{NodeDepth, NodeKind, SearchGame, SearchSide, Terminal};
use crate::tune::Tunable;
use crate::{AlphaBetaSearch, Engine, EnginePlayer, EngineSettings, Rng, Score, Skill, Skills};
use std::sync::{Arc, OnceLock};
use tetrarch_rules::enochian::{Action, Army, Element, Officer, Options, Role, Team};
use tetrarch_rules::{Enochian, Position as _, Seat, Turn};

/// What the engine knows of Enochian chess.
#[derive(Clone, Debug)]
pub struct EnochianSearchGame {
    weights: Arc<Weights>,
}

impl Default for EnochianSearchGame {
    fn default() -> EnochianSearchGame {
        EnochianSearchGame { weights: default_weights() }
    }
}

/// An engine for Enochian chess.
///
/// # Errors
/// What is wrong with the weights.
pub fn engine(settings: &EngineSettings) -> Result<Box<dyn Engine>, String> {
    let mind = match &settings.weights {
        Some(text) => EnochianSearchGame { weights: Arc::new(Weights::parse::<EnochianFeatures>(text)?) },
        None => EnochianSearchGame::default(),
    };
    let search = AlphaBetaSearch::new(mind, settings.hash_mebibytes, settings.threads);
    Ok(Box::new(EnginePlayer::new(search, SKILLS)))
}

/// The weights that self-play has found.
fn default_weights() -> Arc<Weights> {
    static LEARNT: OnceLock<Arc<Weights>> = OnceLock::new();
    let read = || Weights::parse::<EnochianFeatures>(include_str!("../../weights/enochian.txt"));
    Arc::clone(LEARNT.get_or_init(|| Arc::new(read().expect("the weights in the program are well-formed"))))
}

/// Six times the positions are worth some hundred Elo here, so the upper levels lie further apart than usual.
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

/// What a man is worth when he is taken, for the order of captures. The queen reaches sixteen squares only.
const fn piece_value(kind: Role) -> i32 {
    match kind {
        Role::King => 2500,
        Role::Officer(Officer::Queen) => 250,
        Role::Officer(Officer::Bishop | Officer::Knight) => 320,
        Role::Officer(Officer::Rook) => 550,
        Role::Pawn => 100,
    }
}

/// With dice nothing is certain: a win counts as much as this, so that a small chance of it is not worth an army.
const DICE_WIN_SCORE: i32 = 4000;
/// Judgement stays below it.
const DICE_MAX_EVALUATION: i32 = 3500;
/// So near to the limit of quiet plies the same men are another position each ply.
const NEAR_QUIET_LIMIT_PLIES: u32 = 24;

impl SearchGame for EnochianSearchGame {
    type Game = Enochian;

    const HISTORY_SIZE: usize = 4 * 6 * 64;
    const FUTILITY_MARGIN: i32 = 110;
    const WIN_PROBABILITY_SCALE: f64 = 300.0;
    /// Kings in danger may follow each other for long, with all moves to be tried at each of them.
    const MIN_EVASION_DEPTH: i32 = -2;

    fn side_to_move(&self, game: &Enochian) -> SearchSide {
        match game.acting_army().team() {
            Team::BlueBlack => SearchSide::Us,
            Team::RedYellow => SearchSide::Them,
        }
    }

    fn generate_moves(&self, game: &Enochian, spot: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        match game.turn() {
            Turn::Over => NodeKind::Terminal(terminal_of(game, spot)),
            Turn::Chance => NodeKind::Chance,
            Turn::Seat(_) => {
                game.legal_actions(out);
                NodeKind::Decision
            }
        }
    }

    fn generate_tactical_moves(&self, game: &Enochian, spot: NodeDepth, out: &mut Vec<Action>) -> NodeKind {
        debug_assert!(out.is_empty(), "all that is listed is looked at");
        let moves = self.generate_moves(game, spot, out);
        let tense = spot.depth > Self::MIN_EVASION_DEPTH && self.in_danger(game);
        if matches!(moves, NodeKind::Decision) && !tense {
            out.retain(|action| self.tactical_gain(game, *action).is_some());
        }
        moves
    }

    fn null_move(&self, game: &Enochian) -> Option<Enochian> {
        game.null_move()
    }

    fn evaluate(&self, game: &Enochian) -> Score {
        let judged = self.weights.evaluate::<EnochianFeatures>(game);
        let most = if game.has_dice() { DICE_MAX_EVALUATION } else { Score::MAX_EVALUATION };
        Score::centipawns(judged.clamp(-most, most))
    }

    /// In check, or the ally's king can be taken by the next army to act.
    fn in_danger(&self, game: &Enochian) -> bool {
        !game.has_dice() && (game.is_check() || game.is_ally_king_en_prise())
    }

    /// Captures, kings before all others; promotions; and the seizing of a throne that revives an army.
    fn tactical_gain(&self, game: &Enochian, action: Action) -> Option<i32> {
        let m = action.as_move()?;
        let taken = game.captured(m).map(|kind| piece_value(kind) - piece_value(m.role).min(600) / 16);
        let promoted = m.promotion.map(|figure| piece_value(Role::Officer(figure)) - piece_value(Role::Pawn));
        let revived = game.revived_army(m).map(|army| army_value(game, army));
        let gains = [taken, promoted, revived].into_iter().flatten();
        gains.reduce(|sum, gain| sum + gain)
    }

    fn history_index(&self, game: &Enochian, action: Action) -> usize {
        let Some(m) = action.as_move() else { return 0 };
        (game.acting_army().index() * 6 + m.role.index()) * 64 + m.destination_index()
    }

    fn key(&self, game: &Enochian) -> u64 {
        match game.quiet_plies_left() {
            Some(left @ 0..NEAR_QUIET_LIMIT_PLIES) => {
                game.key() ^ u64::from(left + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            }
            _ => game.key(),
        }
    }

    /// The rules have no repetition, but who can come back to a position can do so until the quiet plies are over.
    /// With dice nobody can be sure to.
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
        EnochianSearchGame { weights: Arc::new(weights) }
    }

    /// Any of the sixteen settings.
    fn random_options(&self, luck: &mut Rng) -> Options {
        let mut element = || Element::ALL[luck.below(4) as usize];
        Options { array: element(), board: element(), ..Options::default() }
    }
}

/// How a game that is over counts for the team of the army whose turn it would be.
fn terminal_of(game: &Enochian, spot: NodeDepth) -> Terminal {
    let seat = Seat::new(game.acting_army().index() % game.seats().len());
    let points = game.outcome().map_or(0.5, |outcome| outcome.points(seat).value());
    let sooner = DICE_WIN_SCORE - spot.ply.min(100) as i32;
    match (points, game.has_dice()) {
        (0.5, _) => Terminal::DRAW,
        (points, true) => Terminal::Score(Score::centipawns(if points > 0.5 { sooner } else { -sooner })),
        (points, false) => {
            if points > 0.5 {
                Terminal::Won
            } else {
                Terminal::Lost
            }
        }
    }
}

/// What the men of an army are worth together.
fn army_value(game: &Enochian, army: Army) -> i32 {
    let worth_of = |kind: Role| piece_value(kind) * game.pieces(army, kind).count_ones() as i32;
    Role::ALL.into_iter().map(worth_of).sum()
}
