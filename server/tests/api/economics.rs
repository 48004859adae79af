//! `/api/v1/economics`.

use serde_json::json;

use crate::support::{QUESTION, get, post};

#[tokio::test]
async fn the_bill_is_gpus_times_hours_times_price() {
    let path =
        "/api/v1/economics?model=llama-3.1-8b&gpu=l40s&tp=1&gpu_usd_hour=2&requests_per_day=200k";
    let answer = get(path).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let answer = answer.json();
    let fleet = &answer["fleet"];
    let number = |pointer: &str| {
        fleet
            .pointer(pointer)
            .and_then(|v| v.as_f64())
            .expect("a number")
    };
    // Not autoscaled: every GPU runs all 730 hours of the month, at $2.
    let hours = number("/gpu_hours_per_month");
    assert!((hours / number("/gpus") - 730.0).abs() < 1e-9, "{hours}");
    let bill = number("/month/total_usd");
    assert!((bill / hours - 2.0).abs() < 1e-9, "{bill}");
    assert!(
        answer["verdict"]
            .as_str()
            .is_some_and(|text| !text.is_empty())
    );
    assert!(
        !answer["discount_curve"]
            .as_array()
            .expect("a list")
            .is_empty()
    );
    assert!(answer["sensitivity"]["swings"].is_array());
}

#[tokio::test]
async fn get_and_post_agree() {
    let got = get(&format!(
        "/api/v1/economics?{QUESTION}&load=users&users=5k&autoscale=1"
    ))
    .await;
    let body = json!({
        "model": "llama-3.3-70b", "gpu": "h100-sxm", "tp": 2, "weights": "fp8", "isl": 1000,
        "osl": 1000, "ttft_p99_ms": 2000, "tpot_p99_ms": 50, "load": "users", "users": 5000,
        "autoscale": true,
    });
    let posted = post("/api/v1/economics", &body).await;
    assert_eq!(got.status, 200, "{}", got.text);
    assert_eq!(got.text, posted.text);
}

#[tokio::test]
async fn every_bad_field_of_both_tables_is_named() {
    let fields = get("/api/v1/economics?tp=x&isl=-1&users=many&load=users&batch_share=2").await;
    assert_eq!(fields.bad_fields(), ["tp", "isl", "users", "batch_share"]);
    let fields = post("/api/v1/economics", &json!({"tp": [2], "users": {}})).await;
    assert_eq!(fields.bad_fields(), ["tp", "users"]);
}

#[tokio::test]
async fn a_price_of_zero_is_an_error_at_its_field() {
    assert_eq!(
        get("/api/v1/economics?gpu_usd_hour=0").await.bad_fields(),
        ["gpu_usd_hour"]
    );
}
