//! Enochian chess: the two teams are the two sides. Whose team acts is asked of the position, for turns are skipped
//! and armies change hands.

mod features;
mod sight;

pub use features::EnochianFeatures;

use crate::linear::Weights;
use crate::mind::{End, Mind, Moves, Side, Spot};
use crate::tune::Tunable;
use crate::{Brain, Engine, Luck, Score, Search, Settings, Skill, Skills};
use std::sync::{Arc, OnceLock};
use tetrarch_rules::enochian::{Action, Army, Element, Figure, Kind, Options, Team};
use tetrarch_rules::{Enochian, Position as _, Seat, Turn};

/// What the engine knows of Enochian chess.
#[derive(Clone, Debug)]
pub struct EnochianMind {
    weights: Arc<Weights>,
}

impl Default for EnochianMind {
    fn default() -> EnochianMind {
        EnochianMind { weights: learnt() }
    }
}

/// An engine for Enochian chess.
///
/// # Errors
/// What is wrong with the weights.
pub fn engine(settings: &Settings) -> Result<Box<dyn Engine>, String> {
    let mind = match &settings.weights {
        Some(text) => EnochianMind { weights: Arc::new(Weights::parse::<EnochianFeatures>(text)?) },
        None => EnochianMind::default(),
    };
    let search = Search::new(mind, settings.memory, settings.threads);
    Ok(Box::new(Brain::new(search, SKILLS)))
}

/// The weights that self-play has found.
fn learnt() -> Arc<Weights> {
    static LEARNT: OnceLock<Arc<Weights>> = OnceLock::new();
    let read = || Weights::parse::<EnochianFeatures>(include_str!("../../weights/enochian.txt"));
    Arc::clone(LEARNT.get_or_init(|| Arc::new(read().expect("the weights in the program are well-formed"))))
}

/// Six times the positions are worth some hundred Elo here, so the upper levels lie further apart than usual.
const SKILLS: Skills = Skills([
    Skills::USUAL.0[0],
    Skill { depth: Some(1), nodes: None, misjudges: 140, overlooks: 16 },
    Skills::USUAL.0[2],
    Skill { depth: Some(2), nodes: None, misjudges: 25, overlooks: 2 },
    Skill { nodes: Some(2_500), ..Skill::FULL },
    Skill { nodes: Some(6_000), ..Skill::FULL },
    Skill { nodes: Some(25_000), ..Skill::FULL },
    Skill::FULL,
]);

/// What a man is worth when he is taken, for the order of captures. The queen reaches sixteen squares only.
const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::King => 2500,
        Kind::Figure(Figure::Queen) => 250,
        Kind::Figure(Figure::Bishop | Figure::Knight) => 320,
        Kind::Figure(Figure::Rook) => 550,
        Kind::Pawn => 100,
    }
}

/// With dice nothing is certain: a win counts as much as this, so that a small chance of it is not worth an army.
const WON_WITH_DICE: i32 = 4000;
/// Judgement stays below it.
const JUDGED_WITH_DICE: i32 = 3500;
/// So near to the limit of quiet plies the same men are another position each ply.
const NEAR_LIMIT: u32 = 24;

impl Mind for EnochianMind {
    type Game = Enochian;

    const SLOTS: usize = 4 * 6 * 64;
    const MARGIN: i32 = 110;
    const SPREAD: f64 = 300.0;
    /// Kings in danger may follow each other for long, with all moves to be tried at each of them.
    const TENSE_PLIES: i32 = -2;

    fn side(&self, game: &Enochian) -> Side {
        match game.acting().team() {
            Team::BlueBlack => Side::Us,
            Team::RedYellow => Side::Them,
        }
    }

    fn expand(&self, game: &Enochian, spot: Spot, out: &mut Vec<Action>) -> Moves {
        match game.turn() {
            Turn::Over => Moves::Over(end_of(game, spot)),
            Turn::Chance => Moves::Chance,
            Turn::Seat(_) => {
                game.legal(out);
                Moves::Pick
            }
        }
    }

