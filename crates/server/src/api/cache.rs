//! Responses that are the same for everybody. Browsers keep them, and ask again with the hash of what they have.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use axum_extra::headers::{ETag, HeaderMapExt as _, IfNoneMatch};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

/// Answers 304 to a client that has the response already.
pub(super) async fn revalidate(request: Request, next: Next) -> Response {
    let known = request.headers().typed_get::<IfNoneMatch>();
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
    let is_known = known.is_some_and(|known| !known.precondition_passes(&tag));
    parts.headers.typed_insert(tag);
    // A new version of the program, or a change by the operator, must be visible at once.
    parts.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    if is_known {
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(header::CONTENT_LENGTH);
        return Response::from_parts(parts, Body::empty());
    }
    Response::from_parts(parts, bytes.into())
}

/// A weak tag, since the same content may be sent in several encodings.
fn entity_tag(bytes: &[u8]) -> ETag {
    let hash = HEXLOWER.encode(&Sha256::digest(bytes)[..8]);
    format!("W/\"{hash}\"").parse().expect("hexadecimal digits are valid in a tag")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::routing::get;
    use tower::ServiceExt as _;

    async fn status(known: &str) -> StatusCode {
        let router: Router = Router::new().route("/", get(async || "content"));
        let router = router.layer(axum::middleware::from_fn(revalidate));
        let request = Request::builder().uri("/").header(header::IF_NONE_MATCH, known);
        router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap().status()
    }

    #[tokio::test]
    async fn a_tag_matches_in_a_list_strong_or_weak() {
        let strong = "\"ed7002b439e9ac84\"";
        for known in [strong, &format!("W/{strong}"), &format!("\"x\", W/{strong}"), "*"] {
            assert_eq!(status(known).await, StatusCode::NOT_MODIFIED, "{known}");
        }
        for other in ["\"x\"", ""] {
            assert_eq!(status(other).await, StatusCode::OK, "{other}");
        }
    }
}
