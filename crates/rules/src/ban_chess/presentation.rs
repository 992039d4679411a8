//! How people see Ban-Chess.

use super::{Action, BanChess, explain, notation, view};
use crate::{Eye, Gesture, IllegalAction, Presentation, Turn, View};
use smol_str::SmolStr;

impl Presentation for BanChess {
    const TITLE: &'static str = "Ban-Chess";

    fn phase(&self, turn: Turn) -> &'static str {
        match (turn, self.ban) {
            (Turn::Over, _) => "over",
            (_, None) => "ban",
            (_, Some(_)) => "move",
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
