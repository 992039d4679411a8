//! Positions without a table, and analysis.

use super::Endpoint;
use super::asker::{Asker, Input};
use super::fault::{Fault, wrong};
use super::streams::answer;
use super::tables::read;
use crate::house::Wanted;
use crate::limits::Connection;
use crate::lobby::Stands;
use crate::room::{outcome_now, steps};
use crate::rooms::Rooms;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::{get, post};
use futures_util::stream::unfold;
use serde_json::json;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tetrarch_protocol::{
    AnalysedPly, Analysis, AnalysisWanted, Chance, Explanation, ExplanationWanted, Refused, RefusedFor,
    Study, StudyError, StudyState, Views, ViewsWanted,
};
use tetrarch_rules::{Eye, Seat, Turn};
use tetrarch_table::{Control, Table};

/// The longest line of play.
const LONGEST: usize = 2000;
/// How many states are shown at once.
const MOST_STATES: usize = 100;
/// The longest that the engine thinks about one position, and usually.
const MOST_TIME: u32 = 5000;
const USUAL_TIME: u32 = 1000;
/// How long it thinks about each state of a finished game.
const PER_PLY: Duration = Duration::from_millis(100);
const MOST_LINES: u32 = 40;
/// After so many actions a game is taken to be one of its own.
const OPENING: usize = 8;

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("post", "/api/views", "What a line of play looks like.", post(views))
            .takes::<ViewsWanted>()
            .gives::<Views>(),
        Endpoint::new("post", "/api/explanations", "Why a gesture leads to nothing.", post(explain))
            .takes::<ExplanationWanted>()
            .gives::<Explanation>(),
        Endpoint::new("post", "/api/analysis", "What the engine thinks of a position.", post(analyse))
            .takes::<AnalysisWanted>()
            .gives::<Analysis>(),
        Endpoint::new(
            "get",
            "/api/tables/{table}/analysis",
            "What the engine thinks of each state of a finished game.",
            get(analyse_game),
        )
        .lines::<AnalysedPly>(),
    ]
}

/// The table at the start of a study.
fn open(rooms: &Rooms, study: &Study) -> Result<Box<dyn Table>, Refused> {
    if study.actions.len() > LONGEST {
        return Err(wrong(format!("A line of play has at most {LONGEST} actions.")));
    }
    let game = rooms.house().games.named(&study.game).map_err(|error| wrong(error.to_string()))?;
    let options = study.options.clone().unwrap_or_else(|| json!({}));
    game.open(&options, study.start.as_deref(), Control::None).map_err(|error| wrong(error.to_string()))
}

/// The table after a study, and the keys of all its positions; an action that cannot be played is refused.
async fn played(rooms: &Rooms, study: Study) -> Result<(Box<dyn Table>, Vec<u64>), Refused> {
    let mut table = open(rooms, &study)?;
    let play = move || {
        let mut keys = vec![table.key()];
        for action in &study.actions {
            table.enter_recorded(action).map_err(|refusal| {
                let mut refused = crate::refusal::told(&refusal);
                refused.reason = RefusedFor::Rules;
                refused
            })?;
            keys.push(table.key());
        }
        Ok((table, keys))
    };
    rooms.study(play).await?
}

async fn views(State(rooms): State<Rooms>, Input(wanted): Input<ViewsWanted>) -> Result<Json<Views>, Fault> {
    let ViewsWanted { study, seat, from } = wanted;
    let mut table = open(&rooms, &study)?;
    let seats = table.seats();
    let unknown = || wrong(format!("The seats are {}.", seats.join(", ")));
    let near = seat.map(|name| Seat::named(&name, seats).ok_or_else(unknown)).transpose()?;
    let look = move || {
        let first = from.map_or(usize::MAX, |from| from as usize);
        let (mut states, mut error) = (Vec::new(), None);
        for (at, action) in study.actions.iter().enumerate() {
            if at >= first && states.len() < MOST_STATES {
                states.push(state(&*table, at, near));
            }
            if let Err(refusal) = table.enter_recorded(action) {
                let (at, action) = (u32::try_from(at).unwrap_or(u32::MAX), action.clone());
                error = Some(StudyError { at, action, words: refusal.to_string() });
                break;
            }
        }
        let ply = table.line_length();
        if states.len() < MOST_STATES
            && states.last().is_none_or(|last: &StudyState| last.ply as usize != ply)
        {
            states.push(state(&*table, ply, near));
        }
        let outcome = table.outcome().map(|outcome| outcome_now(&outcome, table.seats()));
        Views { line: steps(&*table, 0), states, outcome, error }
    };
    Ok(Json(rooms.study(look).await?))
}

