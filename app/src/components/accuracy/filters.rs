//! What is looked at: a plain form whose choices are the page's address.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

use super::Now;
use crate::accuracy::{Choices, Filter, METRICS};

/// The filters. Without the running page a button sends the form; with it each choice acts at once.
#[component]
pub fn Filters(
    /// What is asked.
    filter: Memo<Filter>,
    /// What is shown.
    shown: Now,
) -> impl IntoView {
    let choices =
        Memo::new(move |_| shown.with(|shown| shown.as_ref().map(|shown| shown.choices.clone())));
    let is_narrowed = move || {
        filter.with(|filter| {
            Filter::KEYS[1..]
                .iter()
                .any(|key| !filter.value(key).is_empty())
        })
    };
    let metrics = METRICS
        .map(|metric| (metric.slug.to_owned(), metric.name.to_owned()))
        .to_vec();

    view! {
        <form class="filters" method="get" action="/accuracy" aria-label="Filter" autocomplete="off">
            <Choice filter key="metric" label="Metric" options=metrics />
            {move || {
                choices
                    .get()
                    .unwrap_or_default()
                    .into_iter()
                    .map(|Choices { key, options }| {
                        let (key, label, all) = match key.as_str() {
                            "gpu" => ("gpu", "GPU", "All GPUs"),
                            "model" => ("model", "Model", "All models"),
                            _ => ("engine", "Engine", "All engines"),
                        };
                        let everything = std::iter::once((String::new(), all.to_owned()));
                        let options = everything.chain(options).collect();
                        view! { <Choice filter key label options /> }
                    })
                    .collect_view()
            }}
            <div class="filters__end">
                <button class="button button--main needs-no-wasm" type="submit">
                    "Show"
                </button>
                <a class="button" href="/accuracy" hidden=move || !is_narrowed()>
                    "Show all"
                </a>
            </div>
        </form>
    }
    .into_any()
}

#[component]
fn Choice(
    filter: Memo<Filter>,
    key: &'static str,
    label: &'static str,
    options: Vec<(String, String)>,
) -> impl IntoView {
    let navigate = use_navigate();
    let id = format!("a-{key}");
    let at_first = filter.with_untracked(|filter| filter.value(key).to_owned());
    let choose = move |value: String| {
        let address = filter.with_untracked(|filter| filter.clone().with(key, value).address());
        navigate(
            &address,
            NavigateOptions {
                scroll: false,
                ..NavigateOptions::default()
            },
        );
    };
    let entries = options
        .into_iter()
        .map(|(value, name)| {
            let selected = value == at_first;
            view! {
                <option value=value selected=selected>
                    {name}
                </option>
            }
        })
        .collect_view();

    view! {
        <div class="field">
            <label class="field__label" for=id.clone()>
                {label}
            </label>
            <div class="field__box">
                <select
                    id=id
                    name=key
                    prop:value=move || filter.with(|filter| filter.value(key).to_owned())
                    on:change:target=move |event| choose(event.target().value())
                >
                    {entries}
                </select>
            </div>
        </div>
    }
    .into_any()
}
