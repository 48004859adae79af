//! `POST /api/v1/simulate`: one replica simulated request by request.

mod lines;
mod run;

use std::ops::ControlFlow;
use std::sync::{Arc, Weak};

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use throughput::scenario::{RawScenario, Scenario, both};
use throughput::trial::{RawSimulation, SimulationAnswer, SimulationQuestion};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::ApiState;
use super::answer::not_kept;
use super::json_body::JsonBody;
use super::openapi::{BodyProblems, SimulateBody};
use super::problem::Problem;
use super::settings::ApiSettings;
use super::workers::{Place, Workers};
use run::{Limits, Run};

/// The longest body, which may hold a trace, in bytes.
pub(super) const LONGEST_BODY: usize = 4 * 1024 * 1024;

pub(super) fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new().routes(routes!(post_simulate))
}

/// Where simulations run, and how much each may do.
#[derive(Debug, Clone)]
pub(super) struct Simulations {
    places: Workers,
    limits: Limits,
}

impl Simulations {
    pub(super) fn new(settings: &ApiSettings) -> Self {
        Self {
            places: Workers::new(settings.simulations, settings.patience),
            limits: Limits {
                steps: settings.simulation_steps,
                timeout: settings.simulation_timeout,
            },
        }
    }
}

/// One replica simulated request by request
///
/// Takes the scenario's fields, the load, and how lengths scatter or a trace. Answers with mean
/// and percentiles of TTFT, TPOT, ITL and E2E with their 95 % confidence intervals, distributions,
/// and a timeline of up to a minute. The same question has the same answer. With
/// `Accept: application/x-ndjson` lines of progress come first, `{"progress": ...}`, and the last
/// line is `{"result": ...}` or `{"problem": ...}`. Hanging up cancels the run.
#[utoipa::path(
    post,
    path = "/api/v1/simulate",
    tag = "answers",
    request_body = SimulateBody,
    responses(
        (status = OK, description = "What was simulated", content(
            (SimulationAnswer = "application/json"),
            (lines::Line = "application/x-ndjson"),
        )),
        BodyProblems
    )
)]
async fn post_simulate(
    State(workers): State<Workers>,
    State(Simulations { places, limits }): State<Simulations>,
    headers: HeaderMap,
    JsonBody(body): JsonBody<LONGEST_BODY>,
) -> Result<Response, Problem> {
    let run = workers
        .run(move || {
            let scenario = RawScenario::from_json(&body).and_then(|raw| Scenario::parse(&raw));
            let question =
                RawSimulation::from_json(&body).and_then(|raw| SimulationQuestion::parse(&raw));
            let (scenario, question) = both(scenario, question)?;
            Run::prepare(scenario, question, limits)
        })
        .await??;
    let place = places.place().await?;
    if wants_lines(&headers) {
        Ok(lines::stream(place, run))
    } else {
        finish(place, run).await
    }
}

/// Runs to the end, or until the client has hung up, which drops this future.
async fn finish(place: Place, run: Run) -> Result<Response, Problem> {
    let client = Arc::new(());
    let waits = Arc::downgrade(&client);
    let answer = place
        .run(move || run.finish(|_| go_on_while(Weak::strong_count(&waits) > 0)))
        .await??;
    drop(client);
    not_kept(&answer)
}

const fn go_on_while(wanted: bool) -> ControlFlow<()> {
    if wanted {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}

/// Whether the client asks for progress line by line.
fn wants_lines(headers: &HeaderMap) -> bool {
    headers
        .get_all(header::ACCEPT)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|kind| kind.split(';').next())
        .any(|kind| kind.trim().eq_ignore_ascii_case(lines::CONTENT_TYPE))
}
