//! The page where there is no page.

use leptos::prelude::*;

/// What is shown for an address that has no page.
#[component]
pub fn NotFound() -> impl IntoView {
    view! {
        <section class="plain-page" id="answer">
            <h1>"Not found"</h1>
            <p>"There is no page at this address. " <a href="/">"Go to the calculator"</a></p>
        </section>
    }
}
