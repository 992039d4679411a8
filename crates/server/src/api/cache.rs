//! Responses that are the same for everybody. Browsers keep them, and ask again with the hash of what they have.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use sha2::{Digest as _, Sha256};

/// Answers 304 to a client that has the response already.
pub(super) async fn revalidate(request: Request, next: Next) -> Response {
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let response = next.run(request).await;
    if response.status() != StatusCode::OK {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // The body is in memory: handlers of these endpoints do not stream.
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let tag = entity_tag(&bytes);
    let is_known = known.as_ref().is_some_and(|known| matches_tag(known, &tag));
    set_headers(&mut parts.headers, &tag);
    if is_known {
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(header::CONTENT_LENGTH);
        return Response::from_parts(parts, Body::empty());
    }
    Response::from_parts(parts, bytes.into())
}

/// A weak tag, since the same content may be sent in several encodings.
fn entity_tag(bytes: &[u8]) -> String {
    let hash: String = Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("W/\"{hash}\"")
}

fn matches_tag(known: &HeaderValue, tag: &str) -> bool {
    let opaque = tag.trim_start_matches("W/");
    let mut tags = known.to_str().unwrap_or_default().split(',').map(str::trim);
    tags.any(|known| known == "*" || known.trim_start_matches("W/") == opaque)
}

fn set_headers(headers: &mut HeaderMap, tag: &str) {
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, tag);
    }
    // A new version of the program, or a change by the operator, must be visible at once.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_matches_in_a_list_strong_or_weak() {
        let tag = entity_tag(b"content");
        assert!(tag.starts_with("W/\"") && tag != entity_tag(b"other"));
        let matches = |known: &str| matches_tag(&HeaderValue::from_str(known).unwrap(), &tag);
        assert!(matches(&tag) && matches(&format!("\"x\", {tag}")) && matches(tag.trim_start_matches("W/")));
        assert!(matches("*") && !matches("\"x\"") && !matches(""));
    }
}
