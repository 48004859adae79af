//! One user's speed, set apart from throughput.

use leptos::prelude::*;
use throughput::estimate::SingleStream;

use crate::format;
use crate::question::Question;

/// The speed of one request alone, labelled so that nobody takes it for a throughput.
#[component]
pub fn SingleStreamLine(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let single = Memo::new(move |_| {
        question
            .with_estimate(|estimate| estimate.single_stream)
            .flatten()
    });
    let said = move |say: fn(&SingleStream) -> String| {
        move || single.with(|single| single.as_ref().map(say).unwrap_or_default())
    };

    view! {
        <aside class="single" aria-label="One user’s speed" hidden=move || single.with(Option::is_none)>
            <strong>"One user’s speed, not throughput"</strong>
            <span>
                <span class="single__figure">{said(|single| format::rate(single.tok_s))}</span>
                " tok/s"
            </span>
            <p>
                "What one person alone would see: "
                {said(|single| format::latency_ms(single.tpot_ms))} " a token, the first after "
                {said(|single| format::latency_ms(single.ttft_ms))}
                ". It says nothing of cost, because a step serves many at once."
            </p>
        </aside>
    }
    .into_any()
}
