//! What can be asked over HTTP. Each endpoint is listed once, with what it takes and gives: the router and the OpenAPI
//! document are made from the same list.

mod archive;
mod asker;
mod fault;
mod guard;
mod health;
mod info;
mod lobby;
mod openapi;
mod people;
mod sets;
mod sheet;
mod streams;
mod studies;
mod tables;

pub(crate) use asker::{COOKIE_DAYS, PeerAddress};

use crate::page;
use crate::rooms::Rooms;
use axum::extract::DefaultBodyLimit;
use axum::routing::{MethodRouter, get};
use axum::{Router, middleware};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

/// The longest request, in bytes: two thousand actions, or a position text and options.
const LONGEST_REQUEST: usize = 64 * 1024;

/// How a type is described.
type Describe = fn(&mut SchemaGenerator) -> Schema;

/// What an endpoint answers.
pub(crate) enum Gives {
    /// Nothing but that it was done.
    Nothing,
    /// JSON.
    Json(Describe),
    /// A line of JSON each.
    Lines(Describe),
    /// A text of this kind.
    Text(&'static str),
}

/// Something that can be asked.
pub(crate) struct Endpoint {
    /// The heading it stands under.
    part: &'static str,
    method: &'static str,
    path: &'static str,
    words: &'static str,
    handler: MethodRouter<Rooms>,
    takes: Option<Describe>,
    /// An example of what it takes.
    example: Option<fn() -> Value>,
    query: Option<Describe>,
    gives: Gives,
    status: u16,
    /// Whether the body may be left out.
    may_be_empty: bool,
}

impl Endpoint {
    fn new(
        method: &'static str,
        path: &'static str,
        words: &'static str,
        handler: MethodRouter<Rooms>,
    ) -> Endpoint {
        Endpoint {
            part: "",
            method,
            path,
            words,
            handler,
            takes: None,
            example: None,
            query: None,
            gives: Gives::Nothing,
            status: 200,
            may_be_empty: false,
        }
    }

    fn takes<T: JsonSchema>(self) -> Endpoint {
        Endpoint { takes: Some(SchemaGenerator::subschema_for::<T>), ..self }
    }

    fn example(self, example: fn() -> Value) -> Endpoint {
        Endpoint { example: Some(example), ..self }
    }

    fn query<T: JsonSchema>(self) -> Endpoint {
        Endpoint { query: Some(T::json_schema), ..self }
    }

    fn gives<T: JsonSchema>(self) -> Endpoint {
        Endpoint { gives: Gives::Json(SchemaGenerator::subschema_for::<T>), ..self }
    }

    fn lines<T: JsonSchema>(self) -> Endpoint {
        Endpoint { gives: Gives::Lines(SchemaGenerator::subschema_for::<T>), ..self }
    }

    fn text(self, kind: &'static str) -> Endpoint {
        Endpoint { gives: Gives::Text(kind), ..self }
    }

    fn may_be_empty(self) -> Endpoint {
        Endpoint { may_be_empty: true, ..self }
    }

    fn made(self) -> Endpoint {
        Endpoint { status: 201, ..self }
    }

    fn empty(self) -> Endpoint {
        Endpoint { status: 204, ..self }
    }
}

/// Everything that can be asked.
fn endpoints() -> Vec<Endpoint> {
    let all = [
        ("Games and rules", info::endpoints()),
        ("People and accounts", people::endpoints()),
        ("The lobby", lobby::endpoints()),
        ("Tables", tables::endpoints()),
        ("What happens, as it happens", streams::endpoints()),
        ("Study and analysis", studies::endpoints()),
        ("The archive", archive::endpoints()),
        ("Sets of tables", sets::endpoints()),
        ("How the server fares", health::endpoints()),
    ];
    let under = |(part, endpoints): (&'static str, Vec<Endpoint>)| {
        endpoints.into_iter().map(move |endpoint| Endpoint { part, ..endpoint })
    };
    all.into_iter().flat_map(under).collect()
}

/// Everything that is answered.
pub(crate) fn router(rooms: Rooms) -> Router {
    let endpoints = endpoints();
    let document = openapi::document(&endpoints);
    let routed = endpoints
        .into_iter()
        .fold(Router::new(), |router, endpoint| router.route(endpoint.path, endpoint.handler));
    routed
        .merge(openapi::router(&document))
        .route("/ws/lobby", get(lobby::connect))
        .route("/ws/{table}", get(tables::connect))
        .fallback(page::serve)
        .layer(DefaultBodyLimit::max(LONGEST_REQUEST))
        .layer(middleware::from_fn_with_state(rooms.clone(), guard::guard))
        .with_state(rooms)
}
