//! All routes in one place.

use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use tower_http::timeout::TimeoutLayer;

use crate::accuracy::show_figures;
use crate::api;
use crate::assets::package_files;
use crate::headers::with_default_headers;
use crate::health::show_health;
use crate::pages::pages;
use crate::state::AppState;

/// Longest time that a handler may take to begin its response.
const HANDLER_TIMEOUT: Duration = Duration::from_secs(30);

/// Every route of the server.
///
/// It needs no socket: tests call it with `tower::ServiceExt::oneshot`.
pub fn router(state: AppState) -> Router {
    let routes = Router::new()
        .route("/healthz", get(show_health))
        .route("/accuracy.csv", get(show_figures))
        .merge(api::router(state.api_settings()))
        .merge(package_files(state.leptos_options()))
        .merge(pages(&state))
        .with_state(state)
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            HANDLER_TIMEOUT,
        ));
    // Last, so that a time-out's response has the headers too.
    with_default_headers(routes)
}
