//! One replica under traffic, request by request.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::components::simulation::{TrialAnswer, TrialForm, TrialVerdict};
use crate::simulation::trial::Trial;

/// The page at `/simulate`.
#[component]
pub fn Simulate() -> impl IntoView {
    let trial = Trial::from_address();

    view! {
        <Title text="What p99 really is" />
        <section class="intro">
            <div>
                <h1>"What p99 really is"</h1>
                <p>"Thousands of requests through one replica, iteration by iteration, beside what queueing theory says."</p>
            </div>
        </section>
        <div class="columns">
            <TrialVerdict trial />
            <TrialForm trial />
            <TrialAnswer trial />
        </div>
    }
    .into_any()
}
