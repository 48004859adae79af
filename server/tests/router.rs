//! The routes, called without a socket.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use axum::response::Response;
use http_body_util::BodyExt as _;
use leptos::config::LeptosOptions;
use server::{router::router, state::AppState};
use tower::ServiceExt as _;

async fn get(path: &str) -> Response {
    let options = LeptosOptions::builder()
        .output_name("permillion")
        .site_root(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/site"))
        .build();
    let request = Request::get(path)
        .body(Body::empty())
        .expect("a valid path");
    let Ok(response) = router(AppState::new(options)).oneshot(request).await;
    response
}

async fn text(response: Response) -> String {
    let body = response.into_body().collect().await.expect("a whole body");
    String::from_utf8(body.to_bytes().to_vec()).expect("UTF-8")
}

fn header(response: &Response, name: header::HeaderName) -> &str {
    response.headers()[name].to_str().expect("visible ASCII")
}

#[tokio::test]
async fn health_is_ok() {
    let response = get("/healthz").await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(text(response).await, "ok\n");
}

#[tokio::test]
async fn the_page_is_rendered_on_the_server() {
    let response = get("/").await;
    assert_eq!(response.status(), StatusCode::OK);
    assert!(text(response).await.contains("<h1"));
}

#[tokio::test]
async fn inline_scripts_carry_the_nonce_of_the_policy() {
    let response = get("/").await;
    let policy = header(&response, header::CONTENT_SECURITY_POLICY).to_owned();
    let nonce = policy
        .split("'nonce-")
        .nth(1)
        .unwrap()
        .split('\'')
        .next()
        .unwrap()
        .to_owned();
    let html = text(response).await;
    let inline: Vec<&str> = html
        .split("<script")
        .skip(1)
        .filter(|script| !script.split('>').next().unwrap().contains("src="))
        .collect();
    assert!(!inline.is_empty());
    for script in inline {
        assert!(script.contains(&format!("nonce=\"{nonce}\"")), "{script}");
    }
}

#[tokio::test]
async fn two_renders_have_different_nonces() {
    let first = get("/").await;
    let second = get("/").await;
    assert_ne!(
        header(&first, header::CONTENT_SECURITY_POLICY),
        header(&second, header::CONTENT_SECURITY_POLICY)
    );
}

#[tokio::test]
async fn an_unknown_address_gets_the_not_found_page() {
    let response = get("/no-such-page").await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    assert!(header(&response, header::CONTENT_SECURITY_POLICY).contains("nonce-"));
    assert!(text(response).await.contains("Not found"));
}

#[tokio::test]
async fn hashed_files_may_be_kept_for_ever_and_others_not() {
    let hashed = get("/pkg/sample.0123456789abcdef.js").await;
    assert_eq!(hashed.status(), StatusCode::OK);
    assert!(header(&hashed, header::CACHE_CONTROL).contains("immutable"));

    let plain = get("/sample.txt").await;
    assert_eq!(plain.status(), StatusCode::OK);
    assert_eq!(header(&plain, header::CACHE_CONTROL), "no-cache");
}

#[tokio::test]
async fn a_missing_hashed_file_is_not_kept() {
    let response = get("/pkg/gone.0123456789abcdef.js").await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    assert_eq!(header(&response, header::CACHE_CONTROL), "no-cache");
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    for path in [
        "/",
        "/healthz",
        "/no-such-page",
        "/pkg/sample.0123456789abcdef.js",
    ] {
        let response = get(path).await;
        assert_eq!(
            header(&response, header::X_CONTENT_TYPE_OPTIONS),
            "nosniff",
            "{path}"
        );
        assert!(
            header(&response, header::CONTENT_SECURITY_POLICY).contains("frame-ancestors 'none'"),
            "{path}"
        );
    }
}
