//! A folded part of a form.

use leptos::prelude::*;

use crate::inquiry::{Form as _, Inquiry, Worded};

/// Fields that most people leave alone; says which of them are changed, and opens for an error.
#[component]
pub fn Folded<S: Worded, F>(
    /// The state behind it.
    inquiry: Inquiry<S>,
    /// What the fields are about.
    name: &'static str,
    /// The fields.
    fields: &'static [F],
    /// Their controls.
    children: Children,
) -> impl IntoView
where
    F: Copy + Into<S::Field> + Send + Sync + 'static,
{
    let changed = Memo::new(move |_| {
        let is_changed = |field: &S::Field| {
            inquiry.with_typed(|typed| {
                let text = typed.text(*field).trim();
                !text.is_empty() && text != S::default_text(*field)
            })
        };
        let labels = fields
            .iter()
            .map(|field| (*field).into())
            .filter(is_changed)
            .map(S::label);
        labels.collect::<Vec<_>>()
    });
    let state = move || match changed.get().as_slice() {
        [] => "as usual".to_owned(),
        labels => format!("changed: {}", labels.join(", ")),
    };
    let is_wrong = move || fields.iter().any(|field| inquiry.error(*field).is_some());
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
