//! Bishops: four colours fight on a cross until two are left, and these play a game of chess.
//!
//! The first phase is here, the duel's chess is shakmaty's. A position is in one phase or in the other, so that
//! neither carries what belongs to the other.

mod action;
mod army;
mod attacks;
mod board;
mod duel;
mod ends;
mod explain;
mod foresight;
mod key;
mod moves;
mod notation;
mod options;
mod parse;
mod parse_board;
mod places;
mod play;
mod read;
mod square;
mod survival;
mod tables;
mod text;
mod view;
mod view_board;

#[cfg(test)]
mod tests;

pub use crate::chess::ChessMove;
pub use action::{Action, Step};
pub use army::{BLACK, GREY, PINK, Role, WHITE};
pub use foresight::{DuelLook, SurvivalLook};
pub use options::{Corners, DuelStart, ForceDuel, MaterialLimit, Options, Sides, Swap};
pub use square::{Square, SquareSet};

use crate::{
    Cause, Eye, Faults, Gesture, Outcome, Position, Reason, Repetition, Seat, SeatNames, SeatSet, Turn, View,
    WhyNot,
};
use army::SEATS;
use duel::{Duel, Finalists};
use shakmaty::{Chess, Position as _};
use smol_str::SmolStr;
use std::hash::{Hash, Hasher};
use survival::{Fate, Survival};

/// A position of Bishops.
#[derive(Eq, PartialEq, Debug)]
pub struct Bishops {
    phase: Phase,
    /// A result that is not on the board: a draw that was agreed or claimed, a resignation in the duel.
    ended: Option<Outcome>,
}

#[derive(Eq, PartialEq, Debug)]
enum Phase {
    Survival(Survival),
    Duel(Duel),
}

impl Clone for Bishops {
    /// A derived clone would weave the copies of the two phases into one and cost perft a fifteenth of its speed.
    #[inline]
    fn clone(&self) -> Bishops {
        #[cold]
        #[inline(never)]
        fn in_duel(duel: &Duel, ended: Option<Outcome>) -> Bishops {
            Bishops { phase: Phase::Duel(duel.clone()), ended }
        }
        match &self.phase {
            Phase::Survival(game) => Bishops { phase: Phase::Survival(*game), ended: self.ended },
            Phase::Duel(duel) => in_duel(duel, self.ended),
        }
    }
}

impl Bishops {
    fn new(phase: Phase) -> Bishops {
        Bishops { phase, ended: None }
    }

    /// Begins the duel if it has come to that.
    fn follow(&mut self, fate: Fate) {
        if let (Fate::Duel, Phase::Survival(game)) = (fate, &self.phase) {
            let finalists = Finalists::among(game.living());
            self.phase = Phase::Duel(Duel::new(Chess::new(), finalists, game.places));
        }
    }

    /// Judges a position before the duel as if it had just been reached.
    fn judge(&mut self) {
        if let Phase::Survival(game) = &mut self.phase {
            let fate = game.judge();
            self.follow(fate);
        }
    }

    /// The same while the sides are still to be drawn: only the number of the living matters.
    fn judge_living(&mut self) {
        if let Phase::Survival(game) = &mut self.phase
            && let Some(fate) = game.fate_of_the_living()
        {
            self.follow(fate);
        }
    }

