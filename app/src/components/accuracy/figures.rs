//! The figures of the drawing as a table, and all of them to take along.

use leptos::prelude::*;

use super::{Now, metric, signed, source_link, value};
use crate::accuracy::{Point, Shown};

/// The folded table of the drawing's figures, and the whole table as CSV.
#[component]
pub fn Figures(
    /// What is shown.
    shown: Now,
) -> impl IntoView {
    view! {
        <section class="panel accuracy__figures">
            <h2>"The figures"</h2>
            <p class="panel__lead">
                "Every metric of every row, with prediction, source and date, as a file; the figures of the plot as a table."
            </p>
            <p class="accuracy__take">
                <a class="button" href="/accuracy.csv" rel="external" download="permillion-accuracy.csv">
                    "Download all as CSV"
                </a>
            </p>
            <details class="data-table">
                <summary>"The plot as a table"</summary>
                {move || shown.with(|shown| shown.as_ref().map(table))}
            </details>
        </section>
    }
    .into_any()
}

fn table(shown: &Shown) -> AnyView {
    let unit = metric(shown).unit;
    view! {
        <div class="scroller" tabindex="0" role="region" aria-label="Predicted and measured">
            <table class="errors errors--words">
                <thead>
                    <tr>
                        <th scope="col">"Case"</th>
                        <th scope="col">{format!("Measured, {unit}")}</th>
                        <th scope="col">{format!("Predicted, {unit}")}</th>
                        <th scope="col">"Error"</th>
                        <th scope="col">"Source"</th>
                    </tr>
                </thead>
                <tbody>{shown.points.iter().map(|point| row(shown, point)).collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row(shown: &Shown, point: &Point) -> AnyView {
    view! {
        <tr>
            <th scope="row">{point.case.clone()}</th>
            <td>{value(point.measured)}</td>
            <td>{value(point.predicted)}</td>
            <td>{signed(point.error())}</td>
            <td class="errors__word">{source_link(shown, point)}</td>
        </tr>
    }
    .into_any()
}
