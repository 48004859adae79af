//! One simulated minute.

use leptos::prelude::*;
use throughput::trial::Bin;

use crate::components::plot::{Axis, Curve, Plot, keys};
use crate::components::table::panel;
use crate::format;
use crate::simulation::Simulated;

/// The panel.
pub(super) fn minute(simulated: &Simulated) -> AnyView {
    let timeline = &simulated.answer.timeline;
    let bins = &timeline.bins;
    let Some(start) = bins.first().map(|bin| bin.start_s) else {
        return ().into_any();
    };
    let span = timeline.bin_s * bins.len() as f64;
    let line = |class: &'static str, quantity: fn(&Bin) -> f64| Curve {
        class,
        points: bins
            .iter()
            .map(|bin| (bin.start_s - start + timeline.bin_s / 2.0, quantity(bin)))
            .collect(),
    };
    let plot = |name: &str, curves: Vec<Curve>| {
        let tallest = curves
            .iter()
            .flat_map(|curve| curve.points.iter().map(|(_, y)| *y))
            .fold(0.0, f64::max);
        Plot {
            name: name.to_owned(),
            summary: format!(
                "{name} over {span:.0} seconds; at most {}.",
                format::rate(tallest)
            ),
            height: 130.0,
            x: (Axis::from_zero(span), seconds),
            y: (Axis::from_zero((tallest * 1.1).max(1.0)), format::given),
            curves,
            dots: Vec::new(),
            rules: Vec::new(),
        }
    };
    let requests = plot(
        "Requests on one replica",
        vec![
            line("plot__curve plot__curve--ink", |bin| bin.running),
            line("plot__curve plot__curve--batch", |bin| bin.waiting),
        ],
    );
    let tokens = plot(
        "Tokens of an iteration",
        vec![
            line("plot__curve plot__curve--real-time", |bin| {
                bin.prefill_tokens / bin.iterations.max(1.0)
            }),
            line("plot__curve plot__curve--ink", |bin| {
                bin.decode_tokens / bin.iterations.max(1.0)
            }),
        ],
    );
    let body = view! {
        {requests.view()}
        {keys(&[("key--ink", "Running"), ("key--batch", "Waiting")])}
        {tokens.view()}
        {keys(&[("key--real-time", "Prefill"), ("key--ink", "Decode")])}
    };
    panel(
        "minute",
        "One simulated minute",
        "Prompts come in clumps. Each takes a share of the iterations from the requests that are already answering.",
        body,
    )
}

fn seconds(value: f64) -> String {
    format!("{} s", format::given(value))
}
