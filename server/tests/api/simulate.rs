//! `/api/v1/simulate`.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, header};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use server::api::ApiSettings;
use tower::ServiceExt as _;

use crate::support::{app, json_request, one_simulation, post, send, settings};

const PATH: &str = "/api/v1/simulate";

/// Many steps: minutes of work in an unoptimised build, if nobody stopped it.
fn endless() -> Value {
    json!({"requests": 1_000_000, "isl": 100_000, "osl": 2, "token_budget": 1024, "load_share": 0.5})
}

fn patient() -> ApiSettings {
    ApiSettings {
        simulation_steps: u64::MAX,
        simulation_timeout: Duration::from_secs(600),
        ..one_simulation()
    }
}

fn number(answer: &Value, pointer: &str) -> f64 {
    answer
        .pointer(pointer)
        .and_then(Value::as_f64)
        .unwrap_or_else(|| panic!("{pointer}: {answer}"))
}

fn lines_request(body: &Value) -> Request<Body> {
    let mut request = json_request(PATH, body.to_string());
    let kind = "application/json;q=0.5, application/x-ndjson"
        .parse()
        .expect("valid");
    request.headers_mut().insert(header::ACCEPT, kind);
    request
}

#[tokio::test]
async fn the_run_has_the_load_that_was_asked_for() {
    let body = json!({"model": "llama-3.1-8b", "tp": 1, "request_rate_per_s": 4, "requests": 2000});
    let answer = post(PATH, &body).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let answer = answer.json();
    assert_eq!(answer["run"]["measured_requests"], 1600);
    // 1,600 Poisson arrivals: the rate is known to 1 / sqrt(1600) = 2.5 % (one standard deviation).
    assert!((number(&answer, "/finished_per_s") / 4.0 - 1.0).abs() < 0.1);
    assert!((number(&answer, "/output_tok_s") / (4.0 * 300.0) - 1.0).abs() < 0.1);
    // Little's law over the simulated replica: requests in it are rate x time.
    let inside =
        number(&answer, "/replica/mean_running") + number(&answer, "/replica/mean_waiting");
    let by_law = number(&answer, "/finished_per_s") * number(&answer, "/e2e_ms/mean/value") / 1e3;
    assert!((inside / by_law - 1.0).abs() < 0.1, "{inside} {by_law}");
    let ttft = |share: &str| number(&answer, &format!("/ttft_ms/{share}/value"));
    assert!(ttft("p50") <= ttft("p90") && ttft("p90") <= ttft("p95") && ttft("p95") <= ttft("p99"));
    assert!(number(&answer, "/ttft_ms/p99/half_width") > 0.0);
    assert_eq!(answer["cdf"]["tpot_ms"].as_array().map(Vec::len), Some(100));
    assert_eq!(answer["cdf"]["tpot_ms"][99]["share"], 1.0);
    assert_eq!(
        answer["timeline"]["bins"].as_array().map(Vec::len),
        Some(120)
    );
}

#[tokio::test]
async fn the_same_question_has_the_same_answer() {
    let body = json!({"requests": 300, "isl_cv": 1, "seed": 7});
    let first = post(PATH, &body).await.text;
    assert_eq!(first, post(PATH, &body).await.text);
    let other = json!({"requests": 300, "isl_cv": 1, "seed": 8});
    assert_ne!(first, post(PATH, &other).await.text);
}

#[tokio::test]
async fn replicas_share_the_load() {
    let one = post(PATH, &json!({"load_share": 0.5, "requests": 500}))
        .await
        .json();
    let four = post(
        PATH,
        &json!({"load_share": 0.5, "requests": 500, "replicas": 4}),
    )
    .await
    .json();
    assert_eq!(one["ttft_ms"], four["ttft_ms"]);
    for figure in ["/output_tok_s", "/run/request_rate_per_s"] {
        let ratio = number(&four, figure) / number(&one, figure);
        assert!((ratio - 4.0).abs() < 1e-9, "{figure} {ratio}");
    }
    assert_eq!(one["output_tok_s_per_gpu"], four["output_tok_s_per_gpu"]);
}

#[tokio::test]
async fn overload_is_seen() {
    let answer = post(PATH, &json!({"load_share": 3, "requests": 2000}))
        .await
        .json();
    assert_eq!(answer["slo"]["met"], false);
    assert!(number(&answer, "/finished_per_s") < number(&answer, "/run/request_rate_per_s") * 0.8);
    assert!(number(&answer, "/replica/mean_waiting") > 10.0);
}

