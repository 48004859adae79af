//! Answers as JSON, and how long they may be kept.

use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::problem::Problem;

/// The same question has the same answer until the server is replaced.
const KEPT: &str = "public, max-age=300";

/// Not worth keeping: the answer to a POST.
const NOT_KEPT: &str = "no-store";

/// The answer to a GET: it may be kept for some minutes.
pub(super) fn kept(answer: &impl Serialize) -> Result<Response, Problem> {
    Ok(respond(json(answer)?, KEPT))
}

/// The answer to a POST.
pub(super) fn not_kept(answer: &impl Serialize) -> Result<Response, Problem> {
    Ok(respond(json(answer)?, NOT_KEPT))
}

/// JSON that was written beforehand, which may be kept for some minutes.
pub(super) fn kept_bytes(body: Bytes) -> Response {
    respond(body, KEPT)
}

/// The answer as one line.
pub(super) fn json(answer: &impl Serialize) -> Result<Bytes, Problem> {
    let mut body = serde_json::to_vec(answer).map_err(|_| Problem::internal())?;
    body.push(b'\n');
    Ok(body.into())
}

fn respond(body: Bytes, cache: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, cache),
    ];
    (headers, body).into_response()
}
