//! How long a thousand scenarios take through the economics. The bar: 0.5 s, with the estimate
//! and without it.

use throughput::economics::{EconomicsAnswer, EconomicsQuestion, RawEconomics, economics, study};
use throughput::estimate::{Estimate, estimate};
use throughput::scenario::{RawScenario, Scenario};

fn main() {
    divan::main();
}

/// A thousand different scenarios and questions.
fn thousand() -> Vec<(Scenario, EconomicsQuestion)> {
    let profiles = ["flat", "office", "global"];
    (0..1000)
        .map(|index| {
            let scenario = format!(
                "isl={}&osl={}&cache_hit={}&ttft_p99_ms={}",
                200 + 13 * index,
                50 + index % 700,
                f64::from(index % 10) / 20.0,
                1000 + 10 * index,
            );
            let question = format!(
                "requests_per_day={}&profile={}&batch_share={}&autoscale={}",
                1000 * (1 + index),
                profiles[index as usize % 3],
                f64::from(index % 4) / 8.0,
                index % 2,
            );
            (
                Scenario::parse(&RawScenario::from_query(&scenario)).expect("a valid scenario"),
                EconomicsQuestion::parse(&RawEconomics::from_query(&question))
                    .expect("a valid question"),
            )
        })
        .collect()
}

#[divan::bench]
fn thousand_economics(bencher: divan::Bencher<'_, '_>) {
    let cases: Vec<(Scenario, EconomicsQuestion, Estimate)> = thousand()
        .into_iter()
        .map(|(scenario, question)| {
            let answer = estimate(&scenario);
            (scenario, question, answer)
        })
        .collect();
    bencher.bench(|| {
        cases
            .iter()
            .map(|(scenario, question, estimate)| {
                economics(scenario, question, estimate).expect("a price")
            })
            .collect::<Vec<EconomicsAnswer>>()
    });
}

#[divan::bench]
fn thousand_estimates_and_economics(bencher: divan::Bencher<'_, '_>) {
    let cases = thousand();
    bencher.bench(|| {
        cases
            .iter()
            .map(|(scenario, question)| {
                economics(scenario, question, &estimate(scenario)).expect("a price")
            })
            .collect::<Vec<EconomicsAnswer>>()
    });
}

/// One whole study: curve over the TTFT target and sensitivity, some 25 estimates.
#[divan::bench]
fn one_study(bencher: divan::Bencher<'_, '_>) {
    let (scenario, question) = (Scenario::default(), EconomicsQuestion::default());
    bencher.bench(|| study(&scenario, &question, estimate).expect("a price"));
}
