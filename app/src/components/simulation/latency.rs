//! Mean and percentiles, with what theory says beside.

use leptos::prelude::*;
use throughput::estimate::Percentiles;
use throughput::trial::{Figure, Latency};

use crate::components::table::{Cell, panel, table};
use crate::format;
use crate::simulation::Simulated;

/// The panel.
pub(super) fn latency(simulated: &Simulated) -> AnyView {
    let answer = &simulated.answer;
    let theory = answer.theory;
    let rows = vec![
        row(
            "TTFT",
            "to the first token",
            &answer.ttft_ms,
            theory.map(|theory| theory.ttft_ms),
        ),
        row(
            "TPOT",
            "per token after it",
            &answer.tpot_ms,
            theory.map(|theory| theory.tpot_ms),
        ),
        row("ITL", "gap between two tokens", &answer.itl_ms, None),
        row(
            "E2E",
            "the whole request",
            &answer.e2e_ms,
            theory.map(|theory| theory.e2e_ms),
        ),
    ];
    let headings = ["", "Mean", "p50", "p90", "p95", "p99", "p99 by theory"];
    panel(
        "latency",
        "Latency of a request",
        "Below each figure half the width of its 95 % confidence interval: another run would fall within it in 19 of 20 cases.",
        table("Mean and percentiles", &headings, rows),
    )
}

fn row(name: &str, what: &str, latency: &Latency, theory: Option<Percentiles>) -> Vec<Cell> {
    let cell = |figure: &Figure| {
        let width = figure.half_width.map_or_else(
            || "too few to say".to_owned(),
            |width| format!("± {}", format::latency_ms(width)),
        );
        Cell::with_small(format::latency_ms(figure.value), width)
    };
    let by_theory = theory.map_or_else(
        || Cell::from("–"),
        |theory| {
            let apart = theory.p99 / latency.p99.value.max(1e-9) - 1.0;
            Cell::with_small(
                format::latency_ms(theory.p99),
                format!("{:+.0} %", apart * 100.0),
            )
        },
    );
    vec![
        Cell::with_small(name, what),
        cell(&latency.mean),
        cell(&latency.p50),
        cell(&latency.p90),
        cell(&latency.p95),
        cell(&latency.p99),
        by_theory,
    ]
}
