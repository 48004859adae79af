//! The answer to take along: as a link, as JSON, as CSV.

use leptos::prelude::*;

use crate::csv;
use crate::question::Question;

/// Copies the link to this question.
#[component]
pub fn CopyLink(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let said = RwSignal::new(None);

    view! {
        <div class="copy-link needs-wasm">
            <button type="button" class="button" on:click=move |_| copy_link(question, said)>
                "Copy link"
            </button>
            <span class="copy-link__said" role="status">
                {said}
            </span>
        </div>
    }
    .into_any()
}

/// Links to the answer as data.
#[component]
pub fn TakeAway(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let api = move || {
        let query = question.query();
        if query.is_empty() {
            "/api/v1/estimate".to_owned()
        } else {
            format!("/api/v1/estimate?{query}")
        }
    };
    let has_no_curve =
        move || question.with_estimate(|estimate| estimate.curve.is_empty()) != Some(false);
    let table = move || {
        question
            .with_estimate(|estimate| csv::data_address(&estimate.curve))
            .unwrap_or_default()
    };

    view! {
        <section class="take-away" aria-label="Take it along">
            <a class="button" href=api rel="external">
                "Open as JSON"
            </a>
            <a class="button" href=api rel="external" download="permillion.json">
                "Download JSON"
            </a>
            <a class="button" href=table download="permillion-curve.csv" hidden=has_no_curve>
                "Download curve as CSV"
            </a>
        </section>
    }
    .into_any()
}

#[cfg(feature = "hydrate")]
const NO_CLIPBOARD: &str = "Not allowed to copy here: the address bar has the link.";

#[cfg(feature = "hydrate")]
fn copy_link(question: Question, said: RwSignal<Option<&'static str>>) {
    use leptos::task::spawn_local;

    let origin = location().origin().unwrap_or_default();
    let query = question.query();
    let link = if query.is_empty() {
        format!("{origin}/")
    } else {
        format!("{origin}/?{query}")
    };
    // Browsers have no clipboard on pages that came over plain HTTP from another machine.
    if !window().is_secure_context() {
        said.set(Some(NO_CLIPBOARD));
        return;
    }
    let copied = window().navigator().clipboard().write_text(&link);
    spawn_local(async move {
        let is_copied = wasm_bindgen_futures::JsFuture::from(copied).await.is_ok();
        said.set(Some(if is_copied { "Copied." } else { NO_CLIPBOARD }));
    });
}

#[cfg(not(feature = "hydrate"))]
const fn copy_link(_question: Question, _said: RwSignal<Option<&'static str>>) {}
