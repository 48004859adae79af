//! Everything under the verdict about money.

use leptos::prelude::*;

use super::{apis, day, discount, fleet, gpu_price, speeds, split, tiers, tornado};
use crate::address::address;
use crate::components::inquiry::Parts;
use crate::economics::Studied;
use crate::economics::study::Study;

/// The parts in their order.
const PARTS: &[fn(&Studied) -> AnyView] = &[
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

/// The answer.
#[component]
pub fn StudyAnswer(
    /// The state behind it.
    study: Study,
) -> impl IntoView {
    let api = move || address("/api/v1/economics", &study.query());
    view! {
        <Parts inquiry=study parts=PARTS>
            <a class="button" href=api rel="external">
                "Open as JSON"
            </a>
            <a class="button" href="/api/v1/prices" rel="external">
                "All prices as JSON"
            </a>
        </Parts>
    }
    .into_any()
}
