//! How many fields are wrong, and which.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use throughput::scenario::{Field, FieldError};

use super::frame::id_of;
use super::more::FIELDS;
use crate::field_text;
use crate::question::Question;

/// A summary of what has to be corrected, with a link to each field.
#[component]
pub fn Problems(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let errors = Memo::new(move |_| {
        let mut errors = question.errors();
        // As the fields stand on the page: the folded ones come last.
        errors.sort_by_key(|error| {
            Field::from_key(&error.field).is_some_and(|field| FIELDS.contains(&field))
        });
        errors
    });
    let count = move || match errors.with(Vec::len) {
        1 => "One field needs correcting:".to_owned(),
        many => format!("{many} fields need correcting:"),
    };

    view! {
        <div role="status" class="ask__status">
            <Show when=move || errors.with(|errors| !errors.is_empty())>
                <div class="problems">
                    <p>{count}</p>
                    <ul>{move || errors.get().into_iter().map(link).collect_view()}</ul>
                </div>
            </Show>
        </div>
    }
    .into_any()
}

fn link(error: FieldError) -> impl IntoView {
    let Some(field) = Field::from_key(&error.field) else {
        return view! { <li>{error.detail}</li> }.into_any();
    };
    let id = id_of(field);
    let focus = {
        let id = id.clone();
        move |event: MouseEvent| {
            // A jump would put the field's id into the address, which is the question's alone.
            event.prevent_default();
            focus_on(&id);
        }
    };
    view! {
        <li>
            <a href=format!("#{id}") on:click=focus>
                {field_text::label(field)}
            </a>
        </li>
    }
    .into_any()
}

#[cfg(feature = "hydrate")]
pub(crate) fn focus_on(id: &str) {
    use wasm_bindgen::JsCast as _;
    let element = document().get_element_by_id(id);
    if let Some(element) =
        element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok())
    {
        // Focus is a courtesy: without it the link still named the field.
        let _ = element.focus();
    }
}

#[cfg(not(feature = "hydrate"))]
pub(crate) const fn focus_on(_id: &str) {}
