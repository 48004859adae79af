//! What to know before trusting the numbers.

use leptos::prelude::*;

use crate::question::Question;

/// The answer's warnings, if it has any.
#[component]
pub fn Warnings(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let warnings = Memo::new(move |_| {
        question
            .with_estimate(|estimate| estimate.warnings.clone())
            .unwrap_or_default()
    });
    view! {
        <ul class="warnings" aria-label="Before you rely on this" hidden=move || warnings.with(Vec::is_empty)>
            {move || {
                warnings.get().into_iter().map(|warning| view! { <li class="note">{warning}</li> }).collect_view()
            }}
        </ul>
    }
    .into_any()
}
