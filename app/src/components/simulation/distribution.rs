//! How many requests are within a time: the distribution with the promise as a line.

use leptos::prelude::*;
use throughput::trial::CdfPoint;

use crate::components::plot::{Axis, Curve, Plot, Rule};
use crate::components::table::panel;
use crate::format;
use crate::simulation::Simulated;

/// The panel.
pub(super) fn distribution(simulated: &Simulated) -> AnyView {
    let answer = &simulated.answer;
    let slo = answer.scenario.slo();
    let ttft = plot(
        "Share of requests by time to first token",
        &answer.cdf.ttft_ms,
        slo.ttft_p99_s * 1e3,
        answer.slo.ttft_share,
    );
    let tpot = plot(
        "Share of requests by time per token",
        &answer.cdf.tpot_ms,
        slo.tpot_p99_s * 1e3,
        answer.slo.tpot_share,
    );
    panel(
        "distribution",
        "Not an average: the whole distribution",
        "Each curve rises to the share of requests that took no longer. The promise holds where it is above 99 % at the dashed line.",
        view! { <div class="pair">{ttft.view()} {tpot.view()}</div> },
    )
}

fn plot(name: &str, points: &[CdfPoint], limit_ms: f64, within: f64) -> Plot {
    let low = points.first().map_or(1.0, |point| point.ms);
    let high = points.last().map_or(1.0, |point| point.ms);
    // A curve begins at its foot: nobody is quicker than the quickest.
    let foot = std::iter::once((low, 0.0));
    let curve = points.iter().map(|point| (point.ms, point.share));
    Plot {
        name: name.to_owned(),
        summary: format!(
            "{name}: {:.1} % within the limit of {}.",
            within * 100.0,
            format::limit_ms(limit_ms)
        ),
        height: 190.0,
        x: (
            Axis::logarithmic(low.min(limit_ms) / 1.15, high.max(limit_ms) * 1.15),
            format::limit_ms,
        ),
        y: (Axis::from_zero(1.0), format::percent),
        curves: vec![Curve {
            class: "plot__curve plot__curve--real-time",
            points: foot.chain(curve).collect(),
        }],
        dots: Vec::new(),
        rules: vec![Rule::Upright(
            limit_ms,
            format!("promise {}", format::limit_ms(limit_ms)),
        )],
    }
}
