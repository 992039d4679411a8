//! Banqi: Chinese dark chess. All pieces start face-down, in an order that nobody knows.
//!
//! A position holds only public facts: the board and the counts of unrevealed pieces, never the identity of a
//! face-down piece. A flip is a player's action followed by a chance turn.

mod action;
mod attack_tables;
mod board;
mod explain;
mod key;
mod moves;
mod options;
mod outcome;
mod parse;
mod parse_action;
mod parse_board;
mod piece;
mod piece_counts;
mod play;
mod presentation;
mod search_access;
mod square;
mod text;
mod view;

#[cfg(test)]
mod tests;

pub use action::Action;
pub use options::{Options, Preset};
pub use piece::{Colour, Piece, Role};
pub use search_access::SquareMask;
pub use square::Square;

use crate::{
    ArmyId, ForfeitCause, IllegalAction, Outcome, ParseErrors, Points, Position, Reason, Repetition, Seat,
    SeatNames, SeatSet, Turn,
};
use board::Board;
use piece_counts::PieceCounts;
use square::SquareSet;
use std::hash::{Hash, Hasher};

/// The seat that acts first.
pub const FIRST: Seat = Seat::new(0);
/// The seat that acts second.
pub const SECOND: Seat = Seat::new(1);

const SEATS: SeatNames = &["first", "second"];
const ALL_SEATS: SeatSet = SeatSet::first(2);

/// A position of Banqi.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Banqi {
    board: Board,
    /// The face-down pieces. A piece that is neither here nor face-up on the board was captured.
    unrevealed: PieceCounts,
    /// The colour of the first seat; `None` until the first piece is revealed.
    first_colour: Option<Colour>,
    /// The square of the pending flip.
    flipping: Option<Square>,
    /// Plies in a row without a flip or capture.
    quiet_plies: u32,
    /// The number of the next ply, from 1. Its parity tells whose turn it is.
    ply: u32,
    quiet_limit: u32,
    repetition: u32,
    pawn_takes_cannon: bool,
    key: u64,
    /// An outcome that the board does not show: a resignation, a flag, or an agreed, claimed or adjudicated result.
    stored_outcome: Option<Outcome>,
}

impl Banqi {
    /// The colour of a seat; `None` before the first piece is revealed.
    fn colour_of(&self, seat: Seat) -> Option<Colour> {
        self.first_colour.map(|colour| if seat == FIRST { colour } else { colour.other() })
    }

    /// The pieces captured so far.
    fn captured(&self) -> PieceCounts {
        let mut captured = PieceCounts::EMPTY;
        for piece in Piece::all() {
            let left = self.board.count(piece) as u8 + self.unrevealed.count(piece);
            (left..piece.role().count_per_side()).for_each(|_| captured.add(piece));
        }
        captured
    }
}

const fn opponent_of(seat: Seat) -> Seat {
    if seat.index() == 0 { SECOND } else { FIRST }
}

impl Hash for Banqi {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Position for Banqi {
    const GAME: &'static str = "banqi";

    type Options = Options;
    type Action = Action;

    fn start(options: &Options) -> Banqi {
        let mut start = Banqi {
            board: Board::ALL_FACE_DOWN,
            unrevealed: PieceCounts::full_set(),
            first_colour: None,
            flipping: None,
            quiet_plies: 0,
            ply: 1,
            quiet_limit: options.quiet_limit,
            repetition: options.repetition,
            pawn_takes_cannon: options.pawn_takes_cannon,
            key: 0,
            stored_outcome: None,
        };
        start.key = key::compute(&start);
        start
    }

    fn parse(text: &str, options: &Options) -> Result<Banqi, ParseErrors> {
        parse::parse(text, options)
    }

    fn seats(&self) -> SeatNames {
        SEATS
    }

    fn turn(&self) -> Turn {
        match self.flipping {
            _ if self.outcome().is_some() => Turn::Over,
            Some(_) => Turn::Chance,
            None => Turn::Seat(self.seat_to_move()),
        }
    }

    /// The armies are the colours, red first.
    fn army(&self) -> Option<ArmyId> {
        let side = self.turn().seat().and_then(|seat| self.colour_of(seat));
        side.map(|colour| ArmyId(colour.index() as u8))
    }

    fn active_seats(&self) -> SeatSet {
        if self.outcome().is_some() { SeatSet::EMPTY } else { ALL_SEATS }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.stored_outcome.or_else(|| self.board_outcome())
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        if self.stored_outcome.is_some() || self.flipping.is_some() || self.is_quiet_limit_reached() {
            return;
        }
        match self.colour_to_move() {
            None => self.flips(out),
            Some(colour) if self.has_pieces_left(colour) => {
                self.flips(out);
                self.moves(colour, out);
            }
            Some(_) => {}
        }
    }

    /// Each piece weighs as many as there are unrevealed copies of it.
    fn chance_outcomes(&self, out: &mut Vec<(Action, u32)>) {
        if self.stored_outcome.is_none() && self.flipping.is_some() {
            out.extend(
                self.unrevealed.iter().map(|(piece, count)| (Action::Reveal(piece), u32::from(count))),
            );
        }
    }

    fn perft_actions(&self, out: &mut Vec<Action>) {
        if self.stored_outcome.is_none() && self.flipping.is_some() {
            out.extend(self.unrevealed.iter().map(|(piece, _)| Action::Reveal(piece)));
        } else {
            self.legal_actions(out);
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, IllegalAction> {
        parse_action::parse_action(self, text)
    }

    fn play(&mut self, action: Action) {
        debug_assert!(self.stored_outcome.is_none(), "{action} played after the end of the game");
        match action {
            Action::Flip(square) => self.start_flip(square),
            Action::Move { from, to } => self.move_piece(from, to),
            Action::Reveal(piece) => self.reveal(piece),
        }
    }

    fn forfeit(&mut self, seat: Seat, cause: ForfeitCause) {
        debug_assert!(self.active_seats().contains(seat), "an inactive seat forfeits");
        self.stored_outcome = Some(self.forfeit_outcome(seat, cause));
    }

    /// Before the first piece is revealed a draw aborts the game.
    fn draw_outcome(&self, reason: Reason) -> Outcome {
        if self.first_colour.is_none() {
            return Outcome::aborted();
        }
        Outcome::new(ALL_SEATS, Points::HALF, reason)
    }

    fn end(&mut self, outcome: Outcome) {
        self.stored_outcome = Some(outcome);
    }

    /// There is nothing to claim: the last repetition draws automatically.
    fn repetition(&self) -> Repetition {
        if self.repetition == 0 || self.flipping.is_some() {
            return Repetition::Uncounted;
        }
        Repetition::Counted { claim: None, automatic: Some(self.repetition) }
    }

    /// "The same public position with the same side to act".
    fn is_repetition_of(&self, earlier: &Banqi) -> bool {
        self.board == earlier.board
            && self.unrevealed == earlier.unrevealed
            && self.first_colour == earlier.first_colour
            && self.seat_to_move() == earlier.seat_to_move()
            && self.flipping == earlier.flipping
    }

    fn key(&self) -> u64 {
        self.key
    }
}
