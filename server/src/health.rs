//! `GET /healthz`: tells a load balancer that the process answers.

/// Answers `ok`.
pub async fn show_health() -> &'static str {
    "ok\n"
}
