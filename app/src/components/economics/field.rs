//! One field of the form about money: label, control, unit, error and hint.

use leptos::prelude::*;

use crate::economics::field::StudyField;
use crate::economics::field_text::{choices, hint, label, placeholder, unit};
use crate::economics::study::Study;

/// The id of a field's control.
pub(super) fn id_of(field: StudyField) -> String {
    format!("f-{}", field.key())
}

fn described_by(field: StudyField, is_wrong: bool) -> String {
    let id = id_of(field);
    let error = if is_wrong {
        format!("{id}-error ")
    } else {
        String::new()
    };
    let unit = if unit(field).is_empty() {
        String::new()
    } else {
        format!("{id}-unit ")
    };
    format!("{error}{unit}{id}-hint")
}

#[component]
fn Frame(study: Study, field: StudyField, wide: bool, children: Children) -> impl IntoView {
    let id = id_of(field);
    let error = Memo::new(move |_| study.error(field));
    let unit = unit(field);

    view! {
        <div class="field" class:field--wide=wide class:field--bad=move || error.with(Option::is_some)>
            <label class="field__label" for=id.clone()>
                {label(field)}
            </label>
            <div class="field__box">
                {children()}
                {(!unit.is_empty())
                    .then(|| view! { <span class="field__unit" id=format!("{id}-unit")>{unit}</span> })}
            </div>
            <p class="field__error" id=format!("{id}-error") hidden=move || error.with(Option::is_none)>
                {move || error.get()}
            </p>
            <p class="field__hint" id=format!("{id}-hint")>
                {move || study.with_typed(|typed| hint(field, typed))}
            </p>
        </div>
    }
    .into_any()
}

/// A text or number that is typed. Blank stands for the default, which is put back when the field
/// is left.
#[component]
pub fn Typed(
    /// The state behind it.
    study: Study,
    /// Which field.
    #[prop(into)]
    field: StudyField,
    /// Whether the field takes the whole width.
    #[prop(optional)]
    wide: bool,
) -> impl IntoView {
    let is_wrong = move || study.error(field).is_some();
    let put_default_back = move |_| {
        if study.text(field).trim().is_empty() && !field.default_text().is_empty() {
            study.set_now(field, field.default_text().to_owned());
        }
    };
    let (keyboard, longest) = if field.is_number() {
        ("decimal", "40")
    } else {
        ("text", "2000")
    };

    view! {
        <Frame study field wide>
            <input
                id=id_of(field)
                name=field.key()
                type="text"
                inputmode=keyboard
                autocomplete="off"
                spellcheck="false"
                maxlength=longest
                placeholder=move || study.with_typed(|typed| placeholder(field, typed))
                value=untrack(move || study.text(field))
                prop:value=move || study.text(field)
                aria-invalid=move || is_wrong().then_some("true")
                aria-describedby=move || described_by(field, is_wrong())
                on:input:target=move |event| study.set_soon(field, event.target().value())
                on:blur=put_default_back
            />
        </Frame>
    }
    .into_any()
}

/// A field that is chosen from a list. What a link named that is not in it is shown as a further
/// entry, so that it is not lost.
#[component]
pub fn Chosen(
    /// The state behind it.
    study: Study,
    /// Which field.
    #[prop(into)]
    field: StudyField,
    /// Whether the field takes the whole width.
    #[prop(optional)]
    wide: bool,
) -> impl IntoView {
    let is_wrong = move || study.error(field).is_some();
    let list = Memo::new(move |_| {
        let mut list = study.with_typed(|typed| choices(field, typed));
        let now = study.text(field);
        if list.iter().all(|choice| choice.value != now) {
            list.push(crate::choices::Choice {
                label: now.clone(),
                value: now,
            });
        }
        list
    });
    let is_chosen = move |value: &str| study.with_typed(|typed| typed.text(field).trim() == value);
    let option = move |choice: crate::choices::Choice| {
        let value = choice.value.clone();
        view! {
            <option
                value=choice.value
                selected=untrack(|| is_chosen(&value))
                prop:selected=move || is_chosen(&value)
            >
                {choice.label}
            </option>
        }
    };

    view! {
        <Frame study field wide>
            <select
                id=id_of(field)
                name=field.key()
                aria-invalid=move || is_wrong().then_some("true")
                aria-describedby=move || described_by(field, is_wrong())
                on:change:target=move |event| study.set_now(field, event.target().value())
            >
                {move || list.get().into_iter().map(option).collect_view()}
            </select>
        </Frame>
    }
    .into_any()
}
