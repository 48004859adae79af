//! Requests and answers.

use std::num::NonZeroUsize;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt as _;
use leptos::config::LeptosOptions;
use serde_json::Value;
use server::api::ApiSettings;
use server::{router::router, state::AppState};
use tower::ServiceExt as _;

/// The question of which published figures are known: 4,205 tok/s on two H100.
pub(crate) const QUESTION: &str = "model=llama-3.3-70b&gpu=h100-sxm&tp=2&weights=fp8&isl=1000&osl=1000&ttft_p99_ms=2000&tpot_p99_ms=50";

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    /// The body as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// A header's value, blank when it is not there.
    pub(crate) fn header(&self, name: header::HeaderName) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("visible ASCII"))
    }

    /// Asserts that this is a problem of such a status, and returns it.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        assert_eq!(
            self.header(header::CONTENT_TYPE),
            "application/problem+json"
        );
        assert_eq!(self.header(header::CACHE_CONTROL), "no-store");
        let problem = self.json();
        assert_eq!(problem["status"], status);
        assert!(
            problem["type"]
                .as_str()
                .expect("a text")
                .starts_with("/api#"),
            "{problem}"
        );
        assert!(!problem["title"].as_str().expect("a text").is_empty());
        assert!(!problem["detail"].as_str().expect("a text").is_empty());
        problem
    }

    /// The fields that a problem names.
    #[track_caller]
    pub(crate) fn bad_fields(&self) -> Vec<String> {
        let problem = self.problem(422);
        let errors = problem["errors"].as_array().expect("a list");
        errors
            .iter()
            .map(|error| error["field"].as_str().expect("a text").to_owned())
            .collect()
    }
}

/// Settings that limit no peer.
pub(crate) fn settings() -> ApiSettings {
    ApiSettings {
        units_per_minute: 0,
        ..ApiSettings::default()
    }
}

/// Settings with one place for simulations, and little patience.
pub(crate) fn one_simulation() -> ApiSettings {
    ApiSettings {
        simulations: NonZeroUsize::MIN,
        patience: Duration::from_millis(100),
        ..settings()
    }
}

/// The whole server with such settings.
pub(crate) fn app(settings: ApiSettings) -> Router {
    let options = LeptosOptions::builder()
        .output_name("permillion")
        .site_root(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/site"))
        .build();
    router(AppState::new(options).with_api_settings(settings))
}

/// Sends a request and reads the answer to its end.
pub(crate) async fn send(app: &Router, request: Request<Body>) -> Answer {
    let Ok(response) = app.clone().oneshot(request).await;
    let (parts, body) = response.into_parts();
    let bytes = body.collect().await.expect("a whole body").to_bytes();
    Answer {
        status: parts.status,
        headers: parts.headers,
        text: String::from_utf8(bytes.to_vec()).expect("UTF-8"),
    }
}

/// A request without a body.
pub(crate) fn request(method: Method, path: &str) -> Request<Body> {
    Request::builder()
        .method(method)
        .uri(path)
        .body(Body::empty())
        .expect("a valid path")
}

/// A request with a JSON body.
pub(crate) fn json_request(path: &str, body: impl Into<Body>) -> Request<Body> {
    Request::post(path)
        .header(header::CONTENT_TYPE, "application/json")
        .body(body.into())
        .expect("a valid path")
}

pub(crate) async fn get(path: &str) -> Answer {
    send(&app(settings()), request(Method::GET, path)).await
}

pub(crate) async fn post(path: &str, body: &Value) -> Answer {
    send(&app(settings()), json_request(path, body.to_string())).await
}
