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
mod ends;
mod exchange;
mod explain;
mod foresight;
mod key;
mod man;
mod moves;
mod options;
mod parse;
mod parse_board;
mod play;
mod read;
mod text;
mod view;

#[cfg(test)]
mod tests;

pub use action::{Action, Move, Throw};
pub use army::{Army, Team};
pub use foresight::king_steps;
pub use man::{Figure, Kind, Man};
pub use options::{Direction, Element, KingSafety, Options, Players};

use crate::{
    Cause, Eye, Faults, Gesture, Outcome, Position, Reason, Repetition, Seat, SeatNames, SeatSet, Treaty,
    Turn, View, WhyNot,
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
    quiet: u32,
    /// The number of the next ply, from 1.
    ply: u32,
    die: Die,
    rules: Rules,
    ended: Option<Outcome>,
}

/// What of the options matters after the start.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
struct Rules {
    players: Players,
    direction: Direction,
    king_safety: KingSafety,
    /// 0 for no limit.
    quiet_limit: u32,
}

impl Rules {
    fn of(options: &Options) -> Rules {
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
        let rules = Rules::of(options);
        let mut start = Enochian {
            board: arrays::set_up(options),
            army: arrays::first_army(options.board),
            controllers: ByArmy(Army::ALL.map(|army| rules.players.seat_of(army))),
            frozen: ArmySet::EMPTY,
            captors: ByArmy([None; 4]),
            quiet: 0,
            ply: 1,
            die: if options.divination { Die::ToThrow } else { Die::Unused },
            rules,
            ended: None,
        };
        start.settle();
        start
    }

    fn parse(text: &str, options: &Options) -> Result<Enochian, Faults> {
        parse::parse(text, options)
    }

    fn seats(&self) -> SeatNames {
        self.rules.players.names()
    }

    fn turn(&self) -> Turn {
        match (self.ended, self.die) {
            (Some(_), _) => Turn::Over,
            (None, Die::ToThrow) => Turn::Chance,
            (None, Die::Unused | Die::Thrown(_)) => Turn::Seat(self.controllers[self.army]),
        }
    }

    /// The army whose turn it is, also while the die is thrown for it.
    fn army(&self) -> Option<crate::Army> {
        self.ended.is_none().then(|| crate::Army(self.army.index() as u8))
    }

    fn legal(&self, out: &mut Vec<Action>) {
        if self.ended.is_none() {
            self.moves(out);
        }
    }

    fn chances(&self, out: &mut Vec<(Action, u32)>) {
        if self.turn() == Turn::Chance {
            out.extend(Throw::ALL.map(|throw| (Action::Throw(throw), 1)));
        }
    }

    fn treaties(&self, before: Option<&Enochian>, out: &mut Vec<Treaty<Action>>) {
        self.exchanges(before, out);
    }

    fn play(&mut self, action: Action) {
        debug_assert!(self.ended.is_none(), "{action} was played after the end");
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

    fn forfeit(&mut self, seat: Seat, cause: Cause) {
        debug_assert!(self.playing().contains(seat), "a seat without a living king left");
        self.leave(seat, cause);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended
    }

    fn drawn(&self, reason: Reason) -> Outcome {
        self.draw(reason)
    }

    fn end(&mut self, outcome: Outcome) {
        self.ended = Some(outcome);
    }

    /// The seats with a living king.
    fn playing(&self) -> SeatSet {
        if self.ended.is_some() { SeatSet::EMPTY } else { self.seats_with_kings() }
    }

    /// The rules have no repetition.
    fn repetition(&self) -> Repetition {
        Repetition::Uncounted
    }

    fn repeats(&self, earlier: &Enochian) -> bool {
        let same_count = Enochian { quiet: earlier.quiet, ply: earlier.ply, ..self.clone() };
        same_count == *earlier
    }

    fn key(&self) -> u64 {
        self.board.key() ^ key::of_state(self)
    }

    fn allies(&self, seat: Seat) -> SeatSet {
        self.rules.players.seats_of(options::team_of(seat))
    }

    fn read(&self, text: &str) -> Result<Action, WhyNot> {
        self.read_action(text)
    }

    fn text(action: Action) -> SmolStr {
        action.text()
    }

    fn gesture(&self, action: Action) -> Gesture {
        self.gesture_of(action)
    }

    fn explain(&self, gesture: &Gesture) -> Option<WhyNot> {
        self.why_not(gesture)
    }

    fn view(&self, eye: Eye) -> View {
        self.seen_by(eye)
    }
}
