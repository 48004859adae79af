//! Three figures that anyone can look up, asked the way a user would ask.
//!
//! Source: TensorRT-LLM 1.0 performance overview, maximum throughput, 1000 in and 1000 out,
//! <https://github.com/NVIDIA/TensorRT-LLM/blob/v1.0.0/docs/source/performance/perf-overview.md>.

use throughput::estimate::{Estimate, estimate};
use throughput::scenario::{RawScenario, Scenario};

fn ask(query: &str) -> Estimate {
    estimate(&Scenario::parse(&RawScenario::from_query(query)).expect(query))
}

fn batch_output_tok_s(query: &str) -> f64 {
    ask(query).batch.point().expect(query).output_tok_s
}

#[track_caller]
fn assert_within(share: f64, measured: f64, predicted: f64) {
    let error = predicted / measured - 1.0;
    assert!(
        error.abs() <= share,
        "predicted {predicted:.0}, measured {measured:.0}: {:+.1} %",
        error * 100.0
    );
}

const LENGTHS: &str = "weights=fp8&kv=fp8&isl=1000&osl=1000&engine=tensorrt-llm&mem_fraction=0.95";

#[test]
fn llama_8b_fp8_on_one_h100() {
    let query = format!("model=llama-3.1-8b&gpu=h100-sxm&tp=1&{LENGTHS}");
    assert_within(0.15, 15_220.0, batch_output_tok_s(&query));
}

#[test]
fn llama_70b_fp8_on_two_h100() {
    let query = format!("model=llama-3.3-70b&gpu=h100-sxm&tp=2&{LENGTHS}");
    assert_within(0.15, 4205.0, batch_output_tok_s(&query));
}

#[test]
fn llama_70b_fp8_on_one_h200() {
    let query = format!("model=llama-3.3-70b&gpu=h200-sxm&tp=1&{LENGTHS}");
    assert_within(0.15, 2909.0, batch_output_tok_s(&query));
}

#[test]
fn vllm_with_its_defaults_comes_near_the_same_figure() {
    let query = "model=llama-3.3-70b&gpu=h100-sxm&tp=2&weights=fp8&isl=1000&osl=1000&ttft_p99_ms=2000&tpot_p99_ms=50";
    assert_within(0.25, 4205.0, batch_output_tok_s(query));
    assert!(
        ask(query).real_time.point().is_some(),
        "the real-time point exists"
    );
}

#[test]
fn what_cannot_fit_says_how_many_bytes_it_lacks() {
    let answer = ask("model=llama-3.1-405b&gpu=h100-sxm&tp=1&weights=bf16");
    let json = serde_json::to_value(&answer.batch).expect("serializable");
    assert_eq!(json["code"], "does_not_fit");
    // 811.7 GB of weights against 0.9 x 79.2 GiB = 76.5 GB: about 735 GB, and what the runtime needs.
    let missing = json["missing_bytes"].as_f64().expect("a number");
    assert!((735e9..750e9).contains(&missing), "{missing}");
}

#[test]
fn the_real_time_point_holds_when_simulated() {
    for query in [
        "",
        "model=llama-3.1-8b&gpu=l40s&tp=1&isl=500&osl=200&ttft_p99_ms=500&tpot_p99_ms=40",
        "model=deepseek-v3&gpu=h200-sxm&tp=8&isl=2000&osl=500",
        "model=gpt-oss-120b&weights=mxfp4&tp=2&arrival_cv=3&osl_cv=1",
    ] {
        let scenario = Scenario::parse(&RawScenario::from_query(query)).expect(query);
        let answer = throughput::estimate::confirmed_estimate(&scenario);
        let point = answer.real_time.point().expect(query);
        let run = answer.confirmation.expect("it was simulated");
        assert!(
            run.simulated_ttft_p99_ms <= scenario.slo().ttft_p99_s * 1.02e3,
            "{query}: {run:?}"
        );
        assert!(
            run.simulated_tpot_p99_ms <= scenario.slo().tpot_p99_s * 1.02e3,
            "{query}: {run:?}"
        );
        assert!(
            point.tpot_ms.p99 <= scenario.slo().tpot_p99_s * 1.02e3,
            "{query}"
        );
        println!("{query}: {:.0} tok/s, {run:?}", point.output_tok_s);
    }
}

#[test]
fn burstier_arrivals_cost_more() {
    let cost = |cv: u32| {
        let query = format!("arrival_cv={cv}&isl=4000&osl=200&ttft_p99_ms=1000");
        let scenario = Scenario::parse(&RawScenario::from_query(&query)).expect("valid");
        let answer = throughput::estimate::confirmed_estimate(&scenario);
        answer
            .real_time
            .point()
            .expect("a point")
            .usd_per_m_output_all_in
    };
    assert!(cost(3) > 1.05 * cost(1), "{} against {}", cost(3), cost(1));
}