    /// Why the operator may not force the duel now, if so.
    fn why_no_forced_duel(&self) -> Option<WhyNot> {
        let because = |words: &str| Some(WhyNot::new("force_duel", words));
        match (&self.phase, self.turn()) {
            (_, Turn::Over) => Some(WhyNot::over()),
            (Phase::Duel(_), _) => because("The duel has begun already."),
            (_, Turn::Chance) => because("The sides are to be drawn first."),
            (Phase::Survival(game), _) => match game.options.force_duel {
                ForceDuel::TwoLeft if game.living().len() > 2 => {
                    because("The duel can be forced when exactly two colours are left.")
                }
                ForceDuel::TwoLeft | ForceDuel::Anytime => None,
            },
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
    const TITLE: &'static str = "Bishops";

    type Options = Options;
    type Action = Action;

    fn start(options: &Options) -> Bishops {
        Bishops::new(Phase::Survival(Survival::start(options)))
    }

    fn parse(text: &str, options: &Options) -> Result<Bishops, Faults> {
        parse::parse(text, options)
    }

    fn seats(&self) -> SeatNames {
        SEATS
    }

    fn turn(&self) -> Turn {
        match &self.phase {
            _ if self.ended.is_some() => Turn::Over,
            Phase::Survival(game) => game.turn,
            Phase::Duel(duel) if duel.outcome().is_some() => Turn::Over,
            Phase::Duel(duel) => Turn::Seat(duel.to_move()),
        }
    }

    fn legal(&self, out: &mut Vec<Action>) {
        match &self.phase {
            _ if self.ended.is_some() => {}
            Phase::Survival(game) => {
                if let Turn::Seat(seat) = game.turn {
                    game.actions(seat, out);
                }
            }
            Phase::Duel(duel) if duel.drawn_by_count().is_some() => {}
            Phase::Duel(duel) => {
                out.extend(duel.chess.legal_moves().into_iter().map(|m| Action::Duel(ChessMove(m))));
            }
        }
    }

    /// Any of the living colours' kings and queens may change places, each as likely as not.
    fn chances(&self, out: &mut Vec<(Action, u32)>) {
        let Phase::Survival(game) = &self.phase else { return };
        if self.turn() == Turn::Chance {
            let living = game.living();
            out.extend(subsets(living).map(|seats| (Action::Sides(seats), 1)));
        }
    }

    fn operations(&self, out: &mut Vec<Action>) {
        if self.why_no_forced_duel().is_none() {
            out.push(Action::ForceDuel);
        }
    }

    fn play(&mut self, action: Action) {
        debug_assert!(self.ended.is_none(), "{action} was played after the end");
        let fate = match (&mut self.phase, action) {
            (Phase::Survival(game), Action::ForceDuel) => {
                game.force_duel();
                Fate::Duel
            }
            (Phase::Survival(game), action) => game.play(action),
            (Phase::Duel(duel), Action::Duel(m)) => {
                duel.play(m);
                Fate::Stays
            }
            (Phase::Duel(_), action) => {
                debug_assert!(false, "{action} is not for the duel");
                Fate::Stays
            }
        };
        self.follow(fate);
    }

    fn forfeit(&mut self, seat: Seat, cause: Cause) {
        debug_assert!(self.playing().contains(seat), "a seat without a say left");
        match &mut self.phase {
            Phase::Survival(game) => {
                let fate = game.leave(seat);
                self.follow(fate);
            }
            Phase::Duel(duel) => self.ended = Some(duel.after_forfeit(seat, cause)),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| match &self.phase {
            Phase::Survival(game) => game.outcome(),
            Phase::Duel(duel) => duel.outcome(),
        })
    }

    fn drawn(&self, reason: Reason) -> Outcome {
        match &self.phase {
            Phase::Survival(game) => game.shared(reason),
            Phase::Duel(duel) => duel.drawn(reason),
        }
    }

    fn end(&mut self, outcome: Outcome) {
        self.ended = Some(outcome);
    }

    fn playing(&self) -> SeatSet {
        match &self.phase {
            _ if self.turn() == Turn::Over => SeatSet::EMPTY,
            Phase::Survival(game) => game.living(),
            Phase::Duel(duel) => duel.finalists.both(),
        }
    }

    /// "There is no repetition rule and no `claim` in the four-player phase."
    fn repetition(&self) -> Repetition {
        match &self.phase {
            Phase::Survival(_) => Repetition::Uncounted,
            Phase::Duel(_) => Repetition::Counted { claim: Some(3), automatic: Some(5) },
        }
    }

    fn repeats(&self, earlier: &Bishops) -> bool {
        match (&self.phase, &earlier.phase) {
            (Phase::Duel(now), Phase::Duel(then)) => {
                now.chess == then.chess && now.finalists == then.finalists
            }
            _ => false,
        }
    }

    fn claimable(&self) -> Option<Reason> {
        match &self.phase {
            Phase::Duel(duel) if self.turn() != Turn::Over => duel.claimable(),
            _ => None,
        }
    }

    fn key(&self) -> u64 {
        match &self.phase {
            Phase::Survival(game) => game.board.key() ^ key::beside_the_board(game),
            Phase::Duel(duel) => duel.key(),
        }
    }

    fn read(&self, text: &str) -> Result<Action, WhyNot> {
        self.read_action(text)
    }

    fn text(action: Action) -> SmolStr {
        action.text()
    }

    fn notation(&self, action: Action) -> String {
        self.written(action)
    }

    fn label(&self, action: Action) -> SmolStr {
        self.labelled(action)
    }

    fn gesture(&self, action: Action) -> Gesture {
        view::gesture(action)
    }

    fn explain(&self, gesture: &Gesture) -> Option<WhyNot> {
        self.why_not(gesture)
    }

    fn view(&self, eye: Eye) -> View {
        self.seen_by(eye)
    }
}

/// All sets of some of these seats, nobody first.
fn subsets(seats: SeatSet) -> impl Iterator<Item = SeatSet> {
    let seats: Vec<Seat> = seats.iter().collect();
    (0..1usize << seats.len()).map(move |pick| {
        let picked = seats.iter().enumerate().filter(|(place, _)| pick & 1 << place != 0);
        picked.map(|(_, seat)| *seat).collect()
    })
}
