//! Bishops: four colours fight on a cross-shaped board until two are left, and these two play a game of chess.
//!
//! This module implements the first phase, called survival; the duel is shakmaty's chess. A position is in one phase
//! or the other, so that neither carries the other's state.

mod action;
mod army;
mod attack_tables;
mod attacks;
mod board;
mod duel;
mod explain;
mod key;
mod moves;
mod notation;
mod options;
mod outcome;
mod parse;
mod parse_action;
mod parse_board;
mod piece;
mod places;
mod play;
mod presentation;
mod search_access;
mod square;
mod survival;
mod text;
mod view;
mod view_board;

#[cfg(test)]
mod tests;

pub use crate::chess::ChessMove;
pub use action::{Action, Move};
pub use options::{Corners, DuelStart, ForceDuel, KingQueenSides, MaterialLimit, Options, Swap};
pub use piece::Role;
pub use search_access::{DuelState, SurvivalState};
pub use square::{Square, SquareSet};

use crate::{
    ForfeitCause, IllegalAction, Outcome, ParseErrors, Position, Reason, Repetition, Seat, SeatNames,
    SeatSet, SpecialRules, Turn,
};
use duel::{Duel, Finalists};
use shakmaty::{Chess, Position as _};
use std::hash::{Hash, Hasher};
use survival::{PhaseChange, Survival};

/// The seat of the white pieces.
pub const WHITE: Seat = Seat::new(0);
/// The seat of the grey pieces.
pub const GREY: Seat = Seat::new(1);
/// The seat of the black pieces.
pub const BLACK: Seat = Seat::new(2);
/// The seat of the pink pieces.
pub const PINK: Seat = Seat::new(3);

const SEATS: SeatNames = &["white", "grey", "black", "pink"];
const ALL_SEATS: SeatSet = SeatSet::first(4);

/// A position of Bishops.
#[derive(Eq, PartialEq, Debug)]
pub struct Bishops {
    phase: Phase,
    /// An outcome that the board does not show: a resignation, a flag, or an agreed, claimed or adjudicated result.
    stored_outcome: Option<Outcome>,
}

#[derive(Eq, PartialEq, Debug)]
enum Phase {
    Survival(Survival),
    Duel(Duel),
}

impl Bishops {
    fn new(phase: Phase) -> Bishops {
        Bishops { phase, stored_outcome: None }
    }

    /// Starts the duel if the survival phase is over.
    fn apply_phase_change(&mut self, change: PhaseChange) {
        if let (PhaseChange::StartDuel, Phase::Survival(game)) = (change, &self.phase) {
            let finalists = Finalists::new(game.living());
            self.phase = Phase::Duel(Duel::new(Chess::new(), finalists, game.places));
        }
    }

    /// Resolves a position before the duel as if it had just been reached.
    fn resolve(&mut self) {
        if let Phase::Survival(game) = &mut self.phase {
            let change = game.resolve();
            self.apply_phase_change(change);
        }
    }

    /// Like `resolve`, while the sides are still to be drawn: only the number of living colours matters then.
    fn resolve_living_count(&mut self) {
        if let Phase::Survival(game) = &mut self.phase
            && let Some(change) = game.phase_change_by_living_count()
        {
            self.apply_phase_change(change);
        }
    }

    /// The actions that the operator of the table may take now: forcing the duel.
    pub fn operator_actions(&self) -> Vec<Action> {
        if self.explain_forced_duel().is_none() { vec![Action::ForceDuel] } else { Vec::new() }
    }

    /// Why the operator may not force the duel now; `None` if they may.
    fn explain_forced_duel(&self) -> Option<IllegalAction> {
        let illegal = |words: &str| Some(IllegalAction::new("force_duel", words));
        match (&self.phase, self.turn()) {
            (_, Turn::Over) => Some(IllegalAction::game_over()),
            (Phase::Duel(_), _) => illegal("The duel has already started."),
            (_, Turn::Chance) => illegal("Chance first decides whose king and queen are swapped."),
            (Phase::Survival(game), _) => match game.options.force_duel {
                ForceDuel::TwoLeft if game.living().len() > 2 => {
                    illegal("The duel can be forced only when exactly two colours are left.")
                }
                ForceDuel::TwoLeft | ForceDuel::Anytime => None,
            },
        }
    }
}

impl Clone for Bishops {
    /// A derived clone would merge the copies of the two phases and cost perft a fifteenth of its speed.
    #[inline]
    fn clone(&self) -> Bishops {
        #[cold]
        #[inline(never)]
        fn in_duel(duel: &Duel, stored_outcome: Option<Outcome>) -> Bishops {
            Bishops { phase: Phase::Duel(duel.clone()), stored_outcome }
        }
        match &self.phase {
            Phase::Survival(game) => {
                Bishops { phase: Phase::Survival(*game), stored_outcome: self.stored_outcome }
            }
            Phase::Duel(duel) => in_duel(duel, self.stored_outcome),
        }
    }
}

