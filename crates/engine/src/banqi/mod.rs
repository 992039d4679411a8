//! Banqi: both players know the same, so it is searched exactly: what they do, and the average over what a flip
//! can show.

mod endings;
mod features;
mod flips;
mod scale;
mod scene;

pub use features::BanqiFeatures;

#[cfg(test)]
mod tests;

use crate::linear::Weights;
use crate::mind::{End, Mind, Moves, Side, Spot};
use crate::tune::Tunable;
use crate::{Brain, Engine, Limits, Line, Score, Search, Settings, Skill, Skills, Stop};
use endings::{Endings, Fate};
use std::sync::{Arc, OnceLock};
use tetrarch_rules::banqi::{Action, FIRST, Kind};
use tetrarch_rules::{Banqi, Position as _, Seat};

/// What the engine knows of Banqi.
#[derive(Clone, Debug)]
pub struct BanqiMind {
    weights: Arc<Weights>,
    /// The endings that this search can look up.
    endings: Option<Endings>,
}

impl Default for BanqiMind {
    fn default() -> BanqiMind {
        BanqiMind { weights: learnt(), endings: None }
    }
}

impl BanqiMind {
    /// A mind with weights of its own.
    pub fn new(weights: Weights) -> BanqiMind {
        BanqiMind { weights: Arc::new(weights), endings: None }
    }
}

/// An engine for Banqi.
///
/// # Errors
/// What is wrong with the weights.
pub fn engine(settings: &Settings) -> Result<Box<dyn Engine>, String> {
    let mind = match &settings.weights {
        Some(text) => BanqiMind::new(Weights::parse::<BanqiFeatures>(text)?),
        None => BanqiMind::default(),
    };
    let search = Search::new(mind, settings.memory, settings.threads);
    Ok(Box::new(Brain::new(search, SKILLS)))
}

/// Luck makes games more even than skill would: the levels in the middle lie further apart than usual.
const SKILLS: Skills = Skills([
    Skills::USUAL.0[0],
    Skills::USUAL.0[1],
    Skills::USUAL.0[2],
    Skills::USUAL.0[3],
    Skill { depth: None, nodes: Some(250), misjudges: 0, overlooks: 0 },
    Skill { depth: None, nodes: Some(900), misjudges: 0, overlooks: 0 },
    Skill { depth: None, nodes: Some(6_000), misjudges: 0, overlooks: 0 },
    Skill::FULL,
]);

/// The weights that self-play has found.
fn learnt() -> Arc<Weights> {
    static LEARNT: OnceLock<Arc<Weights>> = OnceLock::new();
    let read = || Weights::parse::<BanqiFeatures>(include_str!("../../weights/banqi.txt"));
    Arc::clone(LEARNT.get_or_init(|| Arc::new(read().expect("the weights in the program are well-formed"))))
}

/// What a piece is worth when it is taken, for the order of captures.
const fn worth(kind: Kind) -> i32 {
    [150, 60, 70, 100, 150, 250, 300][kind.rank() as usize - 1]
}

impl Mind for BanqiMind {
    type Game = Banqi;

    const SLOTS: usize = 2 * 32 * 32 + 32;
    const MARGIN: i32 = 50 * scale::STEEPNESS;
    const ASPIRATION: i32 = 25 * scale::STEEPNESS;

    fn answers(&self, _: &Banqi, mut lines: Vec<Line<Action>>) -> Vec<Line<Action>> {
        for line in &mut lines {
            line.score = scale::told(line.score);
        }
        lines
    }

    fn side(&self, game: &Banqi) -> Side {
        if game.actor() == FIRST { Side::Us } else { Side::Them }
    }

    fn expand(&self, game: &Banqi, spot: Spot, out: &mut Vec<Action>) -> Moves {
        if let Some(moves) = self.settled(game, spot) {
            return moves;
        }
        game.moves_ahead(out);
        game.flips_ahead(flips::worth_trying(game, spot), out);
        if out.is_empty() {
            return Moves::Over(End::Lost);
        }
        if game.quiet_plies_left() == Some(0) { Moves::Over(End::DRAWN) } else { Moves::Pick }
    }

