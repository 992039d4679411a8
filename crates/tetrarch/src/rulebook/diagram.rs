//! Board diagrams.

use serde_json::Value;
use tetrarch_protocol::{CellPair, RulesDiagram, Study};
use tetrarch_rules::{Eye, Mark, MarkKind, Seat, View};
use tetrarch_table::{Game, TimeControl};

/// A position to draw, with highlights.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The diagram as clients get it.
    pub content: RulesDiagram,
    /// The view to draw. Its only marks are the bans of the position and of the diagram.
    pub view: View,
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
    task: Option<&'a str>,
}

impl Diagram {
    /// Parses the fields of a block: `game`, `options`, `position`, `play`, `seat`, `arrows`, `bans`, `cells`, `caption` and `try`.
    /// Only the game is required.
    ///
    /// # Errors
    /// If a field is invalid; the error is a message for the author of the page.
    pub(super) fn parse(games: &[&'static dyn Game], text: &str) -> Result<Diagram, String> {
        let fields = DiagramFields::parse(text)?;
        let game = fields.game.ok_or("a diagram needs a line `game: NAME`")?;
        Diagram::from_fields(games, game, &fields).map_err(|why| format!("diagram of {game}: {why}"))
    }

    fn from_fields(
        games: &[&'static dyn Game],
        game: &str,
        fields: &DiagramFields<'_>,
    ) -> Result<Diagram, String> {
        let study = fields.study(game)?;
        let mut view = view(games, &study, fields.seat)?;
        let known = |cell: &str| {
            let found = view.board.cells.iter().any(|own| own.name == cell);
            if found { Ok(cell.to_string()) } else { Err(format!("no such cell: {cell:?}")) }
        };
        let pair = |arrow: &str| {
            let (from, to) = arrow
                .split_once('-')
                .ok_or_else(|| format!("invalid arrow {arrow:?}: expected something like e2-e4"))?;
            Ok(CellPair { from: known(from)?, to: known(to)? })
        };
        let pairs = |line: &str| line.split_whitespace().map(pair).collect::<Result<Vec<_>, String>>();
        let (bans, arrows) = (pairs(fields.bans)?, pairs(fields.arrows)?);
        let cells = fields.cells.split_whitespace().map(known).collect::<Result<_, String>>()?;
        let ban = |CellPair { from, to }: &CellPair| Mark {
            kind: MarkKind::Banned,
            cells: vec![from.as_str().into(), to.as_str().into()],
        };
        view.marks.extend(bans.iter().map(ban));
        let (seat, task) = (fields.seat.map(str::to_string), fields.task.map(str::to_string));
        let caption = fields.caption.to_string();
        Ok(Diagram { content: RulesDiagram { study, seat, arrows, bans, cells, caption, task }, view })
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
                "try" => lines.task = Some(value),
                other => return Err(format!("unknown diagram field {other:?}")),
            }
        }
        Ok(lines)
    }

    /// The line of play that leads to the position.
    fn study(&self, game: &str) -> Result<Study, String> {
        let options: Option<Value> =
            self.options.map(serde_json::from_str).transpose().map_err(|error| error.to_string())?;
        Ok(Study {
            game: game.to_string(),
            options,
            start: self.position.map(str::to_string),
            actions: self.play.split_whitespace().map(str::to_string).collect(),
        })
    }
}

fn view(games: &[&'static dyn Game], study: &Study, seat: Option<&str>) -> Result<View, String> {
    let game = games.iter().find(|game| game.name() == study.game).ok_or_else(|| {
        let known: Vec<&str> = games.iter().map(|game| game.name()).collect();
        format!("unknown game: the games are {}", known.join(", "))
    })?;
    let options = study.options.clone().unwrap_or_else(|| Value::Object(serde_json::Map::new()));
    let opened = game.open(&options, study.start.as_deref(), TimeControl::None);
    let mut table = opened.map_err(|error| error.to_string())?;
    for word in &study.actions {
        table.play_recorded(word).map_err(|refusal| format!("{word}: {refusal}"))?;
    }
    let by_name =
        |name: &str| Seat::from_name(name, table.seats()).ok_or_else(|| format!("no such seat: {name:?}"));
    let eye = seat.map(by_name).transpose()?.map_or(Eye::Spectator, Eye::Seat);
    let mut view = table.view(eye);
    // Keep only bans, which are part of the position: the page names its own highlights.
    view.marks.retain(|mark| mark.kind == MarkKind::Banned);
    Ok(view)
}
