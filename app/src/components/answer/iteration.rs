//! Where the time of a step goes at each operating point.

use leptos::prelude::*;
use throughput::estimate::IterationParts;

use super::point::outcome;
use crate::format;
use crate::question::Question;
use crate::wording::Kind;

/// A part of a step's time.
type Part = (&'static str, &'static str, fn(&IterationParts) -> f64);

const PARTS: [Part; 5] = [
    ("part-1", "Reading weights", |parts| parts.weights_ms),
    ("part-2", "Reading the KV cache", |parts| parts.kv_ms),
    ("part-5", "Matrix arithmetic", |parts| parts.compute_ms),
    ("part-3", "Messages between GPUs", |parts| {
        parts.communication_ms
    }),
    ("part-4", "Kernels, scheduler, host", |parts| {
        parts.overhead_ms
    }),
];

/// One bar for each operating point, and the legend of both.
#[component]
pub fn IterationBars(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let parts_of = move |kind: Kind| {
        Memo::new(move |_| {
            question
                .with_estimate(|estimate| {
                    outcome(estimate, kind).point().map(|point| point.iteration)
                })
                .flatten()
        })
    };
    let (real_time, batch) = (parts_of(Kind::RealTime), parts_of(Kind::Batch));
    let is_empty = move || real_time.with(Option::is_none) && batch.with(Option::is_none);

    view! {
        <section class="panel" hidden=is_empty>
            <h2>"Where the time of a step goes"</h2>
            <p class="panel__lead">
                "A step gives every running request its next token and takes in some of the waiting prompts."
            </p>
            <ul class="times">
                <Bar kind=Kind::RealTime parts=real_time />
                <Bar kind=Kind::Batch parts=batch />
            </ul>
            <ul class="legend" aria-hidden="true">
                {PARTS.map(|(class, name, _)| view! { <li><i class=format!("legend__key {class}")></i>{name}</li> }).into_iter().collect_view()}
            </ul>
        </section>
    }
    .into_any()
}

#[component]
fn Bar(kind: Kind, parts: Memo<Option<IterationParts>>) -> impl IntoView {
    let style = move |quantity: fn(&IterationParts) -> f64| {
        move || {
            let share = parts.with(|parts| {
                parts.as_ref().map_or(0.0, |parts| {
                    quantity(parts) / parts.total_ms.max(f64::MIN_POSITIVE)
                })
            });
            format!("flex-grow:{:.4}", share.clamp(0.0, 1.0))
        }
    };
    let total = move || parts.with(|parts| parts.map(|parts| format::latency_ms(parts.total_ms)));
    let in_words = move || {
        parts.with(|parts| {
            let parts = parts.as_ref()?;
            let said = PARTS.map(|(_, name, quantity)| {
                format!("{name} {}", format::latency_ms(quantity(parts)))
            });
            Some(format!(": {}", said.join(", ")))
        })
    };

    view! {
        <li class="times__row" hidden=move || parts.with(Option::is_none)>
            <span class=format!("times__name {}", kind.slug())>{kind.name()}</span>
            <div class="bar bar--slim" aria-hidden="true">
                {PARTS
                    .map(|(class, _, quantity)| {
                        view! { <div class=format!("bar__part {class}") style=style(quantity)></div> }
                    })
                    .into_iter()
                    .collect_view()}
            </div>
            <span class="times__total">{total}</span>
            <span class="visually-hidden">{in_words}</span>
        </li>
    }
    .into_any()
}