fn state(table: &dyn Table, ply: usize, near: Option<Seat>) -> StudyState {
    let acting = table.turn().seat();
    let mut view = table.view(acting.map_or(Eye::Spectator, Eye::Seat));
    let eye = near.map_or(Eye::Spectator, Eye::Seat);
    view.board.near = eye.near(|seat| view.seats[seat.index()].side);
    let chances = match table.turn() {
        Turn::Chance => table.chances(),
        _ => Vec::new(),
    };
    let treaties = acting.map(|seat| table.proposable(seat)).unwrap_or_default();
    StudyState {
        ply: u32::try_from(ply).unwrap_or(u32::MAX),
        view,
        text: table.text(),
        chances: chances.into_iter().map(|(word, weight)| Chance { word, weight }).collect(),
        others: treaties.into_iter().chain(table.operations()).collect(),
    }
}

async fn explain(
    State(rooms): State<Rooms>,
    Input(wanted): Input<ExplanationWanted>,
) -> Result<Json<Explanation>, Fault> {
    let (table, _) = played(&rooms, wanted.study).await?;
    Ok(Json(Explanation { why: table.explain(&wanted.gesture) }))
}

fn wanted(table: Box<dyn Table>, lines: u32, time: Duration) -> Wanted {
    Wanted { table, lines: lines as usize, time, others: None, stop: Arc::new(AtomicBool::new(false)) }
}

const NOTHING: Analysis = Analysis { depth: 0, nodes: 0, lines: Vec::new() };

async fn analyse(
    State(rooms): State<Rooms>,
    asker: Asker,
    Input(asked): Input<AnalysisWanted>,
) -> Result<Json<Analysis>, Fault> {
    rooms.limits().analysis(&asker.counted())?;
    let lines = asked.lines.unwrap_or(1);
    let time = asked.time.unwrap_or(USUAL_TIME);
    if !(1..=MOST_LINES).contains(&lines) || !(1..=MOST_TIME).contains(&time) {
        return Err(wrong(format!("1 to {MOST_LINES} lines, and up to {MOST_TIME} milliseconds.")).into());
    }
    if rooms.lobby().is_playing(&asker.who, &asked.study.game) {
        return Err(not_now("You are playing this game against somebody: ask when it is over.").into());
    }
    let (table, keys) = played(&rooms, asked.study).await?;
    must_not_be_played(&rooms, table.game(), &keys).await?;
    let wanted = wanted(table, lines, Duration::from_millis(time.into()));
    let analysis = rooms.analyse(Wanted { others: asked.others, ..wanted }).await?;
    Ok(Json(analysis.unwrap_or(NOTHING)))
}

fn not_now(words: &str) -> Refused {
    Refused::new(RefusedFor::NotNow, words)
}

/// Nobody gets the engine's help at a table where people play each other, not even somebody who does not say who they are:
/// the position that stands there is not analysed, nor one that was reached through it. What everybody begins with is.
async fn must_not_be_played(rooms: &Rooms, game: &str, keys: &[u64]) -> Result<(), Refused> {
    let stands = |(length, key): &Stands| {
        keys.last() == Some(key) && *length > 0 || keys.contains(key) && *length >= OPENING
    };
    if rooms.standing(game).await.iter().any(stands) {
        return Err(not_now("People are playing this position now: ask when they have gone on."));
    }
    Ok(())
}

/// A finished game on its way through the engine.
struct Walk {
    rooms: Rooms,
    table: Box<dyn Table>,
    words: std::vec::IntoIter<String>,
    ply: u32,
    done: bool,
    _counted: Connection,
}

impl Walk {
    async fn next(&mut self) -> Option<Bytes> {
        if self.done {
            return None;
        }
        let analysis = self.rooms.analyse(wanted(self.table.snapshot(), 1, PER_PLY)).await;
        let Ok(analysis) = analysis else { return None };
        let told = AnalysedPly { ply: self.ply, analysis: analysis.unwrap_or(NOTHING) };
        self.ply += 1;
        let next = self.words.next();
        self.done = next.is_none_or(|word| self.table.enter_recorded(&word).is_err());
        let mut text = serde_json::to_string(&told).unwrap_or_default();
        text.push('\n');
        Some(text.into())
    }
}

async fn analyse_game(
    State(rooms): State<Rooms>,
    Path(table): Path<String>,
    asker: Asker,
) -> Result<Response, Fault> {
    rooms.limits().analysis(&asker.counted())?;
    let counted = rooms.limits().connection(&asker.counted())?;
    let finished = read(&rooms, &asker, &table, |table| {
        table.table.outcome().ok_or_else(|| not_now("The game is not over."))?;
        let words: Vec<String> = table.table.line().into_iter().map(|step| step.word).collect();
        Ok((table.table.rewound(), words))
    });
    let (table, words) = finished.await?;
    let walk = Walk { rooms, table, words: words.into_iter(), ply: 0, done: false, _counted: counted };
    Ok(answer(unfold(walk, async |mut walk| walk.next().await.map(|line| (Ok::<_, Infallible>(line), walk)))))
}
