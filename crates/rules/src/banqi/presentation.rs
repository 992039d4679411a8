//! How people see Banqi.

use super::{Action, Banqi, explain, view};
use crate::{Eye, Gesture, IllegalAction, Presentation, Turn, View};
use smol_str::SmolStr;

impl Presentation for Banqi {
    const TITLE: &'static str = "Banqi";

    /// By rank. Kings are not royal here.
    fn piece_value(kind: &str) -> i32 {
        match kind {
            "king" => 7,
            "general" => 6,
            "elephant" => 5,
            "chariot" | "cannon" => 4,
            "horse" => 3,
            _ => 2,
        }
    }

    fn phase(&self, turn: Turn) -> &'static str {
        match (turn, self.flipping, self.colour_to_move()) {
            (Turn::Over, ..) => "over",
            (_, Some(_), _) => "reveal",
            (_, None, None) => "flip",
            (_, None, Some(_)) => "move",
        }
    }

    fn action_text(action: Action) -> SmolStr {
        action.text()
    }

    fn gesture(&self, action: Action) -> Gesture {
        view::gesture(action)
    }

    fn explain(&self, gesture: &Gesture) -> Option<IllegalAction> {
        explain::explain(self, gesture)
    }

    fn view(&self, eye: Eye) -> View {
        view::view(self, eye)
    }
}
