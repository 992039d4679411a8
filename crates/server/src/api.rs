//! What can be asked over HTTP.

use crate::chronicle::Chronicle;
use crate::head::{Head, Sitting, fit_name};
use crate::page;
use crate::room::{Door, Message};
use crate::rooms::{LoadError, Rooms};
use crate::socket;
use crate::token::{Token, hex, random};
use crate::when::now;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;
use std::ops::RangeInclusive;
use std::sync::Arc;
use tetrarch_protocol::{
    HttpFault, Join, Joined, Named, NewSeat, NewTable, Refused, RefusedFor, TableMade, TableState, Welcome,
};
use tetrarch_store::{GameId, NewGame, StoreError};

/// The longest request, in bytes: a position text and options are short.
const LONGEST_REQUEST: usize = 16 * 1024;

/// Everything that can be asked.
pub(crate) fn router(rooms: Rooms) -> Router {
    Router::new()
        .route("/api", get(welcome))
        .route("/api/tables", post(make))
        .route("/api/tables/{table}", get(state))
        .route("/api/tables/{table}/join", post(join))
        .route("/api/tables/{table}/record/{format}", get(record))
        .route("/ws/{table}", get(connect))
        .fallback(page::serve)
        .layer(DefaultBodyLimit::max(LONGEST_REQUEST))
        .with_state(rooms)
}

/// A request that was not done.
pub(crate) struct Fault(StatusCode, Refused);

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.0, Json(HttpFault { error: self.1 })).into_response()
    }
}

impl From<Refused> for Fault {
    fn from(refused: Refused) -> Fault {
        let status = match refused.reason {
            RefusedFor::NotUnderstood | RefusedFor::Rules => StatusCode::BAD_REQUEST,
            RefusedFor::UnknownToken | RefusedFor::NotYourSeat => StatusCode::FORBIDDEN,
            RefusedFor::NotStored | RefusedFor::Shutdown => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::CONFLICT,
        };
        Fault(status, refused)
    }
}

impl From<JsonRejection> for Fault {
    fn from(rejection: JsonRejection) -> Fault {
        Fault(rejection.status(), Refused::new(RefusedFor::NotUnderstood, rejection.body_text()))
    }
}

impl From<LoadError> for Fault {
    fn from(error: LoadError) -> Fault {
        match error {
            LoadError::Stopping => stopping().into(),
            // What is wrong with our files is for the log, not for the client.
            error => {
                tracing::error!(%error, "a table could not be opened");
                let words = "The table cannot be opened now. Try again later.";
                Refused::new(RefusedFor::NotStored, words).into()
            }
        }
    }
}

fn stopping() -> Refused {
    Refused::new(RefusedFor::Shutdown, "The server is about to stop. Try again when it is back.")
}

fn wrong(words: impl Into<String>) -> Refused {
    Refused::new(RefusedFor::NotUnderstood, words)
}

async fn welcome(State(rooms): State<Rooms>) -> Json<Welcome> {
    Json(Welcome {
        program: "tetrarch".to_string(),
        version: env!("CARGO_PKG_VERSION").to_string(),
        games: rooms.house().games.iter().map(|game| game.name().to_string()).collect(),
    })
}

/// The room of a table that is named from outside.
async fn room(rooms: &Rooms, table: &str) -> Result<Arc<Door>, Fault> {
    let unknown =
        || Fault(StatusCode::NOT_FOUND, Refused::new(RefusedFor::NotUnderstood, "There is no such table."));
    let id: GameId = table.parse().map_err(|_| unknown())?;
    rooms.enter(&id).await?.ok_or_else(unknown)
}

