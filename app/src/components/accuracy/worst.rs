//! The cases that the model gets most wrong.

use leptos::prelude::*;

use super::{Now, metric, signed, source_link, value};
use crate::accuracy::{Point, Shown};

/// How many.
const WORST: usize = 10;

/// The worst cases of the metric that is shown, by how many times too high or too low.
#[component]
pub fn Worst(
    /// What is shown.
    shown: Now,
) -> impl IntoView {
    let is_empty =
        move || shown.with(|shown| shown.as_ref().is_none_or(|shown| shown.points.is_empty()));
    let list = move || {
        shown.with(|shown| {
            let shown = shown.as_ref()?;
            let cases = shown
                .points
                .iter()
                .take(WORST)
                .map(|point| case(shown, point));
            Some(cases.collect_view())
        })
    };

    view! {
        <section class="panel accuracy__worst" hidden=is_empty>
            <h2>"The worst cases"</h2>
            <p class="panel__lead">
                "Where the model is most wrong, by how many times too high or too low. Where a reason is known it is given; where there is none, the model is wrong and we do not know why."
            </p>
            <ol class="cases">{list}</ol>
        </section>
    }
    .into_any()
}

fn case(shown: &Shown, point: &Point) -> AnyView {
    let unit = metric(shown).unit;
    view! {
        <li class="case">
            <p class="case__name">{point.case.clone()}</p>
            <p class="case__error">{signed(point.error())}</p>
            <p class="case__numbers">
                {format!("Predicted {} {unit}, measured {} {unit}", value(point.predicted), value(point.measured))}
            </p>
            {point.doubt.clone().map(|doubt| view! { <p class="case__doubt">{doubt}</p> })}
            <p class="case__source">{source_link(shown, point)}</p>
        </li>
    }
    .into_any()
}
