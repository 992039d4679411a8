//! The first phase of Bishops: four colours, each for itself, until two are left.

mod attack_map;
mod elimination_model;
mod features;
mod fit;
mod spsa;

pub use features::SurvivalFeatures;
pub use fit::{SurvivalFitConfig, fit_weights};
pub use spsa::spsa_tune;

use crate::bishops::multiplayer::Shares;
use crate::evaluation::Weights;
use attack_map::AttackMap;
use elimination_model::{PrizeRule, WHITE_DUEL_SHARE, expected_shares};
use features::COUNT;
use std::sync::Arc;
use tetrarch_rules::bishops::{Action, DuelStart, Move, Role, SurvivalState};
use tetrarch_rules::{Bishops, BySeat, Position as _, Seat, SeatSet, Turn};

/// The survival phase as the multiplayer searches see it, with the weights of its evaluation.
#[derive(Clone, Debug)]
pub struct SurvivalSearchGame {
    weights: Arc<Weights>,
}

/// Value of a captured piece, for move ordering. Capturing a king eliminates its colour.
const fn piece_value(role: Role) -> i32 {
    [100, 300, 400, 500, 900, 3000][role as usize]
}

impl SurvivalSearchGame {
    /// Uses the given weights.
    pub fn new(weights: Arc<Weights>) -> SurvivalSearchGame {
        SurvivalSearchGame { weights }
    }

    /// The safety of each living colour, in centipawns.
    pub(crate) fn safety_scores(&self, survival: SurvivalState<'_>, to_act: Option<Seat>) -> BySeat<i32> {
        let map = AttackMap::new(survival, to_act);
        let endgame = survival.living().len() < Seat::MAX_COUNT;
        BySeat::from_fn(|seat| {
            let mut sum = 0;
            if survival.living().contains(seat) {
                features::visit(&map, seat, &mut |index, count| {
                    debug_assert!(index < COUNT, "feature index out of range");
                    let weight = self.weights.at(index);
                    sum += count * if endgame { weight.endgame } else { weight.midgame };
                });
            }
            sum
        })
    }
}

impl Default for SurvivalSearchGame {
    fn default() -> SurvivalSearchGame {
        SurvivalSearchGame::new(super::weights::default_weights().1)
    }
}

/// What the multiplayer searches need beyond the rules.
impl SurvivalSearchGame {
    /// Number of entries in the history table.
    pub(crate) const HISTORY_SIZE: usize = 4 * 6 * 144 + 1;
    /// The largest expected change of the evaluation by one quiet move, for futility pruning.
    pub(crate) const FUTILITY_MARGIN: i32 = 110;

    /// The seat to move, or `None` if the game is over.
    pub(crate) fn seat_to_move(&self, game: &Bishops) -> Option<Seat> {
        match game.duel() {
            Some(duel) => Some(duel.seat_to_move()),
            None => game.turn().seat(),
        }
    }

    /// The seats that can still win something.
    pub(crate) fn living_seats(&self, game: &Bishops) -> SeatSet {
        match (game.survival(), game.duel()) {
            (Some(survival), _) => survival.living(),
            (_, Some(duel)) => duel.sides().into_iter().collect(),
            _ => SeatSet::EMPTY,
        }
    }

    /// The shares if the game is over or the duel begins, which the search does not enter.
    pub fn terminal_shares(&self, game: &Bishops) -> Option<Shares> {
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

    /// The static evaluation: the expected shares.
    pub fn evaluate(&self, game: &Bishops) -> Shares {
        let Some(survival) = game.survival() else { return self.terminal_shares(game).unwrap_or_default() };
        let safety = self.safety_scores(survival, game.turn().seat());
        let prize = match survival.options() {
            options if options.short => PrizeRule::FirstEliminatedLoses,
            options if options.duel == DuelStart::Immediate => PrizeRule::Duel,
            _ => PrizeRule::LastStanding,
        };
        let draw = draw_probability(survival);
        let equal = 1.0 / survival.living().len().max(1) as f64;
        let mut shares = expected_shares(survival.living(), &safety, prize);
        for seat in survival.living().iter() {
            shares[seat] += draw * (equal - shares[seat]);
        }
        shares
    }

    /// Appends the legal actions of the seat to move.
    pub(crate) fn generate_moves(&self, game: &Bishops, out: &mut Vec<Action>) {
        game.legal_actions(out);
    }

    /// Appends captures from any of `others` and promotions.
    pub(crate) fn generate_tactical_moves(&self, game: &Bishops, others: SeatSet, out: &mut Vec<Action>) {
        if let (Some(survival), Turn::Seat(seat)) = (game.survival(), game.turn()) {
            survival.search_captures(seat, others, out);
        }
    }

    /// Material that an action gains at once and the seat that loses it, or `None` for a quiet move.
    pub(crate) fn tactical_gain(&self, game: &Bishops, action: Action) -> Option<(i32, Option<Seat>)> {
        let (Action::Move(step), Some(survival)) = (action, game.survival()) else { return None };
        if step.role() == Role::Pawn && promotes_to_queen(survival, step) {
            let captured = survival.piece_at(step.to());
            return Some((800 + captured.map_or(0, |(_, role)| piece_value(role)), None));
        }
        let (victim, role) = survival.piece_at(step.to())?;
        Some((piece_value(role) - piece_value(step.role()).min(1600) / 16, Some(victim)))
    }

    /// The index of a move in the history table, below [`SurvivalSearchGame::HISTORY_SIZE`].
    pub(crate) fn history_index(&self, game: &Bishops, action: Action) -> usize {
        let Action::Move(step) = action else { return Self::HISTORY_SIZE - 1 };
        let seat = game.turn().seat().map_or(0, Seat::index);
        (seat * 6 + step.role() as usize) * 144 + step.to().index()
    }

    /// Whether a seat is in check, which a search of captures alone would miss.
    pub(crate) fn in_danger(&self, game: &Bishops) -> bool {
        game.survival().is_some_and(|survival| !survival.seats_in_check().is_empty())
    }

    /// Whether an action leaves the turn with the same seat.
    pub(crate) fn keeps_turn(&self, action: Action) -> bool {
        action == Action::Swap
    }

    /// The seat whose piece an action moves.
    pub(crate) fn moving_seat(&self, game: &Bishops, action: Action) -> Option<Seat> {
        let (Action::Move(step), Some(survival)) = (action, game.survival()) else {
            return game.turn().seat();
        };
        survival.piece_at(step.from()).map(|(seat, _)| seat)
    }
}

/// The probability that the quiet-move limit ends the game. It grows so that a leading colour must make
/// progress.
fn draw_probability(survival: SurvivalState<'_>) -> f64 {
    match survival.options().quiet_limit {
        0 => 0.0,
        limit => (f64::from(survival.quiet_plies()) / f64::from(limit)).min(1.0).powi(2),
    }
}

/// Whether a pawn step reaches the last rank.
fn promotes_to_queen(survival: SurvivalState<'_>, step: Move) -> bool {
    let seat = survival.piece_at(step.from()).map(|(seat, _)| seat);
    seat.is_some_and(|seat| survival.relative_rank(seat, step.to()) == 9)
}
