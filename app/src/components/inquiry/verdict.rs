//! The answer in short: a sentence, what it is about, figures, and a note when it is old.

use leptos::prelude::*;

use crate::components::answer::verdict::note;
use crate::inquiry::{Freshness, Inquiry, Subject};

/// The sentence, what it is about, the figures behind it, and a note when it is not the answer to
/// what is asked.
#[component]
pub fn InShort<S: Subject>(
    /// The state behind it.
    inquiry: Inquiry<S>,
    /// The sentence.
    sentence: fn(&S::Answer) -> String,
    /// What it is about.
    about: fn(&S::Answer) -> String,
    /// The figures.
    figures: fn(&S::Answer) -> AnyView,
) -> impl IntoView {
    let said = Memo::new(move |_| inquiry.with_answer(sentence));
    let about = Memo::new(move |_| inquiry.with_answer(about));
    let freshness = Memo::new(move |_| inquiry.freshness());
    let has_answer = move || said.with(Option::is_some);
    let is_old = move || has_answer() && freshness.get() != Freshness::Current;

    view! {
        <section class="verdict" aria-label="The answer in short">
            <p
                class="verdict__sentence verdict__sentence--long"
                class:is-stale=is_old
                hidden=move || !has_answer()
                aria-live="polite"
                aria-busy=move || (freshness.get() == Freshness::Waiting).then_some("true")
            >
                {move || said.get()}
            </p>
            <p class="verdict__what" class:is-stale=is_old hidden=move || !has_answer()>
                {move || about.get()}
            </p>
            <p class="note note--bad" role="status" hidden=move || note(freshness.get(), has_answer()).is_none()>
                {move || note(freshness.get(), has_answer())}
            </p>
            <div class:is-stale=is_old>{move || inquiry.with_answer(figures)}</div>
        </section>
    }
    .into_any()
}
