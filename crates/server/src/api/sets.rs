//! For organisers: several tables at once, and their results.

use super::Endpoint;
use super::asker::{Asker, Input};
use super::fault::{Fault, no_luck, not_found, stopping, wrong};
use super::sheet;
use super::tables::must_find_accounts_slowly;
use crate::head::{Head, Sitting, plain_line};
use crate::making;
use crate::rooms::{LoadError, Rooms};
use crate::sets::{Set, invite, invites};
use crate::token::{Token, TokenHash, id};
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::{get, post};
use schemars::JsonSchema;
use serde::Deserialize;
use tetrarch_protocol::{NewSeat, NewSet, Refused, RefusedFor, SetMade, SetResults};
use tetrarch_store::GameId;

/// How many tables a set can have.
const MOST: u32 = 64;

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("post", "/api/sets", "Make several tables at once.", post(make))
            .takes::<NewSet>()
            .gives::<SetMade>()
            .made(),
        Endpoint::new("get", "/api/sets/{set}", "How things stand in a set.", get(results))
            .gives::<SetResults>(),
        Endpoint::new("get", "/api/sets/{set}/results.csv", "The same for spreadsheets.", get(csv))
            .text("text/csv"),
        Endpoint::new(
            "get",
            "/api/sets/{set}/sheet",
            "A page to print, with a code for each seat.",
            get(print),
        )
        .query::<Key>()
        .text("text/html"),
    ]
}

/// What the organiser was told.
#[derive(Deserialize, JsonSchema)]
struct Key {
    /// The key of the set.
    key: String,
}

async fn make(
    State(rooms): State<Rooms>,
    asker: Asker,
    Input(new): Input<NewSet>,
) -> Result<(StatusCode, Json<SetMade>), Fault> {
    if rooms.is_stopping() {
        return Err(stopping().into());
    }
    if !(1..=MOST).contains(&new.tables) {
        return Err(wrong(format!("A set has 1 to {MOST} tables.")).into());
    }
    if new.table.seats.0.iter().any(|(_, seat)| matches!(seat, NewSeat::Mine)) {
        return Err(wrong("Nobody sits at all tables of a set: take a seat afterwards.").into());
    }
    rooms.limits().tables(&asker.counted(), new.tables)?;
    must_find_accounts_slowly(&rooms, &asker, &new.table)?;
    let (set, key) = (id().map_err(no_luck)?, Token::draw().map_err(no_luck)?);
    let (hash, key) = (key.hash(), key.tell());
    let mut tables = Vec::new();
    for _ in 0..new.tables {
        let table = id().map_err(no_luck)?;
        let head = making::made(&rooms, &asker.who, &new.table, &table).await?.head;
        rooms.create(&table, &with_invites(&rooms, head, &hash, &key, &table)).await?;
        tables.push(table.to_string());
    }
    let name = plain_line(&new.name, 80);
    let kept = Set { name, game: new.table.game, key: hash, tables };
    rooms.store().put(&Set::note(set.as_str()), kept.text()).await.map_err(LoadError::from)?;
    let tables = invites(&rooms, &kept, &key).await;
    Ok((StatusCode::CREATED, Json(SetMade { set: set.to_string(), key, tables })))
}

/// Free seats are kept for who has their link; the table is whose the set is.
fn with_invites(rooms: &Rooms, mut head: Head, hash: &TokenHash, key: &str, table: &GameId) -> Head {
    let names = crate::sets::seat_names(rooms, &head);
    for (sitting, seat) in head.seats.iter_mut().zip(names) {
        if sitting.is_free() {
            let invite = TokenHash::of(&invite(key, table.as_str(), &seat));
            *sitting = Sitting::Invited { invite, person: None, name: None };
        }
    }
    Head { owner: hash.clone(), ..head }
}

async fn load(rooms: &Rooms, set: &str) -> Result<Set, Fault> {
    let unknown = || not_found("There is no such set.");
    set.parse::<GameId>().map_err(|_| unknown())?;
    let text = rooms.store().get(&Set::note(set)).await.map_err(LoadError::from)?;
    Ok(text.and_then(|text| Set::read(&text)).ok_or_else(unknown)?)
}

async fn results(State(rooms): State<Rooms>, Path(set): Path<String>) -> Result<Json<SetResults>, Fault> {
    Ok(Json(load(&rooms, &set).await?.results(&rooms).await?))
}

async fn csv(State(rooms): State<Rooms>, Path(set): Path<String>) -> Result<Response, Fault> {
    let results = load(&rooms, &set).await?.results(&rooms).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"results.csv\""),
    ];
    Ok((headers, crate::sets::csv(&results)).into_response())
}

async fn print(
    State(rooms): State<Rooms>,
    Path(set): Path<String>,
    query: Result<Query<Key>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Html<String>, Fault> {
    let Query(Key { key }) = query?;
    let kept = load(&rooms, &set).await?;
    if !kept.key.is(&TokenHash::of(&key)) {
        return Err(Refused::new(RefusedFor::NotOwner, "This is not the key of the set.").into());
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let https =
        rooms.config().proxy && headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    let site = format!("{}://{host}", if https { "https" } else { "http" });
    Ok(Html(sheet::page(&kept.name, &site, &invites(&rooms, &kept, &key).await)))
}
