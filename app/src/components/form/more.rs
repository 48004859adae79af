//! The fields that most people leave alone.

use leptos::prelude::*;
use throughput::scenario::Field;

use super::{ChoiceField, TextField};
use crate::field_text;
use crate::question::Question;

/// The folded fields, in their order.
pub const FIELDS: [Field; 15] = [
    Field::Engine,
    Field::Replicas,
    Field::Pp,
    Field::Dp,
    Field::Ep,
    Field::DraftTokens,
    Field::Acceptance,
    Field::CacheHit,
    Field::ArrivalCv,
    Field::IslCv,
    Field::OslCv,
    Field::E2eP99Ms,
    Field::MaxSeqs,
    Field::TokenBudget,
    Field::MemFraction,
];

/// Engine, parallelism, traffic's finer points and limits, folded away; says what is changed in it.
#[component]
pub fn More(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let changed = Memo::new(move |_| {
        let is_changed = |field: &Field| question.with_typed(|typed| typed.is_changed(*field));
        FIELDS
            .into_iter()
            .filter(is_changed)
            .map(field_text::label)
            .collect::<Vec<_>>()
    });
    let state = move || match changed.get().as_slice() {
        [] => "all as usual".to_owned(),
        labels => format!("changed: {}", labels.join(", ")),
    };
    let is_wrong = move || {
        FIELDS
            .into_iter()
            .any(|field| question.error(field).is_some())
    };
    // An error must not hide; once open, it is the reader's to close.
    let open = Memo::new(move |before| before == Some(&true) || is_wrong());

    view! {
        <details class="more" open=move || open.get()>
            <summary>
                "Engine, parallelism and limits "
                <span class="more__state" class:more__state--changed=move || changed.with(|labels| !labels.is_empty())>
                    {state}
                </span>
            </summary>
            <div class="group">
                <ChoiceField question field=Field::Engine wide=true />
                <TextField question field=Field::Replicas />
                <TextField question field=Field::Pp />
                <TextField question field=Field::Dp />
                <ChoiceField question field=Field::Ep />
                <TextField question field=Field::DraftTokens />
                <TextField question field=Field::Acceptance />
                <TextField question field=Field::CacheHit />
                <TextField question field=Field::ArrivalCv />
                <TextField question field=Field::IslCv />
                <TextField question field=Field::OslCv />
                <TextField question field=Field::E2eP99Ms />
                <TextField question field=Field::MaxSeqs />
                <TextField question field=Field::TokenBudget />
                <TextField question field=Field::MemFraction />
            </div>
        </details>
    }
    .into_any()
}
