//! The OpenAPI document, and whether answers are as it says.

use axum::http::{Method, header};
use serde_json::{Value, json};

use crate::schema::check;
use crate::support::{Answer, QUESTION, app, get, json_request, request, send, settings};

async fn document() -> Value {
    get("/api/v1/openapi.json").await.json()
}

/// Asserts that an answer is as the document says of its path, method, status and content type.
#[track_caller]
pub(crate) fn assert_documented(document: &Value, path: &str, method: &Method, answer: &Answer) {
    let path = path.split('?').next().unwrap_or(path);
    let kind = answer.header(header::CONTENT_TYPE);
    let operation = &document["paths"][path][method.as_str().to_lowercase()];
    let schema = &operation["responses"][answer.status.as_str()]["content"][kind]["schema"];
    assert!(
        schema.is_object(),
        "{method} {path} {} {kind} is not in the document",
        answer.status
    );
    if let Err(error) = check(document, schema, &answer.json()) {
        panic!("{method} {path}: {error}");
    }
}

#[tokio::test]
async fn the_document_is_as_it_was() {
    let text = get("/api/v1/openapi.json").await.text;
    insta::assert_snapshot!("openapi", text);
}

#[tokio::test]
async fn it_is_openapi_3_1_and_describes_every_field() {
    let document = document().await;
    assert!(
        document["openapi"]
            .as_str()
            .expect("a text")
            .starts_with("3.1.")
    );
    for name in [
        "ScenarioFields",
        "EconomicsFields",
        "SimulationFields",
        "Scenario",
    ] {
        let properties = &document["components"]["schemas"][name]["properties"];
        for (key, schema) in properties.as_object().expect(name) {
            let text = schema["description"].as_str().unwrap_or_default();
            assert!(text.ends_with('.'), "{name}.{key} is not described");
        }
    }
}

#[tokio::test]
async fn every_reference_leads_somewhere() {
    let document = document().await;
    let mut open = vec![&document];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(members) => {
                if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
                    let target = document.pointer(reference.trim_start_matches('#'));
                    assert!(target.is_some(), "{reference}");
                }
                open.extend(members.values());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
}

#[tokio::test]
async fn answers_to_get_are_as_documented() {
    let (document, app) = (document().await, app(settings()));
    for path in [
        format!("/api/v1/estimate?{QUESTION}"),
        "/api/v1/estimate?model=llama-3.1-405b&tp=1".to_owned(),
        "/api/v1/estimate?model=deepseek-v3&gpu=h200-sxm&tp=8&osl=2".to_owned(),
        "/api/v1/estimate?tp=x".to_owned(),
        format!("/api/v1/economics?{QUESTION}"),
        "/api/v1/economics?model=llama-3.1-405b&tp=1".to_owned(),
        "/api/v1/economics?provisioning=owned&purchase_usd=30k&ttft_p99_ms=1".to_owned(),
        "/api/v1/models".to_owned(),
        "/api/v1/gpus".to_owned(),
        "/api/v1/engines".to_owned(),
        "/api/v1/prices".to_owned(),
    ] {
        let answer = send(&app, request(Method::GET, &path)).await;
        assert_documented(&document, &path, &Method::GET, &answer);
    }
}

#[tokio::test]
async fn an_answer_of_two_tokens_is_as_documented_and_one_is_refused() {
    let document = document().await;
    for (osl, engine) in [(2, "vllm"), (2, "tgi"), (1, "vllm")] {
        let path = format!("/api/v1/estimate?osl={osl}&engine={engine}");
        assert_documented(&document, &path, &Method::GET, &get(&path).await);
    }
}

#[tokio::test]
async fn answers_to_post_are_as_documented() {
    let (document, app) = (document().await, app(settings()));
    for (path, body) in [
        ("/api/v1/estimate", json!({})),
        ("/api/v1/estimate", json!([])),
        ("/api/v1/economics", json!({"api_prices": "mine:1/0.5/2"})),
        (
            "/api/v1/simulate",
            json!({"requests": 200, "e2e_p99_ms": 9000}),
        ),
        ("/api/v1/simulate", json!({"requests": 20})),
        ("/api/v1/simulate", json!({"requests": "x"})),
    ] {
        let answer = send(&app, json_request(path, body.to_string())).await;
        assert_documented(&document, path, &Method::POST, &answer);
    }
    let unreadable = send(&app, json_request("/api/v1/simulate", "{")).await;
    assert_documented(&document, "/api/v1/simulate", &Method::POST, &unreadable);
}
