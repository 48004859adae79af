//! What every page has in common: title and routes.

use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::StaticSegment;
use leptos_router::components::{Route, Router, Routes};

use crate::pages::{Home, NotFound};

/// The whole page: its title and its routes.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();

    view! {
        <Title text="Permillion" />
        <Router>
            <main>
                <Routes fallback=NotFound>
                    <Route path=StaticSegment("") view=Home />
                </Routes>
            </main>
        </Router>
    }
}
