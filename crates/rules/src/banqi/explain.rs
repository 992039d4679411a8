//! Why a flip, a step or a capture cannot be made.

use super::attack_tables::{between, neighbours};
use super::capture::may_take;
use super::{Banqi, Colour, Piece, Role, Square};
use crate::{Gesture, IllegalAction, Position as _, capitalised};

impl Banqi {
    pub(super) fn why_not(&self, gesture: &Gesture) -> Option<IllegalAction> {
        if self.outcome().is_some() {
            return Some(IllegalAction::game_over());
        }
        match gesture {
            Gesture::Tap { cell } => match Square::parse(cell) {
                Some(square) => self.explain_flip(square),
                None => Some(no_square(cell)),
            },
            Gesture::Move { from, to, .. } => match (Square::parse(from), Square::parse(to)) {
                (Some(from), Some(to)) => self.explain_move(from, to),
                (None, _) => Some(no_square(from)),
                (_, None) => Some(no_square(to)),
            },
            Gesture::Button { .. } => Some(self.explain_flipping().unwrap_or_else(|| {
                IllegalAction::new("gesture", "There is no pass: flip a face-down piece, step or capture.")
            })),
        }
    }

    /// Nobody acts while a piece is being turned over.
    fn explain_flipping(&self) -> Option<IllegalAction> {
        let square = self.flipping?;
        let words = format!("The piece on {square} is being turned over: nobody acts until it is known.");
        Some(IllegalAction::new("chance", words))
    }

    /// Why the piece on a square cannot be flipped, if it cannot. The game must not be over.
    pub(super) fn explain_flip(&self, square: Square) -> Option<IllegalAction> {
        if let Some(why) = self.explain_flipping() {
            return Some(why);
        }
        if self.board.face_down().contains(square) {
            return None;
        }
        Some(self.board.piece_at(square).map_or_else(
            || empty(square),
            |piece| IllegalAction::new("face_up", format!("The {piece} on {square} lies face-up already.")),
        ))
    }

    /// Why a step or capture cannot be made, if it cannot. The game must not be over.
    pub(super) fn explain_move(&self, from: Square, to: Square) -> Option<IllegalAction> {
        if let Some(why) = self.explain_flipping() {
            return Some(why);
        }
        let Some(side) = self.side() else {
            return Some(IllegalAction::new("first_flip", "The first action is a flip of any square."));
        };
        if self.board.by_colour(side).contains(from) && self.destinations(from).contains(to) {
            return None;
        }
        Some(self.explain_source(side, from).unwrap_or_else(|| self.explain_destination(side, from, to)))
    }

    fn explain_source(&self, side: Colour, from: Square) -> Option<IllegalAction> {
        if self.board.face_down().contains(from) {
            let words = format!("The piece on {from} lies face-down: it can be flipped, not moved.");
            return Some(IllegalAction::new("face_down", words));
        }
        let Some(piece) = self.board.piece_at(from) else { return Some(empty(from)) };
        (piece.colour() != side).then(|| {
            let words = format!("The {piece} on {from} is the opponent's: {} is to act.", side.name());
            IllegalAction::new("not_yours", words)
        })
    }

    /// Why the own piece on `from` cannot go to `to`. It must not be able to.
    fn explain_destination(&self, side: Colour, from: Square, to: Square) -> IllegalAction {
        let Some(piece) = self.board.piece_at(from) else { return empty(from) };
        if from == to {
            return IllegalAction::new("stays", format!("The {piece} must leave {from}."));
        }
        if self.board.face_down().contains(to) {
            let words = format!("Nobody captures or moves onto a face-down piece, and one lies on {to}.");
            return IllegalAction::new("onto_face_down", words);
        }
        match self.board.piece_at(to) {
            None => IllegalAction::new(
                "step",
                format!("A step goes one square along rank or file: {to} is not next to {from}."),
            ),
            Some(target) if target.colour() == side => {
                IllegalAction::new("own_piece", format!("The own {} stands on {to}.", target.role().name()))
            }
            Some(target) if piece.role() == Role::Cannon => self.explain_cannon(from, to, target),
            Some(target) => self.explain_capture(from, to, piece.role(), target),
        }
    }

    fn explain_cannon(&self, from: Square, to: Square, target: Piece) -> IllegalAction {
        let Some(path) = between(from, to) else {
            let words = format!("A cannon captures along a rank or file: {from} and {to} share neither.");
            return IllegalAction::new("cannon_line", words);
        };
        if neighbours(from).contains(to) {
            let words = format!("A cannon never takes an adjacent piece: the {target} is next to it.");
            return IllegalAction::new("cannon_adjacent", words);
        }
        let screens = (path & self.board.occupied()).len();
        let words =
            format!("A cannon jumps over exactly one piece: between {from} and {to} there are {screens}.");
        IllegalAction::new("cannon_screen", words)
    }

    fn explain_capture(&self, from: Square, to: Square, kind: Role, target: Piece) -> IllegalAction {
        let name = capitalised(&one(kind));
        if !neighbours(from).contains(to) {
            let words =
                format!("{name} captures on the next square along rank or file: {to} is not next to {from}.");
            return IllegalAction::new("reach", words);
        }
        debug_assert!(!may_take(kind, target.role(), self.pawn_takes_cannon), "{from}{to} is a capture");
        match (kind, target.role()) {
            (Role::King, Role::Pawn) => IllegalAction::new("king_pawn", "A king may not take a pawn."),
            (Role::Pawn, Role::Cannon) => {
                IllegalAction::new("pawn_cannon", "By the Taiwanese rule a pawn may not take a cannon.")
            }
            (_, above) => {
                let words = format!(
                    "{name} (rank {}) may not take {} (rank {}).",
                    kind.rank(),
                    one(above),
                    above.rank()
                );
                IllegalAction::new("rank", words)
            }
        }
    }
}

/// `a king`, `an elephant`.
fn one(kind: Role) -> String {
    let article = if kind == Role::Elephant { "an" } else { "a" };
    format!("{article} {}", kind.name())
}

fn empty(square: Square) -> IllegalAction {
    IllegalAction::new("empty", format!("There is nothing on {square}."))
}

fn no_square(name: &str) -> IllegalAction {
    IllegalAction::new("square", format!("{name:?} is no square: they are a1 to h4."))
}
