//! How people see Enochian chess.

use super::{Action, Enochian, explain, view};
use crate::{Eye, Gesture, IllegalAction, Presentation, Turn, View};
use smol_str::SmolStr;

impl Presentation for Enochian {
    const TITLE: &'static str = "Enochian chess";

    /// As in chess, except for the queen, which leaps two squares and can reach a quarter of the board.
    fn piece_value(kind: &str) -> i32 {
        match kind {
            "king" => 20,
            "rook" => 5,
            "queen" | "bishop" | "knight" => 3,
            _ => 1,
        }
    }

    fn phase(&self, turn: Turn) -> &'static str {
        match turn {
            Turn::Over => "over",
            Turn::Chance => "throw",
            Turn::Seat(_) => "move",
        }
    }

    fn action_text(action: Action) -> SmolStr {
        action.text()
    }

    fn gesture(&self, action: Action) -> Gesture {
        view::gesture(self, action)
    }

    fn explain(&self, gesture: &Gesture) -> Option<IllegalAction> {
        explain::explain(self, gesture)
    }

    fn view(&self, eye: Eye) -> View {
        view::view(self, eye)
    }
}
