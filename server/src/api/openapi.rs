//! `GET /api/v1/openapi.json`: the API's description in OpenAPI 3.1.

mod bodies;
mod problems;

use axum::Router;
use axum::body::Bytes;
use axum::routing::get;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;

pub(super) use bodies::{EconomicsBody, SimulateBody};
pub(super) use problems::{BodyProblems, QueryProblems};

use super::answer::kept_bytes;
use super::problem::Problem;

/// What the document says beside the endpoints, which say it themselves.
#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Permillion",
        description = "What a million LLM tokens cost on GPUs, at which latency promise, and why.\n\n\
            Every throughput is system-wide, over all concurrent requests of all replicas, unless \
            its name says otherwise. Units are in the names. Unknown fields are ignored; a field \
            that is left out has its default. Errors are `application/problem+json` (RFC 9457).",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    servers((url = "/", description = "This server")),
    tags(
        (name = "answers", description = "Questions that are worked out"),
        (name = "catalogue", description = "Facts and prices, each with source and date")
    ),
    components(schemas(Problem))
)]
struct Head;

/// The document without its endpoints.
pub(super) fn head() -> OpenApi {
    Head::openapi()
}

/// The endpoint that serves the document.
pub(super) fn routes<S>(document: &OpenApi) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    let json = document
        .to_pretty_json()
        .expect("texts and numbers are serializable");
    let json = Bytes::from(json + "\n");
    Router::new().route(
        "/api/v1/openapi.json",
        get(move || async move { kept_bytes(json) }),
    )
}
