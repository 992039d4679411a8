//! Why a flip, a step or a capture cannot be made.

use super::capture::may_take;
use super::lines::{between, neighbours};
use super::{Banqi, Colour, Kind, Piece, Square};
use crate::{Gesture, Position as _, WhyNot, capital};

impl Banqi {
    pub(super) fn why_not(&self, gesture: &Gesture) -> Option<WhyNot> {
        if self.outcome().is_some() {
            return Some(WhyNot::over());
        }
        match gesture {
            Gesture::Tap { cell } => match Square::read(cell) {
                Some(square) => self.why_no_flip(square),
                None => Some(no_square(cell)),
            },
            Gesture::Move { from, to, .. } => match (Square::read(from), Square::read(to)) {
                (Some(from), Some(to)) => self.why_no_move(from, to),
                (None, _) => Some(no_square(from)),
                (_, None) => Some(no_square(to)),
            },
            Gesture::Button { .. } => Some(self.waiting().unwrap_or_else(|| {
                WhyNot::new("gesture", "There is no pass: flip a face-down piece, step or capture.")
            })),
        }
    }

    /// Nobody acts while a piece is being turned over.
    fn waiting(&self) -> Option<WhyNot> {
        let square = self.turning?;
        let words = format!("The piece on {square} is being turned over: nobody acts until it is known.");
        Some(WhyNot::new("chance", words))
    }

    /// Why the piece on a square cannot be flipped, if it cannot. The game must not be over.
    pub(super) fn why_no_flip(&self, square: Square) -> Option<WhyNot> {
        if let Some(why) = self.waiting() {
            return Some(why);
        }
        if self.board.hidden().contains(square) {
            return None;
        }
        Some(self.board.piece(square).map_or_else(
            || empty(square),
            |piece| WhyNot::new("face_up", format!("The {piece} on {square} lies face-up already.")),
        ))
    }

    /// Why a step or capture cannot be made, if it cannot. The game must not be over.
    pub(super) fn why_no_move(&self, from: Square, to: Square) -> Option<WhyNot> {
        if let Some(why) = self.waiting() {
            return Some(why);
        }
        let Some(side) = self.side() else {
            return Some(WhyNot::new("first_flip", "The first action is a flip of any square."));
        };
        if self.board.of(side).contains(from) && self.targets(from).contains(to) {
            return None;
        }
        Some(self.why_not_ours(side, from).unwrap_or_else(|| self.why_not_there(side, from, to)))
    }

    fn why_not_ours(&self, side: Colour, from: Square) -> Option<WhyNot> {
        if self.board.hidden().contains(from) {
            let words = format!("The piece on {from} lies face-down: it can be flipped, not moved.");
            return Some(WhyNot::new("face_down", words));
        }
        let Some(piece) = self.board.piece(from) else { return Some(empty(from)) };
        (piece.colour() != side).then(|| {
            let words = format!("The {piece} on {from} is the opponent's: {} is to act.", side.name());
            WhyNot::new("not_yours", words)
        })
    }

    /// Why the own piece on `from` cannot go to `to`. It must not be able to.
    fn why_not_there(&self, side: Colour, from: Square, to: Square) -> WhyNot {
        let Some(piece) = self.board.piece(from) else { return empty(from) };
        if from == to {
            return WhyNot::new("stays", format!("The {piece} must leave {from}."));
        }
        if self.board.hidden().contains(to) {
            let words = format!("Nobody captures or moves onto a face-down piece, and one lies on {to}.");
            return WhyNot::new("onto_face_down", words);
        }
        match self.board.piece(to) {
            None => WhyNot::new(
                "step",
                format!("A step goes one square along rank or file: {to} is not next to {from}."),
            ),
            Some(target) if target.colour() == side => {
                WhyNot::new("own_piece", format!("The own {} stands on {to}.", target.kind().name()))
            }
            Some(target) if piece.kind() == Kind::Cannon => self.why_no_jump(from, to, target),
            Some(target) => self.why_no_capture(from, to, piece.kind(), target),
        }
    }

    fn why_no_jump(&self, from: Square, to: Square, target: Piece) -> WhyNot {
        let Some(path) = between(from, to) else {
            let words = format!("A cannon captures along a rank or file: {from} and {to} share neither.");
            return WhyNot::new("cannon_line", words);
        };
        if neighbours(from).contains(to) {
            let words = format!("A cannon never takes an adjacent piece: the {target} is next to it.");
            return WhyNot::new("cannon_adjacent", words);
        }
        let screens = (path & self.board.occupied()).len();
        let words =
            format!("A cannon jumps over exactly one piece: between {from} and {to} there are {screens}.");
        WhyNot::new("cannon_screen", words)
    }

    fn why_no_capture(&self, from: Square, to: Square, kind: Kind, target: Piece) -> WhyNot {
        let name = capital(&one(kind));
        if !neighbours(from).contains(to) {
            let words =
                format!("{name} captures on the next square along rank or file: {to} is not next to {from}.");
            return WhyNot::new("reach", words);
        }
        debug_assert!(!may_take(kind, target.kind(), self.pawn_takes_cannon), "{from}{to} is a capture");
        match (kind, target.kind()) {
            (Kind::King, Kind::Pawn) => WhyNot::new("king_pawn", "A king may not take a pawn."),
            (Kind::Pawn, Kind::Cannon) => {
                WhyNot::new("pawn_cannon", "By the Taiwanese rule a pawn may not take a cannon.")
            }
            (_, above) => {
                let words = format!(
                    "{name} (rank {}) may not take {} (rank {}).",
                    kind.rank(),
                    one(above),
                    above.rank()
                );
                WhyNot::new("rank", words)
            }
        }
    }
}

/// `a king`, `an elephant`.
fn one(kind: Kind) -> String {
    let article = if kind == Kind::Elephant { "an" } else { "a" };
    format!("{article} {}", kind.name())
}

fn empty(square: Square) -> WhyNot {
    WhyNot::new("empty", format!("There is nothing on {square}."))
}

fn no_square(name: &str) -> WhyNot {
    WhyNot::new("square", format!("{name:?} is no square: they are a1 to h4."))
}
