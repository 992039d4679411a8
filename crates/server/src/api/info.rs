//! Information about the server, its games and their rules.

use super::Endpoint;
use super::error::{ApiError, not_found};
use crate::state::AppState;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use tetrarch_protocol::{GameInfo, RulesPage, ServerInfo};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("get", "/api", "About this server.", get(welcome)).returns::<ServerInfo>(),
        Endpoint::new("get", "/api/games", "The games this server hosts.", get(games))
            .returns::<Vec<GameInfo>>(),
        Endpoint::new("get", "/api/rules", "List the rules texts.", get(rules)).returns::<Vec<RulesPage>>(),
        Endpoint::new("get", "/api/rules/{name}", "A rules text in Markdown.", get(rules_text))
            .returns_text("text/markdown"),
    ]
}

async fn welcome(State(state): State<AppState>) -> Json<ServerInfo> {
    Json(ServerInfo {
        program: "tetrarch".to_string(),
        version: env!("CARGO_PKG_VERSION").to_string(),
        games: state.deps().games.iter().map(|game| game.info.name.clone()).collect(),
    })
}

async fn games(State(state): State<AppState>) -> Json<Vec<GameInfo>> {
    Json(state.deps().games.iter().map(|game| game.info.clone()).collect())
}

/// The operator's own rules texts: `.md` files by name.
fn operator_rules(folder: &std::path::Path) -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut texts: Vec<(String, String)> = files
        .filter_map(|file| {
            let name = file.file_name().to_str()?.strip_suffix(".md")?.to_string();
            Some((name, std::fs::read_to_string(file.path()).ok()?))
        })
        .collect();
    texts.sort();
    texts
}

/// All rules texts, the built-in ones first: name, text, and whether it is the operator's own.
fn rules_texts(state: &AppState) -> Vec<(String, String, bool)> {
    let ours = state.deps().rules.iter().map(|(name, text)| (name.to_string(), text.to_string(), false));
    let folder = state.config().rules_dir.as_deref();
    let own =
        folder.map(operator_rules).unwrap_or_default().into_iter().map(|(name, text)| (name, text, true));
    ours.chain(own).collect()
}

fn title(name: &str, text: &str) -> String {
    let heading = text.lines().find_map(|line| line.strip_prefix("# "));
    heading.unwrap_or(name).trim().to_string()
}

async fn rules(State(state): State<AppState>) -> Json<Vec<RulesPage>> {
    let page =
        |(name, text, own): (String, String, bool)| RulesPage { title: title(&name, &text), name, own };
    Json(rules_texts(&state).into_iter().map(page).collect())
}

/// The operator's text takes precedence over the built-in one of the same name.
async fn rules_text(State(state): State<AppState>, Path(name): Path<String>) -> Result<Response, ApiError> {
    let found = rules_texts(&state).into_iter().rev().find(|(own, _, _)| *own == name);
    let (_, text, _) = found.ok_or_else(|| not_found("There is no such rules text."))?;
    Ok(([(header::CONTENT_TYPE, "text/markdown; charset=utf-8")], text).into_response())
}
