//! `/api/v1/estimate`.

use axum::http::header;
use serde_json::json;

use crate::support::{QUESTION, get, post};

#[tokio::test]
async fn both_operating_points_are_near_the_published_figure() {
    let answer = get(&format!("/api/v1/estimate?{QUESTION}")).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header(header::CONTENT_TYPE), "application/json");
    let answer = answer.json();
    // TensorRT-LLM 1.0 performance overview, maximum throughput: 4,205 tok/s.
    let batch = answer["batch"]["output_tok_s"].as_f64().expect("a number");
    assert!((batch / 4205.0 - 1.0).abs() < 0.25, "{batch}");
    let real_time = answer["real_time"]["output_tok_s"]
        .as_f64()
        .expect("a number");
    assert!(
        real_time > 0.0 && real_time <= batch * 1.001,
        "{real_time} {batch}"
    );
}

#[tokio::test]
async fn get_and_post_agree() {
    let body = json!({
        "model": "llama-3.3-70b", "gpu": "h100-sxm", "tp": 2, "weights": "fp8", "isl": "1k",
        "osl": 1000, "ttft_p99_ms": 2000, "tpot_p99_ms": 50, "e2e_p99_ms": null, "unknown": [],
    });
    let posted = post("/api/v1/estimate", &body).await;
    assert_eq!(posted.status, 200, "{}", posted.text);
    assert_eq!(
        posted.text,
        get(&format!("/api/v1/estimate?{QUESTION}&unknown=1"))
            .await
            .text
    );
}

#[tokio::test]
async fn what_does_not_fit_says_what_is_missing() {
    let answer = get("/api/v1/estimate?model=llama-3.1-405b&weights=bf16&tp=1&gpu=h100-sxm").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    for point in ["batch", "real_time"] {
        let point = &answer.json()[point];
        assert_eq!(point["code"], "does_not_fit");
        // 405.9 billion parameters of two bytes are 812 GB; one H100 has 85.9 GB.
        let missing = point["missing_bytes"].as_f64().expect("a number");
        assert!((720e9..780e9).contains(&missing), "{missing}");
    }
}
