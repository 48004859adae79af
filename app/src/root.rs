//! What every page has in common: title, masthead, routes, footer.

use leptos::prelude::*;
use leptos_meta::{Meta, Title, provide_meta_context};
use leptos_router::components::Router;

use crate::components::footer::Footer;
use crate::components::masthead::Masthead;
use crate::pages::PageRoutes;
use crate::theme::ThemeChanges;

/// The whole site.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    ThemeChanges::provide();
    #[cfg(feature = "hydrate")]
    crate::awake::say_awake();

    view! {
        <Title formatter=|page: String| format!("{page} · Permillion") text="What a million tokens cost" />
        <Meta
            name="description"
            content="What a million LLM tokens cost on your GPUs at your latency promise, in real time and in batch, and why."
        />
        <Router>
            <a class="skip" href="#answer" rel="external">
                "Skip to the answer"
            </a>
            <Masthead />
            <main class="page" id="main">
                <PageRoutes />
            </main>
            <Footer />
        </Router>
    }
}
