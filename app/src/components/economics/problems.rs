//! How many fields of the form about money are wrong, and which.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use throughput::scenario::{Field, FieldError};

use super::field::id_of;
use crate::components::form::problems::focus_on;
use crate::economics::asked::address;
use crate::economics::field::StudyField;
use crate::economics::field_text::label;
use crate::economics::study::Study;
use crate::field_text;

/// A summary of what has to be corrected, with a link to each field. Fields of the calculator are
/// corrected there.
#[component]
pub fn Problems(
    /// The state behind it.
    study: Study,
) -> impl IntoView {
    let errors = Memo::new(move |_| study.errors());
    let count = move || match errors.with(Vec::len) {
        1 => "One field needs correcting:".to_owned(),
        many => format!("{many} fields need correcting:"),
    };
    let all = move || {
        let query = study.query();
        let links = errors.get().into_iter().map(|error| link(error, &query));
        links.collect_view()
    };

    view! {
        <div role="status" class="ask__status">
            <Show when=move || errors.with(|errors| !errors.is_empty())>
                <div class="problems">
                    <p>{count}</p>
                    <ul>{all}</ul>
                </div>
            </Show>
        </div>
    }
    .into_any()
}

fn link(error: FieldError, query: &str) -> AnyView {
    if let Some(field) = StudyField::from_key(&error.field) {
        let id = id_of(field);
        let target = format!("#{id}");
        let focus = move |event: MouseEvent| {
            // A jump would put the field's id into the address, which is the question's alone.
            event.prevent_default();
            focus_on(&id);
        };
        view! {
            <li>
                <a href=target on:click=focus>
                    {label(field)}
                </a>
            </li>
        }
        .into_any()
    } else if let Some(field) = Field::from_key(&error.field) {
        view! {
            <li>
                <a href=address("/", query)>{field_text::label(field)}</a>
                ": "
                {error.detail}
            </li>
        }
        .into_any()
    } else {
        view! { <li>{error.detail}</li> }.into_any()
    }
}
