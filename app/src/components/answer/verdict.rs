//! The answer in one sentence, and how it stands to what is asked.

use leptos::prelude::*;

use super::dock::Dock;
use super::take_away::CopyLink;
use crate::inquiry::Freshness;
use crate::question::Question;
use crate::verdict::{Piece, sentence};
use crate::wording::{deployment, traffic_and_promise};

/// The sentence, what it is about, and a note when it is not the answer to what is asked.
#[component]
pub fn Verdict(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let pieces = Memo::new(move |_| question.with_estimate(sentence).unwrap_or_default());
    let about = Memo::new(move |_| {
        question.with_estimate(|estimate| {
            let scenario = &estimate.scenario;
            format!(
                "{}; {}.",
                deployment(scenario),
                traffic_and_promise(scenario)
            )
        })
    });
    let freshness = Memo::new(move |_| question.freshness());
    let has_answer = move || about.with(Option::is_some);
    let is_old = move || has_answer() && freshness.get() != Freshness::Current;

    view! {
        <section class="verdict" aria-label="The answer in short">
            <p
                class="verdict__sentence"
                class:is-stale=is_old
                hidden=move || !has_answer()
                aria-live="polite"
                aria-busy=move || (freshness.get() == Freshness::Waiting).then_some("true")
            >
                {move || pieces.get().into_iter().map(piece).collect_view()}
            </p>
            <div class="verdict__foot" hidden=move || !has_answer()>
                <p class="verdict__what" class:is-stale=is_old>
                    {move || about.get()}
                </p>
                <CopyLink question />
            </div>
            <p class="note note--bad" role="status" hidden=move || note(freshness.get(), has_answer()).is_none()>
                {move || note(freshness.get(), has_answer())}
            </p>
            <Dock question />
        </section>
    }
    .into_any()
}

fn piece(piece: Piece) -> impl IntoView {
    match piece.kind {
        Some(kind) => {
            view! { <span class=format!("figure {}", kind.slug())>{piece.text}</span> }.into_any()
        }
        None => piece.text.into_any(),
    }
}

/// What has to be said about an answer that is not to what is asked. A short wait needs no words.
pub(crate) fn note(freshness: Freshness, has_answer: bool) -> Option<&'static str> {
    match (freshness, has_answer) {
        (Freshness::Current, _) | (Freshness::Waiting, true) => None,
        (Freshness::Wrong(_), true) => Some(
            "This is the last answer, not the answer to what stands in the form. Correct the marked \
             fields to get a new one.",
        ),
        (Freshness::Wrong(_), false) => {
            Some("There is no answer yet: correct the marked fields to get one.")
        }
        (Freshness::Waiting, false) => Some("The answer is on its way."),
        (Freshness::Unreachable, true) => Some(
            "The server could not be reached: this is the last answer, not the answer to what stands \
             in the form.",
        ),
        (Freshness::Unreachable, false) => Some("The server could not be reached."),
    }
}