impl Hash for Bishops {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Position for Bishops {
    const GAME: &'static str = "bishops";
    const SPECIAL: SpecialRules<Bishops> = SpecialRules {
        operator_actions: Bishops::operator_actions,
        claimable_draw: Bishops::claimable_draw,
        ..SpecialRules::NONE
    };

    type Options = Options;
    type Action = Action;

    fn start(options: &Options) -> Bishops {
        Bishops::new(Phase::Survival(Survival::start(options)))
    }

    fn parse(text: &str, options: &Options) -> Result<Bishops, ParseErrors> {
        parse::parse(text, options)
    }

    fn seats(&self) -> SeatNames {
        SEATS
    }

    fn turn(&self) -> Turn {
        match &self.phase {
            _ if self.stored_outcome.is_some() => Turn::Over,
            Phase::Survival(game) => game.turn,
            Phase::Duel(duel) if duel.board_outcome().is_some() => Turn::Over,
            Phase::Duel(duel) => Turn::Seat(duel.seat_to_move()),
        }
    }

    fn active_seats(&self) -> SeatSet {
        match &self.phase {
            _ if self.turn() == Turn::Over => SeatSet::EMPTY,
            Phase::Survival(game) => game.living(),
            Phase::Duel(duel) => duel.finalists.seats(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.stored_outcome.or_else(|| self.board_outcome())
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        match &self.phase {
            _ if self.stored_outcome.is_some() => {}
            Phase::Survival(game) => {
                if let Turn::Seat(seat) = game.turn {
                    game.actions(seat, out);
                }
            }
            Phase::Duel(duel) if duel.draw_by_rule().is_some() => {}
            Phase::Duel(duel) => {
                out.extend(duel.chess.legal_moves().into_iter().map(|m| Action::Duel(ChessMove(m))));
            }
        }
    }

    /// Each living colour's king and queen are swapped or not with equal probability.
    fn chance_outcomes(&self, out: &mut Vec<(Action, u32)>) {
        let Phase::Survival(game) = &self.phase else { return };
        if self.turn() == Turn::Chance {
            let living = game.living();
            out.extend(subsets(living).map(|seats| (Action::Sides(seats), 1)));
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, IllegalAction> {
        parse_action::parse_action(self, text)
    }

    fn play(&mut self, action: Action) {
        debug_assert!(self.stored_outcome.is_none(), "{action} played after the end of the game");
        let change = match (&mut self.phase, action) {
            (Phase::Survival(game), Action::ForceDuel) => {
                game.force_duel();
                PhaseChange::StartDuel
            }
            (Phase::Survival(game), action) => game.play(action),
            (Phase::Duel(duel), Action::Duel(m)) => {
                duel.play(m);
                PhaseChange::Stay
            }
            (Phase::Duel(_), action) => {
                debug_assert!(false, "{action} is not an action of the duel");
                PhaseChange::Stay
            }
        };
        self.apply_phase_change(change);
    }

    fn forfeit(&mut self, seat: Seat, cause: ForfeitCause) {
        debug_assert!(self.active_seats().contains(seat), "an inactive seat forfeits");
        match &mut self.phase {
            Phase::Survival(game) => {
                let change = game.forfeit(seat);
                self.apply_phase_change(change);
            }
            Phase::Duel(duel) => self.stored_outcome = Some(duel.forfeit_outcome(seat, cause)),
        }
    }

    fn draw_outcome(&self, reason: Reason) -> Outcome {
        match &self.phase {
            Phase::Survival(game) => game.shared_outcome(reason),
            Phase::Duel(duel) => duel.draw_outcome(reason),
        }
    }

    fn end(&mut self, outcome: Outcome) {
        self.stored_outcome = Some(outcome);
    }

    /// "There is no repetition rule and no `claim` in the four-player phase."
    fn repetition(&self) -> Repetition {
        match &self.phase {
            Phase::Survival(_) => Repetition::Uncounted,
            Phase::Duel(_) => Repetition::Counted { claim: Some(3), automatic: Some(5) },
        }
    }

    fn is_repetition_of(&self, earlier: &Bishops) -> bool {
        match (&self.phase, &earlier.phase) {
            (Phase::Duel(now), Phase::Duel(then)) => {
                now.chess == then.chess && now.finalists == then.finalists
            }
            _ => false,
        }
    }

    fn key(&self) -> u64 {
        match &self.phase {
            Phase::Survival(game) => game.board.key() ^ key::state_key(game),
            Phase::Duel(duel) => duel.key(),
        }
    }
}

/// All subsets of `seats`, the empty set first.
fn subsets(seats: SeatSet) -> impl Iterator<Item = SeatSet> {
    let seats: Vec<Seat> = seats.iter().collect();
    (0..1usize << seats.len()).map(move |bits| {
        let chosen = seats.iter().enumerate().filter(|(index, _)| bits & 1 << index != 0);
        chosen.map(|(_, seat)| *seat).collect()
    })
}
