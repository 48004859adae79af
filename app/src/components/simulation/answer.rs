//! Everything under the verdict about traffic.

use leptos::prelude::*;

use super::{distribution, latency, load, minute, replica, shapes};
use crate::inquiry::Freshness;
use crate::simulation::Simulated;
use crate::simulation::trial::Trial;

/// The parts in their order.
const PARTS: [fn(&Simulated) -> AnyView; 6] = [
    latency::latency,
    distribution::distribution,
    load::load,
    shapes::shapes,
    minute::minute,
    replica::replica,
];

/// The answer. A new one changes the parts in place, so that what is open stays open.
#[component]
pub fn TrialAnswer(
    /// The state behind it.
    trial: Trial,
) -> impl IntoView {
    let has_answer = Memo::new(move |_| trial.with_answer(|_| ()).is_some());
    let is_stale = move || has_answer.get() && trial.freshness() != Freshness::Current;
    let part = move |part: fn(&Simulated) -> AnyView| move || trial.with_answer(part);

    view! {
        <section class="answer" id="answer" aria-label="Answer" class:is-stale=is_stale>
            {PARTS.map(|show| view! { {part(show)} }).into_iter().collect_view()}
            <section class="take-away" aria-label="Take it along" hidden=move || !has_answer.get()>
                <a class="button" href="/api#post-api-v1-simulate" rel="external">
                    "The same by API"
                </a>
            </section>
        </section>
    }
    .into_any()
}
