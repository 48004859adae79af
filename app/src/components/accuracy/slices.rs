//! The errors of the metric that is shown, slice by slice.

use leptos::prelude::*;

use super::summary::{error_table, line_row};
use super::{Now, metric};
use crate::accuracy::Shown;

/// The error table by kind of model, GPU, engine, way of running and model.
#[component]
pub fn Slices(
    /// What is shown.
    shown: Now,
) -> impl IntoView {
    let is_empty =
        move || shown.with(|shown| shown.as_ref().is_none_or(|shown| shown.by_slice.is_empty()));

    view! {
        <section class="panel accuracy__slices" hidden=is_empty>
            <h2>
                {move || shown.with(|shown| shown.as_ref().map(|shown| format!("{}, slice by slice", metric(shown).name)))}
            </h2>
            <p class="panel__lead">"Slices of three figures or more."</p>
            {move || shown.with(|shown| shown.as_ref().map(table))}
        </section>
    }
    .into_any()
}

fn table(shown: &Shown) -> AnyView {
    let rows = shown
        .by_slice
        .iter()
        .map(|(kind, lines)| {
            view! {
                <tr class="errors__group">
                    <th scope="rowgroup" colspan="7">
                        {kind.clone()}
                    </th>
                </tr>
                {lines.iter().map(line_row).collect_view()}
            }
        })
        .collect_view();
    error_table("Errors by slice", "Slice", rows.into_any())
}
