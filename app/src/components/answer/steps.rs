//! How the numbers come about, step by step.

use leptos::prelude::*;
use throughput::estimate::Step;

use crate::question::Question;

/// The steps of the calculation with this question's numbers put in, folded.
#[component]
pub fn Steps(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let steps = Memo::new(move |_| {
        question
            .with_estimate(|estimate| estimate.explanation.clone())
            .unwrap_or_default()
    });
    view! {
        <section class="panel" id="steps" hidden=move || steps.with(Vec::is_empty)>
            <details>
                <summary>
                    <h2>"How the numbers come about"</h2>
                    <p class="panel__lead">"Every formula with your numbers put in, and where its figures are from."</p>
                </summary>
                <ol class="steps">{move || steps.get().into_iter().map(step).collect_view()}</ol>
            </details>
        </section>
    }
    .into_any()
}

fn step(step: Step) -> impl IntoView {
    view! {
        <li class="step">
            <p class="step__head">
                <span>{step.quantity}</span>
                <span>{step.result}</span>
            </p>
            <code class="formula formula--symbols">{step.formula}</code>
            <code class="formula">{step.substituted}</code>
            <p class="step__source">{step.source}</p>
        </li>
    }
}
