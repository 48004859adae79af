//! Whatever is asked, the server answers: never a 5xx, never a number that is none.

use std::sync::LazyLock;

use axum::Router;
use axum::http::Method;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use throughput::catalog;
use throughput::economics::EconomicsField;
use throughput::scenario::Field;
use tokio::runtime::Runtime;

use crate::openapi::assert_documented;
use crate::support::{app, json_request, request, send, settings};

struct Server {
    runtime: Runtime,
    app: Router,
    document: Value,
}

static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let runtime = Runtime::new().expect("a runtime");
    let app = app(settings());
    let openapi = send(&app, request(Method::GET, "/api/v1/openapi.json"));
    let document = runtime.block_on(openapi).json();
    Server {
        runtime,
        app,
        document,
    }
});

/// Asks and asserts that the answer is a documented one of status 200 or 422.
fn ask(path: &str, method: &Method, body: &str) {
    let Server {
        runtime,
        app,
        document,
    } = &*SERVER;
    let asked = match *method {
        Method::POST => json_request(path, body.to_owned()),
        _ => request(method.clone(), path),
    };
    let answer = runtime.block_on(send(app, asked));
    assert!(
        answer.status == 200 || answer.status == 422,
        "{path} {body}: {}",
        answer.text
    );
    // A number that is not finite is written as null, which no schema of a number allows.
    assert_documented(document, path, method, &answer);
}

/// Numbers as people and fuzzers write them: usual ones most often.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => prop::sample::select(vec!["1", "2", "4", "8", "100", "1k", "50%", "0.5", "1e4"])
            .prop_map(str::to_owned),
        3 => (0.0..6.0f64).prop_map(|exponent| format!("{:.3}", 10f64.powf(exponent))),
        1 => prop::sample::select(vec![
            "0", "-1", "1e308", "1e-308", "NaN", "inf", "", " ", "x", "1,5", "0x10", "9007199254740993",
        ])
        .prop_map(str::to_owned),
    ]
}

/// A value for a field of the scenario.
fn value(field: Field) -> BoxedStrategy<String> {
    let ids = |ids: Vec<String>| prop::sample::select(ids).boxed();
    match field {
        Field::Model => {
            let dense = std::iter::once("dense".to_owned());
            ids(catalog::llms()
                .iter()
                .map(|llm| llm.id.clone())
                .chain(dense)
                .collect())
        }
        Field::Gpu => ids(catalog::gpus().iter().map(|gpu| gpu.id.clone()).collect()),
        Field::Engine => ids(catalog::engines()
            .iter()
            .map(|engine| engine.id.clone())
            .collect()),
        Field::Weights => ids(["bf16", "fp8", "int8", "int4", "nvfp4", "mxfp4", "fp7"]
            .map(str::to_owned)
            .into()),
        Field::Kv => ids(["bf16", "fp8", ""].map(str::to_owned).into()),
        _ => number().boxed(),
    }
}

/// Some fields of the scenario. With a large GPU and few fields most questions are answerable.
fn fields() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let field = prop::sample::select(Field::ALL.to_vec());
    prop::collection::vec(
        field.prop_flat_map(|field| value(field).prop_map(move |text| (field.key(), text))),
        0..7,
    )
}

/// Some fields of the economics, besides.
fn economics_fields() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let key = prop::sample::select(EconomicsField::ALL.map(EconomicsField::key).to_vec());
    let text = prop_oneof![
        4 => number(),
        1 => prop::sample::select(vec![
            "requests", "peak", "users", "flat", "office", "global", "custom", "on-demand", "spot",
            "reserved", "owned", "Lambda", "a:1/2;b:3//4", "openai-tier-1", "EUR",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec((key, text), 0..6)
}

fn query(fields: &[(&str, String)]) -> String {
    let escape =
        |text: &str| -> String { text.bytes().map(|byte| format!("%{byte:02X}")).collect() };
    let pairs: Vec<_> = fields
        .iter()
        .map(|(key, text)| format!("{key}={}", escape(text)))
        .collect();
    pairs.join("&")
}

fn object(fields: Vec<(&'static str, String)>) -> Value {
    let member = |(key, text): (&str, String)| (key.to_owned(), Value::String(text));
    Value::Object(fields.into_iter().map(member).collect::<Map<_, _>>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_estimate_is_answered(fields in fields()) {
        ask(&format!("/api/v1/estimate?{}", query(&fields)), &Method::GET, "");
    }

    #[test]
    fn any_economics_is_answered(fields in fields(), more in economics_fields()) {
        ask(&format!("/api/v1/economics?{}&{}", query(&fields), query(&more)), &Method::GET, "");
    }

    #[test]
    fn any_text_is_a_question(text in "\\PC{0,40}") {
        let query: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
        ask(&format!("/api/v1/estimate?model={query}&{query}=1&gpu=%FF"), &Method::GET, "");
        ask("/api/v1/estimate", &Method::POST, &json!({"gpu": text, text: 1}).to_string());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_simulation_is_answered(
        fields in fields(),
        load in 0.05..3.0f64,
        spread in prop::sample::select(vec!["osl_p95", "isl_range", "isl_p95", "osl_range"]),
        size in 0.0..2.0f64,
    ) {
        let mut body = object(fields);
        body["load_share"] = json!(load);
        body["requests"] = json!(150);
        body[spread] = json!(size);
        ask("/api/v1/simulate", &Method::POST, &body.to_string());
    }
}
