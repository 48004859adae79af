//! The bottom of every page.

use leptos::prelude::*;

/// Where the numbers can be had otherwise, and on what terms.
#[component]
pub fn Footer() -> impl IntoView {
    view! {
        <footer class="footer">
            <p>
                "Permillion works out what serving a language model costs, from first principles. Prices and data sheets carry their source and date; every answer its error band."
            </p>
            <ul>
                <li>
                    <a href="/api" rel="external">
                        "API reference"
                    </a>
                </li>
                <li>
                    <a href="/api/v1/openapi.json" rel="external">
                        "OpenAPI document"
                    </a>
                </li>
                <li>"MIT or Apache-2.0"</li>
            </ul>
        </footer>
    }
    .into_any()
}