async fn connect(
    State(rooms): State<Rooms>,
    Path(table): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Fault> {
    let door = room(&rooms, &table).await?;
    let token = rooms.tasks().token();
    Ok(socket::small(upgrade).on_upgrade(async move |socket| {
        socket::serve(socket, rooms, door).await;
        drop(token);
    }))
}

async fn state(
    State(rooms): State<Rooms>,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<Json<TableState>, Fault> {
    let token = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = token.and_then(|value| value.strip_prefix("Bearer ")).map(str::to_string);
    let asked = room(&rooms, &table).await?.ask(|reply| Message::State(token, reply)).await;
    Ok(Json(*asked.map_err(|_| stopping())??))
}

async fn record(
    State(rooms): State<Rooms>,
    Path((table, format)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let asked = room(&rooms, &table).await?.ask(|reply| Message::Record(format, reply)).await;
    let text = asked.map_err(|_| stopping())??;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

async fn join(
    State(rooms): State<Rooms>,
    Path(table): Path<String>,
    join: Result<Json<Join>, JsonRejection>,
) -> Result<Json<Joined>, Fault> {
    let Json(join) = join?;
    let asked = room(&rooms, &table).await?.ask(|reply| Message::Join(Box::new(join), reply)).await;
    Ok(Json(asked.map_err(|_| stopping())??))
}

async fn make(
    State(rooms): State<Rooms>,
    new: Result<Json<NewTable>, JsonRejection>,
) -> Result<(StatusCode, Json<TableMade>), Fault> {
    let Json(new) = new?;
    if rooms.is_stopping() {
        return Err(stopping().into());
    }
    let no_luck = |_| Refused::new(RefusedFor::NotStored, "The server has no random numbers now. Try again.");
    let token = Token::draw().map_err(no_luck)?;
    let id = table_id(random().map_err(no_luck)?);
    let secret =
        rooms.house().dealing.has_chance(&new.game).then(random::<32>).transpose().map_err(no_luck)?;
    let head = head(&rooms, &new, &token, secret.map(|secret| hex(&secret)))?;
    // Opened once before it is stored, so that nothing is stored that cannot be opened.
    let table =
        Chronicle::open(rooms.house(), id.clone(), head.clone()).map_err(|error| wrong(error.to_string()))?;
    let commitment = table.published().map(|published| published.commitment);
    let game = NewGame {
        id: id.clone(),
        game: new.game,
        head: serde_json::to_string(&head).unwrap_or_default(),
        created: now(),
    };
    rooms.store().create(game).await.map_err(|error: StoreError| LoadError::from(error))?;
    // Where everybody sits already, the game begins and the engine thinks although nobody has connected yet.
    room(&rooms, id.as_str()).await?;
    Ok((
        StatusCode::CREATED,
        Json(TableMade { table: id.to_string(), token: token.tell(), commitment, invites: Named::default() }),
    ))
}

/// What is fixed at a new table, if it can be so.
fn head(rooms: &Rooms, new: &NewTable, token: &Token, secret: Option<String>) -> Result<Head, Refused> {
    let house = rooms.house();
    let game = house.games.named(&new.game).map_err(|error| wrong(error.to_string()))?;
    let options = new.options.clone().unwrap_or_else(|| json!({}));
    let table =
        game.open(&options, new.start.as_deref(), new.control).map_err(|error| wrong(error.to_string()))?;
    new.control.check().map_err(wrong)?;
    let names = table.seats();
    if let Some((unknown, _)) = new.seats.0.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        return Err(wrong(format!("There is no seat {unknown:?}: the seats are {}.", names.join(", "))));
    }
    let levels = house.opponent.levels(game.name());
    let name = fit_name(new.name.as_deref());
    let sitting = |seat: &&str| match new.seats.get(seat).cloned().unwrap_or(NewSeat::Open) {
        NewSeat::Open => Ok(Sitting::Open),
        NewSeat::Mine => Ok(Sitting::Person { token: token.hash(), name: name.clone() }),
        NewSeat::Invited { .. } => Err(wrong("Nobody can be invited yet.")),
        NewSeat::Engine { level, .. } => engine(levels.as_ref(), level),
    };
    Ok(Head {
        game: new.game.clone(),
        options,
        start: new.start.clone(),
        control: new.control,
        seats: names.iter().map(sitting).collect::<Result<_, _>>()?,
        owner: token.hash(),
        secret,
        entropy: new.entropy.clone(),
        made: now().0,
    })
}

/// An engine's seat, if the engine can play so.
fn engine(levels: Option<&RangeInclusive<u8>>, level: u8) -> Result<Sitting, Refused> {
    let levels = levels.ok_or_else(|| wrong("No engine plays this game yet."))?;
    if levels.contains(&level) {
        return Ok(Sitting::Engine { level });
    }
    Err(wrong(format!("The engine has the levels {} to {}, not {level}.", levels.start(), levels.end())))
}

/// Letters and digits that cannot be taken for each other.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// An id of 60 random bits.
fn table_id(bytes: [u8; 12]) -> GameId {
    let text: String = bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect();
    text.parse().expect("an id of letters and digits")
}
