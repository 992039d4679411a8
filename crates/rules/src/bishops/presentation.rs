//! How people see Bishops.

use super::{Action, Bishops, explain, notation, view};
use crate::{Eye, Gesture, IllegalAction, Presentation, Turn, View};
use smol_str::SmolStr;

impl Presentation for Bishops {
    const TITLE: &'static str = "Bishops";

    fn phase(&self, turn: Turn) -> &'static str {
        match turn {
            Turn::Over => "over",
            Turn::Chance => "sides",
            Turn::Seat(_) => "move",
        }
    }

    fn action_text(action: Action) -> SmolStr {
        action.text()
    }

    fn notation(&self, action: Action) -> String {
        notation::notation(self, action)
    }

    fn label(&self, action: Action) -> SmolStr {
        notation::label(self, action)
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
