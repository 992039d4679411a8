//! Board diagrams.

use crate::games::GAMES;
use tetrarch_rules::{Eye, Mark, MarkKind, Seat, View};
use tetrarch_table::TimeControl;

/// A position to draw, with highlights.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The view to draw. Its only marks are the bans of the position and of the diagram.
    pub view: View,
    /// Arrows, each from one cell to another.
    pub arrows: Vec<(String, String)>,
    /// Highlighted cells.
    pub cells: Vec<String>,
    /// The caption.
    pub caption: String,
}

/// The fields of a diagram block.
#[derive(Default)]
struct DiagramFields<'a> {
    game: Option<&'a str>,
    options: Option<&'a str>,
    position: Option<&'a str>,
    play: &'a str,
    seat: Option<&'a str>,
    arrows: &'a str,
    bans: &'a str,
    cells: &'a str,
    caption: &'a str,
}

impl Diagram {
    /// Parses the fields of a block: `game`, `options`, `position`, `play`, `seat`, `arrows`, `bans`, `cells`, `caption` and `try`.
    /// Only the game is required. `try` is for interactive boards and ignored here.
    ///
    /// # Errors
    /// If a field is invalid; the error is a message for the author of the page.
    pub fn parse(text: &str) -> Result<Diagram, String> {
        let lines = DiagramFields::parse(text)?;
        let game = lines.game.ok_or("a diagram needs a line `game: NAME`")?;
        let mut view = view(game, &lines).map_err(|why| format!("diagram of {game}: {why}"))?;
        let known = |cell: &str| {
            let found = view.board.cells.iter().any(|own| own.name == cell);
            if found {
                Ok(cell.to_string())
            } else {
                Err(format!("diagram of {game}: no such cell: {cell:?}"))
            }
        };
        let arrow = |arrow: &str| {
            let (from, to) = arrow
                .split_once('-')
                .ok_or_else(|| format!("invalid arrow {arrow:?}: expected something like e2-e4"))?;
            Ok((known(from)?, known(to)?))
        };
        let arrows = |line: &str| line.split_whitespace().map(arrow).collect::<Result<Vec<_>, String>>();
        let (bans, arrows) = (arrows(lines.bans)?, arrows(lines.arrows)?);
        let cells = lines.cells.split_whitespace().map(known).collect::<Result<_, String>>()?;
        let ban = |(from, to): (String, String)| Mark {
            kind: MarkKind::Banned,
            cells: vec![from.into(), to.into()],
        };
        view.marks.extend(bans.into_iter().map(ban));
        Ok(Diagram { arrows, cells, caption: lines.caption.to_string(), view })
    }
}

impl<'a> DiagramFields<'a> {
    fn parse(text: &'a str) -> Result<DiagramFields<'a>, String> {
        let mut lines = DiagramFields::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let (name, value) = line
                .split_once(':')
                .ok_or_else(|| format!("invalid diagram line {line:?}: expected `NAME: VALUE`"))?;
            let value = value.trim();
            match name.trim() {
                "game" => lines.game = Some(value),
                "options" => lines.options = Some(value),
                "position" => lines.position = Some(value),
                "play" => lines.play = value,
                "seat" => lines.seat = Some(value),
                "arrows" => lines.arrows = value,
                "bans" => lines.bans = value,
                "cells" => lines.cells = value,
                "caption" => lines.caption = value,
                "try" => {}
                other => return Err(format!("unknown diagram field {other:?}")),
            }
        }
        Ok(lines)
    }
}

fn view(game: &str, lines: &DiagramFields<'_>) -> Result<View, String> {
    let game = GAMES.by_name(game).map_err(|error| error.to_string())?;
    let options = serde_json::from_str(lines.options.unwrap_or("{}")).map_err(|error| error.to_string())?;
    let opened = game.open(&options, lines.position, TimeControl::None);
    let mut table = opened.map_err(|error| error.to_string())?;
    for word in lines.play.split_whitespace() {
        table.play(word).map_err(|refusal| format!("{word}: {refusal}"))?;
    }
    let seat =
        |name: &str| Seat::from_name(name, table.seats()).ok_or_else(|| format!("no such seat: {name:?}"));
    let eye = lines.seat.map(seat).transpose()?.map_or(Eye::Spectator, Eye::Seat);
    let mut view = table.view(eye);
    // Keep only bans, which are part of the position: the page names its own highlights.
    view.marks.retain(|mark| mark.kind == MarkKind::Banned);
    Ok(view)
}
