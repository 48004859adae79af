//! The answers' shape: their keys, which are stable. Kinds of values are the OpenAPI document's.

use serde_json::Value;

use crate::support::{QUESTION, get, post};

/// The paths of all members; of a list, its first item's.
fn shape(value: &Value) -> String {
    let mut lines = Vec::new();
    walk("", value, &mut lines);
    lines.join("\n")
}

fn walk(path: &str, value: &Value, lines: &mut Vec<String>) {
    match value {
        Value::Array(items) => match items.first() {
            Some(first) => walk(&format!("{path}[]"), first, lines),
            None => lines.push(format!("{path}[]")),
        },
        Value::Object(members) => {
            for (key, member) in members {
                walk(&format!("{path}/{key}"), member, lines);
            }
        }
        _ => lines.push(path.to_owned()),
    }
}

#[tokio::test]
async fn of_an_estimate() {
    let answer = get(&format!("/api/v1/estimate?{QUESTION}")).await;
    insta::assert_snapshot!("estimate", shape(&answer.json()));
}

#[tokio::test]
async fn of_an_estimate_that_does_not_fit() {
    let answer = get("/api/v1/estimate?model=llama-3.1-405b&weights=bf16&tp=1").await;
    insta::assert_snapshot!("estimate_does_not_fit", shape(&answer.json()));
}

#[tokio::test]
async fn of_the_economics() {
    let answer = get(&format!("/api/v1/economics?{QUESTION}")).await;
    insta::assert_snapshot!("economics", shape(&answer.json()));
}

#[tokio::test]
async fn of_a_simulation() {
    let answer = post("/api/v1/simulate", &serde_json::json!({"requests": 200})).await;
    insta::assert_snapshot!("simulate", shape(&answer.json()));
}

#[tokio::test]
async fn of_a_problem() {
    let answer = get("/api/v1/estimate?tp=x").await;
    insta::assert_snapshot!("problem", answer.text);
}
