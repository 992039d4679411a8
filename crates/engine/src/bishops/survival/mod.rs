//! The first phase: four colours, each for itself, until two are left.

mod climb;
mod features;
mod field;
mod learn;
mod outlook;

pub use climb::climb;
pub use features::SurvivalFeatures;
pub use learn::{SurvivalFit, learn};

use crate::linear::Weights;
use crate::search::many::{Crowd, Shares};
use features::COUNT;
use field::Field;
use outlook::{FIRST_MOVE, Prize, outlook};
use std::sync::Arc;
use tetrarch_rules::bishops::{Action, DuelStart, Role, Step, SurvivalLook};
use tetrarch_rules::{Bishops, BySeat, Position as _, Seat, SeatSet, Turn};

/// What the engine knows of the first phase.
#[derive(Clone, Debug)]
pub struct Survivors {
    weights: Arc<Weights>,
}

/// What the men are worth when they are taken, for the order of captures; a king ends its colour.
const WORTH: [i32; 6] = [100, 300, 400, 500, 900, 3000];

impl Survivors {
    /// With these weights.
    pub fn new(weights: Arc<Weights>) -> Survivors {
        Survivors { weights }
    }

    /// How firmly each living colour stands, in hundredths of a pawn.
    pub(crate) fn standing(&self, look: SurvivalLook<'_>, to_act: Option<Seat>) -> BySeat<i32> {
        let field = Field::of(look, to_act);
        let late = look.living().len() < Seat::MOST;
        BySeat::from_fn(|seat| {
            let mut sum = 0;
            if look.living().contains(seat) {
                features::visit(&field, seat, &mut |index, times| {
                    debug_assert!(index < COUNT, "a weight that is not there");
                    let weight = self.weights.at(index);
                    sum += times * if late { weight.late } else { weight.early };
                });
            }
            sum
        })
    }
}

impl Default for Survivors {
    fn default() -> Survivors {
        Survivors { weights: super::weights::learnt().1 }
    }
}

impl Crowd for Survivors {
    type Game = Bishops;

    const SLOTS: usize = 4 * 6 * 144 + 1;
    const MARGIN: i32 = 110;

    fn seat(&self, game: &Bishops) -> Option<Seat> {
        match game.duel() {
            Some(duel) => Some(duel.to_move()),
            None => game.turn().seat(),
        }
    }

    fn living(&self, game: &Bishops) -> SeatSet {
        match (game.survival(), game.duel()) {
            (Some(look), _) => look.living(),
            (_, Some(duel)) => duel.players().into_iter().collect(),
            _ => SeatSet::EMPTY,
        }
    }

    /// Once the duel comes only being alive counts.
    fn end(&self, game: &Bishops) -> Option<Shares> {
        if let Some(duel) = game.duel() {
            let [white, black] = duel.players();
            return Some(BySeat::from_fn(|seat| match seat {
                seat if seat == white => FIRST_MOVE,
                seat if seat == black => 1.0 - FIRST_MOVE,
                _ => 0.0,
            }));
        }
        let outcome = if game.turn() == Turn::Over { game.outcome() } else { None };
        outcome.map(|outcome| BySeat::from_fn(|seat| outcome.points(seat).value()))
    }

    fn judge(&self, game: &Bishops) -> Shares {
        let Some(look) = game.survival() else { return self.end(game).unwrap_or_default() };
        let standing = self.standing(look, game.turn().seat());
        let prize = match look.options() {
            options if options.short => Prize::FirstToGoLoses,
            options if options.duel == DuelStart::Immediate => Prize::Duel,
            _ => Prize::LastStanding,
        };
        let drawn = drawn_likely(look);
        let equal = 1.0 / look.living().len().max(1) as f64;
        let mut shares = outlook(look.living(), &standing, prize);
        for seat in look.living().iter() {
            shares[seat] += drawn * (equal - shares[seat]);
        }
        shares
    }

    fn expand(&self, game: &Bishops, out: &mut Vec<Action>) {
        game.legal(out);
    }

    fn expand_loud(&self, game: &Bishops, others: SeatSet, out: &mut Vec<Action>) {
        if let (Some(look), Turn::Seat(seat)) = (game.survival(), game.turn()) {
            look.captures(seat, others, out);
        }
    }

    fn gain(&self, game: &Bishops, action: Action) -> Option<(i32, Option<Seat>)> {
        let (Action::Step(step), Some(look)) = (action, game.survival()) else { return None };
        if step.role() == Role::Pawn && self.becomes_queen(look, step) {
            let taken = look.man_on(step.to());
            return Some((800 + taken.map_or(0, |(_, role)| WORTH[role as usize]), None));
        }
        let (victim, role) = look.man_on(step.to())?;
        Some((WORTH[role as usize] - WORTH[step.role() as usize].min(1600) / 16, Some(victim)))
    }

    fn slot(&self, game: &Bishops, action: Action) -> usize {
        let Action::Step(step) = action else { return Self::SLOTS - 1 };
        let seat = game.turn().seat().map_or(0, Seat::index);
        (seat * 6 + step.role() as usize) * 144 + step.to().index()
    }

    fn is_tense(&self, game: &Bishops) -> bool {
        game.survival().is_some_and(|look| !look.checked().is_empty())
    }

    fn as_if_turn_of(&self, game: &Bishops, seat: Seat) -> Option<Bishops> {
        game.as_if_turn_of(seat)
    }

    fn keeps_turn(&self, action: Action) -> bool {
        action == Action::Swap
    }

    fn mover(&self, game: &Bishops, action: Action) -> Option<Seat> {
        let (Action::Step(step), Some(look)) = (action, game.survival()) else { return game.turn().seat() };
        look.man_on(step.from()).map(|(seat, _)| seat)
    }
}

/// How likely the limit of quiet plies is to end the game: whoever stands well must make progress.
fn drawn_likely(look: SurvivalLook<'_>) -> f64 {
    match look.options().quiet_limit {
        0 => 0.0,
        limit => (f64::from(look.quiet_plies()) / f64::from(limit)).min(1.0).powi(2),
    }
}

impl Survivors {
    fn becomes_queen(&self, look: SurvivalLook<'_>, step: Step) -> bool {
        let seat = look.man_on(step.from()).map(|(seat, _)| seat);
        seat.is_some_and(|seat| look.ahead(seat, step.to()) == 9)
    }
}
