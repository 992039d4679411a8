//! Tables: making, looking, joining, acting, records.

use super::Endpoint;
use super::asker::{Asker, Input};
use super::fault::{Fault, no_luck, not_found, stopping};
use crate::chronicle::Chronicle;
use crate::making::{self, Made};
use crate::record;
use crate::room::{Door, Message};
use crate::rooms::Rooms;
use crate::socket;
use crate::upgrade::Upgrade;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use tetrarch_protocol::{
    ChatRoom, Command, CommandDone, Join, Joined, NewSeat, NewTable, OrderGiven, Refused, TableMade,
    TableState,
};
use tetrarch_store::GameId;
use tokio::sync::oneshot;
use tokio::time::Instant;

pub(super) fn endpoints() -> Vec<Endpoint> {
    let record = get(record_of);
    vec![
        Endpoint::new("post", "/api/tables", "Make a table.", post(make))
            .takes::<NewTable>()
            .example(|| serde_json::from_str(include_str!("new_table.json")).unwrap_or_default())
            .gives::<TableMade>()
            .made(),
        Endpoint::new("get", "/api/tables/{table}", "The state, as who asks sees it.", get(state))
            .gives::<TableState>(),
        Endpoint::new("post", "/api/tables/{table}/join", "Take a seat.", post(join))
            .takes::<Join>()
            .example(|| json!({ "name": "Ada" }))
            .gives::<Joined>(),
        Endpoint::new("post", "/api/tables/{table}/do", "Give a command.", post(obey))
            .takes::<Command>()
            .example(|| json!({ "id": "1", "version": 1, "do": { "act": "?b2" } }))
            .gives::<CommandDone>(),
        Endpoint::new("get", "/api/tables/{table}/orders", "What the owner has ordered.", get(orders))
            .gives::<Vec<OrderGiven>>(),
        Endpoint::new("post", "/api/tables/{table}/say", "Say something.", post(say)).takes::<Say>().empty(),
        Endpoint::new(
            "get",
            "/api/tables/{table}/record/{format}",
            "The record in a format of the game.",
            record,
        )
        .text("text/plain"),
    ]
}

/// Something to be heard by others.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Say {
    /// To whom.
    to: ChatRoom,
    /// Up to 200 letters in one line.
    words: String,
}

/// The room of a table that is named from outside.
pub(super) async fn room(rooms: &Rooms, table: &str) -> Result<Arc<Door>, Fault> {
    let unknown = || not_found("There is no such table.");
    let id: GameId = table.parse().map_err(|_| unknown())?;
    Ok(rooms.enter(&id).await?.ok_or_else(unknown)?)
}

/// Reads something of a table that who asks may see.
pub(super) async fn read<T: Send + 'static>(
    rooms: &Rooms,
    asker: &Asker,
    table: &str,
    read: impl FnOnce(&Chronicle) -> Result<T, Refused> + Send + 'static,
) -> Result<T, Fault> {
    let (reply, answer) = oneshot::channel();
    let message = Message::Read(
        Box::new(asker.who.clone()),
        Box::new(move |table| {
            let _ = reply.send(table.and_then(read));
        }),
    );
    room(rooms, table).await?.tell(message).await.map_err(|_| stopping())?;
    Ok(answer.await.map_err(|_| stopping())??)
}

pub(super) async fn connect(
    State(rooms): State<Rooms>,
    Path(table): Path<String>,
    asker: Asker,
    upgrade: Upgrade,
) -> Result<Response, Fault> {
    let door = room(&rooms, &table).await?;
    let who = asker.counted();
    let counted = rooms.limits().connection(&who)?;
    let token = rooms.tasks().token();
    Ok(upgrade.on_upgrade(async move |socket| {
        socket::serve(socket, rooms, door, asker.who, who).await;
        drop((token, counted));
    }))
}

async fn state(
    State(rooms): State<Rooms>,
    Path(table): Path<String>,
    asker: Asker,
) -> Result<Json<TableState>, Fault> {
    let asked = room(&rooms, &table).await?.ask(|reply| Message::State(Box::new(asker.who), reply)).await;
    Ok(Json(*asked.map_err(|_| stopping())??))
}

async fn record_of(
    State(rooms): State<Rooms>,
    Path((table, format)): Path<(String, String)>,
    asker: Asker,
) -> Result<Response, Fault> {
    let text = read(&rooms, &asker, &table, move |table| record::write(table, &format)).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

async fn orders(
    State(rooms): State<Rooms>,
    Path(table): Path<String>,
    asker: Asker,
) -> Result<Json<Vec<OrderGiven>>, Fault> {
    Ok(Json(read(&rooms, &asker, &table, |table| Ok(table.orders.clone())).await?))
}

async fn join(
    State(rooms): State<Rooms>,
    Path(table): Path<String>,
    asker: Asker,
    Input(join): Input<Join>,
) -> Result<Json<Joined>, Fault> {
    let asked = room(&rooms, &table)
        .await?
        .ask(|reply| Message::Join(Box::new(asker.who), Box::new(join), reply))
        .await;
    Ok(Json(asked.map_err(|_| stopping())??))
}

async fn obey(
    State(rooms): State<Rooms>,
    Path(table): Path<String>,
    asker: Asker,
    Input(command): Input<Command>,
) -> Result<Json<CommandDone>, Fault> {
    let (who, at, command) = (Box::new(asker.who), Instant::now(), Box::new(command));
    let asked = room(&rooms, &table).await?.ask(|reply| Message::Do { who, command, at, reply }).await;
    Ok(Json(CommandDone { version: asked.map_err(|_| stopping())?? }))
}

async fn say(
    State(rooms): State<Rooms>,
    Path(table): Path<String>,
    asker: Asker,
    Input(Say { to, words }): Input<Say>,
) -> Result<StatusCode, Fault> {
    let who = Box::new(asker.who);
    let asked = room(&rooms, &table).await?.ask(|reply| Message::Speak { who, to, words, reply }).await;
    asked.map_err(|_| stopping())??;
    Ok(StatusCode::NO_CONTENT)
}

/// Who invites by the names of accounts learns which there are: no faster than by trying to log in.
pub(super) fn must_find_accounts_slowly(rooms: &Rooms, asker: &Asker, new: &NewTable) -> Result<(), Refused> {
    let named = |seat: &NewSeat| matches!(seat, NewSeat::Invited { account: Some(_) });
    let many = new.seats.0.iter().filter(|(_, seat)| named(seat)).count();
    (0..many).try_for_each(|_| rooms.limits().account(&asker.counted()))
}

async fn make(
    State(rooms): State<Rooms>,
    asker: Asker,
    Input(new): Input<NewTable>,
) -> Result<(StatusCode, Json<TableMade>), Fault> {
    if rooms.is_stopping() {
        return Err(stopping().into());
    }
    rooms.limits().tables(&asker.counted(), 1)?;
    must_find_accounts_slowly(&rooms, &asker, &new)?;
    let id = crate::token::id().map_err(no_luck)?;
    let Made { head, token, invites, commitment } = making::made(&rooms, &asker.who, &new, &id).await?;
    rooms.create(&id, &head).await?;
    Ok((
        StatusCode::CREATED,
        Json(TableMade { table: id.to_string(), token: token.tell(), commitment, invites }),
    ))
}
