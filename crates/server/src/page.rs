//! The page that people play on: files that the program carries with it.

use crate::rooms::AppState;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use tetrarch_table::Game;

/// A file of the page.
#[derive(Copy, Clone, Debug)]
pub struct StaticFile {
    /// Its path without the leading slash: `index.html`.
    pub path: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
    /// The same pressed with brotli, if that is smaller.
    pub brotli: Option<&'static [u8]>,
}

/// The file that every address of the page begins with.
const INDEX_FILE: &str = "index.html";
/// Files below it have their content in their name.
const IMMUTABLE_PREFIX: &str = "assets/";

/// Answers everything that is no request to the server itself: a file of the page, or the page, which finds out itself
/// what its address means.
pub(crate) async fn serve_file(
    State(rooms): State<AppState>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || path.starts_with("ws/") || !matches!(method, Method::GET | Method::HEAD) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let files = rooms.deps().static_files;
    let named = |name: &str| files.iter().find(|file| file.path == name);
    // A path that looks like a file is not an address of the page.
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    match named(path).or_else(|| if is_file { None } else { named(INDEX_FILE) }) {
        Some(file) => file_response(file, &headers),
        None if is_file => StatusCode::NOT_FOUND.into_response(),
        None => missing_page(&rooms),
    }
}

fn file_response(file: &'static StaticFile, headers: &HeaderMap) -> Response {
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let pressed = file.brotli.filter(|_| accepted.split(',').any(|way| way.trim().starts_with("br")));
    let keep = if file.path.starts_with(IMMUTABLE_PREFIX) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut response = pressed.unwrap_or(file.bytes).into_response();
    let head = response.headers_mut();
    head.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(file.path)));
    head.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    head.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if pressed.is_some() {
        head.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    response
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "woff2" => "font/woff2",
        "png" => "image/png",
        _ => "application/octet-stream",
    }
}

/// What is shown by a program that was built where the page could not be.
fn missing_page(rooms: &AppState) -> Response {
    let games: Vec<&str> = rooms.deps().games.iter().map(Game::title).collect();
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tetrarch</title>\
         <body style=\"font:18px/1.5 sans-serif;max-width:40em;margin:3em auto;padding:0 1em\">\
         <h1>Tetrarch</h1><p>This server plays {}.</p>\
         <p><b>The page to play on is missing</b>: it is built with Node 20 or newer, which was not there, or could not \
         load its packages, when this program was built. Install Node and run <code>cargo run --release</code> again.</p>\
         <p>Programs can play meanwhile: the server answers at <code>/api</code> and <code>/ws</code>.</p></body></html>",
        games.join(", ")
    );
    Html(page).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: StaticFile = StaticFile { path: "assets/a.js", bytes: b"long", brotli: Some(b"br") };

    fn answer(encoding: &'static str) -> Response {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(encoding));
        file_response(&FILE, &headers)
    }

    #[test]
    fn files_go_out_pressed_to_who_can_unpress_them() {
        assert_eq!(answer("gzip, br").headers()[header::CONTENT_ENCODING], "br");
        assert!(!answer("gzip").headers().contains_key(header::CONTENT_ENCODING));
    }

    #[test]
    fn a_file_says_what_it_is_and_that_it_may_be_kept() {
        let response = answer("");
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
        assert!(response.headers()[header::CACHE_CONTROL].to_str().unwrap().contains("immutable"));
    }
}
