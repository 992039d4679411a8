//! Explains why a gesture or action is illegal.

use super::attack_tables::{between, neighbours};
use super::{Banqi, Colour, Piece, Role, Square};
use crate::{Gesture, IllegalAction, Position as _, Turn, capitalised};

pub(super) fn explain(position: &Banqi, gesture: &Gesture) -> Option<IllegalAction> {
    if position.turn() == Turn::Over {
        return Some(IllegalAction::game_over());
    }
    match gesture {
        Gesture::Tap { cell } => match Square::parse(cell) {
            Some(square) => position.explain_flip(square),
            None => Some(not_a_square(cell)),
        },
        Gesture::Move { from, to, .. } => match (Square::parse(from), Square::parse(to)) {
            (Some(from), Some(to)) => position.explain_move(from, to),
            (None, _) => Some(not_a_square(from)),
            (_, None) => Some(not_a_square(to)),
        },
        Gesture::Button { .. } => Some(position.explain_flipping().unwrap_or_else(|| {
            IllegalAction::new("gesture", "You can't pass: flip a face-down piece, move or capture.")
        })),
    }
}

impl Banqi {
    /// Nobody can act while a flip is pending.
    fn explain_flipping(&self) -> Option<IllegalAction> {
        let square = self.flipping?;
        let words = format!("The piece on {square} is being flipped: wait until it is revealed.");
        Some(IllegalAction::new("chance", words))
    }

    /// Why this flip is illegal; `None` if it is legal. The game must not be over.
    pub(super) fn explain_flip(&self, square: Square) -> Option<IllegalAction> {
        if let Some(why) = self.explain_flipping() {
            return Some(why);
        }
        if self.board.face_down().contains(square) {
            return None;
        }
        Some(self.board.piece_at(square).map_or_else(
            || no_piece(square),
            |piece| IllegalAction::new("face_up", format!("The {piece} on {square} is already face up.")),
        ))
    }

    /// Why this step or capture is illegal; `None` if it is legal. The game must not be over.
    pub(super) fn explain_move(&self, from: Square, to: Square) -> Option<IllegalAction> {
        if let Some(why) = self.explain_flipping() {
            return Some(why);
        }
        let Some(colour) = self.colour_to_move() else {
            return Some(IllegalAction::new("first_flip", "The first action must be a flip of any piece."));
        };
        if self.board.by_colour(colour).contains(from) && self.destinations(from).contains(to) {
            return None;
        }
        Some(self.explain_source(colour, from).unwrap_or_else(|| self.explain_destination(colour, from, to)))
    }

    fn explain_source(&self, colour: Colour, from: Square) -> Option<IllegalAction> {
        if self.board.face_down().contains(from) {
            let words = format!("The piece on {from} is face down: you can flip it, but not move it.");
            return Some(IllegalAction::new("face_down", words));
        }
        let Some(piece) = self.board.piece_at(from) else { return Some(no_piece(from)) };
        (piece.colour() != colour).then(|| {
            let words = format!("The {piece} on {from} is your opponent's: you play {}.", colour.name());
            IllegalAction::new("not_yours", words)
        })
    }

    /// Why the player's own piece on `from` cannot go to `to`. The move must be illegal.
    fn explain_destination(&self, colour: Colour, from: Square, to: Square) -> IllegalAction {
        let Some(piece) = self.board.piece_at(from) else { return no_piece(from) };
        if from == to {
            return IllegalAction::new("stays", "A move must end on another square.");
        }
        if self.board.face_down().contains(to) {
            let words = format!("You can't move onto the face-down piece on {to}.");
            return IllegalAction::new("onto_face_down", words);
        }
        match self.board.piece_at(to) {
            None => IllegalAction::new(
                "step",
                format!("A piece steps one square along a rank or file, and {to} isn't next to {from}."),
            ),
            Some(target) if target.colour() == colour => {
                IllegalAction::new("own_piece", format!("Your own {} is on {to}.", target.role().name()))
            }
            Some(target) if piece.role() == Role::Cannon => self.explain_cannon(from, to, target),
            Some(target) => self.explain_capture(from, to, piece.role(), target),
        }
    }

    fn explain_cannon(&self, from: Square, to: Square, target: Piece) -> IllegalAction {
        let Some(path) = between(from, to) else {
            let words = format!("A cannon captures along a rank or file, and {from} and {to} share neither.");
            return IllegalAction::new("cannon_line", words);
        };
        if neighbours(from).contains(to) {
            let words = format!("A cannon can't capture an adjacent piece, and the {target} is next to it.");
            return IllegalAction::new("cannon_adjacent", words);
        }
        let screens = (path & self.board.occupied()).len();
        let words = format!(
            "A cannon jumps over exactly one piece, and there are {screens} between {from} and {to}."
        );
        IllegalAction::new("cannon_screen", words)
    }

    fn explain_capture(&self, from: Square, to: Square, role: Role, target: Piece) -> IllegalAction {
        let name = capitalised(&with_article(role));
        if !neighbours(from).contains(to) {
            let words =
                format!("{name} captures one square along a rank or file, and {to} isn't next to {from}.");
            return IllegalAction::new("reach", words);
        }
        debug_assert!(!role.can_capture(target.role(), self.pawn_takes_cannon), "{from}{to} is a capture");
        match (role, target.role()) {
            (Role::King, Role::Pawn) => IllegalAction::new("king_pawn", "A king can't capture a pawn."),
            (Role::Pawn, Role::Cannon) => {
                IllegalAction::new("pawn_cannon", "Under the Taiwanese rule a pawn can't capture a cannon.")
            }
            (_, higher) => {
                let words = format!(
                    "{name} (rank {}) can't capture {} (rank {}).",
                    role.rank(),
                    with_article(higher),
                    higher.rank()
                );
                IllegalAction::new("rank", words)
            }
        }
    }
}

/// The name with its article: `a king`, `an elephant`.
fn with_article(role: Role) -> String {
    let article = if role == Role::Elephant { "an" } else { "a" };
    format!("{article} {}", role.name())
}

fn no_piece(square: Square) -> IllegalAction {
    IllegalAction::new("empty", format!("There is no piece on {square}."))
}

fn not_a_square(name: &str) -> IllegalAction {
    IllegalAction::new("square", format!("{name:?} isn't a square: squares are a1 to h4."))
}
