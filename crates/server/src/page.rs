//! The page that people see when they come with a browser.

use crate::rooms::Rooms;
use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use tetrarch_table::Game;

/// What is not the API.
pub(crate) fn router() -> Router<Rooms> {
    Router::new().route("/", get(page))
}

async fn page(State(rooms): State<Rooms>) -> Html<String> {
    let games: Vec<&str> = rooms.house().games.iter().map(Game::title).collect();
    Html(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tetrarch</title>\
         <h1>Tetrarch</h1><p>This server plays {}.</p>\
         <p>There is no page to play on yet: programs play over <a href=\"/api/docs\">the API</a>.</p></html>",
        games.join(", ")
    ))
}
