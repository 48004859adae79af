//! Narrows a long list down by typing.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use throughput::scenario::Field;

use crate::field_text;

/// A box whose text narrows a list down. It is no part of the question, so it has no name and is
/// shown only once the page is awake.
#[component]
pub fn FindBox(
    /// The list's field.
    field: Field,
    /// What is looked for.
    sought: RwSignal<String>,
    /// What Enter does.
    on_enter: impl Fn() + Send + Sync + 'static,
) -> impl IntoView {
    let label = format!("Find a {}", field_text::label(field).to_lowercase());
    let press = move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
            on_enter();
        }
    };

    view! {
        <input
            type="search"
            class="find needs-wasm"
            aria-label=label.clone()
            placeholder="Find…"
            title="Narrows the list down; Enter takes the first"
            autocomplete="off"
            spellcheck="false"
            prop:value=sought
            on:input:target=move |event| sought.set(event.target().value())
            on:keydown=press
        />
    }
    .into_any()
}
