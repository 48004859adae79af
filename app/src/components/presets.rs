//! Links to questions to start from.

use leptos::prelude::*;

use crate::presets::{PRESETS, Preset};
use crate::question::Question;

/// The presets as plain links; the one that is asked is marked.
#[component]
pub fn Presets(
    /// What is asked now.
    question: Question,
) -> impl IntoView {
    let query = Memo::new(move |_| question.query());
    let link = move |preset: Preset| {
        let is_asked = move || query.with(|query| query == preset.query);
        view! {
            <li>
                <a
                    class="button preset"
                    href=preset.address()
                    title=preset.description
                    data-noscroll=""
                    aria-current=move || is_asked().then_some("true")
                >
                    {preset.name}
                </a>
            </li>
        }
    };

    view! {
        <nav aria-label="Examples">
            <ul class="presets">{PRESETS.into_iter().map(link).collect_view()}</ul>
        </nav>
    }
    .into_any()
}
