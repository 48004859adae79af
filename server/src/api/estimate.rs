//! `GET` and `POST /api/v1/estimate`: the answer to a scenario.

use axum::extract::State;
use axum::response::Response;
use throughput::estimate::{Estimate, confirmed_estimate};
use throughput::openapi::ScenarioFields;
use throughput::scenario::{RawScenario, Scenario};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::ApiState;
use super::answer::{kept, not_kept};
use super::json_body::JsonBody;
use super::openapi::{BodyProblems, QueryProblems};
use super::problem::Problem;
use super::query::Query;
use super::workers::Workers;

/// The longest body of a question without a trace, in bytes.
pub(super) const LONGEST_QUESTION: usize = 64 * 1024;

pub(super) fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new().routes(routes!(get_estimate, post_estimate))
}

/// What a deployment yields and costs, in real time and as batch
///
/// The query string is the one of the page's own address. The answer holds both operating points
/// (or the reason why there is none), the curve over concurrency, the memory, and how every
/// headline number comes about. The real-time point has been run through the simulator.
#[utoipa::path(
    get,
    path = "/api/v1/estimate",
    tag = "answers",
    params(ScenarioFields),
    responses((status = OK, description = "The answer", body = Estimate), QueryProblems)
)]
async fn get_estimate(
    State(workers): State<Workers>,
    Query(query): Query,
) -> Result<Response, Problem> {
    let scenario = Scenario::parse(&RawScenario::from_query(&query))?;
    kept(&workers.run(move || confirmed_estimate(&scenario)).await?)
}

/// The same, asked with a JSON object of the same fields
#[utoipa::path(
    post,
    path = "/api/v1/estimate",
    tag = "answers",
    request_body = ScenarioFields,
    responses((status = OK, description = "The answer", body = Estimate), BodyProblems)
)]
async fn post_estimate(
    State(workers): State<Workers>,
    JsonBody(body): JsonBody<LONGEST_QUESTION>,
) -> Result<Response, Problem> {
    let scenario = Scenario::parse(&RawScenario::from_json(&body)?)?;
    not_kept(&workers.run(move || confirmed_estimate(&scenario)).await?)
}
