//! Colours. Colour is never the only cue: every piece has letters, every mark a symbol.

use ratatui::style::{Color, Modifier, Style};
use tetrarch_rules::{Cell, Ground, PieceState, PieceView};

/// Whether to use colours.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Colours {
    /// Use colours.
    #[default]
    On,
    /// The terminal has none, or the user does not want them.
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

    /// The style of a piece: its own background, so that its letters are readable on any square.
    pub(super) fn piece(self, piece: &PieceView) -> Style {
        let style = piece.army.as_deref().map_or(self.hidden(), |army| self.army(army));
        if piece.state == PieceState::Frozen { style.add_modifier(Modifier::DIM) } else { style }
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

    /// The style of a mark on a square.
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
