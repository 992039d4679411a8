//! A board on a page.

use crate::games::GAMES;
use tetrarch_rules::{Eye, Mark, MarkKind, Seat, View};
use tetrarch_table::TimeControl;

/// A position to be drawn, with what is to be pointed out.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// What is drawn. Of the marks only bans are kept, with those that the page itself points out.
    pub view: View,
    /// From one cell to another.
    pub arrows: Vec<(String, String)>,
    /// Cells to be pointed out.
    pub cells: Vec<String>,
    /// What is written below.
    pub caption: String,
}

/// The lines of a block.
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
    /// Reads the lines of a block: `game`, `options`, `position`, `play`, `seat`, `arrows`, `bans`, `cells`, `caption` and `try`,
    /// of which only the game must be there. What is to be tried concerns boards on a screen, and is passed over here.
    ///
    /// # Errors
    /// What is wrong, for who writes the page.
    pub fn parse(text: &str) -> Result<Diagram, String> {
        let lines = DiagramFields::parse(text)?;
        let game = lines.game.ok_or("a diagram needs a line game: NAME")?;
        let mut view = view(game, &lines).map_err(|why| format!("the diagram of {game}: {why}"))?;
        let known = |cell: &str| {
            let found = view.board.cells.iter().any(|own| own.name == cell);
            if found {
                Ok(cell.to_string())
            } else {
                Err(format!("the diagram of {game} has no cell {cell:?}"))
            }
        };
        let arrow = |arrow: &str| {
            let (from, to) =
                arrow.split_once('-').ok_or_else(|| format!("{arrow:?} is no arrow like e2-e4"))?;
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
            let (name, value) =
                line.split_once(':').ok_or_else(|| format!("{line:?} is no line NAME: VALUE"))?;
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
                other => return Err(format!("a diagram knows no line {other:?}")),
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
        table.apply(word).map_err(|refusal| format!("{word}: {refusal}"))?;
    }
    let seat =
        |name: &str| Seat::from_name(name, table.seats()).ok_or_else(|| format!("there is no seat {name:?}"));
    let eye = lines.seat.map(seat).transpose()?.map_or(Eye::Spectator, Eye::Seat);
    let mut view = table.view(eye);
    // What a page points out it says itself; a ban is part of the position.
    view.marks.retain(|mark| mark.kind == MarkKind::Banned);
    Ok(view)
}
