//! Everything under the verdict about traffic.

use leptos::prelude::*;

use super::{distribution, latency, load, minute, replica, shapes};
use crate::components::inquiry::Parts;
use crate::simulation::Simulated;
use crate::simulation::trial::Trial;

/// The parts in their order.
const PARTS: &[fn(&Simulated) -> AnyView] = &[
    latency::latency,
    distribution::distribution,
    load::load,
    shapes::shapes,
    minute::minute,
    replica::replica,
];

/// The answer.
#[component]
pub fn TrialAnswer(
    /// The state behind it.
    trial: Trial,
) -> impl IntoView {
    view! {
        <Parts inquiry=trial parts=PARTS>
            <a class="button" href="/api#post-api-v1-simulate" rel="external">
                "The same by API"
            </a>
        </Parts>
    }
    .into_any()
}
