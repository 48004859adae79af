//! How many fields of a form are wrong, and which.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use throughput::scenario::{Field, FieldError};

use super::field::id_of;
use crate::address::address;
use crate::components::form::problems::focus_on;
use crate::field_text;
use crate::inquiry::{Inquiry, Worded};

/// A summary of what has to be corrected, with a link to each field. Fields of the calculator are
/// corrected there.
#[component]
pub fn Problems<S: Worded>(
    /// The state behind it.
    inquiry: Inquiry<S>,
) -> impl IntoView {
    let errors = Memo::new(move |_| inquiry.errors());
    let count = move || match errors.with(Vec::len) {
        1 => "One field needs correcting:".to_owned(),
        many => format!("{many} fields need correcting:"),
    };
    let all = move || {
        let query = inquiry.query();
        let links = errors
            .get()
            .into_iter()
            .map(|error| link::<S>(error, &query));
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

fn link<S: Worded>(error: FieldError, query: &str) -> AnyView {
    if let Some(field) = S::field(&error.field) {
        let id = id_of::<S>(field);
        let target = format!("#{id}");
        let focus = move |event: MouseEvent| {
            // A jump would put the field's id into the address, which is the question's alone.
            event.prevent_default();
            focus_on(&id);
        };
        view! {
            <li>
                <a href=target on:click=focus>
                    {S::label(field)}
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
