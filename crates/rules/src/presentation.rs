//! How people see a game: the trait that tables, records and boards need besides the rules.

use crate::{Eye, Gesture, IllegalAction, Position, Turn, View};
use smol_str::{SmolStr, ToSmolStr as _};

/// What people see of a [`Position`], and how they enter their actions.
pub trait Presentation: Position {
    /// The display name of the game.
    const TITLE: &'static str;

    /// The textbook value of a kind of piece, in pawns. The default is that of chess, where kings can be captured.
    fn piece_value(kind: &str) -> i32 {
        match kind {
            "king" => 20,
            "queen" => 9,
            "rook" => 5,
            "bishop" | "knight" => 3,
            _ => 1,
        }
    }

    /// The phase of the turn, as views name it: `move` where nothing special is to be done. `turn` is
    /// [`turn`](Position::turn), which callers know already and some games compute slowly.
    fn phase(&self, turn: Turn) -> &'static str;

    /// The text of an action, the same as its `Display`. Views write thousands of them, so games bypass the formatter.
    fn action_text(action: Self::Action) -> SmolStr {
        action.to_smolstr()
    }

    /// A listed action as players write it.
    fn notation(&self, action: Self::Action) -> String {
        action.to_string()
    }

    /// The label of a choice: like [`notation`](Presentation::notation), but without the signs for check and mate. Those
    /// would be a hint, and computing them for every choice is slow.
    fn label(&self, action: Self::Action) -> SmolStr {
        Self::action_text(action)
    }

    /// The gesture that makes a legal action.
    fn gesture(&self, action: Self::Action) -> Gesture;

    /// Why a gesture makes no legal action; `None` if it makes one.
    fn explain(&self, gesture: &Gesture) -> Option<IllegalAction>;

    /// The position as `eye` sees it.
    fn view(&self, eye: Eye) -> View;
}
