//! The data of the chart.

use leptos::prelude::*;
use throughput::estimate::CurvePoint;

use crate::format;
use crate::question::Question;

/// A column: its heading and its value.
type Column = (&'static str, fn(&CurvePoint) -> String);

const COLUMNS: [Column; 6] = [
    ("Requests in flight", |point| {
        format::rate(point.concurrency)
    }),
    ("Throughput, tok/s", |point| {
        format::rate(point.output_tok_s)
    }),
    ("tok/s per GPU", |point| {
        format::rate(point.output_tok_s_per_gpu)
    }),
    ("Mean time per token", |point| {
        format::latency_ms(point.tpot_ms)
    }),
    ("Mean time to first token", |point| {
        format::latency_ms(point.ttft_ms)
    }),
    ("$ per million output", |point| {
        format::usd(point.usd_per_m_output_all_in)
    }),
];

/// The curve as a folded table.
#[component]
pub fn CurveTable(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let curve = Memo::new(move |_| {
        question
            .with_estimate(|estimate| estimate.curve.clone())
            .unwrap_or_default()
    });
    let row = |point: CurvePoint| {
        let cells = COLUMNS.map(|(_, value)| view! { <td>{value(&point)}</td> });
        view! { <tr>{cells.into_iter().collect_view()}</tr> }
    };

    view! {
        <details class="data-table">
            <summary>"The same as a table"</summary>
            <div class="scroller" tabindex="0" role="region" aria-label="Throughput and latency over concurrency">
                <table>
                    <thead>
                        <tr>
                            {COLUMNS
                                .map(|(heading, _)| view! { <th scope="col">{heading}</th> })
                                .into_iter()
                                .collect_view()}
                        </tr>
                    </thead>
                    <tbody>{move || curve.get().into_iter().map(row).collect_view()}</tbody>
                </table>
            </div>
        </details>
    }
    .into_any()
}
