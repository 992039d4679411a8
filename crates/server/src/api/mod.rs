//! The HTTP API. Each endpoint is listed once, with the types of its request and response; the router and the
//! OpenAPI document are both built from this list.

mod accounts;
mod archive;
mod cache;
mod error;
mod extract;
mod health;
mod info;
mod invite_sheet;
mod lobby;
mod openapi;
mod records;
mod rules;
mod samples;
mod security;
mod sets;
mod streams;
mod study;
mod tables;

pub(crate) use extract::{PeerAddress, SESSION_DAYS};

use crate::state::AppState;
use crate::static_files;
use axum::extract::DefaultBodyLimit;
use axum::routing::{MethodRouter, get};
use axum::{Router, middleware};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;
use std::convert::Infallible;
use tower_http::compression::CompressionLayer;

/// The longest request body: two thousand actions, or a position and options.
const MAX_REQUEST_BYTES: usize = 64 * 1024;

/// Generates the schema of a type.
type SchemaFn = fn(&mut SchemaGenerator) -> Schema;

/// The body of a response.
pub(crate) enum ResponseBody {
    /// No body.
    Empty,
    /// One JSON value.
    Json(SchemaFn),
    /// One JSON value per line.
    Lines(SchemaFn),
    /// Text of this media type.
    Text(&'static str),
}

/// One endpoint of the API.
pub(crate) struct Endpoint {
    /// The section of the documentation.
    tag: &'static str,
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    handler: MethodRouter<AppState>,
    body: Option<SchemaFn>,
    /// An example of the request body.
    example: Option<fn() -> Value>,
    query: Option<SchemaFn>,
    response: ResponseBody,
    status: u16,
    body_optional: bool,
    /// Whether clients may keep the response.
    cacheable: bool,
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
            cacheable: false,
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

    /// A response that is the same for everybody: compressed, and sent again only if it changed. Responses that
    /// contain secrets must not be compressed, since their length would say something about them.
    fn cacheable(self) -> Endpoint {
        let revalidated = self.handler.layer::<_, Infallible>(middleware::from_fn(cache::revalidate));
        let handler = revalidated.layer(CompressionLayer::new());
        Endpoint { handler, cacheable: true, ..self }
    }

    fn created(self) -> Endpoint {
        Endpoint { status: 201, ..self }
    }

    fn no_content(self) -> Endpoint {
        Endpoint { status: 204, ..self }
    }
}

/// All endpoints.
fn endpoints() -> Vec<Endpoint> {
    let all = [
        ("Games and rules", info::endpoints()),
        ("Games and rules", samples::endpoints()),
        ("Games and rules", rules::endpoints()),
        ("People and accounts", accounts::endpoints()),
        ("Lobby", lobby::endpoints()),
        ("Tables", tables::endpoints()),
        ("Event streams", streams::endpoints()),
        ("Study and analysis", records::endpoints()),
        ("Study and analysis", study::endpoints()),
        ("Archive", archive::endpoints()),
        ("Sets of tables", sets::endpoints()),
        ("Health and metrics", health::endpoints()),
    ];
    let under = |(part, endpoints): (&'static str, Vec<Endpoint>)| {
        endpoints.into_iter().map(move |endpoint| Endpoint { tag: part, ..endpoint })
    };
    all.into_iter().flat_map(under).collect()
}

/// The router for the API, the sockets and the web page.
pub(crate) fn router(state: AppState) -> Router {
    let endpoints = endpoints();
    let document = openapi::document(&endpoints);
    let routed = endpoints
        .into_iter()
        .fold(Router::new(), |router, endpoint| router.route(endpoint.path, endpoint.handler));
    let routed = routed
        .merge(openapi::router(&document))
        .route("/ws/lobby", get(lobby::connect))
        .route("/ws/{table}", get(tables::connect))
        .fallback(static_files::serve_file)
        .layer(DefaultBodyLimit::max(MAX_REQUEST_BYTES))
        .layer(middleware::from_fn_with_state(state.clone(), security::check_request));
    security::with_security_headers(routed).with_state(state)
}
