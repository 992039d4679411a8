//! The rules pages: those of the games, and the operator's own.

use super::Endpoint;
use super::error::{ApiError, not_found};
use crate::state::AppState;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use std::sync::Arc;
use tetrarch_protocol::{ErrorCode, RequestError, RulesDocument, RulesPage};

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("get", "/api/rules", "List the rules texts.", get(list))
            .returns::<Vec<RulesPage>>()
            .cacheable(),
        Endpoint::new("get", "/api/rules/{name}", "A rules text in Markdown.", get(markdown))
            .returns_text("text/markdown")
            .cacheable(),
        Endpoint::new("get", "/api/rules/{name}/blocks", "A rules text as blocks.", get(blocks))
            .returns::<RulesDocument>()
            .cacheable(),
    ]
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

async fn list(State(state): State<AppState>) -> Json<Vec<RulesPage>> {
    let page =
        |(name, text, own): (String, String, bool)| RulesPage { title: title(&name, &text), name, own };
    Json(rules_texts(&state).into_iter().map(page).collect())
}

/// The text of a page. The operator's text takes precedence over the built-in one of the same name.
fn find_text(state: &AppState, name: &str) -> Result<String, RequestError> {
    let found = rules_texts(state).into_iter().rev().find(|(own, _, _)| own == name);
    found.map(|(_, text, _)| text).ok_or_else(|| not_found("There is no such rules text."))
}

async fn markdown(State(state): State<AppState>, Path(name): Path<String>) -> Result<Response, ApiError> {
    let text = find_text(&state, &name)?;
    Ok(([(header::CONTENT_TYPE, "text/markdown; charset=utf-8")], text).into_response())
}

async fn blocks(
    State(state): State<AppState>,
    Path(name): Path<String>,
) -> Result<Json<RulesDocument>, ApiError> {
    let text = find_text(&state, &name)?;
    let parse = Arc::clone(&state.deps().parse_rules);
    let document = state.engines().run_blocking(move || parse(&text)).await?;
    Ok(Json(document.map_err(|why| {
        tracing::warn!(page = name, why, "a rules page cannot be shown");
        RequestError::new(ErrorCode::NotNow, format!("The rules page {name:?} can't be shown: {why}."))
    })?))
}
