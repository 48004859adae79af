//! One field of a form: label, control, unit, error and hint.

use leptos::prelude::*;

use crate::choices::Choice;
use crate::inquiry::{Form as _, Inquiry, Worded};

/// The id of a field's control.
pub(super) fn id_of<S: Worded>(field: S::Field) -> String {
    format!("f-{}", S::key(field))
}

fn described_by<S: Worded>(field: S::Field, is_wrong: bool) -> String {
    let id = id_of::<S>(field);
    let error = if is_wrong {
        format!("{id}-error ")
    } else {
        String::new()
    };
    let unit = if S::unit(field).is_empty() {
        String::new()
    } else {
        format!("{id}-unit ")
    };
    format!("{error}{unit}{id}-hint")
}

#[component]
fn Frame<S: Worded>(
    inquiry: Inquiry<S>,
    field: S::Field,
    wide: bool,
    children: Children,
) -> impl IntoView {
    let id = id_of::<S>(field);
    let error = Memo::new(move |_| inquiry.error(field));
    let unit = S::unit(field);

    view! {
        <div class="field" class:field--wide=wide class:field--bad=move || error.with(Option::is_some)>
            <label class="field__label" for=id.clone()>
                {S::label(field)}
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
                {move || inquiry.with_typed(|typed| S::hint(field, typed))}
            </p>
        </div>
    }
    .into_any()
}

/// A text or number that is typed. Blank stands for the default, which is put back when the field
/// is left.
#[component]
pub fn Typed<S: Worded>(
    /// The state behind it.
    inquiry: Inquiry<S>,
    /// Which field.
    #[prop(into)]
    field: S::Field,
    /// Whether the field takes the whole width.
    #[prop(optional)]
    wide: bool,
) -> impl IntoView {
    let id = id_of::<S>(field);
    let is_wrong = move || inquiry.error(field).is_some();
    let described = move || described_by::<S>(field, is_wrong());
    let put_default_back = move |_| {
        if inquiry.text(field).trim().is_empty() && !S::default_text(field).is_empty() {
            inquiry.set_now(field, S::default_text(field).to_owned());
        }
    };
    let (keyboard, longest) = if S::is_number(field) {
        ("decimal", "40")
    } else {
        ("text", "2000")
    };

    view! {
        <Frame inquiry field wide>
            <input
                id=id
                name=S::key(field)
                type="text"
                inputmode=keyboard
                autocomplete="off"
                spellcheck="false"
                maxlength=longest
                placeholder=move || inquiry.with_typed(|typed| S::placeholder(field, typed))
                value=untrack(move || inquiry.text(field))
                prop:value=move || inquiry.text(field)
                aria-invalid=move || is_wrong().then_some("true")
                aria-describedby=described
                on:input:target=move |event| inquiry.set_soon(field, event.target().value())
                on:blur=put_default_back
            />
        </Frame>
    }
    .into_any()
}

/// A field that is chosen from a list. What a link named that is not in it is shown as a further
/// entry, so that it is not lost.
#[component]
pub fn Chosen<S: Worded>(
    /// The state behind it.
    inquiry: Inquiry<S>,
    /// Which field.
    #[prop(into)]
    field: S::Field,
    /// Whether the field takes the whole width.
    #[prop(optional)]
    wide: bool,
) -> impl IntoView {
    let id = id_of::<S>(field);
    let is_wrong = move || inquiry.error(field).is_some();
    let described = move || described_by::<S>(field, is_wrong());
    let list = Memo::new(move |_| {
        let mut list = inquiry.with_typed(|typed| S::choices(field, typed));
        let now = inquiry.text(field);
        if list.iter().all(|choice| choice.value != now) {
            list.push(Choice {
                label: now.clone(),
                value: now,
            });
        }
        list
    });
    let is_chosen =
        move |value: &str| inquiry.with_typed(|typed| typed.text(field).trim() == value);
    let option = move |choice: Choice| {
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
        <Frame inquiry field wide>
            <select
                id=id
                name=S::key(field)
                aria-invalid=move || is_wrong().then_some("true")
                aria-describedby=described
                on:change:target=move |event| inquiry.set_now(field, event.target().value())
            >
                {move || list.get().into_iter().map(option).collect_view()}
            </select>
        </Frame>
    }
    .into_any()
}
