//! The load under one's thumb.

use leptos::prelude::*;
use throughput::scenario::{format_number, parse_number};
use throughput::trial::SimulationField as S;

use crate::format;
use crate::simulation::trial::Trial;

/// A slider over the load, from a tenth of the batch point's rate to overload.
#[component]
pub fn LoadSlider(
    /// The state behind it.
    trial: Trial,
) -> impl IntoView {
    let share = move || {
        parse_number(&trial.text(S::LoadShare))
            .or_else(|| trial.with_answer(|simulated| simulated.answer.run.load_share))
            .unwrap_or(0.8)
    };
    let shown = move || {
        let rate = trial.with_answer(|simulated| {
            let run = &simulated.answer.run;
            run.request_rate_per_s / run.load_share.max(1e-9) * share()
        });
        let rate = rate.map_or_else(String::new, |rate| {
            format!(", {} requests a second", format::rate(rate))
        });
        format!("{} of the batch point{rate}", format::percent(share()))
    };
    let slide = move |value: String| {
        trial.with_typed_untracked(|_| ());
        let rounded = parse_number(&value).map_or(value, format_number);
        // One of the two says the load.
        if !trial.text(S::RequestRate).is_empty() {
            trial.set_soon(S::RequestRate.into(), String::new());
        }
        trial.set_soon(S::LoadShare.into(), rounded);
    };

    view! {
        <div class="slider needs-wasm">
            <label for="load-slider">"Move the load"</label>
            <input
                id="load-slider"
                type="range"
                min="0.1"
                max="1.2"
                step="0.02"
                prop:value=move || format!("{:.2}", share())
                aria-valuetext=shown
                on:input:target=move |event| slide(event.target().value())
            />
            <output for="load-slider">{shown}</output>
        </div>
    }
    .into_any()
}
