//! What every field has around its control: label, unit, error and hint.

use leptos::prelude::*;
use throughput::scenario::Field;

use crate::field_text;
use crate::question::Question;

/// The id of a field's control.
pub(super) fn id_of(field: Field) -> String {
    format!("f-{}", field.key())
}

/// The ids of what describes a control: error first, then unit and hint.
pub(super) fn described_by(field: Field, is_wrong: bool) -> String {
    let id = id_of(field);
    let error = if is_wrong {
        format!("{id}-error ")
    } else {
        String::new()
    };
    let unit = if field_text::unit(field).is_empty() {
        String::new()
    } else {
        format!("{id}-unit ")
    };
    format!("{error}{unit}{id}-hint")
}

/// Label, unit, error and hint around a control.
#[component]
pub fn FieldFrame(
    /// The state behind it.
    question: Question,
    /// Which field.
    field: Field,
    /// Whether the field takes the whole width.
    wide: bool,
    /// What stands beside the label.
    #[prop(optional_no_strip)]
    aside: Option<AnyView>,
    /// The control.
    children: Children,
) -> impl IntoView {
    let id = id_of(field);
    let error = Memo::new(move |_| question.error(field));
    let hint = move || question.with_typed(|typed| field_text::hint(field, typed));
    let unit = field_text::unit(field);

    view! {
        <div
            class="field"
            class:field--wide=wide
            class:field--bad=move || error.with(Option::is_some)
        >
            <div class="field__head">
                <label class="field__label" for=id.clone()>
                    {field_text::label(field)}
                </label>
                {aside}
            </div>
            <div class="field__box">
                {children()}
                {(!unit.is_empty())
                    .then(|| view! { <span class="field__unit" id=format!("{id}-unit")>{unit}</span> })}
            </div>
            <p class="field__error" id=format!("{id}-error") hidden=move || error.with(Option::is_none)>
                {move || error.get()}
            </p>
            <p class="field__hint" id=format!("{id}-hint")>
                {hint}
            </p>
        </div>
    }
    .into_any()
}
