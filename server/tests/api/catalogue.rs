//! `/api/v1/models`, `/gpus`, `/engines` and `/prices`.

use serde_json::Value;

use crate::support::{Answer, get};

/// The rows of a list, each of which has its source and date.
#[track_caller]
fn rows(answer: &Answer, list: &str) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    let rows = answer.json()[list].as_array().expect(list).clone();
    assert!(!rows.is_empty());
    for row in &rows {
        for key in ["source", "date"] {
            assert!(
                row[key].as_str().is_some_and(|text| !text.is_empty()),
                "{key} of {row}"
            );
        }
    }
    rows
}

#[track_caller]
fn by_id<'a>(rows: &'a [Value], id: &str) -> &'a Value {
    rows.iter().find(|row| row["id"] == id).expect(id)
}

#[tokio::test]
async fn models_have_their_shape() {
    let answer = get("/api/v1/models").await;
    let rows = rows(&answer, "models");
    let llama = by_id(&rows, "llama-3.3-70b");
    // Its model card: 70.6 billion parameters, 80 layers; 8 KV heads of 128, K and V of 2 bytes.
    assert_eq!(
        llama["total_params"]
            .as_f64()
            .map(|params| (params / 1e8).round()),
        Some(706.0)
    );
    assert_eq!(llama["layers"], 80);
    assert_eq!(llama["kv_bytes_per_token_bf16"], 80 * 8 * 128 * 2 * 2);
    assert_eq!(
        llama["tensor_parallel_sizes"],
        serde_json::json!([1, 2, 4, 8, 16, 32, 64])
    );
    assert!(answer.text.len() < 128 * 1024, "{}", answer.text.len());
}

#[tokio::test]
async fn gpus_have_their_data_sheet() {
    let answer = get("/api/v1/gpus").await;
    let rows = rows(&answer, "gpus");
    let h100 = by_id(&rows, "h100-sxm");
    assert_eq!(h100["vendor"], "nvidia");
    // NVIDIA H100 data sheet: 3.35 TB/s, 989.4 dense BF16 TFLOPS; Hopper has no FP4.
    assert_eq!(h100["hbm_bytes_per_s"], 3.35e12);
    assert_eq!(h100["fp4_flops"], Value::Null);
    assert!(answer.text.len() < 64 * 1024, "{}", answer.text.len());
}

#[tokio::test]
async fn engines_have_their_defaults() {
    let rows = rows(&get("/api/v1/engines").await, "engines");
    assert_eq!(by_id(&rows, "vllm")["scheduler"], "mixed");
}

#[tokio::test]
async fn prices_can_be_narrowed() {
    let answer = get("/api/v1/prices").await;
    for list in ["gpus", "apis", "rate_tiers", "speeds"] {
        for row in rows(&answer, list) {
            assert!(row["stale"].is_boolean(), "{row}");
        }
    }
    let narrowed = get("/api/v1/prices?gpu=h100-sxm&model=llama-3.3-70b").await;
    assert!(
        rows(&narrowed, "gpus")
            .iter()
            .all(|row| row["gpu"] == "h100-sxm")
    );
    assert!(rows(&narrowed, "apis").len() < rows(&answer, "apis").len());
    let unknown = get("/api/v1/prices?gpu=h1000&model=llama-99").await;
    assert_eq!(unknown.bad_fields(), ["gpu", "model"]);
}
