//! The rendered page and its server functions.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use leptos_axum::{LeptosRoutes as _, generate_route_list};
use tower_http::limit::RequestBodyLimitLayer;

use crate::assets::site_files;
use crate::headers::provide_content_security_policy;
use crate::state::AppState;

/// The longest body of a server function: a trace, with room for its escapes.
const LONGEST_BODY: usize = 2 * app::simulation::upload::LONGEST_TRACE;

/// Every page of the app, its server functions, the site's other files and the page that
/// says that there is none.
pub fn pages(state: &AppState) -> Router<AppState> {
    let options = state.leptos_options().clone();
    let files =
        site_files(&options.site_root).fallback(get(show_not_found).with_state(state.clone()));
    let pages = Router::new()
        .leptos_routes_with_context(
            state,
            generate_route_list(app::App),
            provide_content_security_policy,
            move || app::shell(options.clone()),
        )
        .layer(RequestBodyLimitLayer::new(LONGEST_BODY));
    pages.fallback_service(files)
}

async fn show_not_found(State(state): State<AppState>, request: Request) -> Response {
    let render =
        leptos_axum::render_app_async_with_context(provide_content_security_policy, move || {
            app::shell(state.leptos_options().clone())
        });
    (StatusCode::NOT_FOUND, render(request).await).into_response()
}
