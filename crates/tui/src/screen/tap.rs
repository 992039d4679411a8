//! Turns taps on cells into actions, using only the gestures that the view lists.

use super::app::{App, Overlay};
use crate::UserCommand;
use tetrarch_rules::{Choice, Gesture};

/// Whether a choice starts on a cell.
pub(super) fn starts_on(choice: &Choice, cell: &str) -> bool {
    match &choice.gesture {
        Gesture::Move { from, .. } => from == cell,
        Gesture::Tap { cell: own } => own == cell,
        Gesture::Button { .. } => false,
    }
}

/// The target of a choice that starts on a cell.
pub(super) fn target_from(choice: &Choice, cell: &str) -> Option<smol_str::SmolStr> {
    match &choice.gesture {
        Gesture::Move { from, to, .. } if from == cell => Some(to.clone()),
        _ => None,
    }
}

impl App<'_> {
    /// Handles a tap on a cell.
    pub(super) fn tap(&mut self, cell: &str) {
        let choices = self.session.state().view.choices.clone();
        if let Some(from) = self.selected.take() {
            if from == cell {
                return;
            }
            let meant: Vec<Choice> =
                choices.iter().filter(|c| target_from(c, &from).as_deref() == Some(cell)).cloned().collect();
            if !meant.is_empty() {
                return self.choose(meant);
            }
            if !choices.iter().any(|choice| starts_on(choice, cell)) {
                return self.ask_why(Gesture::from_to(from, cell));
            }
        }
        let taps = |choice: &&Choice| matches!(&choice.gesture, Gesture::Tap { cell: own } if own == cell);
        let taps: Vec<Choice> = choices.iter().filter(taps).cloned().collect();
        if !taps.is_empty() {
            self.choose(taps);
        } else if choices.iter().any(|choice| starts_on(choice, cell)) {
            self.selected = Some(cell.into());
        } else {
            self.ask_why(Gesture::Tap { cell: cell.into() });
        }
    }

    fn ask_why(&mut self, gesture: Gesture) {
        self.execute(UserCommand::Why(gesture));
    }

    /// Plays the only choice, or asks for one of several.
    pub(super) fn choose(&mut self, mut meant: Vec<Choice>) {
        if meant.len() == 1 {
            self.execute(UserCommand::Act(meant.remove(0).text.to_string()));
        } else {
            self.overlay = Overlay::Choice(meant);
        }
    }
}
