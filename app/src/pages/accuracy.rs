//! How far the model is from published measurements.

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use crate::accuracy::{Filter, Shown, accuracy, accuracy_at_once};
use crate::components::accuracy::{
    CrossValidation, Figures, Filters, Peers, Scatter, Slices, Summary, Worst,
};

/// The page at `/accuracy`.
#[component]
pub fn Accuracy() -> impl IntoView {
    let params = use_query_map();
    let filter = Memo::new(move |_| params.with(Filter::from_params));
    let shown = shown(filter);

    view! {
        <Title text="Predicted against measured" />
        <section class="intro">
            <div>
                <h1>"Predicted against measured"</h1>
                <p>{move || shown.with(|shown| shown.as_ref().map(introduction))}</p>
            </div>
        </section>
        <Filters filter shown />
        <div class="accuracy" id="answer" class:is-stale=move || is_stale(filter, shown)>
            <Scatter shown />
            <div class="accuracy__side">
                <Summary shown />
                <CrossValidation shown />
            </div>
            <Worst shown />
            <Slices shown />
            <Peers />
            <Figures shown />
        </div>
    }
    .into_any()
}

fn introduction(shown: &Shown) -> String {
    format!(
        "{} published measurements, chosen by a fixed rule and not by how well they fit, each with its source. The \
         model answers {} of them.",
        shown.rows, shown.answered
    )
}

fn is_stale(filter: Memo<Filter>, shown: RwSignal<Option<Shown>>) -> bool {
    shown.with(|shown| {
        shown
            .as_ref()
            .is_none_or(|shown| filter.with(|filter| shown.filter != *filter))
    })
}

/// What the server found for the page's address travels inside the HTML; later choices are fetched.
fn shown(filter: Memo<Filter>) -> RwSignal<Option<Shown>> {
    let first = filter.get_untracked();
    let at_once = SharedValue::new(move || accuracy_at_once(&first));
    let shown = RwSignal::new(at_once.into_inner());
    Effect::new(move |_| {
        let wanted = filter.get();
        if shown.with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.filter == wanted))
        {
            return;
        }
        spawn_local(async move {
            let reply = accuracy(wanted.clone()).await;
            // Only the answer to the latest choice may be shown.
            if let (Ok(found), Some(latest)) = (reply, filter.try_get_untracked())
                && latest == wanted
            {
                shown.set(Some(found));
            }
        });
    });
    shown
}
