//! Everything under a verdict.

use leptos::prelude::*;

use crate::inquiry::{Freshness, Inquiry, Subject};

/// The parts of an answer in their order, and how to take it along. A new answer changes the parts
/// in place, so that what is open stays open.
#[component]
pub fn Parts<S: Subject>(
    /// The state behind it.
    inquiry: Inquiry<S>,
    /// What shows each part.
    parts: &'static [fn(&S::Answer) -> AnyView],
    /// Links and buttons to take the answer along.
    children: Children,
) -> impl IntoView {
    let has_answer = Memo::new(move |_| inquiry.with_answer(|_| ()).is_some());
    let is_stale = move || has_answer.get() && inquiry.freshness() != Freshness::Current;
    let part = move |part: &fn(&S::Answer) -> AnyView| {
        let part = *part;
        view! { {move || inquiry.with_answer(part)} }
    };

    view! {
        <section class="answer" id="answer" aria-label="Answer" class:is-stale=is_stale>
            {parts.iter().map(part).collect_view()}
            <section class="take-away" aria-label="Take it along" hidden=move || !has_answer.get()>
                {children()}
            </section>
        </section>
    }
    .into_any()
}
