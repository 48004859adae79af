//! The top of every page.

use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;

use super::theme_toggle::ThemeToggle;
use crate::address::address;
use crate::pages::NAVIGATION;

/// The mark: a percent sign with a million's worth of circles below the bar.
#[component]
pub fn Logo() -> impl IntoView {
    view! {
        <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
            <rect width="32" height="32" rx="8" fill="var(--ink)" />
            <path d="M9 25 21 7" stroke="var(--paper)" stroke-width="2.6" stroke-linecap="round" />
            <circle cx="9.4" cy="10.4" r="3.1" fill="none" stroke="var(--paper)" stroke-width="2.4" />
            <circle cx="19.8" cy="22" r="2.4" fill="var(--logo-real-time)" />
            <circle cx="26" cy="22" r="2.4" fill="var(--logo-batch)" />
        </svg>
    }
    .into_any()
}

/// Name, pages and theme.
#[component]
pub fn Masthead() -> impl IntoView {
    // Every page is about the same question, which is in the address.
    let search = use_location().search;
    let to = move |path: &'static str| {
        move || search.with(|search| address(path, search.trim_start_matches('?')))
    };
    let links = NAVIGATION
        .iter()
        .map(|entry| view! { <A href=to(entry.path) exact=true>{entry.name}</A> })
        .collect_view();

    view! {
        <header class="masthead">
            <a class="brand" href="/">
                <Logo />
                <span class="brand__name">"Permillion"</span>
            </a>
            <nav class="nav" aria-label="Pages">
                {links}
            </nav>
            <ThemeToggle />
        </header>
    }
    .into_any()
}
