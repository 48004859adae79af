//! `GET /api`: a plain page that shows every endpoint with a call that works.
//!
//! It is written from the OpenAPI document, needs no script and loads nothing from elsewhere.

mod endpoint;
mod examples;
mod html;
mod origin;

use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use axum::routing::get;
use utoipa::openapi::OpenApi;

use super::problem::ProblemKind;
use super::settings::ApiSettings;
use html::{escape, table};
use origin::origin;

/// The page's policy: its own style and font, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The page's style: the site's colours and type, and a few rules of its own.
const STYLE: &str = concat!(
    include_str!("../../../style/tokens.css"),
    include_str!("../../../style/base.css"),
    include_str!("reference/reference.css"),
);

const STYLE_PATH: &str = "/api/reference.css";

/// What stands in the page's calls until it is known where they go to.
const ORIGIN: &str = "{origin}";

pub(super) fn routes<S>(document: &OpenApi, settings: &ApiSettings) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    let page: Arc<str> = page(document, settings).into();
    Router::new()
        .route(
            "/api",
            get(move |headers: HeaderMap| async move { show_page(&page, &headers) }),
        )
        .route("/api/", get(|| async { Redirect::permanent("/api") }))
        .route("/api/docs", get(|| async { Redirect::permanent("/api") }))
        .route(STYLE_PATH, get(show_style))
}

fn show_page(page: &str, headers: &HeaderMap) -> Response {
    let page = page.replace(ORIGIN, &escape(&origin(headers)));
    ([(header::CONTENT_SECURITY_POLICY, POLICY)], Html(page)).into_response()
}

async fn show_style() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/css; charset=utf-8"),
        (header::CACHE_CONTROL, "public, max-age=300"),
    ];
    (headers, STYLE).into_response()
}

fn page(document: &OpenApi, settings: &ApiSettings) -> String {
    let document = serde_json::to_value(document).expect("texts and numbers are serializable");
    let endpoints = endpoint::sections(&document);
    let (problems, limits) = (problems(), limits(settings));
    format!(
        r##"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API · Permillion</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{STYLE_PATH}">
</head>
<body>
<main class="reference">
<p><a href="/">Permillion</a></p>
<h1>API</h1>
<p>Everything that the page works out can be asked over HTTP, without a key and from any origin.
The question is the page's own address: put <code>/api/v1/estimate</code> before its <code>?</code>
and the answer comes as JSON. For programs there is an
<a href="/api/v1/openapi.json">OpenAPI 3.1 document</a>.</p>
<ul>
<li>Fields that are left out have their default; unknown fields are ignored.</li>
<li>Numbers may be written as people write them: <code>8k</code>, <code>1,200.5</code>,
<code>1e9</code>, <code>50%</code>.</li>
<li>Units are in the names. Throughput is system-wide, over all concurrent requests of all
replicas; <code>single_stream</code> is what one user alone gets, which is another quantity.</li>
<li>Every estimate says how it was got (<code>provenance</code>) and how far it may be off
(<code>error_band</code>).</li>
</ul>
{endpoints}
<h2 id="problems">Problems</h2>
<p>Errors are <code>application/problem+json</code> (RFC 9457): <code>type</code>,
<code>title</code>, <code>status</code>, <code>detail</code>, and <code>errors</code> with one
<code>{{field, detail}}</code> for each wrong field. 429 and 503 may have a
<code>Retry-After</code>.</p>
{problems}
<h2 id="limits">Limits</h2>
{limits}
</main>
</body>
</html>
"##
    )
}

fn problems() -> String {
    let rows = ProblemKind::ALL.map(|kind| {
        let status = kind.status().as_u16();
        let slug = kind.slug();
        [
            format!("<code id=\"{slug}\">/api#{slug}</code>"),
            status.to_string(),
            escape(kind.title()),
        ]
    });
    table(["type", "status", "title"], rows)
}

fn limits(settings: &ApiSettings) -> String {
    let units = match settings.units_per_minute {
        0 => "any amount".to_owned(),
        units => {
            format!("{units} units a minute: an estimate is 1, the economics 10, a simulation 20")
        }
    };
    let rows = [
        ("Work that one address may ask for", units),
        (
            "Query string",
            format!("{} bytes", super::query::LONGEST_QUERY),
        ),
        (
            "Body of an estimate or the economics",
            format!("{} bytes", super::estimate::LONGEST_QUESTION),
        ),
        (
            "Body of a simulation, with its trace",
            format!("{} bytes", super::simulate::LONGEST_BODY),
        ),
        (
            "Requests of a trace",
            throughput::trial::MOST_ROWS.to_string(),
        ),
        (
            "Steps of a simulation, about two and a few chunks a request",
            settings.simulation_steps.to_string(),
        ),
        (
            "Time of a simulation",
            format!("{} s", settings.simulation_timeout.as_secs()),
        ),
    ];
    table(
        ["what", "limit"],
        rows.map(|(what, limit)| [escape(what), escape(&limit)]),
    )
}
