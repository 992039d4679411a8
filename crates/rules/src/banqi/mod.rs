//! Banqi: all pieces lie face-down, and nobody knows which is which.
//!
//! A position holds the public board and the bag of pieces not yet revealed, never what lies where: a flip is
//! the player's action followed by a chance turn.

mod action;
mod bag;
mod board;
mod capture;
mod ends;
mod explain;
mod foresight;
mod key;
mod lines;
mod moves;
mod options;
mod piece;
mod play;
mod read;
mod square;
mod text;
mod view;

#[cfg(test)]
mod tests;

pub use action::Action;
pub use foresight::SquareSet;
pub use options::{Options, Preset};
pub use piece::{Colour, Kind, Piece};
pub use square::Square;

use crate::{
    Army, Cause, Eye, Faults, Gesture, Outcome, Position, Reason, Repetition, Seat, SeatNames, SeatSet, Turn,
    View, WhyNot,
};
use bag::Bag;
use board::Board;
use smol_str::SmolStr;
use square::Squares;
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
    bag: Bag,
    /// The colour of the first seat; none until the first piece is revealed.
    first: Option<Colour>,
    /// The face-down piece that is being turned over.
    turning: Option<Square>,
    /// Plies in a row without flip or capture.
    quiet: u32,
    /// The number of the ply to be played, from 1. It says whose turn it is.
    ply: u32,
    quiet_limit: u32,
    repetition: u32,
    pawn_takes_cannon: bool,
    key: u64,
    /// A result that is not on the board: a resignation, a flag, a draw that was agreed or found.
    ended: Option<Outcome>,
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
        self.first.map(|first| if seat == FIRST { first } else { first.other() })
    }

    /// What was captured so far.
    fn captured(&self) -> Bag {
        let mut gone = Bag::EMPTY;
        for piece in Piece::all() {
            let left = self.board.count(piece) as u8 + self.bag.count(piece);
            (left..piece.kind().per_side()).for_each(|_| gone.add(piece));
        }
        gone
    }
}

const fn other(seat: Seat) -> Seat {
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
            board: Board::ALL_HIDDEN,
            bag: Bag::full(),
            first: None,
            turning: None,
            quiet: 0,
            ply: 1,
            quiet_limit: options.quiet_limit(),
            repetition: options.repetition(),
            pawn_takes_cannon: options.pawn_takes_cannon(),
            key: 0,
            ended: None,
        };
        start.key = key::from_scratch(&start);
        start
    }

    fn parse(text: &str, options: &Options) -> Result<Banqi, Faults> {
        text::parse(text, options)
    }

    fn seats(&self) -> SeatNames {
        SEATS
    }

    fn turn(&self) -> Turn {
        match self.turning {
            _ if self.outcome().is_some() => Turn::Over,
            Some(_) => Turn::Chance,
            None => Turn::Seat(self.seat()),
        }
    }

    /// The armies are the colours, red first.
    fn army(&self) -> Option<Army> {
        let side = self.turn().seat().and_then(|seat| self.colour_of(seat));
        side.map(|colour| Army(colour.index() as u8))
    }

    fn legal(&self, out: &mut Vec<Action>) {
        if self.ended.is_some() || self.turning.is_some() || self.is_too_quiet() {
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
    fn chances(&self, out: &mut Vec<(Action, u32)>) {
        if self.ended.is_none() && self.turning.is_some() {
            out.extend(self.bag.pieces().map(|(piece, count)| (Action::Reveal(piece), u32::from(count))));
        }
    }

    fn branches(&self, out: &mut Vec<Action>) {
        if self.ended.is_none() && self.turning.is_some() {
            out.extend(self.bag.pieces().map(|(piece, _)| Action::Reveal(piece)));
        } else {
            self.legal(out);
        }
    }

    fn play(&mut self, action: Action) {
        debug_assert!(self.ended.is_none(), "{action} was played after the end");
        self.play_action(action);
    }

    fn forfeit(&mut self, seat: Seat, cause: Cause) {
        debug_assert!(self.playing().contains(seat), "a seat without a say left");
        self.ended = Some(self.after_forfeit(seat, cause));
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.decided_on_the_board())
    }

    fn drawn(&self, reason: Reason) -> Outcome {
        self.draw(reason)
    }

    fn end(&mut self, outcome: Outcome) {
        self.ended = Some(outcome);
    }

    fn playing(&self) -> SeatSet {
        if self.outcome().is_some() { SeatSet::EMPTY } else { BOTH }
    }

    /// Nothing can be claimed: the last repetition draws by itself.
    fn repetition(&self) -> Repetition {
        if self.repetition == 0 || self.turning.is_some() {
            return Repetition::Uncounted;
        }
        Repetition::Counted { claim: None, automatic: Some(self.repetition) }
    }

    /// "The same public position with the same side to act".
    fn repeats(&self, earlier: &Banqi) -> bool {
        self.board == earlier.board
            && self.bag == earlier.bag
            && self.first == earlier.first
            && self.seat() == earlier.seat()
            && self.turning == earlier.turning
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
