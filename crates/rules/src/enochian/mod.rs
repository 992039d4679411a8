//! Enochian chess: four armies in two teams. Kings are captured, and thrones are seized.
//!
//! An [`Army`] owns pieces, a [`Seat`] controls armies and can gain or lose control, and a [`Team`] wins or loses as
//! a whole. A position is always resolved: the game is over, or the army to move can act, or the die is thrown for it
//! next.

mod action;
mod army;
mod arrays;
mod attack_tables;
mod attacks;
mod board;
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
mod presentation;
mod pseudo_legal_moves;
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
    ArmyId, ForfeitCause, IllegalAction, Outcome, ParseErrors, Points, Position, Reason, Repetition, Seat,
    SeatNames, SeatSet, SpecialRules, Turn,
};
use army::{ArmySet, ByArmy};
use board::Board;
use dice::Die;
use std::hash::{Hash, Hasher};

/// A position of Enochian chess.
///
/// It is not `Copy`: a copy would be one block move, and reading a single bitboard right after it stalls until the
/// whole block is written. Perft was a sixth slower.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Enochian {
    board: Board,
    /// The army whose turn it is.
    army: Army,
    /// The seat that controls each army.
    controllers: ByArmy<Seat>,
    /// The armies that lost their king and have not been revived.
    frozen: ArmySet,
    /// The seat that captured each king; `None` if the king is on the board or its seat forfeited.
    captors: ByArmy<Option<Seat>>,
    /// Plies since the last capture or pawn move.
    quiet_plies: u32,
    /// The number of the next ply, from 1.
    ply: u32,
    die: Die,
    rules: Rules,
    /// The outcome, from the board or from elsewhere: a resignation, a flag, or an agreed or adjudicated result. What the
    /// board decides is stored here as soon as it is decided.
    stored_outcome: Option<Outcome>,
}

/// The options that matter after the start.
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

impl Enochian {
    /// The seats that win and lose together with `seat`, itself included.
    pub fn allies(&self, seat: Seat) -> SeatSet {
        self.rules.players.seats_of(options::team_of(seat))
    }
}

impl Hash for Enochian {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Position for Enochian {
    const GAME: &'static str = "enochian";
    const SPECIAL: SpecialRules<Enochian> =
        SpecialRules { allies: Enochian::allies, treaties: Enochian::treaties, ..SpecialRules::NONE };

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

    /// The army to move, even while its die is thrown.
    fn army(&self) -> Option<ArmyId> {
        self.stored_outcome.is_none().then(|| ArmyId(self.army.index() as u8))
    }

    /// The seats that still have a king.
    fn active_seats(&self) -> SeatSet {
        if self.stored_outcome.is_some() { SeatSet::EMPTY } else { self.seats_with_kings() }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.stored_outcome
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

    fn parse_action(&self, text: &str) -> Result<Action, IllegalAction> {
        parse_action::parse_action(self, text)
    }

    fn play(&mut self, action: Action) {
        debug_assert!(self.stored_outcome.is_none(), "{action} played after the end of the game");
        match action {
            Action::Move(m) => self.play_move(m),
            Action::Throw(throw) => self.play_throw(throw),
            Action::Exchange(proposer) => {
                let after = self.after_exchange(proposer);
                debug_assert!(after.is_ok(), "impossible exchange");
                after.into_iter().for_each(|after| *self = after);
            }
        }
    }

    fn forfeit(&mut self, seat: Seat, cause: ForfeitCause) {
        debug_assert!(self.active_seats().contains(seat), "a seat without a king forfeits");
        self.remove_seat(seat, cause);
    }

    /// Every seat gets half a point, even without a king: allies always score the same.
    #[cold]
    fn draw_outcome(&self, reason: Reason) -> Outcome {
        Outcome::new(SeatSet::first(self.seats().len()), Points::HALF, reason)
    }

    fn end(&mut self, outcome: Outcome) {
        self.stored_outcome = Some(outcome);
    }

    /// The rules of Enochian chess know no repetition.
    fn repetition(&self) -> Repetition {
        Repetition::Uncounted
    }

    fn is_repetition_of(&self, earlier: &Enochian) -> bool {
        let with_same_counters =
            Enochian { quiet_plies: earlier.quiet_plies, ply: earlier.ply, ..self.clone() };
        with_same_counters == *earlier
    }

    fn key(&self) -> u64 {
        self.board.key() ^ key::state_key(self)
    }
}
