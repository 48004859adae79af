//! Errors on what the fit had not seen.

use leptos::prelude::*;
use throughput::validation::CrossValidated;

use super::{Now, percent};

/// The cross-validation; nothing where it has not been run.
#[component]
pub fn CrossValidation(
    /// What is shown.
    shown: Now,
) -> impl IntoView {
    let rows = Memo::new(move |_| {
        shown.with(|shown| {
            shown
                .as_ref()
                .map(|shown| shown.cross_validated.clone())
                .unwrap_or_default()
        })
    });
    let is_empty = move || rows.with(Vec::is_empty);

    view! {
        <section class="panel accuracy__unseen" hidden=is_empty>
            <h2>"On what the fit had never seen"</h2>
            <p class="panel__lead">
                "The constants are fitted again with whole GPUs, models or sources left out, and asked about what was left out. This is the error to expect for new hardware and new models."
            </p>
            <div class="scroller" tabindex="0" role="region" aria-label="Errors on unseen cases">
                <table class="errors">
                    <thead>
                        <tr>
                            <th scope="col">"Left out, and what is predicted"</th>
                            <th scope="col">"Figures"</th>
                            <th scope="col">"Median"</th>
                            <th scope="col">"Mean"</th>
                            <th scope="col">"p90"</th>
                        </tr>
                    </thead>
                    <tbody>
                        {move || {
                            rows.get().chunk_by(|a, b| a.left_out == b.left_out).map(group).collect_view()
                        }}
                    </tbody>
                </table>
            </div>
        </section>
    }
    .into_any()
}

/// The rows with one kind of group left out, under its name.
fn group(rows: &[CrossValidated]) -> AnyView {
    let left_out = match rows[0].left_out.to_lowercase().as_str() {
        "gpu" => "Whole GPUs left out",
        "model" => "Whole models left out",
        "source" => "Whole sources left out",
        _ => "Whole configurations left out",
    };
    view! {
        <tr class="errors__group">
            <th scope="rowgroup" colspan="5">
                {left_out}
            </th>
        </tr>
        {rows.iter().map(row).collect_view()}
    }
    .into_any()
}

fn row(row: &CrossValidated) -> AnyView {
    view! {
        <tr>
            <th scope="row">{metric(&row.metric)}</th>
            <td>{row.rows}</td>
            <td>{percent(row.median)}</td>
            <td>{percent(row.mean)}</td>
            <td>{percent(row.p90)}</td>
        </tr>
    }
    .into_any()
}

/// The calibration's word for a metric as the page says it.
fn metric(word: &str) -> String {
    let (metric, kind) = word.split_once(", ").unwrap_or((word, ""));
    let name = match metric {
        "Output" => "Throughput of offline runs",
        "Tpot" => "Time per output token",
        "Ttft" => "Time to first token",
        "WholeRequest" => "Time of a whole request",
        other => other,
    };
    if kind.is_empty() {
        name.to_owned()
    } else {
        format!("{name}, {kind}")
    }
}
