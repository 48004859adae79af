//! The button between light and dark.

use leptos::prelude::*;

use crate::theme;

/// Changes to the other theme. Shown once the page is awake.
#[component]
pub fn ThemeToggle() -> impl IntoView {
    view! {
        <button
            type="button"
            class="icon-button needs-wasm"
            aria-label="Change between light and dark"
            title="Light or dark"
            on:click=|_| theme::toggle()
        >
            <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" focusable="false">
                <circle cx="9" cy="9" r="7.2" fill="none" stroke="currentColor" stroke-width="1.6" />
                <path d="M9 1.8a7.2 7.2 0 0 1 0 14.4z" fill="currentColor" />
            </svg>
        </button>
    }
    .into_any()
}
