//! What happens as the load moves.

use leptos::prelude::*;
use throughput::trial::LoadPoint;

use crate::components::plot::{Axis, Curve, Plot, Rule, keys};
use crate::components::table::{Cell, folded_table, panel, table};
use crate::format;
use crate::simulation::Simulated;

/// The panel.
pub(super) fn load(simulated: &Simulated) -> AnyView {
    let points = &simulated.sweep;
    if points.is_empty() {
        let note = "Theory has no answer for this traffic: simulate loads one by one.";
        return panel("load", "What if the load moves", note, ());
    }
    let answer = &simulated.answer;
    let slo = answer.scenario.slo();
    let own = answer.run.request_rate_per_s;
    let ttft = plot(
        "p99 time to first token, over requests a second",
        points,
        own,
        slo.ttft_p99_s * 1e3,
        |point| point.ttft_p99_ms,
        |point| point.simulated.map(|(ttft, _)| ttft),
    );
    let tpot = plot(
        "p99 time per token, over requests a second",
        points,
        own,
        slo.tpot_p99_s * 1e3,
        |point| point.tpot_p99_ms,
        |point| point.simulated.map(|(_, tpot)| tpot),
    );
    let body = view! {
        <div class="pair">{ttft.view()} {tpot.view()}</div>
        {keys(&[
            ("key--real-time", "Theory"),
            ("key--dot", "Simulated"),
            ("key--knee", "The promise, and the load above"),
        ])}
        {folded_table("The same as a table", rows(points))}
    };
    panel(
        "load",
        "What if the load moves",
        "Latency stays calm until the queue begins. The last few per cent of load cost the most, and no average shows it.",
        body,
    )
}

fn plot(
    name: &str,
    points: &[LoadPoint],
    own: f64,
    limit_ms: f64,
    theory: fn(&LoadPoint) -> f64,
    simulated: fn(&LoadPoint) -> Option<f64>,
) -> Plot {
    // Far beyond the promise only the direction matters.
    let tallest = points.iter().map(theory).fold(0.0, f64::max);
    let lowest = points.iter().map(theory).fold(f64::MAX, f64::min);
    let high = tallest.clamp(limit_ms * 1.3, limit_ms.max(lowest) * 6.0);
    let last = points.last().map_or(1.0, |point| point.request_rate_per_s);
    let dot = |point: &LoadPoint| {
        let ms = simulated(point)?;
        (ms <= high).then_some((point.request_rate_per_s, ms))
    };
    Plot {
        name: name.to_owned(),
        summary: format!(
            "{name}: from {} at low load to {} near saturation; the promise is {}.",
            format::latency_ms(lowest),
            format::latency_ms(tallest),
            format::limit_ms(limit_ms)
        ),
        height: 190.0,
        x: (Axis::from_zero(last.max(own) * 1.03), format::given),
        y: (Axis::logarithmic(lowest / 1.3, high), format::limit_ms),
        curves: vec![Curve {
            class: "plot__curve plot__curve--real-time",
            points: points
                .iter()
                .map(|point| (point.request_rate_per_s, theory(point)))
                .collect(),
        }],
        dots: points.iter().filter_map(dot).collect(),
        rules: vec![
            Rule::Level(limit_ms, format!("promise {}", format::limit_ms(limit_ms))),
            Rule::Upright(own, "this load".to_owned()),
        ],
    }
}

fn rows(points: &[LoadPoint]) -> AnyView {
    let row = |point: &LoadPoint| {
        let simulated = |ms: Option<f64>| ms.map_or_else(|| "–".to_owned(), format::latency_ms);
        vec![
            Cell::from(format::rate(point.request_rate_per_s)),
            Cell::from(format::percent(point.share)),
            Cell::from(format::latency_ms(point.ttft_p99_ms)),
            Cell::from(simulated(point.simulated.map(|(ttft, _)| ttft))),
            Cell::from(format::latency_ms(point.tpot_p99_ms)),
            Cell::from(simulated(point.simulated.map(|(_, tpot)| tpot))),
        ]
    };
    table(
        "p99 latency over the load",
        &[
            "Requests / s",
            "Of saturation",
            "p99 TTFT",
            "simulated",
            "p99 TPOT",
            "simulated",
        ],
        points.iter().map(row).collect(),
    )
}
