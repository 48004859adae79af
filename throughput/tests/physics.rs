//! What must hold for every scenario.

use proptest::prelude::*;
use throughput::catalog;
use throughput::estimate::{Estimate, OperatingPoint, estimate};
use throughput::scenario::{RawScenario, Scenario};

fn any_query() -> impl Strategy<Value = String> {
    let models = catalog::llms()
        .iter()
        .map(|llm| llm.id.clone())
        .collect::<Vec<_>>();
    let gpus = catalog::gpus()
        .iter()
        .map(|gpu| gpu.id.clone())
        .collect::<Vec<_>>();
    let engines = catalog::engines()
        .iter()
        .map(|engine| engine.id.clone())
        .collect::<Vec<_>>();
    (
        (prop::sample::select(models), prop::sample::select(gpus), prop::sample::select(engines)),
        prop::sample::select(vec!["bf16", "fp8", "int8", "int4", "nvfp4", "mxfp4"]),
        prop::sample::select(vec!["bf16", "fp8"]),
        (0_u32..4, 1_u32..3, 0_u32..2, 1_u32..4),
        (1.0_f64..8000.0, 2.0_f64..4000.0, 0.0_f64..0.95, 0.0_f64..4.0),
        (1.0_f64..20_000.0, 1.0_f64..500.0, 0.0_f64..20.0),
    )
        .prop_map(|((model, gpu, engine), weights, kv, sizes, traffic, slo)| {
            let (tp, pp, ep, replicas) = sizes;
            let (isl, osl, hit, cv) = traffic;
            let (ttft, tpot, price) = slo;
            format!(
                "model={model}&gpu={gpu}&engine={engine}&weights={weights}&kv={kv}&tp={}&pp={pp}&ep={ep}&replicas={replicas}\
                 &isl={isl}&osl={osl}&cache_hit={hit}&arrival_cv={cv}&ttft_p99_ms={ttft}&tpot_p99_ms={tpot}&gpu_usd_hour={price}",
                1 << tp
            )
        })
}

fn parse(query: &str) -> Option<Scenario> {
    Scenario::parse(&RawScenario::from_query(query)).ok()
}

fn points(answer: &Estimate) -> impl Iterator<Item = &OperatingPoint> {
    [answer.real_time.point(), answer.batch.point()]
        .into_iter()
        .flatten()
}

/// Serializing writes a number that is not finite as null, and nothing else is null but what says so.
fn nulls(value: &serde_json::Value, path: &str, found: &mut Vec<String>) {
    match value {
        serde_json::Value::Null => found.push(path.to_owned()),
        serde_json::Value::Array(items) => items.iter().for_each(|item| nulls(item, path, found)),
        serde_json::Value::Object(members) => {
            for (key, member) in members {
                nulls(member, &format!("{path}.{key}"), found);
            }
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_number_is_finite(query in any_query()) {
        let Some(scenario) = parse(&query) else { return Ok(()) };
        let json = serde_json::to_value(estimate(&scenario)).expect("serializable");
        let mut found = Vec::new();
        nulls(&json, "", &mut found);
        found.retain(|path| !matches!(path.as_str(), ".confirmation" | ".single_stream" | ".knee" | ".knee.output_tok_s" | ".real_time.missing_bytes" | ".batch.missing_bytes"));
        prop_assert!(found.is_empty(), "{query}: {found:?}");
    }

    #[test]
    fn the_split_prices_add_up_to_the_bill(query in any_query()) {
        let Some(scenario) = parse(&query) else { return Ok(()) };
        let traffic = scenario.traffic();
        for point in points(&estimate(&scenario)) {
            let per_second = |tokens: f64, usd_per_m: f64| point.request_rate_per_s * tokens * usd_per_m / 1e6;
            let cached = traffic.isl * traffic.cache_hit;
            let split = per_second(traffic.isl - cached, point.usd_per_m_input)
                + per_second(cached, point.usd_per_m_cached_input)
                + per_second(traffic.osl, point.usd_per_m_output);
            let bill = scenario.gpu_usd_per_hour() * f64::from(scenario.gpus()) / 3600.0;
            prop_assert!((split - bill).abs() <= 1e-9 * bill.max(1e-9), "{query}: {split} against {bill}");
        }
    }

    #[test]
    fn cost_scales_with_the_price_and_nothing_else_does(query in any_query()) {
        let (Some(one), Some(two)) = (parse(&format!("{query}&gpu_usd_hour=2")), parse(&format!("{query}&gpu_usd_hour=4"))) else { return Ok(()) };
        let (one, two) = (estimate(&one), estimate(&two));
        for (cheap, dear) in points(&one).zip(points(&two)) {
            prop_assert!((dear.usd_per_m_output_all_in / cheap.usd_per_m_output_all_in - 2.0).abs() < 1e-9);
            prop_assert!((dear.output_tok_s - cheap.output_tok_s).abs() < f64::EPSILON * cheap.output_tok_s);
        }
    }

    #[test]
    fn real_time_is_within_its_slo_and_never_above_batch(query in any_query()) {
        let Some(scenario) = parse(&query) else { return Ok(()) };
        let answer = estimate(&scenario);
        let (Some(real_time), Some(batch)) = (answer.real_time.point(), answer.batch.point()) else { return Ok(()) };
        prop_assert!(real_time.ttft_ms.p99 <= scenario.slo().ttft_p99_s * 1e3 * (1.0 + 1e-9), "{query}");
        prop_assert!(real_time.tpot_ms.p99 <= scenario.slo().tpot_p99_s * 1e3 * (1.0 + 1e-9), "{query}");
        prop_assert!(real_time.output_tok_s <= batch.output_tok_s * (1.0 + 1e-9), "{query}");
    }

    #[test]
    fn a_looser_slo_never_lowers_the_real_time_throughput(query in any_query()) {
        let (Some(tight), Some(loose)) = (parse(&format!("{query}&ttft_p99_ms=1000&tpot_p99_ms=40")), parse(&format!("{query}&ttft_p99_ms=3000&tpot_p99_ms=80"))) else { return Ok(()) };
        let (tight, loose) = (estimate(&tight), estimate(&loose));
        let Some(tight) = tight.real_time.point() else { return Ok(()) };
        let loose = loose.real_time.point().expect("a looser limit is met where a tighter one is");
        prop_assert!(loose.output_tok_s >= tight.output_tok_s * 0.999, "{query}");
    }

    #[test]
    fn a_link_leads_back_to_the_same_question(query in any_query()) {
        let Some(scenario) = parse(&query) else { return Ok(()) };
        prop_assert_eq!(parse(&scenario.to_query()), Some(scenario));
    }
}
