//! The calculator.

use leptos::prelude::*;
use leptos_router::hooks::use_location;

use crate::components::answer::{Answer, Verdict};
use crate::components::form::QuestionForm;
use crate::components::presets::Presets;
use crate::address::address;
use crate::economics::study;
use crate::question::Question;
use crate::simulation::trial;

/// The page at `/`.
#[component]
pub fn Home() -> impl IntoView {
    let question = Question::from_address();
    let search = use_location().search;
    let to = move |path: &'static str| {
        move || search.with(|search| address(path, search.trim_start_matches('?')))
    };

    view! {
        <section class="intro">
            <div>
                <h1>"What do a million tokens cost?"</h1>
                <p>
                    "On your GPUs, at your latency promise, and why. "
                    <a href=to(study::PATH)>"The fleet, its bill and the APIs beside it"</a>
                    "; "
                    <a href=to(trial::PATH)>"its p99, simulated"</a>
                </p>
            </div>
            <Presets question />
        </section>
        <div class="columns">
            <Verdict question />
            <QuestionForm question />
            <Answer question />
        </div>
    }
    .into_any()
}
