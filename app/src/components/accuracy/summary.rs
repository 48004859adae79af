//! The errors of every metric, for the rows that pass the filter.

use leptos::prelude::*;

use super::{Now, percent, signed};
use crate::accuracy::{Line, Shown};

/// The error table by metric.
#[component]
pub fn Summary(
    /// What is shown.
    shown: Now,
) -> impl IntoView {
    view! {
        <section class="panel accuracy__summary">
            <h2>"How far off"</h2>
            <p class="panel__lead">
                "The error is predicted over measured, less one. Half of the figures are nearer than the median, nine in ten than p90. Bias is the median with its sign: above zero the model is too high."
            </p>
            {move || shown.with(|shown| shown.as_ref().map(|shown| of_metrics(&shown.by_metric)))}
            <p class="accuracy__note">
                "The constants were fitted to measurements of which these are part; what the fit reaches on GPUs, models and sources that it has never seen is a table of its own."
            </p>
        </section>
    }
    .into_any()
}

fn of_metrics(lines: &[Line]) -> AnyView {
    if lines.is_empty() {
        return view! { <p class="note">"No published figure passes this filter."</p> }.into_any();
    }
    error_table(
        "Errors by metric",
        "Metric",
        lines.iter().map(line_row).collect_view().into_any(),
    )
    .into_any()
}

/// A table of errors in a box that scrolls.
pub(super) fn error_table(label: &'static str, first: &'static str, rows: AnyView) -> AnyView {
    view! {
        <div class="scroller scroller--full" tabindex="0" role="region" aria-label=label>
            <table class="errors">
                <thead>
                    <tr>
                        <th scope="col">{first}</th>
                        <th scope="col">"Figures"</th>
                        <th scope="col">"Median"</th>
                        <th scope="col">"Mean"</th>
                        <th scope="col">"p90"</th>
                        <th scope="col">"Bias"</th>
                        <th scope="col">"Within 20 %"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// One line of such a table.
pub(super) fn line_row(line: &Line) -> AnyView {
    let errors = line.errors;
    view! {
        <tr>
            <th scope="row">{line.of.clone()}</th>
            <td>{errors.count}</td>
            <td>{percent(errors.median)}</td>
            <td>{percent(errors.mean)}</td>
            <td>{percent(errors.p90)}</td>
            <td>{signed(errors.bias)}</td>
            <td>{percent(errors.within_20)}</td>
        </tr>
    }
    .into_any()
}

/// What a line of the metric that is shown says in words.
pub(super) fn spoken(shown: &Shown) -> String {
    let metric = super::metric(shown);
    shown.by_metric.iter().find(|line| line.of == metric.name).map_or_else(
        || format!("{}: no published figure passes this filter.", metric.name),
        |Line { errors, .. }| {
            format!(
                "{}: {} figures. Half of the predictions are within {} of what was measured, {} within 20 %.",
                metric.name,
                errors.count,
                percent(errors.median),
                percent(errors.within_20),
            )
        },
    )
}
