//! The figures of the accuracy page as a file.

use axum::http::header;
use axum::response::IntoResponse;

/// Every published figure with the model's prediction, as CSV.
pub async fn show_figures() -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8")],
        app::accuracy::export::table(),
    )
}
