//! What can be asked over HTTP. Each endpoint is listed once, with what it takes and gives: the router and the OpenAPI
//! document are made from the same list.

mod accounts;
mod archive;
mod asker;
mod error;
mod guard;
mod health;
mod info;
mod invite_sheet;
mod lobby;
mod openapi;
mod sets;
mod streams;
mod study;
mod tables;

pub(crate) use asker::{PeerAddress, SESSION_DAYS};

use crate::page;
use crate::rooms::AppState;
use axum::extract::DefaultBodyLimit;
use axum::routing::{MethodRouter, get};
use axum::{Router, middleware};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

/// The longest request, in bytes: two thousand actions, or a position text and options.
const MAX_REQUEST_BYTES: usize = 64 * 1024;

/// How a type is described.
type SchemaFn = fn(&mut SchemaGenerator) -> Schema;

/// What an endpoint answers.
pub(crate) enum ResponseBody {
    /// Nothing but that it was done.
    Empty,
    /// JSON.
    Json(SchemaFn),
    /// A line of JSON each.
    Lines(SchemaFn),
    /// A text of this kind.
    Text(&'static str),
}

/// Something that can be asked.
pub(crate) struct Endpoint {
    /// The heading it stands under.
    tag: &'static str,
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    handler: MethodRouter<AppState>,
    body: Option<SchemaFn>,
    /// An example of what it takes.
    example: Option<fn() -> Value>,
    query: Option<SchemaFn>,
    response: ResponseBody,
    status: u16,
    /// Whether the body may be left out.
    body_optional: bool,
}

impl Endpoint {
    fn new(
        method: &'static str,
        path: &'static str,
        summary: &'static str,
        handler: MethodRouter<AppState>,
    ) -> Endpoint {
        Endpoint {
            tag: "",
            method,
            path,
            summary,
            handler,
            body: None,
            example: None,
            query: None,
            response: ResponseBody::Empty,
            status: 200,
            body_optional: false,
        }
    }

    fn body<T: JsonSchema>(self) -> Endpoint {
        Endpoint { body: Some(SchemaGenerator::subschema_for::<T>), ..self }
    }

    fn example(self, example: fn() -> Value) -> Endpoint {
        Endpoint { example: Some(example), ..self }
    }

    fn query<T: JsonSchema>(self) -> Endpoint {
        Endpoint { query: Some(T::json_schema), ..self }
    }

    fn returns<T: JsonSchema>(self) -> Endpoint {
        Endpoint { response: ResponseBody::Json(SchemaGenerator::subschema_for::<T>), ..self }
    }

    fn returns_lines<T: JsonSchema>(self) -> Endpoint {
        Endpoint { response: ResponseBody::Lines(SchemaGenerator::subschema_for::<T>), ..self }
    }

    fn returns_text(self, kind: &'static str) -> Endpoint {
        Endpoint { response: ResponseBody::Text(kind), ..self }
    }

    fn body_optional(self) -> Endpoint {
        Endpoint { body_optional: true, ..self }
    }

    fn created(self) -> Endpoint {
        Endpoint { status: 201, ..self }
    }

    fn no_content(self) -> Endpoint {
        Endpoint { status: 204, ..self }
    }
}

/// Everything that can be asked.
fn endpoints() -> Vec<Endpoint> {
    let all = [
        ("Games and rules", info::endpoints()),
        ("People and accounts", accounts::endpoints()),
        ("The lobby", lobby::endpoints()),
        ("Tables", tables::endpoints()),
        ("What happens, as it happens", streams::endpoints()),
        ("Study and analysis", study::endpoints()),
        ("The archive", archive::endpoints()),
        ("Sets of tables", sets::endpoints()),
        ("How the server fares", health::endpoints()),
    ];
    let under = |(part, endpoints): (&'static str, Vec<Endpoint>)| {
        endpoints.into_iter().map(move |endpoint| Endpoint { tag: part, ..endpoint })
    };
    all.into_iter().flat_map(under).collect()
}

/// Everything that is answered.
pub(crate) fn router(rooms: AppState) -> Router {
    let endpoints = endpoints();
    let document = openapi::document(&endpoints);
    let routed = endpoints
        .into_iter()
        .fold(Router::new(), |router, endpoint| router.route(endpoint.path, endpoint.handler));
    routed
        .merge(openapi::router(&document))
        .route("/ws/lobby", get(lobby::connect))
        .route("/ws/{table}", get(tables::connect))
        .fallback(page::serve_file)
        .layer(DefaultBodyLimit::max(MAX_REQUEST_BYTES))
        .layer(middleware::from_fn_with_state(rooms.clone(), guard::check_request))
        .with_state(rooms)
}
