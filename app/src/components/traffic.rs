//! Traffic of real services to start from.

use leptos::prelude::*;
use leptos_router::hooks::use_location;
use throughput::scenario::{RawScenario, Scenario};
use throughput::traffic::{TrafficProfile, traffic_profiles};

use crate::address::{address, joined, kept};
use crate::answer::query_of;

/// The profiles as plain links to the same question with their traffic; the one that is asked is
/// marked.
#[component]
pub fn TrafficProfiles(
    /// The page that the links lead to.
    path: &'static str,
    /// What is asked now.
    query: Memo<String>,
) -> impl IntoView {
    let search = use_location().search;
    let link = move |profile: &'static TrafficProfile| {
        let asked = move || query.with(|query| RawScenario::from_query(query));
        let target = move || query_of(&profile.applied_to(&asked()));
        let href = move || {
            let others = search.with(|search| kept(search, ""));
            address(path, &joined(&target(), &others))
        };
        let is_asked =
            move || Scenario::parse(&asked()).is_ok_and(|scenario| scenario.to_query() == target());
        let title = format!("{} ({})", profile.source, profile.date);
        view! {
            <li>
                <a
                    class="button preset"
                    href=href
                    title=title
                    data-noscroll=""
                    aria-current=move || is_asked().then_some("true")
                >
                    {profile.name.clone()}
                </a>
            </li>
        }
    };
    view! {
        <nav class="traffic" aria-label="Traffic">
            <p class="traffic__name">"Traffic of real services"</p>
            <ul class="presets">{traffic_profiles().iter().map(link).collect_view()}</ul>
        </nav>
    }
    .into_any()
}
