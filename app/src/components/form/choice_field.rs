//! A field that is chosen from a list which does not change.

use leptos::prelude::*;
use throughput::scenario::Field;

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
) -> impl IntoView {
    let groups = choices::of(field);
    let is_known = {
        let values: Vec<String> = groups
            .iter()
            .flat_map(|group| group.choices.iter().map(|choice| choice.value.clone()))
            .collect();
        move |value: &String| values.contains(value)
    };
    let unknown = Memo::new(move |_| Some(question.text(field)).filter(|value| !is_known(value)));
    let is_wrong = move || question.error(field).is_some();
    let at_first = untrack(move || question.text(field));

    view! {
        <FieldFrame question field wide>
            <select
                id=id_of(field)
                name=field.key()
                prop:value=move || question.text(field)
                aria-invalid=move || is_wrong().then_some("true")
                aria-describedby=move || described_by(field, is_wrong())
                on:change:target=move |event| question.set_now(field, event.target().value())
            >
                {move || {
                    unknown
                        .get()
                        .map(|value| {
                            view! {
                                <option value=value.clone() selected=true prop:selected=true>
                                    {value.clone()}
                                </option>
                            }
                        })
                }}
                {groups.into_iter().map(|group| options(group, &at_first)).collect_view()}
            </select>
        </FieldFrame>
    }
    .into_any()
}

fn options(group: Group, at_first: &str) -> impl IntoView + use<> {
    let entries = group
        .choices
        .into_iter()
        .map(|choice| option(choice, at_first))
        .collect_view();
    if group.name.is_empty() {
        entries.into_any()
    } else {
        view! { <optgroup label=group.name>{entries}</optgroup> }.into_any()
    }
}

fn option(choice: Choice, at_first: &str) -> impl IntoView + use<> {
    let selected = choice.value == at_first;
    view! {
        <option value=choice.value selected=selected>
            {choice.label}
        </option>
    }
}
