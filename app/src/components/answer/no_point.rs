//! Why there is no operating point.

use leptos::prelude::*;
use throughput::estimate::{NoPoint, Outcome};

use super::point::outcome;
use crate::question::Question;
use crate::wording::{self, Kind};

/// The reason, with the bytes that lack if memory is the reason.
#[component]
pub fn NoPointReason(
    /// The state behind it.
    question: Question,
    /// Which of the two.
    kind: Kind,
) -> impl IntoView {
    let reason = Memo::new(move |_| {
        question
            .with_estimate(|estimate| match outcome(estimate, kind) {
                Outcome::None(reason) => Some(reason.clone()),
                Outcome::Point(_) => None,
            })
            .flatten()
    });
    let said = move |say: fn(&NoPoint) -> String| {
        move || reason.with(|reason| reason.as_ref().map(say).unwrap_or_default())
    };
    let missing = said(|reason| wording::missing(reason).unwrap_or_default());

    view! {
        <p class="no-point__missing" hidden=move || missing().is_empty()>
            {missing}
        </p>
        <p class="no-point__title">{said(|reason| wording::no_point(reason.code).to_owned())}</p>
        <p class="no-point__reason">{said(|reason| reason.reason.clone())}</p>
    }
    .into_any()
}

/// The card for when neither operating point exists, for the same reason.
#[component]
pub fn Neither(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    view! {
        <article class="panel point" aria-labelledby="point-none">
            <h2 id="point-none">"Neither real time nor batch"</h2>
            <NoPointReason question kind=Kind::Batch />
        </article>
    }
    .into_any()
}
