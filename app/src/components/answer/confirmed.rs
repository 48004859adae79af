//! What the simulator said of the real-time point.

use leptos::prelude::*;
use throughput::estimate::Confirmation;

use crate::format;
use crate::question::Question;

/// One sentence: the point has been simulated, and what came of it.
#[component]
pub fn Confirmed(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let confirmation = Memo::new(move |_| {
        question
            .with_estimate(|estimate| estimate.confirmation)
            .flatten()
    });
    let text = move || {
        confirmation
            .get()
            .map_or_else(String::new, |run| sentence(&run))
    };
    view! {
        <p class="note confirmed" hidden=move || confirmation.with(Option::is_none)>
            {text}
        </p>
    }
    .into_any()
}

fn sentence(run: &Confirmation) -> String {
    let outcome = if run.lowered {
        "lowered until a simulation held it"
    } else {
        "confirmed by simulation"
    };
    format!(
        "Real time is {outcome}: {} requests, p99 TTFT {}, p99 TPOT {}; the formulas said {}.",
        run.requests,
        format::latency_ms(run.simulated_ttft_p99_ms),
        format::latency_ms(run.simulated_tpot_p99_ms),
        format::latency_ms(run.predicted_ttft_p99_ms),
    )
}