    fn expand_loud(&self, game: &Enochian, spot: Spot, out: &mut Vec<Action>) -> Moves {
        debug_assert!(out.is_empty(), "all that is listed is looked at");
        let moves = self.expand(game, spot, out);
        let tense = spot.depth > Self::TENSE_PLIES && self.is_tense(game);
        if matches!(moves, Moves::Pick) && !tense {
            out.retain(|action| self.gain(game, *action).is_some());
        }
        moves
    }

    fn pass(&self, game: &Enochian) -> Option<Enochian> {
        game.passed()
    }

    fn evaluate(&self, game: &Enochian) -> Score {
        let judged = self.weights.judge::<EnochianFeatures>(game);
        let most = if game.has_dice() { JUDGED_WITH_DICE } else { Score::LIMIT };
        Score::centipawns(judged.clamp(-most, most))
    }

    /// In check, or the ally's king can be taken by the next army to act.
    fn is_tense(&self, game: &Enochian) -> bool {
        !game.has_dice() && (game.is_check() || game.is_ally_in_peril())
    }

    /// Captures, kings before all others; promotions; and the seizing of a throne that revives an army.
    fn gain(&self, game: &Enochian, action: Action) -> Option<i32> {
        let m = action.as_move()?;
        let taken = game.takes(m).map(|kind| worth(kind) - worth(m.kind).min(600) / 16);
        let promoted = m.promotion.map(|figure| worth(Kind::Figure(figure)) - worth(Kind::Pawn));
        let revived = game.revives(m).map(|army| men_of(game, army));
        let gains = [taken, promoted, revived].into_iter().flatten();
        gains.reduce(|sum, gain| sum + gain)
    }

    fn slot(&self, game: &Enochian, action: Action) -> usize {
        let Some(m) = action.as_move() else { return 0 };
        (game.acting().index() * 6 + m.kind.index()) * 64 + m.to_index()
    }

    fn key(&self, game: &Enochian) -> u64 {
        match game.quiet_plies_left() {
            Some(left @ 0..NEAR_LIMIT) => {
                game.key() ^ u64::from(left + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            }
            _ => game.key(),
        }
    }

    /// The rules have no repetition, but who can come back to a position can do so until the quiet plies are over.
    /// With dice nobody can be sure to.
    fn reversible(&self, game: &Enochian) -> usize {
        if game.has_dice() { 0 } else { game.quiet_plies() as usize }
    }

    fn reach(&self) -> (Score, Score) {
        (Score::centipawns(-WON_WITH_DICE), Score::centipawns(WON_WITH_DICE))
    }
}

impl Tunable for EnochianMind {
    type Seen = EnochianFeatures;

    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn with_weights(&self, weights: Weights) -> EnochianMind {
        EnochianMind { weights: Arc::new(weights) }
    }

    /// Any of the sixteen settings.
    fn setting(&self, luck: &mut Luck) -> Options {
        let mut element = || Element::ALL[luck.below(4) as usize];
        Options { array: element(), board: element(), ..Options::default() }
    }
}

/// How a game that is over counts for the team of the army whose turn it would be.
fn end_of(game: &Enochian, spot: Spot) -> End {
    let seat = Seat::new(game.acting().index() % game.seats().len());
    let points = game.outcome().map_or(0.5, |outcome| outcome.points(seat).value());
    let sooner = WON_WITH_DICE - spot.ply.min(100) as i32;
    match (points, game.has_dice()) {
        (0.5, _) => End::DRAWN,
        (points, true) => End::Worth(Score::centipawns(if points > 0.5 { sooner } else { -sooner })),
        (points, false) => {
            if points > 0.5 {
                End::Won
            } else {
                End::Lost
            }
        }
    }
}

/// What the men of an army are worth together.
fn men_of(game: &Enochian, army: Army) -> i32 {
    let worth_of = |kind: Kind| worth(kind) * game.men(army, kind).count_ones() as i32;
    Kind::ALL.into_iter().map(worth_of).sum()
}
