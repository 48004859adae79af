//! `GET` and `POST /api/v1/economics`: fleet, bill, comparison with APIs, sensitivity.

use axum::extract::State;
use axum::response::Response;
use throughput::economics::{EconomicsAnswer, EconomicsQuestion, RawEconomics, study};
use throughput::estimate::estimate;
use throughput::openapi::{EconomicsFields, ScenarioFields};
use throughput::scenario::{RawScenario, Scenario, both};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::ApiState;
use super::answer::{kept, not_kept};
use super::estimate::LONGEST_QUESTION;
use super::json_body::JsonBody;
use super::openapi::{BodyProblems, EconomicsBody, QueryProblems};
use super::problem::Problem;
use super::query::Query;
use super::today::today;
use super::workers::Workers;

pub(super) fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new().routes(routes!(get_economics, post_economics))
}

/// What a fleet for a given traffic costs, beside APIs
///
/// Takes the scenario's fields and those of the traffic, the fleet and the prices. The answer
/// holds the fleet and its monthly bill, prices with and without idle time, what waiting is worth,
/// API prices for the same traffic with the break-even, and what moves the price most.
#[utoipa::path(
    get,
    path = "/api/v1/economics",
    tag = "answers",
    params(ScenarioFields, EconomicsFields),
    responses((status = OK, description = "The answer", body = EconomicsAnswer), QueryProblems)
)]
async fn get_economics(
    State(workers): State<Workers>,
    Query(query): Query,
) -> Result<Response, Problem> {
    let scenario = Scenario::parse(&RawScenario::from_query(&query));
    let question = EconomicsQuestion::parse(&RawEconomics::from_query(&query));
    kept(&answer(&workers, both(scenario, question)?).await?)
}

/// The same, asked with a JSON object of the same fields
#[utoipa::path(
    post,
    path = "/api/v1/economics",
    tag = "answers",
    request_body = EconomicsBody,
    responses((status = OK, description = "The answer", body = EconomicsAnswer), BodyProblems)
)]
async fn post_economics(
    State(workers): State<Workers>,
    JsonBody(body): JsonBody<LONGEST_QUESTION>,
) -> Result<Response, Problem> {
    let scenario = RawScenario::from_json(&body).and_then(|raw| Scenario::parse(&raw));
    let question = RawEconomics::from_json(&body).and_then(|raw| EconomicsQuestion::parse(&raw));
    not_kept(&answer(&workers, both(scenario, question)?).await?)
}

async fn answer(
    workers: &Workers,
    (scenario, question): (Scenario, EconomicsQuestion),
) -> Result<EconomicsAnswer, Problem> {
    let mut answer = workers
        .run(move || study(&scenario, &question, estimate))
        .await??;
    answer.mark_stale(today());
    Ok(answer)
}
