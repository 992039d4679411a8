//! What those who run the server want to know.

use super::Endpoint;
use crate::rooms::AppState;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use std::fmt::Write as _;
use std::sync::atomic::Ordering;

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new("get", "/healthz", "Whether the server lives.", get(healthy))
            .returns_text("text/plain"),
        Endpoint::new("get", "/readyz", "Whether it can serve: the database answers.", get(ready))
            .returns_text("text/plain"),
        Endpoint::new("get", "/metrics", "Counts, for Prometheus.", get(metrics)).returns_text("text/plain"),
    ]
}

async fn healthy() -> &'static str {
    "ok\n"
}

async fn ready(State(rooms): State<AppState>) -> (StatusCode, &'static str) {
    if rooms.is_shutting_down() {
        (StatusCode::SERVICE_UNAVAILABLE, "stopping\n")
    } else if rooms.store().is_available().await {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
    }
}

async fn metrics(State(rooms): State<AppState>) -> Response {
    let counts = rooms.metrics();
    let (tables, playing) = rooms.lobby().count();
    let tally = rooms.store().write_stats();
    let read = |count: &std::sync::atomic::AtomicU64| count.load(Ordering::Relaxed);
    let mut text = String::new();
    for (name, kind, help, value) in [
        ("tables_open", "gauge", "Tables that are not over.", tables as u64),
        ("tables_playing", "gauge", "Tables that are being played.", playing as u64),
        ("rooms_open", "gauge", "Rooms in memory.", rooms.open_room_count() as u64),
        ("sockets_open", "gauge", "Sockets at tables.", read(&counts.open_sockets)),
        ("tables_made_total", "counter", "Tables made.", read(&counts.tables_created)),
        ("commands_done_total", "counter", "Commands done.", read(&counts.commands_accepted)),
        ("commands_refused_total", "counter", "Commands refused.", read(&counts.commands_refused)),
        ("requests_total", "counter", "HTTP requests.", read(&counts.requests)),
        ("analyses_total", "counter", "Positions analysed.", read(&counts.analyses)),
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
