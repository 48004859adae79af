//! One page: the calculator.

use leptos::prelude::*;

/// The page at `/`.
#[component]
pub fn Home() -> impl IntoView {
    let (count, set_count) = signal(0_u32);

    view! {
        <h1>"Permillion"</h1>
        <button type="button" on:click=move |_| set_count.update(|count| *count += 1)>
            "Clicked "
            {count}
        </button>
    }
}