    fn expand_loud(&self, game: &Banqi, spot: Spot, out: &mut Vec<Action>) -> Moves {
        if let Some(moves) = self.settled(game, spot) {
            return moves;
        }
        if game.quiet_plies_left() == Some(0) {
            return self.expand(game, spot, out);
        }
        game.captures_ahead(out);
        Moves::Pick
    }

    /// Who has something left to flip can nearly do nothing; later a turn can be a burden.
    fn pass(&self, game: &Banqi) -> Option<Banqi> {
        (game.hidden() != 0 && game.actor_colour().is_some()).then(|| game.passed())
    }

    fn evaluate(&self, game: &Banqi) -> Score {
        if game.is_turning() {
            return -self.evaluate(&game.passed());
        }
        let judged = scale::score(self.weights.judge::<BanqiFeatures>(game));
        scale::faded(judged, game)
    }

    fn gain(&self, game: &Banqi, action: Action) -> Option<i32> {
        let Action::Move { from, to } = action else { return None };
        let taken = worth(game.piece(to)?.kind());
        let taker = game.piece(from).map_or(0, |piece| worth(piece.kind()));
        Some((taken - taker / 16) * scale::STEEPNESS)
    }

    fn slot(&self, game: &Banqi, action: Action) -> usize {
        let colour = game.actor_colour().map_or(0, |colour| colour as usize);
        match action {
            Action::Move { from, to } => (colour * 32 + from.index()) * 32 + to.index(),
            Action::Flip(square) => 2 * 32 * 32 + square.index(),
            Action::Reveal(_) => 0,
        }
    }

    /// Near the limit of quiet plies the same position is not worth the same.
    fn key(&self, game: &Banqi) -> u64 {
        game.key() ^ scale::haste(game)
    }

    fn reversible(&self, game: &Banqi) -> usize {
        game.quiet_plies() as usize
    }

    fn reach(&self) -> (Score, Score) {
        (-scale::WON, scale::WON)
    }

    /// By the clock tables are made while the search goes on; otherwise they are there when it begins, so that the
    /// same search always finds the same.
    fn prepared(&self, game: &Banqi, limits: Limits, stop: &Stop) -> BanqiMind {
        let endings = endings::for_search(game, limits.time.is_some(), &|| stop.is_pulled());
        BanqiMind { endings, ..self.clone() }
    }

    fn chance_cost(&self) -> i32 {
        2
    }

    fn swing(&self, _: &Banqi) -> Option<i32> {
        Some(scale::SWING)
    }
}

impl BanqiMind {
    /// What can be said without listing moves.
    fn settled(&self, game: &Banqi, spot: Spot) -> Option<Moves> {
        if game.is_turning() {
            return Some(Moves::Chance);
        }
        let colour = game.actor_colour()?;
        if !game.is_alive(colour) {
            return Some(Moves::Over(End::Lost));
        }
        // The root must have moves to choose from.
        let endings = self.endings.as_ref().filter(|_| spot.ply > 0)?;
        let (ply, left) = (spot.ply, game.quiet_plies_left().unwrap_or(u32::MAX));
        let score = match endings.fate(game)? {
            Fate::Drawn => Score::DRAW,
            // A win that the limit of quiet plies may cut off is for the search to find.
            Fate::Wins(plies) if plies <= left => Score::won_in(ply + plies as usize),
            Fate::Loses(plies) if plies <= left => Score::lost_in(ply + plies as usize),
            Fate::Wins(_) | Fate::Loses(_) => return None,
        };
        Some(Moves::Over(End::Worth(score)))
    }
}

impl Tunable for BanqiMind {
    type Seen = BanqiFeatures;

    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn with_weights(&self, weights: Weights) -> BanqiMind {
        BanqiMind::new(weights)
    }

    /// Before the first flip nobody owns anything.
    fn owner(&self, game: &Banqi) -> Option<Seat> {
        game.actor_colour().and_then(|_| game.turn().seat())
    }

    /// Where something can be taken, the search must judge, not the weights.
    fn is_quiet(&self, game: &Banqi, _line: &[Action]) -> bool {
        let takes = |game: &Banqi| {
            let mut captures = Vec::new();
            game.captures_ahead(&mut captures);
            !captures.is_empty()
        };
        !takes(game) && !takes(&game.passed())
    }
}
