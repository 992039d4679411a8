//! The first phase: four colours, each for itself, until two are left.

mod attack_map;
mod elimination_model;
mod features;
mod fit;
mod spsa;

pub use features::SurvivalFeatures;
pub use fit::{SurvivalFitConfig, fit_weights};
pub use spsa::spsa_tune;

use crate::evaluation::Weights;
use crate::search::multiplayer::{MultiplayerGame, Shares};
use attack_map::AttackMap;
use elimination_model::{PrizeRule, WHITE_DUEL_SHARE, expected_shares};
use features::COUNT;
use std::sync::Arc;
use tetrarch_rules::bishops::{Action, DuelStart, Move, Role, SurvivalState};
use tetrarch_rules::{Bishops, BySeat, Position as _, Seat, SeatSet, Turn};

/// What the engine knows of the first phase.
#[derive(Clone, Debug)]
pub struct SurvivalSearchGame {
    weights: Arc<Weights>,
}

/// What the men are worth when they are taken, for the order of captures; a king ends its colour.
const PIECE_VALUES: [i32; 6] = [100, 300, 400, 500, 900, 3000];

impl SurvivalSearchGame {
    /// With these weights.
    pub fn new(weights: Arc<Weights>) -> SurvivalSearchGame {
        SurvivalSearchGame { weights }
    }

    /// How firmly each living colour stands, in hundredths of a pawn.
    pub(crate) fn safety_scores(&self, look: SurvivalState<'_>, to_act: Option<Seat>) -> BySeat<i32> {
        let field = AttackMap::new(look, to_act);
        let late = look.living().len() < Seat::MAX_COUNT;
        BySeat::from_fn(|seat| {
            let mut sum = 0;
            if look.living().contains(seat) {
                features::visit(&field, seat, &mut |index, times| {
                    debug_assert!(index < COUNT, "a weight that is not there");
                    let weight = self.weights.at(index);
                    sum += times * if late { weight.endgame } else { weight.midgame };
                });
            }
            sum
        })
    }
}

impl Default for SurvivalSearchGame {
    fn default() -> SurvivalSearchGame {
        SurvivalSearchGame { weights: super::weights::default_weights().1 }
    }
}

impl MultiplayerGame for SurvivalSearchGame {
    type Game = Bishops;

    const HISTORY_SIZE: usize = 4 * 6 * 144 + 1;
    const FUTILITY_MARGIN: i32 = 110;

    fn seat_to_move(&self, game: &Bishops) -> Option<Seat> {
        match game.duel() {
            Some(duel) => Some(duel.to_move()),
            None => game.turn().seat(),
        }
    }

    fn living_seats(&self, game: &Bishops) -> SeatSet {
        match (game.survival(), game.duel()) {
            (Some(look), _) => look.living(),
            (_, Some(duel)) => duel.sides().into_iter().collect(),
            _ => SeatSet::EMPTY,
        }
    }

    /// Once the duel comes only being alive counts.
    fn terminal_shares(&self, game: &Bishops) -> Option<Shares> {
        if let Some(duel) = game.duel() {
            let [white, black] = duel.sides();
            return Some(BySeat::from_fn(|seat| match seat {
                seat if seat == white => WHITE_DUEL_SHARE,
                seat if seat == black => 1.0 - WHITE_DUEL_SHARE,
                _ => 0.0,
            }));
        }
        let outcome = if game.turn() == Turn::Over { game.outcome() } else { None };
        outcome.map(|outcome| BySeat::from_fn(|seat| outcome.points(seat).value()))
    }

    fn evaluate(&self, game: &Bishops) -> Shares {
        let Some(look) = game.survival() else { return self.terminal_shares(game).unwrap_or_default() };
        let standing = self.safety_scores(look, game.turn().seat());
        let prize = match look.options() {
            options if options.short => PrizeRule::FirstToGoLoses,
            options if options.duel == DuelStart::Immediate => PrizeRule::Duel,
            _ => PrizeRule::LastStanding,
        };
        let drawn = draw_probability(look);
        let equal = 1.0 / look.living().len().max(1) as f64;
        let mut shares = expected_shares(look.living(), &standing, prize);
        for seat in look.living().iter() {
            shares[seat] += drawn * (equal - shares[seat]);
        }
        shares
    }

    fn generate_moves(&self, game: &Bishops, out: &mut Vec<Action>) {
        game.legal_actions(out);
    }

    fn generate_tactical_moves(&self, game: &Bishops, others: SeatSet, out: &mut Vec<Action>) {
        if let (Some(look), Turn::Seat(seat)) = (game.survival(), game.turn()) {
            look.captures(seat, others, out);
        }
    }

    fn tactical_gain(&self, game: &Bishops, action: Action) -> Option<(i32, Option<Seat>)> {
        let (Action::Move(step), Some(look)) = (action, game.survival()) else { return None };
        if step.role() == Role::Pawn && self.promotes_to_queen(look, step) {
            let taken = look.piece_on(step.to());
            return Some((800 + taken.map_or(0, |(_, role)| PIECE_VALUES[role as usize]), None));
        }
        let (victim, role) = look.piece_on(step.to())?;
        Some((PIECE_VALUES[role as usize] - PIECE_VALUES[step.role() as usize].min(1600) / 16, Some(victim)))
    }

    fn history_index(&self, game: &Bishops, action: Action) -> usize {
        let Action::Move(step) = action else { return Self::HISTORY_SIZE - 1 };
        let seat = game.turn().seat().map_or(0, Seat::index);
        (seat * 6 + step.role() as usize) * 144 + step.to().index()
    }

    fn in_danger(&self, game: &Bishops) -> bool {
        game.survival().is_some_and(|look| !look.seats_in_check().is_empty())
    }

    fn with_turn_of(&self, game: &Bishops, seat: Seat) -> Option<Bishops> {
        game.with_turn(seat)
    }

    fn keeps_turn(&self, action: Action) -> bool {
        action == Action::Swap
    }

    fn moving_seat(&self, game: &Bishops, action: Action) -> Option<Seat> {
        let (Action::Move(step), Some(look)) = (action, game.survival()) else { return game.turn().seat() };
        look.piece_on(step.from()).map(|(seat, _)| seat)
    }
}

/// How likely the limit of quiet plies is to end the game: whoever stands well must make progress.
fn draw_probability(look: SurvivalState<'_>) -> f64 {
    match look.options().quiet_limit {
        0 => 0.0,
        limit => (f64::from(look.quiet_plies()) / f64::from(limit)).min(1.0).powi(2),
    }
}

impl SurvivalSearchGame {
    fn promotes_to_queen(&self, look: SurvivalState<'_>, step: Move) -> bool {
        let seat = look.piece_on(step.from()).map(|(seat, _)| seat);
        seat.is_some_and(|seat| look.relative_rank(seat, step.to()) == 9)
    }
}
