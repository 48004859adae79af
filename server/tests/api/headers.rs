//! Headers: caching, other origins, HEAD, content types.

use axum::body::Body;
use axum::http::{HeaderName, Method, Request, header};
use serde_json::json;

use crate::support::{app, get, post, request, send, settings};

#[tokio::test]
async fn answers_to_get_may_be_kept_and_those_to_post_not() {
    for path in [
        "estimate",
        "models",
        "gpus",
        "engines",
        "prices",
        "economics",
        "openapi.json",
    ] {
        let answer = get(&format!("/api/v1/{path}")).await;
        assert_eq!(
            answer.header(header::CACHE_CONTROL),
            "public, max-age=300",
            "{path}"
        );
        assert_eq!(
            answer.header(header::CONTENT_TYPE),
            "application/json",
            "{path}"
        );
        assert!(answer.text.ends_with("}\n"), "{path}");
    }
    let posted = post("/api/v1/estimate", &json!({})).await;
    assert_eq!(posted.header(header::CACHE_CONTROL), "no-store");
}

#[tokio::test]
async fn any_origin_may_ask_without_credentials() {
    for path in [
        "/api/v1/estimate",
        "/api/v1/estimate?tp=x",
        "/api/v1/nothing",
    ] {
        let request = Request::get(path).header(header::ORIGIN, "https://example.org");
        let answer = send(
            &app(settings()),
            request.body(Body::empty()).expect("valid"),
        )
        .await;
        assert_eq!(
            answer.header(header::ACCESS_CONTROL_ALLOW_ORIGIN),
            "*",
            "{path}"
        );
        assert_eq!(
            answer.header(header::ACCESS_CONTROL_ALLOW_CREDENTIALS),
            "",
            "{path}"
        );
    }
}

#[tokio::test]
async fn browsers_may_post_json_from_another_origin() {
    let request = Request::options("/api/v1/simulate")
        .header(header::ORIGIN, "https://example.org")
        .header(header::ACCESS_CONTROL_REQUEST_METHOD, "POST")
        .header(header::ACCESS_CONTROL_REQUEST_HEADERS, "content-type");
    let answer = send(
        &app(settings()),
        request.body(Body::empty()).expect("valid"),
    )
    .await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.header(header::ACCESS_CONTROL_ALLOW_METHODS),
        "GET,POST"
    );
    assert!(
        answer
            .header(header::ACCESS_CONTROL_ALLOW_HEADERS)
            .contains("content-type")
    );
    assert_eq!(answer.header(header::ACCESS_CONTROL_MAX_AGE), "86400");
}

#[tokio::test]
async fn pages_are_not_opened_to_other_origins() {
    let request = Request::get("/").header(header::ORIGIN, "https://example.org");
    let answer = send(
        &app(settings()),
        request.body(Body::empty()).expect("valid"),
    )
    .await;
    assert_eq!(answer.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "");
}

#[tokio::test]
async fn head_is_get_without_a_body() {
    let app = app(settings());
    for path in ["/api/v1/estimate", "/api/v1/models", "/api"] {
        let got = send(&app, request(Method::GET, path)).await;
        let head = send(&app, request(Method::HEAD, path)).await;
        assert_eq!(
            (head.status, head.text.as_str()),
            (got.status, ""),
            "{path}"
        );
        for name in [
            header::CONTENT_TYPE,
            header::CACHE_CONTROL,
            header::CONTENT_LENGTH,
        ] {
            assert_eq!(
                head.header(name.clone()),
                got.header(name.clone()),
                "{path} {name}"
            );
        }
    }
}

#[tokio::test]
async fn answers_have_the_security_headers_too() {
    for path in ["/api/v1/estimate", "/api/v1/nothing", "/api"] {
        let answer = get(path).await;
        assert_eq!(
            answer.header(header::X_CONTENT_TYPE_OPTIONS),
            "nosniff",
            "{path}"
        );
        let policy = answer.header(header::CONTENT_SECURITY_POLICY);
        assert!(policy.contains("default-src 'none'"), "{path} {policy}");
        assert_ne!(
            answer.header(HeaderName::from_static("permissions-policy")),
            "",
            "{path}"
        );
    }
}
