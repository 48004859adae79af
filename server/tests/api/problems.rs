//! Every kind of error.

use axum::body::Body;
use axum::http::{Method, Request, header};
use serde_json::json;

use crate::support::{app, get, json_request, post, request, send, settings};

const ENDPOINTS: [&str; 3] = ["/api/v1/estimate", "/api/v1/economics", "/api/v1/simulate"];

#[tokio::test]
async fn unreadable_json_is_400_and_says_where() {
    for path in ENDPOINTS {
        for body in [
            "",
            "{",
            "tp=2",
            "{\"tp\": 1e999}",
            "{\"tp\": NaN}",
            "\u{feff}{}",
            "{} {}",
        ] {
            let answer = send(&app(settings()), json_request(path, body)).await;
            let problem = answer.problem(400);
            assert!(
                problem["detail"]
                    .as_str()
                    .expect("a text")
                    .contains("line 1"),
                "{problem}"
            );
            assert_eq!(problem["errors"], json!([]));
        }
        let deep = "[".repeat(60_000);
        send(&app(settings()), json_request(path, deep))
            .await
            .problem(400);
    }
}

#[tokio::test]
async fn what_is_not_declared_as_json_is_415() {
    for path in ENDPOINTS {
        for kind in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "",
            "\u{1f}x",
        ] {
            let mut request = Request::post(path).body(Body::from("{}")).expect("valid");
            if let Ok(kind) = kind.parse() {
                request.headers_mut().insert(header::CONTENT_TYPE, kind);
            }
            send(&app(settings()), request).await.problem(415);
        }
    }
}

#[tokio::test]
async fn too_long_a_body_is_413_and_names_the_limit() {
    for (path, limit) in ENDPOINTS.into_iter().zip([65_536, 65_536, 4_194_304]) {
        let body = format!("{{\"x\": \"{}\"}}", "x".repeat(limit));
        // With its length declared, and in pieces without.
        let declared = Request::post(path)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::CONTENT_LENGTH, body.len());
        let declared = declared.body(Body::from("{}")).expect("valid");
        for request in [declared, json_request(path, body)] {
            let problem = send(&app(settings()), request).await.problem(413);
            assert!(
                problem["detail"].to_string().contains(&limit.to_string()),
                "{problem}"
            );
        }
    }
}

#[tokio::test]
async fn too_long_a_query_is_414() {
    let query = format!("model={}", "x".repeat(5000));
    for path in ["estimate", "economics", "prices"] {
        get(&format!("/api/v1/{path}?{query}")).await.problem(414);
    }
}

#[tokio::test]
async fn every_bad_field_has_an_entry() {
    let answer = get("/api/v1/estimate?model=llama-3.3-71b&tp=x&isl=-5&kv=fp7").await;
    assert_eq!(answer.bad_fields(), ["model", "kv", "tp", "isl"]);
    let detail = &answer.json()["errors"][0]["detail"];
    assert!(
        detail.as_str().expect("a text").contains("llama-3.3-70b"),
        "{detail}"
    );
    let body = json!({"tp": {}, "isl": [1]});
    let mut fields = post("/api/v1/estimate", &body).await.bad_fields();
    fields.sort();
    assert_eq!(fields, ["isl", "tp"]);
}

#[tokio::test]
async fn a_body_that_is_no_object_is_422_as_a_whole() {
    for path in ENDPOINTS {
        for body in [json!([]), json!("tp"), json!(null), json!(2)] {
            assert_eq!(post(path, &body).await.bad_fields(), [""], "{path} {body}");
        }
        let body = json!({"model": "x".repeat(10_000)});
        assert_eq!(post(path, &body).await.bad_fields(), ["model"], "{path}");
    }
}

#[tokio::test]
async fn another_method_is_405_and_learns_which_are_allowed() {
    for (path, allowed) in [
        ("/api/v1/estimate", ["GET", "HEAD", "POST"].as_slice()),
        ("/api/v1/models", &["GET", "HEAD"]),
        ("/api/v1/simulate", &["POST"]),
        ("/api/v1/openapi.json", &["GET", "HEAD"]),
        ("/api", &["GET", "HEAD"]),
    ] {
        let answer = send(&app(settings()), request(Method::DELETE, path)).await;
        answer.problem(405);
        let mut names: Vec<_> = answer.header(header::ALLOW).split(',').collect();
        names.sort_unstable();
        assert_eq!(names, allowed, "{path}");
    }
}

#[tokio::test]
async fn what_is_not_there_is_404_for_every_method() {
    for path in [
        "/api/v1",
        "/api/v1/nothing",
        "/api/v2/estimate",
        "/api/v1/estimate/",
        "/api/x/y",
    ] {
        for method in [Method::GET, Method::POST, Method::PUT] {
            send(&app(settings()), request(method, path))
                .await
                .problem(404);
        }
    }
}
