//! Colours. Nothing is told by colour alone: every man has letters, every mark a sign.

use ratatui::style::{Color, Modifier, Style};
use tetrarch_rules::{Cell, Ground, PieceState, PieceView};

/// Whether the terminal shows colours.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Colours {
    /// It does.
    #[default]
    On,
    /// It does not, or they are not wanted.
    Off,
}

impl Colours {
    pub(super) fn ground(self, cell: &Cell) -> Style {
        if self == Colours::Off {
            return Style::new();
        }
        let colour = match cell.ground {
            Ground::Light | Ground::Plain => 101,
            Ground::Dark => 58,
            Ground::Throne => 96,
            Ground::Corner => 60,
            Ground::Idle => return Style::new(),
        };
        Style::new().bg(Color::Indexed(colour)).fg(Color::Indexed(250))
    }

    /// A man's letters on a ground of their own, so that they can be read on any square.
    pub(super) fn piece(self, man: &PieceView) -> Style {
        let style = man.army.as_deref().map_or(self.hidden(), |army| self.army(army));
        if man.state == PieceState::Frozen { style.add_modifier(Modifier::DIM) } else { style }
    }

    fn hidden(self) -> Style {
        if self == Colours::Off {
            Style::new()
        } else {
            Style::new().bg(Color::Indexed(94)).fg(Color::Indexed(230))
        }
    }

    pub(super) fn army(self, name: &str) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        if self == Colours::Off {
            return bold;
        }
        let (ground, letter) = match name {
            "white" => (255, 16),
            "black" => (16, 255),
            "grey" => (246, 16),
            "pink" => (211, 16),
            "blue" => (26, 255),
            "red" => (160, 255),
            "yellow" => (220, 16),
            _ => (30, 255),
        };
        bold.bg(Color::Indexed(ground)).fg(Color::Indexed(letter))
    }

    /// Marks stand out from the ground they are on.
    pub(super) fn mark(self, ground: Style) -> Style {
        if self == Colours::Off {
            ground.add_modifier(Modifier::BOLD)
        } else {
            ground.fg(Color::Indexed(229)).add_modifier(Modifier::BOLD)
        }
    }

    pub(super) fn title(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(super) fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }
}
