//! A field that is chosen from a list.

use leptos::prelude::*;
use throughput::scenario::Field;

use super::find_box::FindBox;
use super::frame::{FieldFrame, described_by, id_of};
use crate::choices::{self, Choice, Group};
use crate::question::Question;

/// A list. What a link named that is not in it is shown as a further entry, so that it is not lost.
#[component]
pub fn ChoiceField(
    /// The state behind it.
    question: Question,
    /// Which field.
    field: Field,
    /// Whether the field takes the whole width.
    #[prop(optional)]
    wide: bool,
    /// Whether the list is so long that it can be narrowed down by typing.
    #[prop(optional)]
    long: bool,
) -> impl IntoView {
    let sought = RwSignal::new(String::new());
    let all = StoredValue::new(choices::of(field));
    let found = Memo::new(move |_| {
        all.with_value(|all| sought.with(|sought| choices::matching(all, sought)))
    });
    let offered = Memo::new(move |_| {
        all.with_value(|all| choices::with_current(found.get(), all, &question.text(field)))
    });
    let is_wrong = move || question.error(field).is_some();
    let take_first = move || {
        let first = found.with(|groups| choices::first(groups).map(ToOwned::to_owned));
        if let Some(value) = first {
            sought.set(String::new());
            question.set_now(field, value);
        }
    };
    let list = move || {
        let current = question.with_typed_untracked(|typed| typed.text(field).to_owned());
        offered
            .get()
            .into_iter()
            .map(|group| options(group, &current))
            .collect_view()
    };

    view! {
        <FieldFrame
            question
            field
            wide
            aside=long.then(|| view! { <FindBox field sought on_enter=take_first /> }.into_any())
        >
            <select
                id=id_of(field)
                name=field.key()
                prop:value=move || question.text(field)
                aria-invalid=move || is_wrong().then_some("true")
                aria-describedby=move || described_by(field, is_wrong())
                on:change:target=move |event| question.set_now(field, event.target().value())
            >
                {list}
            </select>
        </FieldFrame>
    }
    .into_any()
}

fn options(group: Group, current: &str) -> impl IntoView + use<> {
    let entries = group
        .choices
        .into_iter()
        .map(|choice| option(choice, current))
        .collect_view();
    if group.name.is_empty() {
        entries.into_any()
    } else {
        view! { <optgroup label=group.name>{entries}</optgroup> }.into_any()
    }
}

fn option(choice: Choice, current: &str) -> impl IntoView + use<> {
    let is_current = choice.value == current;
    view! {
        <option value=choice.value selected=is_current prop:selected=is_current>
            {choice.label}
        </option>
    }
}
