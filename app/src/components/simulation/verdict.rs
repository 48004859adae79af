//! Whether the promise holds in one sentence, and the figures behind it.

use leptos::prelude::*;

use crate::components::inquiry::InShort;
use crate::components::tiles::tiles;
use crate::format;
use crate::simulation::Simulated;
use crate::simulation::trial::Trial;
use crate::wording::{deployment, traffic_and_promise};

/// The sentence, what it is about, four figures, and a note when it is not the answer to what is
/// asked.
#[component]
pub fn TrialVerdict(
    /// The state behind it.
    trial: Trial,
) -> impl IntoView {
    view! { <InShort inquiry=trial sentence about figures /> }.into_any()
}

fn sentence(simulated: &Simulated) -> String {
    let answer = &simulated.answer;
    let slo = answer.scenario.slo();
    let rate = format::rate(answer.run.request_rate_per_s);
    let ttft = format::latency_ms(answer.ttft_ms.p99.value);
    let tpot = format::latency_ms(answer.tpot_ms.p99.value);
    let held = if answer.slo.met { "holds" } else { "is broken" };
    let limits = format!(
        "{} and {}",
        format::limit_ms(slo.ttft_p99_s * 1e3),
        format::limit_ms(slo.tpot_p99_s * 1e3)
    );
    format!(
        "At {rate} requests a second the promise of {limits} {held}: p99 is {ttft} to the first token and {tpot} for each one after it."
    )
}

fn about(simulated: &Simulated) -> String {
    let answer = &simulated.answer;
    format!(
        "{} requests measured over {:.0} simulated minutes, seed {}; {}. {}.",
        format::grouped(answer.run.measured_requests as f64, 0),
        (answer.run.simulated_s / 60.0).max(1.0),
        answer.run.seed,
        deployment(&answer.scenario),
        traffic_and_promise(&answer.scenario)
    )
}

fn figures(simulated: &Simulated) -> AnyView {
    let answer = &simulated.answer;
    let slo = answer.scenario.slo();
    let theory = |ms: Option<f64>| {
        ms.map_or_else(
            || "theory has no steady state here".to_owned(),
            |ms| format!("{} by theory", format::latency_ms(ms)),
        )
    };
    let (ttft, tpot) = (
        answer.theory.map(|theory| theory.ttft_ms.p99),
        answer.theory.map(|theory| theory.tpot_ms.p99),
    );
    tiles([
        (
            "p99 time to first token",
            format::latency_ms(answer.ttft_ms.p99.value),
            theory(ttft),
        ),
        (
            "p99 time per token",
            format::latency_ms(answer.tpot_ms.p99.value),
            theory(tpot),
        ),
        (
            "Within the limits",
            format!(
                "{:.1} %",
                answer.slo.ttft_share.min(answer.slo.tpot_share) * 100.0
            ),
            format!(
                "{:.1} % to the first token in {}, {:.1} % per token in {}",
                answer.slo.ttft_share * 100.0,
                format::limit_ms(slo.ttft_p99_s * 1e3),
                answer.slo.tpot_share * 100.0,
                format::limit_ms(slo.tpot_p99_s * 1e3)
            ),
        ),
        (
            "Throughput",
            format!("{} tok/s", format::rate(answer.output_tok_s)),
            format!(
                "{} requests running on a replica on average",
                format::rate(answer.replica.mean_running)
            ),
        ),
    ])
}
