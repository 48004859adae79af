//! The JSON API below `/api/v1`, its OpenAPI document and the page that explains it.
//!
//! Every error is `application/problem+json` (RFC 9457) with one entry for each wrong field.

mod answer;
mod catalogue;
mod economics;
mod estimate;
mod json_body;
mod openapi;
mod prices;
mod problem;
mod query;
mod rate_limit;
mod reference;
mod settings;
mod simulate;
mod today;
mod workers;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::FromRef;
use axum::http::{Method, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use axum::routing::any;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{Any, CorsLayer};
use utoipa_axum::router::OpenApiRouter;

pub use problem::{FieldProblem, Problem, ProblemKind};
pub use settings::ApiSettings;

use rate_limit::{Cost, RateLimiter, limit};
use workers::Workers;

/// How long a browser may remember that other origins are allowed.
const CORS_MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// What the handlers share.
#[derive(Debug, Clone)]
struct ApiState {
    estimates: Workers,
    simulations: simulate::Simulations,
}

/// Workers for estimates and for the economics.
impl FromRef<ApiState> for Workers {
    fn from_ref(state: &ApiState) -> Self {
        state.estimates.clone()
    }
}

impl FromRef<ApiState> for simulate::Simulations {
    fn from_ref(state: &ApiState) -> Self {
        state.simulations.clone()
    }
}

/// Every route from `/api` on.
///
/// It needs no socket, but limits peers only where it learns their address from
/// [`ConnectInfo`](axum::extract::ConnectInfo).
pub fn router<S>(settings: &ApiSettings) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    let state = ApiState {
        estimates: Workers::new(settings.estimates, settings.patience),
        simulations: simulate::Simulations::new(settings),
    };
    let limiter = Arc::new(RateLimiter::new(settings.units_per_minute));
    let costing = |units: u32, routes: OpenApiRouter<ApiState>| {
        let cost = Cost {
            limiter: Arc::clone(&limiter),
            units,
        };
        routes.route_layer(from_fn_with_state(cost, limit))
    };
    let (routes, document) = OpenApiRouter::with_openapi(openapi::head())
        .merge(costing(1, estimate::routes()))
        .merge(costing(10, economics::routes()))
        .merge(costing(20, simulate::routes()))
        .merge(catalogue::routes())
        .merge(prices::routes())
        .split_for_parts();

    let routes = routes
        .merge(reference::routes(&document, settings))
        .merge(openapi::routes(&document))
        .route("/api/{*rest}", any(answer_not_found))
        .method_not_allowed_fallback(answer_method_not_allowed)
        .with_state(state);
    guarded(routes)
}

/// The routes with what stands around all of them.
fn guarded<S>(routes: Router<S>) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    let answer_panic = CatchPanicLayer::custom(|_| Problem::internal().into_response());
    // CORS last, so that errors can be read from other origins too.
    routes.layer(answer_panic).layer(cors())
}

/// It is a public calculator: any page may ask, and nothing is secret or remembered.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::ACCEPT, header::CONTENT_TYPE])
        .expose_headers([header::RETRY_AFTER])
        .max_age(CORS_MAX_AGE)
        // Every origin gets the same headers.
        .vary([])
}

async fn answer_not_found() -> Problem {
    Problem::new(ProblemKind::NotFound, "The endpoints are listed at /api.")
}

async fn answer_method_not_allowed(method: Method) -> Response {
    let detail = format!("{method} is not among the methods that the header Allow names.");
    Problem::new(ProblemKind::MethodNotAllowed, detail).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Body, to_bytes};
    use axum::extract::Request;
    use axum::routing::get;
    use tower::ServiceExt as _;

    async fn fail() -> &'static str {
        panic!("inner text")
    }

    #[tokio::test]
    async fn a_panic_is_a_problem_without_its_text() {
        let routes: Router = guarded(Router::new().route("/", get(fail)));
        let request = Request::get("/").header(header::ORIGIN, "https://example.org");
        let Ok(response) = routes
            .oneshot(request.body(Body::empty()).expect("valid"))
            .await;
        assert_eq!(response.status(), 500);
        assert_eq!(
            response.headers()[header::CONTENT_TYPE],
            "application/problem+json"
        );
        assert_eq!(response.headers()[header::ACCESS_CONTROL_ALLOW_ORIGIN], "*");
        let body = to_bytes(response.into_body(), 4096)
            .await
            .expect("a short body");
        assert!(!String::from_utf8_lossy(&body).contains("inner text"));
    }
}
