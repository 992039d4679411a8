//! Banqi: all pieces lie face-down, and nobody knows which is which.
//!
//! A position holds the public board and the bag of pieces not yet revealed, never what lies where: a flip is
//! the player's action followed by a chance turn.

mod action;
mod attack_tables;
mod board;
mod capture;
mod explain;
mod key;
mod moves;
mod options;
mod outcome;
mod parse_action;
mod piece;
mod piece_counts;
mod play;
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
    ArmyId, Eye, ForfeitCause, Gesture, IllegalAction, Outcome, ParseErrors, Position, Reason, Repetition,
    Seat, SeatNames, SeatSet, Turn, View,
};
use board::Board;
use piece_counts::PieceCounts;
use smol_str::SmolStr;
use square::SquareSet;
use std::hash::{Hash, Hasher};

/// The seat that acts first.
pub const FIRST: Seat = Seat::new(0);
/// The other seat.
pub const SECOND: Seat = Seat::new(1);

const SEATS: SeatNames = &["first", "second"];
const BOTH: SeatSet = SeatSet::first(2);

/// A position of Banqi.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Banqi {
    board: Board,
    /// What the face-down pieces are. What is neither there nor on the board was captured.
    unrevealed: PieceCounts,
    /// The colour of the first seat; none until the first piece is revealed.
    first_colour: Option<Colour>,
    /// The face-down piece that is being turned over.
    flipping: Option<Square>,
    /// Plies in a row without flip or capture.
    quiet_plies: u32,
    /// The number of the ply to be played, from 1. It says whose turn it is.
    ply: u32,
    quiet_limit: u32,
    repetition: u32,
    pawn_takes_cannon: bool,
    key: u64,
    /// A result that is not on the board: a resignation, a flag, a draw that was agreed or found.
    stored_outcome: Option<Outcome>,
}

impl Banqi {
    /// The seat to act; at a chance turn the one that flipped.
    const fn seat(&self) -> Seat {
        if self.ply % 2 == 1 { FIRST } else { SECOND }
    }

    /// The colour of the seat to act.
    fn side(&self) -> Option<Colour> {
        self.colour_of(self.seat())
    }

    /// The colour that belongs to a seat.
    fn colour_of(&self, seat: Seat) -> Option<Colour> {
        self.first_colour.map(|first| if seat == FIRST { first } else { first.other() })
    }

    /// What was captured so far.
    fn captured(&self) -> PieceCounts {
        let mut gone = PieceCounts::EMPTY;
        for piece in Piece::all() {
            let left = self.board.count(piece) as u8 + self.unrevealed.count(piece);
            (left..piece.role().count_per_side()).for_each(|_| gone.add(piece));
        }
        gone
    }
}

const fn opponent_of(seat: Seat) -> Seat {
    if seat.index() == 0 { SECOND } else { FIRST }
}

impl Hash for Banqi {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl Position for Banqi {
    const GAME: &'static str = "banqi";
    const TITLE: &'static str = "Banqi";

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
            quiet_limit: options.quiet_limit(),
            repetition: options.repetition(),
            pawn_takes_cannon: options.pawn_takes_cannon(),
            key: 0,
            stored_outcome: None,
        };
        start.key = key::compute(&start);
        start
    }

    fn parse(text: &str, options: &Options) -> Result<Banqi, ParseErrors> {
        text::parse(text, options)
    }

    fn seats(&self) -> SeatNames {
        SEATS
    }

    fn turn(&self) -> Turn {
        match self.flipping {
            _ if self.outcome().is_some() => Turn::Over,
            Some(_) => Turn::Chance,
            None => Turn::Seat(self.seat()),
        }
    }

    /// The armies are the colours, red first.
    fn army(&self) -> Option<ArmyId> {
        let side = self.turn().seat().and_then(|seat| self.colour_of(seat));
        side.map(|colour| ArmyId(colour.index() as u8))
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        if self.stored_outcome.is_some() || self.flipping.is_some() || self.is_quiet_limit_reached() {
            return;
        }
        match self.side() {
            None => self.flips(out),
            Some(side) if self.has_pieces(side) => {
                self.flips(out);
                self.moves(side, out);
            }
            Some(_) => {}
        }
    }

    /// Each piece in the bag is as likely as there are of it.
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

    fn play(&mut self, action: Action) {
        debug_assert!(self.stored_outcome.is_none(), "{action} was played after the end");
        self.play_action(action);
    }

    fn forfeit(&mut self, seat: Seat, cause: ForfeitCause) {
        debug_assert!(self.active_seats().contains(seat), "a seat without a say left");
        self.stored_outcome = Some(self.forfeit_outcome(seat, cause));
    }

    fn outcome(&self) -> Option<Outcome> {
        self.stored_outcome.or_else(|| self.board_outcome())
    }

    fn draw_outcome(&self, reason: Reason) -> Outcome {
        self.draw(reason)
    }

    fn end(&mut self, outcome: Outcome) {
        self.stored_outcome = Some(outcome);
    }

    fn active_seats(&self) -> SeatSet {
        if self.outcome().is_some() { SeatSet::EMPTY } else { BOTH }
    }

    /// Nothing can be claimed: the last repetition draws by itself.
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
            && self.seat() == earlier.seat()
            && self.flipping == earlier.flipping
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn parse_action(&self, text: &str) -> Result<Action, IllegalAction> {
        self.read_action(text)
    }

    fn action_text(action: Action) -> SmolStr {
        action.text()
    }

    fn gesture(&self, action: Action) -> Gesture {
        view::gesture(action)
    }

    fn explain(&self, gesture: &Gesture) -> Option<IllegalAction> {
        self.why_not(gesture)
    }

    fn view(&self, eye: Eye) -> View {
        self.seen_by(eye)
    }
}
