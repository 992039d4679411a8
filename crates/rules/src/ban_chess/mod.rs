//! Ban-Chess: before each move the opponent bans one.
//!
//! shakmaty supplies the chess, and this module adds the bans. A position without a ban is in the ban phase, a
//! position with one in the move phase.

mod action;
mod explain;
mod fast_perft;
mod key;
mod moves;
mod notation;
mod options;
mod outcome;
mod parse;
mod parse_action;
mod play;
mod presentation;
mod search_access;
mod text;
mod view;

#[cfg(test)]
mod tests;

pub use crate::chess::{ChessMove, FromTo};
pub use action::Action;
pub use fast_perft::fast_perft;
pub use options::Options;

use crate::{
    ForfeitCause, IllegalAction, Outcome, ParseErrors, Points, Position, Reason, Repetition, Seat, SeatNames,
    SeatSet, Status, Turn, chess,
};
use shakmaty::{Chess, Color, Position as _};
use std::hash::{Hash, Hasher};

/// The seat of the white pieces.
pub const WHITE: Seat = Seat::new(0);
/// The seat of the black pieces.
pub const BLACK: Seat = Seat::new(1);

const SEATS: SeatNames = &["white", "black"];
const ALL_SEATS: SeatSet = SeatSet::first(2);

/// A position of Ban-Chess.
#[derive(Clone, Debug)]
pub struct BanChess {
    chess: Chess,
    /// The banned squares in the move phase; `None` in the ban phase.
    ban: Option<FromTo>,
    key: u64,
    /// An outcome that the board does not show: a resignation, a flag, or an agreed, claimed or adjudicated result.
    stored_outcome: Option<Outcome>,
}

impl BanChess {
    fn new(chess: Chess, ban: Option<FromTo>) -> BanChess {
        let key = chess::key::compute(&chess) ^ ban.map_or(0, key::ban_key);
        BanChess { chess, ban, key, stored_outcome: None }
    }

    /// The seat whose move is banned or played next. In the ban phase its opponent acts.
    fn seat_to_move(&self) -> Seat {
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

const fn opponent_of(seat: Seat) -> Seat {
    if seat.index() == 0 { BLACK } else { WHITE }
}

impl PartialEq for BanChess {
    fn eq(&self, other: &BanChess) -> bool {
        chess::is_identical(&self.chess, &other.chess)
            && self.ban == other.ban
            && self.stored_outcome == other.stored_outcome
    }
}

impl Eq for BanChess {}

impl Hash for BanChess {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Position for BanChess {
    const GAME: &'static str = "ban-chess";

    type Options = Options;
    type Action = Action;

    fn start(_: &Options) -> BanChess {
        BanChess::new(Chess::new(), None)
    }

    fn parse(text: &str, _: &Options) -> Result<BanChess, ParseErrors> {
        parse::parse(text)
    }

    fn seats(&self) -> SeatNames {
        SEATS
    }

    fn turn(&self) -> Turn {
        self.status().turn
    }

    fn active_seats(&self) -> SeatSet {
        self.status().active_seats
    }

    fn outcome(&self) -> Option<Outcome> {
        self.stored_outcome.or_else(|| self.board_outcome())
    }

    fn status(&self) -> Status {
        let outcome = self.outcome();
        if outcome.is_some() {
            return Status { turn: Turn::Over, outcome, active_seats: SeatSet::EMPTY };
        }
        let seat = if self.ban.is_some() { self.seat_to_move() } else { opponent_of(self.seat_to_move()) };
        Status { turn: Turn::Seat(seat), outcome, active_seats: ALL_SEATS }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        if self.stored_outcome.is_none() && self.draw_by_rule().is_none() {
            self.perft_actions(out);
        }
    }

    /// The reference numbers ignore draws by material and by the fifty-move rule.
    fn perft_actions(&self, out: &mut Vec<Action>) {
        match self.ban {
            None => self.legal_bans(out),
            Some(ban) => self.legal_moves_except(ban, out),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, IllegalAction> {
        parse_action::parse_action(self, text)
    }

    fn play(&mut self, action: Action) {
        debug_assert!(self.stored_outcome.is_none(), "{action} played after the end of the game");
        match action {
            Action::Ban(ban) => self.play_ban(ban),
            Action::Move(m) => self.play_move(m),
        }
    }

    fn forfeit(&mut self, seat: Seat, cause: ForfeitCause) {
        debug_assert!(self.active_seats().contains(seat), "an inactive seat forfeits");
        self.stored_outcome = Some(self.forfeit_outcome(seat, cause));
    }

    fn draw_outcome(&self, reason: Reason) -> Outcome {
        Outcome::new(ALL_SEATS, Points::HALF, reason)
    }

    fn end(&mut self, outcome: Outcome) {
        self.stored_outcome = Some(outcome);
    }

    /// Only positions of the move phase count: "the seat to move may claim" from the third, and the fifth is a draw.
    fn repetition(&self) -> Repetition {
        if self.ban.is_none() {
            return Repetition::Uncounted;
        }
        Repetition::Counted { claim: Some(3), automatic: Some(5) }
    }

    fn is_repetition_of(&self, earlier: &BanChess) -> bool {
        self.ban == earlier.ban && self.chess == earlier.chess
    }

    fn key(&self) -> u64 {
        self.key
    }
}
