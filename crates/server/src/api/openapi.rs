//! The OpenAPI document, built from the list of endpoints, and a page to browse it. The router is built from the same list, so the
//! two cannot disagree, as annotations on handlers can.

use super::invite_sheet::escape_html;
use super::{Endpoint, ResponseBody};
use crate::state::AppState;
use axum::Router;
use axum::http::header;
use axum::response::{Html, IntoResponse as _};
use axum::routing::get;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema as _, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use tetrarch_protocol::ErrorResponse;

/// The documentation page and its script.
const DOCS_PAGE: &str = include_str!("browse.html");
const DOCS_SCRIPT: &str = include_str!("browse.js");
/// The example bot on that page.
const EXAMPLE_BOT: &str = include_str!("../../../../examples/bot.py");

pub(super) fn router(document: &Value) -> Router<AppState> {
    let text: Arc<str> = document.to_string().into();
    let page: Arc<str> = DOCS_PAGE.replace("BOT", &escape_html(EXAMPLE_BOT)).into();
    let script = || async { ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], DOCS_SCRIPT) };
    let json = move || {
        let text = Arc::clone(&text);
        async move { ([(header::CONTENT_TYPE, "application/json")], text.to_string()).into_response() }
    };
    Router::new()
        .route("/api/openapi.json", get(json))
        .route("/api/docs", get(move || async move { Html(page.to_string()) }))
        .route("/api/docs/browse.js", get(script))
}

/// Builds the OpenAPI document.
pub(super) fn document(endpoints: &[Endpoint]) -> Value {
    let mut generator = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into())
        .into_generator();
    let mut paths = Map::new();
    for endpoint in endpoints {
        let operation = operation(endpoint, &mut generator);
        let path = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        path[endpoint.method] = operation;
    }
    let mut tags: Vec<&str> = endpoints.iter().map(|endpoint| endpoint.tag).collect();
    tags.dedup();
    let tags: Vec<Value> = tags.iter().map(|tag| json!({ "name": tag })).collect();
    let error = ErrorResponse::json_schema(&mut generator);
    let mut schemas = generator.take_definitions(true);
    schemas.insert("ErrorResponse".to_string(), error.into());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Tetrarch",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Chess variants: accounts, tables, play, records, study. See /api/docs for a guide to writing a bot.",
            "license": { "name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later" },
        },
        "tags": tags,
        "paths": paths,
        "security": [{}, { "token": [] }, { "cookie": [] }],
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A seat token, returned when you create or join a table, or an API token of an account.",
                },
                "cookie": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "tetrarch",
                    "description": "The session cookie of a browser.",
                },
            },
        },
    })
}

fn operation(endpoint: &Endpoint, generator: &mut SchemaGenerator) -> Value {
    let mut parameters = path_parameters(endpoint.path);
    if let Some(query) = endpoint.query {
        parameters.extend(query_parameters(&query(generator).to_value()));
    }
    let done = match &endpoint.response {
        ResponseBody::Empty => json!({ "description": "Success." }),
        ResponseBody::Json(schema) => content("application/json", &schema(generator).to_value()),
        ResponseBody::Lines(schema) => content("application/x-ndjson", &schema(generator).to_value()),
        ResponseBody::Text(kind) => content(kind, &json!({ "type": "string" })),
    };
    let error = json!({ "$ref": "#/components/schemas/ErrorResponse" });
    let mut responses = Map::new();
    responses.insert(endpoint.status.to_string(), done);
    if endpoint.cacheable {
        let unchanged = json!({ "description": "The response has not changed since the client got it." });
        responses.insert("304".to_string(), unchanged);
    }
    responses.insert("4XX".to_string(), content("application/json", &error));
    responses.insert("503".to_string(), content("application/json", &error));
    let mut operation = json!({
        "operationId": operation_id(endpoint),
        "tags": [endpoint.tag],
        "summary": endpoint.summary,
        "parameters": parameters,
        "responses": responses,
    });
    if let Some(takes) = endpoint.body {
        let schema = takes(generator).to_value();
        let mut content = json!({ "schema": schema });
        if let Some(example) = endpoint.example {
            content["example"] = example();
        }
        operation["requestBody"] =
            json!({ "required": !endpoint.body_optional, "content": { "application/json": content } });
    }
    operation
}

fn content(kind: &str, schema: &Value) -> Value {
    json!({ "description": "The result, or the error.", "content": { kind: { "schema": schema } } })
}

/// For example `post_tables_table_join`.
fn operation_id(endpoint: &Endpoint) -> String {
    let path = endpoint.path.trim_start_matches("/api");
    let words: String =
        path.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { ' ' }).collect();
    let words: Vec<&str> = words.split_whitespace().collect();
    format!("{}_{}", endpoint.method, words.join("_")).trim_end_matches('_').to_string()
}

fn path_parameters(path: &str) -> Vec<Value> {
    let names = path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let parameter = |name: &str| {
        json!({
            "name": name,
            "in": "path",
            "required": true,
            "description": parameter_description(name),
            "schema": { "type": "string", "minLength": 1, "pattern": "^[A-Za-z0-9_-]+$" },
        })
    };
    names.map(parameter).collect()
}

fn parameter_description(parameter: &str) -> &'static str {
    match parameter {
        "table" => "The table's id, as in its URL.",
        "set" => "The set's id.",
        "format" => "A record format of the game, as listed by GET /api/games.",
        "name" => "The name of a rules text, as listed by GET /api/rules.",
        _ => "The id.",
    }
}

fn query_parameters(schema: &Value) -> Vec<Value> {
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|own| own == name));
    let properties = schema["properties"].as_object().into_iter().flatten();
    let parameter = |(name, schema): (&String, &Value)| {
        let mut schema = schema.clone();
        // An optional parameter is omitted: it cannot be null.
        if let Some(kinds) = schema["type"].as_array() {
            let kind = kinds.iter().find(|kind| *kind != "null").cloned().unwrap_or_default();
            schema["type"] = kind;
        }
        let words = schema["description"].clone();
        json!({ "name": name, "in": "query", "required": required(name), "description": words, "schema": schema })
    };
    properties.map(parameter).collect()
}
