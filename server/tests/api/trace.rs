//! Uploaded traces.

use serde_json::json;

use crate::support::post;

const PATH: &str = "/api/v1/simulate";

#[tokio::test]
async fn a_trace_with_arrivals_is_followed() {
    let rows: String = (0..200)
        .map(|i| format!("{},{},{}\n", 500 + i, 50, i))
        .collect();
    let body = json!({"trace": format!("input,output,arrival_s\n{rows}"), "seed": 3});
    let answer = post(PATH, &body).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let answer = answer.json();
    assert_eq!(answer["run"]["requests"], 200);
    // One a second: 199 gaps of 1 s.
    assert_eq!(answer["run"]["request_rate_per_s"], 1.0);
    // The measured window: 160 arrivals of 50 tokens, one a second.
    let rate = answer["output_tok_s"].as_f64().expect("a number");
    assert!((rate / 50.0 - 1.0).abs() < 0.05, "{rate}");
}

#[tokio::test]
async fn replicas_take_turns_with_a_trace() {
    let rows: String = (0..200).map(|i| format!("500,50,{i}\n")).collect();
    let answer = post(PATH, &json!({"trace": rows, "replicas": 4}))
        .await
        .json();
    assert_eq!(answer["run"]["requests"], 50);
    let rate = answer["run"]["request_rate_per_s"]
        .as_f64()
        .expect("a number");
    assert!((rate - 1.0).abs() < 0.01, "{rate}");
}

#[tokio::test]
async fn lengths_alone_are_repeated_at_the_load_asked_for() {
    let body =
        json!({"trace": "input,output\n500,50\n900,10\n", "load_share": 0.5, "requests": 400});
    let answer = post(PATH, &body).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.json()["run"]["requests"], 400);
}

#[tokio::test]
async fn what_the_trace_says_cannot_be_said_again() {
    let body = json!({
        "trace": "5,5,0\n5,5,1", "isl_range": 1, "osl_p95": 900, "load_share": 0.5, "requests": 50,
    });
    let fields = post(PATH, &body).await.bad_fields();
    assert_eq!(fields, ["isl_range", "osl_p95", "load_share", "requests"]);
}

#[tokio::test]
async fn errors_name_their_line() {
    let answer = post(PATH, &json!({"trace": "input,output\n5,5\n5,five\n"})).await;
    assert_eq!(answer.bad_fields(), ["trace"]);
    assert!(
        answer.text.contains("Line 3: output “five”"),
        "{}",
        answer.text
    );
}

#[tokio::test]
async fn a_request_beyond_the_kv_cache_is_refused() {
    let answer = post(PATH, &json!({"trace": "input,output\n500,5\n9000000,5\n"})).await;
    assert_eq!(answer.bad_fields(), ["trace"]);
    assert!(
        answer.text.contains("Request 2 has 9000005 tokens"),
        "{}",
        answer.text
    );
}

#[tokio::test]
async fn a_trace_must_be_worth_dealing_out() {
    let answer = post(PATH, &json!({"trace": "5,5\n5,5", "replicas": 4})).await;
    assert_eq!(answer.bad_fields(), ["trace"]);
}
