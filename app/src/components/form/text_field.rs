//! A field that is typed.

use leptos::prelude::*;
use throughput::scenario::Field;

use super::frame::{FieldFrame, described_by, id_of};
use crate::field_text;
use crate::question::Question;

/// A number that is typed. Blank stands for the default, which is put back when the field is left.
#[component]
pub fn TextField(
    /// The state behind it.
    question: Question,
    /// Which field.
    field: Field,
    /// Whether the field takes the whole width.
    #[prop(optional)]
    wide: bool,
) -> impl IntoView {
    let is_wrong = move || question.error(field).is_some();
    let placeholder = move || question.with_typed(|typed| field_text::placeholder(field, typed));
    let put_default_back = move |_| {
        if question.text(field).trim().is_empty() && !field.default_text().is_empty() {
            question.set_now(field, field.default_text().to_owned());
        }
    };

    view! {
        <FieldFrame question field wide>
            <input
                id=id_of(field)
                name=field.key()
                type="text"
                inputmode="decimal"
                autocomplete="off"
                spellcheck="false"
                maxlength="40"
                placeholder=placeholder
                value=untrack(move || question.text(field))
                prop:value=move || question.text(field)
                aria-invalid=move || is_wrong().then_some("true")
                aria-describedby=move || described_by(field, is_wrong())
                on:input:target=move |event| question.set_soon(field, event.target().value())
                on:blur=put_default_back
            />
        </FieldFrame>
    }
    .into_any()
}
