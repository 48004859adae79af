//! The calculator.

use leptos::prelude::*;

use crate::components::answer::{Answer, Verdict};
use crate::components::form::QuestionForm;
use crate::components::presets::Presets;
use crate::question::Question;

/// The page at `/`.
#[component]
pub fn Home() -> impl IntoView {
    let question = Question::from_address();

    view! {
        <section class="intro">
            <div>
                <h1>"What do a million tokens cost?"</h1>
                <p>
                    "On your GPUs, at your latency promise, and why."
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
