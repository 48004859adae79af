//! A folded part of the form about money.

use leptos::prelude::*;
use throughput::economics::EconomicsField;

use crate::economics::field_text::label;
use crate::economics::study::Study;

/// Fields that most people leave alone; says which of them are changed, and opens for an error.
#[component]
pub fn Folded(
    /// The state behind it.
    study: Study,
    /// What the fields are about.
    name: &'static str,
    /// The fields.
    fields: &'static [EconomicsField],
    /// Their controls.
    children: Children,
) -> impl IntoView {
    let changed = Memo::new(move |_| {
        let is_changed =
            |field: &&EconomicsField| study.with_typed(|typed| typed.is_changed((**field).into()));
        let labels = fields
            .iter()
            .filter(is_changed)
            .map(|field| label((*field).into()));
        labels.collect::<Vec<_>>()
    });
    let state = move || match changed.get().as_slice() {
        [] => "as usual".to_owned(),
        labels => format!("changed: {}", labels.join(", ")),
    };
    let is_wrong = move || {
        fields
            .iter()
            .any(|field| study.error((*field).into()).is_some())
    };
    // An error must not hide; once open, it is the reader's to close.
    let open = Memo::new(move |before| before == Some(&true) || is_wrong());

    view! {
        <details class="more" open=move || open.get()>
            <summary>
                {name} " "
                <span class="more__state" class:more__state--changed=move || changed.with(|labels| !labels.is_empty())>
                    {state}
                </span>
            </summary>
            <div class="group">{children()}</div>
        </details>
    }
    .into_any()
}
