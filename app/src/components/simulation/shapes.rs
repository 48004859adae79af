//! What the shape of traffic costs at the same mean.

use leptos::prelude::*;
use throughput::trial::Shape;

use crate::components::table::{Cell, panel, table};
use crate::format;
use crate::simulation::Simulated;

/// The panel.
pub(super) fn shapes(simulated: &Simulated) -> AnyView {
    let shapes = &simulated.shapes;
    let own = shapes
        .first()
        .and_then(|shape| shape.usd_per_million_output);
    let row = |(index, shape): (usize, &Shape)| {
        let against = match (shape.usd_per_million_output, own) {
            (Some(_), Some(_)) if index == 0 => "as asked".to_owned(),
            (Some(usd), Some(own)) => format!("{:+.0} %", (usd / own - 1.0) * 100.0),
            _ => String::new(),
        };
        vec![
            Cell::words(arrivals(shape.arrival_cv), lengths(shape.length_cv)),
            Cell::from(
                shape
                    .request_rate_per_s
                    .map_or_else(|| "none".to_owned(), format::rate),
            ),
            Cell::with_small(
                shape
                    .usd_per_million_output
                    .map_or_else(|| "the promise cannot be kept".to_owned(), format::usd),
                against,
            ),
        ]
    };
    let rows = shapes.iter().enumerate().map(row).collect();
    let headings = [
        "Traffic of the same mean",
        "Requests / s within the promise",
        "$ per million output tokens",
    ];
    panel(
        "shapes",
        "What bursts and spread cost",
        "The same GPUs, the same mean lengths, the same promise. Bursts and long requests need room, and room is paid for.",
        table("Cost by the shape of traffic", &headings, rows),
    )
}

fn arrivals(cv: f64) -> String {
    if (cv - 1.0).abs() < 1e-9 {
        "Poisson arrivals (CV 1)".to_owned()
    } else if cv > 1.0 {
        format!("Bursts (CV {})", format::given(cv))
    } else {
        format!("Regular arrivals (CV {})", format::given(cv))
    }
}

fn lengths(cv: Option<f64>) -> String {
    match cv {
        None => "lengths as asked".to_owned(),
        Some(cv) if cv <= 0.0 => "all requests of one length".to_owned(),
        Some(cv) => format!("log-normal lengths, CV {}", format::given(cv)),
    }
}
