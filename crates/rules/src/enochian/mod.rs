//! Enochian chess: four armies in two teams, whose kings are captured and whose thrones are seized.
//!
//! Three things are kept apart. An [`Army`] is whose men they are; a [`Seat`] is who decides, and which one
//! decides for an army can change; a [`Team`] wins and loses together. A position is always settled: it is over,
//! or the army to act can act, or the die is to be thrown for it.

mod action;
mod army;
mod arrays;
mod attacks;
mod board;
mod check;
mod dice;
mod exchange;
mod explain;
mod key;
mod moves;
mod options;
mod outcome;
mod parse;
mod parse_action;
mod parse_board;
mod piece;
mod play;
mod search_access;
mod text;
mod view;

#[cfg(test)]
mod tests;

pub use action::{Action, Move, Throw};
pub use army::{Army, Team};
pub use options::{Element, KingSafety, Options, PlayerCount, TurnDirection};
pub use piece::{Officer, Piece, Role};
pub use search_access::king_distance;

use crate::{
    Eye, ForfeitCause, Gesture, IllegalAction, Outcome, ParseErrors, Position, Reason, Repetition, Seat,
    SeatNames, SeatSet, Treaty, Turn, View,
};
use army::{ArmySet, ByArmy};
use board::Board;
use dice::Die;
use smol_str::SmolStr;
use std::hash::{Hash, Hasher};

/// A position of Enochian chess.
///
/// It is not `Copy`, for then it is copied as one block of memory, and reading single sets from it right after
/// waits for the whole block: perft was a sixth slower.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Enochian {
    board: Board,
    /// Whose turn it is.
    army: Army,
    /// The seat that decides for each army.
    controllers: ByArmy<Seat>,
    /// Armies whose king is gone and whom nobody has revived.
    frozen: ArmySet,
    /// The seat that took each king; none for a king that lives or has left.
    captors: ByArmy<Option<Seat>>,
    /// Plies since the last capture or pawn move.
    quiet_plies: u32,
    /// The number of the next ply, from 1.
    ply: u32,
    die: Die,
    rules: Rules,
    stored_outcome: Option<Outcome>,
}

/// What of the options matters after the start.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
struct Rules {
    players: PlayerCount,
    direction: TurnDirection,
    king_safety: KingSafety,
    /// 0 for no limit.
    quiet_limit: u32,
}

impl Rules {
    fn new(options: &Options) -> Rules {
        let Options { players, direction, king_safety, quiet_limit, .. } = *options;
        Rules { players, direction, king_safety, quiet_limit }
    }
}

impl Hash for Enochian {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Position for Enochian {
    const GAME: &'static str = "enochian";
    const TITLE: &'static str = "Enochian chess";

    type Options = Options;
    type Action = Action;

    fn start(options: &Options) -> Enochian {
        let rules = Rules::new(options);
        let mut start = Enochian {
            board: arrays::starting_board(options),
            army: arrays::first_army(options.board),
            controllers: ByArmy(Army::ALL.map(|army| rules.players.seat_of(army))),
            frozen: ArmySet::EMPTY,
            captors: ByArmy([None; 4]),
            quiet_plies: 0,
            ply: 1,
            die: if options.divination { Die::ToThrow } else { Die::Unused },
            rules,
            stored_outcome: None,
        };
        start.resolve();
        start
    }

    fn parse(text: &str, options: &Options) -> Result<Enochian, ParseErrors> {
        parse::parse(text, options)
    }

    fn seats(&self) -> SeatNames {
        self.rules.players.seat_names()
    }

    fn turn(&self) -> Turn {
        match (self.stored_outcome, self.die) {
            (Some(_), _) => Turn::Over,
            (None, Die::ToThrow) => Turn::Chance,
            (None, Die::Unused | Die::Thrown(_)) => Turn::Seat(self.controllers[self.army]),
        }
    }

    /// The army whose turn it is, also while the die is thrown for it.
    fn army(&self) -> Option<crate::ArmyId> {
        self.stored_outcome.is_none().then(|| crate::ArmyId(self.army.index() as u8))
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        if self.stored_outcome.is_none() {
            self.legal_moves(out);
        }
    }

    fn chance_outcomes(&self, out: &mut Vec<(Action, u32)>) {
        if self.turn() == Turn::Chance {
            out.extend(Throw::ALL.map(|throw| (Action::Throw(throw), 1)));
        }
    }

    fn treaties(&self, before: Option<&Enochian>, out: &mut Vec<Treaty<Action>>) {
        self.exchanges(before, out);
    }

    fn play(&mut self, action: Action) {
        debug_assert!(self.stored_outcome.is_none(), "{action} was played after the end");
        match action {
            Action::Move(m) => self.play_move(m),
            Action::Throw(throw) => self.play_throw(throw),
            Action::Exchange(proposer) => {
                let after = self.after_exchange(proposer);
                debug_assert!(after.is_ok(), "an exchange that is not possible");
                after.into_iter().for_each(|after| *self = after);
            }
        }
    }

    fn forfeit(&mut self, seat: Seat, cause: ForfeitCause) {
        debug_assert!(self.active_seats().contains(seat), "a seat without a living king left");
        self.remove_seat(seat, cause);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.stored_outcome
    }

    fn draw_outcome(&self, reason: Reason) -> Outcome {
        self.draw(reason)
    }

    fn end(&mut self, outcome: Outcome) {
        self.stored_outcome = Some(outcome);
    }

    /// The seats with a living king.
    fn active_seats(&self) -> SeatSet {
        if self.stored_outcome.is_some() { SeatSet::EMPTY } else { self.seats_with_kings() }
    }

    /// The rules have no repetition.
    fn repetition(&self) -> Repetition {
        Repetition::Uncounted
    }

    fn is_repetition_of(&self, earlier: &Enochian) -> bool {
        let same_count = Enochian { quiet_plies: earlier.quiet_plies, ply: earlier.ply, ..self.clone() };
        same_count == *earlier
    }

    fn key(&self) -> u64 {
        self.board.key() ^ key::state_key(self)
    }

    fn allies(&self, seat: Seat) -> SeatSet {
        self.rules.players.seats_of(options::team_of(seat))
    }

    fn parse_action(&self, text: &str) -> Result<Action, IllegalAction> {
        self.read_action(text)
    }

    fn action_text(action: Action) -> SmolStr {
        action.text()
    }

    fn gesture(&self, action: Action) -> Gesture {
        self.gesture_of(action)
    }

    fn explain(&self, gesture: &Gesture) -> Option<IllegalAction> {
        self.why_not(gesture)
    }

    fn view(&self, eye: Eye) -> View {
        self.seen_by(eye)
    }
}
