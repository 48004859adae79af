//! Everything under the verdict about money.

use leptos::prelude::*;

use super::{apis, day, discount, fleet, gpu_price, speeds, split, tiers, tornado};
use crate::address::address;
use crate::economics::Studied;
use crate::economics::study::Study;
use crate::inquiry::Freshness;

/// The parts in their order.
const PARTS: [fn(&Studied) -> AnyView; 9] = [
    fleet::fleet,
    split::split,
    apis::apis,
    gpu_price::gpu_price,
    day::day,
    discount::discount,
    tornado::tornado,
    tiers::tiers,
    speeds::speeds,
];

/// The answer. A new one changes the parts in place, so that what is open stays open.
#[component]
pub fn StudyAnswer(
    /// The state behind it.
    study: Study,
) -> impl IntoView {
    let has_answer = Memo::new(move |_| study.with_answer(|_| ()).is_some());
    let is_stale = move || has_answer.get() && study.freshness() != Freshness::Current;
    let part = move |part: fn(&Studied) -> AnyView| move || study.with_answer(part);
    let api = move || address("/api/v1/economics", &study.query());

    view! {
        <section class="answer" id="answer" aria-label="Answer" class:is-stale=is_stale>
            {PARTS.map(|show| view! { {part(show)} }).into_iter().collect_view()}
            <section class="take-away" aria-label="Take it along" hidden=move || !has_answer.get()>
                <a class="button" href=api rel="external">
                    "Open as JSON"
                </a>
                <a class="button" href="/api/v1/prices" rel="external">
                    "All prices as JSON"
                </a>
            </section>
        </section>
    }
    .into_any()
}
