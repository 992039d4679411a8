//! Serves the web page, whose files are embedded in the program.

use crate::state::AppState;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};

/// A file of the web page.
#[derive(Copy, Clone, Debug)]
pub struct StaticFile {
    /// The path without the leading slash: `index.html`.
    pub path: &'static str,
    /// The content.
    pub bytes: &'static [u8],
    /// The content compressed with brotli, if that is smaller.
    pub brotli: Option<&'static [u8]>,
}

/// Served for every route of the page.
const INDEX_FILE: &str = "index.html";
/// Files in here have a content hash in their name.
const IMMUTABLE_PREFIX: &str = "assets/";

/// The fallback route: a file of the page, or the index, which does its own routing.
pub(crate) async fn serve_file(
    State(state): State<AppState>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || path.starts_with("ws/") || !matches!(method, Method::GET | Method::HEAD) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let files = state.deps().static_files;
    let find = |name: &str| files.iter().find(|file| file.path == name);
    // A path that looks like a file is not a route of the page.
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    match find(path).or_else(|| if is_file { None } else { find(INDEX_FILE) }) {
        Some(file) => file_response(file, &headers),
        None if is_file => StatusCode::NOT_FOUND.into_response(),
        None => missing_page(&state),
    }
}

fn file_response(file: &'static StaticFile, headers: &HeaderMap) -> Response {
    // Neither axum-extra nor tower-http parse this header for files that are compressed already.
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let compressed = file.brotli.filter(|_| accepted.split(',').any(|way| way.trim().starts_with("br")));
    let cache_control = if file.path.starts_with(IMMUTABLE_PREFIX) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut response = compressed.unwrap_or(file.bytes).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(file.path)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache_control));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if compressed.is_some() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    response
}

/// The types of files that the page has, with their charset, which `mime_guess` does not name.
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

/// Shown by a program that was built without the page.
fn missing_page(state: &AppState) -> Response {
    let games: Vec<&str> = state.deps().games.iter().map(|game| game.rules.title()).collect();
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Tetrarch</title>\
         <body style=\"font:18px/1.5 sans-serif;max-width:40em;margin:3em auto;padding:0 1em\">\
         <h1>Tetrarch</h1><p>This server hosts {}.</p>\
         <p><b>The web page is missing</b>: Node 20 or newer was not installed, or its packages could not be downloaded, \
         when this program was built. Install Node and run <code>cargo run --release</code> again.</p>\
         <p>Bots can still play: see <code>/api</code> and <code>/ws</code>.</p></body></html>",
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
    fn files_are_compressed_for_clients_that_accept_brotli() {
        assert_eq!(answer("gzip, br").headers()[header::CONTENT_ENCODING], "br");
        assert!(!answer("gzip").headers().contains_key(header::CONTENT_ENCODING));
    }

    #[test]
    fn a_file_has_its_content_type_and_caching_headers() {
        let response = answer("");
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
        assert!(response.headers()[header::CACHE_CONTROL].to_str().unwrap().contains("immutable"));
    }
}
