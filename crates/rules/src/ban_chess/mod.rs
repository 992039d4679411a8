//! Ban-Chess: before each move the opponent forbids one.
//!
//! The chess is shakmaty's; this module adds the bans. A ban phase has no ban, a move phase has one, so the ban
//! itself says which phase it is.

mod action;
mod ends;
mod explain;
mod foresight;
mod key;
mod play;
mod read;
mod shortcut;
mod text;
mod view;

#[cfg(test)]
mod tests;

pub use crate::chess::{ChessMove, Pair};
pub use action::Action;
pub use shortcut::count;

use crate::{
    Cause, Eye, Faults, Gesture, Outcome, Points, Position, Reason, Repetition, Seat, SeatNames, SeatSet,
    Standing, Turn, View, WhyNot, chess,
};
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Color, Position as _};
use smol_str::SmolStr;
use std::hash::{Hash, Hasher};

/// The seat of the white pieces.
pub const WHITE: Seat = Seat::new(0);
/// The seat of the black pieces.
pub const BLACK: Seat = Seat::new(1);

const SEATS: SeatNames = &["white", "black"];
const BOTH: SeatSet = SeatSet::first(2);

/// Ban-Chess has nothing to choose.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {}

/// A position of Ban-Chess.
#[derive(Clone, Debug)]
pub struct BanChess {
    chess: Chess,
    /// What the side to move may not play; none while it is still to be chosen.
    ban: Option<Pair>,
    key: u64,
    /// A result that is not on the board: a resignation, a flag, a draw that was agreed or claimed.
    ended: Option<Outcome>,
}

impl BanChess {
    fn new(chess: Chess, ban: Option<Pair>) -> BanChess {
        let key = chess::key::from_scratch(&chess) ^ ban.map_or(0, key::of_ban);
        BanChess { chess, ban, key, ended: None }
    }

    /// The side whose move is being banned or played.
    fn side(&self) -> Seat {
        seat_of(self.chess.turn())
    }
}

const fn seat_of(color: Color) -> Seat {
    match color {
        Color::White => WHITE,
        Color::Black => BLACK,
    }
}

const fn color_of(seat: Seat) -> Color {
    if seat.index() == 0 { Color::White } else { Color::Black }
}

const fn other(seat: Seat) -> Seat {
    if seat.index() == 0 { BLACK } else { WHITE }
}

impl PartialEq for BanChess {
    fn eq(&self, other: &BanChess) -> bool {
        chess::is_identical(&self.chess, &other.chess) && self.ban == other.ban && self.ended == other.ended
    }
}

impl Eq for BanChess {}

impl Hash for BanChess {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl Position for BanChess {
    const GAME: &'static str = "ban-chess";
    const TITLE: &'static str = "Ban-Chess";

    type Options = Options;
    type Action = Action;

    fn start(_: &Options) -> BanChess {
        BanChess::new(Chess::new(), None)
    }

    fn parse(text: &str, _: &Options) -> Result<BanChess, Faults> {
        text::parse(text)
    }

    fn seats(&self) -> SeatNames {
        SEATS
    }

    fn turn(&self) -> Turn {
        self.standing().turn
    }

    fn standing(&self) -> Standing {
        let outcome = self.outcome();
        if outcome.is_some() {
            return Standing { turn: Turn::Over, outcome, playing: SeatSet::EMPTY };
        }
        let seat = if self.ban.is_some() { self.side() } else { other(self.side()) };
        Standing { turn: Turn::Seat(seat), outcome, playing: BOTH }
    }

    fn legal(&self, out: &mut Vec<Action>) {
        if self.ended.is_none() && self.drawn_on_the_board().is_none() {
            self.branches(out);
        }
    }

    /// The reference numbers ignore draws by material and by the fifty-move rule.
    fn branches(&self, out: &mut Vec<Action>) {
        match self.ban {
            None => self.bans(out),
            Some(ban) => self.moves_except(ban, out),
        }
    }

    fn play(&mut self, action: Action) {
        debug_assert!(self.ended.is_none(), "{action} was played after the end");
        match action {
            Action::Ban(pair) => self.play_ban(pair),
            Action::Move(m) => self.play_move(m),
        }
    }

    fn forfeit(&mut self, seat: Seat, cause: Cause) {
        debug_assert!(self.playing().contains(seat), "a seat without a say left");
        self.ended = Some(self.after_forfeit(seat, cause));
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.decided_on_the_board())
    }

    fn drawn(&self, reason: Reason) -> Outcome {
        Outcome::new(BOTH, Points::HALF, reason)
    }

    fn end(&mut self, outcome: Outcome) {
        self.ended = Some(outcome);
    }

    fn playing(&self) -> SeatSet {
        self.standing().playing
    }

    /// Only states of the move phase are compared: "the seat to move may claim" from the third, and the fifth
    /// is a draw.
    fn repetition(&self) -> Repetition {
        if self.ban.is_none() {
            return Repetition::Uncounted;
        }
        Repetition::Counted { claim: Some(3), automatic: Some(5) }
    }

    fn repeats(&self, earlier: &BanChess) -> bool {
        self.ban == earlier.ban && self.chess == earlier.chess
    }

    fn key(&self) -> u64 {
        self.key
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
