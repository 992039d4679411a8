//! Health checks and metrics for operators.

use super::Endpoint;
use crate::state::AppState;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use std::fmt::Write as _;
use std::sync::atomic::Ordering;

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("get", "/healthz", "Liveness: whether the server is running.", get(healthy))
            .returns_text("text/plain"),
        Endpoint::new("get", "/readyz", "Readiness: whether the database is available.", get(ready))
            .returns_text("text/plain"),
        Endpoint::new("get", "/metrics", "Metrics for Prometheus.", get(metrics)).returns_text("text/plain"),
    ]
}

async fn healthy() -> &'static str {
    "ok\n"
}

async fn ready(State(state): State<AppState>) -> (StatusCode, &'static str) {
    if state.rooms().is_shutting_down() {
        (StatusCode::SERVICE_UNAVAILABLE, "stopping\n")
    } else if state.store().is_available().await {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database is not responding\n")
    }
}

/// The metrics in the text format of Prometheus: a line per plain number, which needs no registry of metrics.
async fn metrics(State(state): State<AppState>) -> Response {
    let counts = state.metrics();
    let (tables, playing) = state.lobby().count();
    let tally = state.store().write_stats();
    let read = |count: &std::sync::atomic::AtomicU64| count.load(Ordering::Relaxed);
    let mut text = String::new();
    for (name, kind, help, value) in [
        ("tables_open", "gauge", "Unfinished tables.", tables as u64),
        ("tables_playing", "gauge", "Tables with a game in progress.", playing as u64),
        ("rooms_open", "gauge", "Rooms in memory.", state.rooms().count() as u64),
        ("sockets_open", "gauge", "Open table sockets.", read(&counts.open_sockets)),
        ("tables_made_total", "counter", "Tables created.", read(&counts.tables_created)),
        ("commands_done_total", "counter", "Commands accepted.", read(&counts.commands_accepted)),
        ("commands_refused_total", "counter", "Commands refused.", read(&counts.commands_refused)),
        ("requests_total", "counter", "HTTP requests.", read(&counts.requests)),
        ("analyses_total", "counter", "Positions analysed.", state.engines().analysis_count()),
        ("store_commits_total", "counter", "Transactions committed.", tally.commits),
        ("store_changes_total", "counter", "Changes stored.", tally.changes),
    ] {
        let _ = writeln!(
            text,
            "# HELP tetrarch_{name} {help}\n# TYPE tetrarch_{name} {kind}\ntetrarch_{name} {value}"
        );
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