#[tokio::test]
async fn progress_comes_first_and_the_result_last() {
    let body = json!({"requests": 60_000, "osl": 20, "isl": 400, "load_share": 0.6});
    let answer = send(&app(settings()), lines_request(&body)).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.header(header::CONTENT_TYPE), "application/x-ndjson");
    let lines: Vec<Value> = answer
        .text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let (result, progress) = lines.split_last().expect("at least one line");
    let finished: Vec<f64> = progress
        .iter()
        .map(|line| number(line, "/progress/finished"))
        .collect();
    assert!(!finished.is_empty() && finished.is_sorted(), "{finished:?}");
    assert_eq!(result["result"]["run"]["requests"], 60_000);
    // Line by line or at once, it is the same answer.
    assert_eq!(result["result"], post(PATH, &body).await.json());
}

#[tokio::test]
async fn a_problem_can_be_the_last_line() {
    let late = ApiSettings {
        simulation_timeout: Duration::ZERO,
        ..patient()
    };
    let answer = send(&app(late), lines_request(&endless())).await;
    let last: Value =
        serde_json::from_str(answer.text.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["problem"]["status"], 503);
}

#[tokio::test]
async fn a_run_that_takes_too_long_is_503() {
    let late = ApiSettings {
        simulation_timeout: Duration::ZERO,
        ..patient()
    };
    send(&app(late), json_request(PATH, endless().to_string()))
        .await
        .problem(503);
}

#[tokio::test]
async fn too_much_work_is_refused_with_the_limit() {
    let few = ApiSettings {
        simulation_steps: 1000,
        ..settings()
    };
    for request in [json_request(PATH, "{}"), lines_request(&json!({}))] {
        let answer = send(&app(few.clone()), request).await;
        assert_eq!(answer.bad_fields(), ["requests"]);
        assert!(answer.text.contains("the limit of 1000"), "{}", answer.text);
    }
}

#[tokio::test]
async fn hanging_up_cancels_the_run() {
    let app = app(patient());
    // At once: the future is dropped while it runs.
    let whole = send(&app, json_request(PATH, endless().to_string()));
    assert!(
        tokio::time::timeout(Duration::from_millis(300), whole)
            .await
            .is_err()
    );
    assert_free(&app).await;

    // Line by line: the body is dropped after its first line.
    let Ok(response) = app.clone().oneshot(lines_request(&endless())).await;
    let mut body = response.into_body();
    body.frame().await.expect("a line").expect("no error");
    send(&app, json_request(PATH, "{\"requests\": 10}"))
        .await
        .problem(503);
    drop(body);
    assert_free(&app).await;
}

/// The only place is soon free again.
async fn assert_free(app: &axum::Router) {
    for _ in 0..50 {
        let answer = send(app, json_request(PATH, "{\"requests\": 10}")).await;
        if answer.status == 200 {
            return;
        }
        assert_ne!(answer.header(header::RETRY_AFTER), "", "{}", answer.text);
        answer.problem(503);
    }
    panic!("the run goes on");
}

#[tokio::test]
async fn bad_fields_are_named_with_the_scenarios() {
    let body = json!({
        "tp": "x", "request_rate_per_s": 0, "load_share": "half", "requests": 5.5, "seed": -1,
        "isl_range": 1, "isl_p95": 2000, "osl_range": 2, "trace": 5,
    });
    let fields = post(PATH, &body).await.bad_fields();
    assert_eq!(
        fields,
        [
            "tp",
            "request_rate_per_s",
            "load_share",
            "seed",
            "requests",
            "isl_range",
            "osl_range",
            "trace"
        ]
    );
    let both = json!({"request_rate_per_s": 1, "load_share": 0.5});
    assert_eq!(post(PATH, &both).await.bad_fields(), ["load_share"]);
    let twice = json!({"isl_cv": 1, "isl_p95": 2000});
    assert_eq!(post(PATH, &twice).await.bad_fields(), ["isl_p95"]);
    let impossible = json!({"isl": 1000, "isl_p95": 500, "osl": 100, "osl_p95": 900});
    assert_eq!(
        post(PATH, &impossible).await.bad_fields(),
        ["isl_p95", "osl_p95"]
    );
}

#[tokio::test]
async fn what_does_not_fit_cannot_be_simulated() {
    let body = json!({"model": "llama-3.1-405b", "weights": "bf16", "tp": 1});
    let answer = post(PATH, &body).await;
    assert_eq!(answer.bad_fields(), [""]);
    assert!(answer.text.contains("does not fit"), "{}", answer.text);
}
