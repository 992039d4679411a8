//! The duel: chess.

mod exchange;
mod features;
mod king;
mod pawns;

pub use features::DuelFeatures;

use crate::Score;
use crate::linear::Weights;
use crate::mind::{End, Mind, Moves, Side, Spot};
use crate::tune::Tunable;
use exchange::exchange;
use std::sync::Arc;
use tetrarch_rules::bishops::{Action, ChessMove, DuelLook};
use tetrarch_rules::{Bishops, ChessKind, Seat};

/// What the engine knows of the duel.
#[derive(Clone, Debug)]
pub struct DuelMind {
    weights: Arc<Weights>,
}

/// The beginning of a duel, whoever is in it.
const START: &str = "duel w:b g4,p3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What the men are worth in an exchange, the pawn first.
pub(super) const WORTH: [i32; 6] = [100, 320, 330, 500, 950, 10_000];

impl DuelMind {
    /// A mind with these weights.
    pub fn new(weights: Arc<Weights>) -> DuelMind {
        DuelMind { weights }
    }
}

impl Default for DuelMind {
    fn default() -> DuelMind {
        DuelMind { weights: super::weights::learnt().0 }
    }
}

/// What a move wins at once: none for a quiet one, less than nothing if the exchange loses.
fn gain(game: &Bishops, m: ChessMove) -> Option<i32> {
    let promoted = m.promotes_to().map(|kind| if kind == ChessKind::Queen { 800 } else { -100 });
    let Some(taken) = m.takes() else { return promoted };
    let (taken, mover) = (WORTH[taken as usize], WORTH[m.kind() as usize].min(1000));
    if mover > taken && promoted.is_none() {
        let (from, to) = m.squares();
        let worth = game.duel().map_or(0, |duel| exchange(&duel.men(), from, to));
        if worth < 0 {
            return Some(worth);
        }
    }
    Some(taken - mover / 16 + promoted.unwrap_or(0))
}

impl Mind for DuelMind {
    type Game = Bishops;

    const SLOTS: usize = 2 * 6 * 64;
    const MARGIN: i32 = 80;
    const REMEMBERS_LOUD: bool = true;
    const SPREAD: f64 = 220.0;

    fn side(&self, game: &Bishops) -> Side {
        let white = game.duel().is_some_and(|duel| duel.to_move() == duel.players()[0]);
        if white { Side::Us } else { Side::Them }
    }

    fn expand(&self, game: &Bishops, _: Spot, out: &mut Vec<Action>) -> Moves {
        let Some(duel) = game.duel() else { return Moves::Over(End::DRAWN) };
        duel.moves(out);
        if out.is_empty() {
            return Moves::Over(if duel.is_check() { End::Lost } else { End::DRAWN });
        }
        if duel.is_drawn_by_count() { Moves::Over(End::DRAWN) } else { Moves::Pick }
    }

    fn expand_loud(&self, game: &Bishops, spot: Spot, out: &mut Vec<Action>) -> Moves {
        let Some(duel) = game.duel() else { return Moves::Over(End::DRAWN) };
        if duel.is_check() {
            return self.expand(game, spot, out);
        }
        if duel.is_drawn_by_count() {
            return Moves::Over(End::DRAWN);
        }
        duel.captures(out);
        out.retain(|action| self.gain(game, *action).is_some_and(|gain| gain >= 0));
        Moves::Pick
    }

    fn pass(&self, game: &Bishops) -> Option<Bishops> {
        let men = game.duel()?.men();
        let side = men.to_move;
        let simple = men.set(side, ChessKind::Pawn) | men.set(side, ChessKind::King);
        if men.side(side) == simple { None } else { game.duel_passed() }
    }

    fn evaluate(&self, game: &Bishops) -> Score {
        Score::centipawns(self.weights.judge::<DuelFeatures>(game))
    }

    fn is_tense(&self, game: &Bishops) -> bool {
        game.duel().is_some_and(DuelLook::is_check)
    }

    fn gain(&self, game: &Bishops, action: Action) -> Option<i32> {
        let Action::Duel(m) = action else { return None };
        gain(game, m)
    }

    fn slot(&self, game: &Bishops, action: Action) -> usize {
        let Action::Duel(m) = action else { return 0 };
        let side = usize::from(self.side(game) == Side::Them);
        (side * 6 + m.kind() as usize) * 64 + m.squares().1
    }

    fn reversible(&self, game: &Bishops) -> usize {
        game.duel().map_or(0, |duel| duel.quiet_plies() as usize)
    }
}

impl Tunable for DuelMind {
    type Seen = DuelFeatures;

    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn with_weights(&self, weights: Weights) -> DuelMind {
        DuelMind::new(Arc::new(weights))
    }

    fn start(&self) -> Option<String> {
        Some(START.to_string())
    }

    fn owner(&self, game: &Bishops) -> Option<Seat> {
        game.duel().map(DuelLook::to_move)
    }
}
