//! The chart of throughput and time per token over concurrency.

use leptos::html;
use leptos::prelude::*;

use super::curve_table::CurveTable;
use crate::chart::Series;
use crate::question::Question;

/// The chart, what it shows in words, its keys and its data.
///
/// The server draws it as SVG; once the page is awake a canvas takes its place.
#[component]
pub fn Curve(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let series = Memo::new(move |_| question.with_estimate(Series::of).unwrap_or_default());
    let canvas = NodeRef::<html::Canvas>::new();
    let drawn = RwSignal::new(false);
    #[cfg(feature = "hydrate")]
    crate::chart::canvas::keep_drawn(canvas, series, drawn);
    let knee_is_shown = move || series.with(|series| series.visible_knee().is_some());

    view! {
        <section class="panel" hidden=move || series.with(|series| series.curve.is_empty())>
            <h2>"Throughput and speed over concurrency"</h2>
            <p class="panel__lead">
                "More requests at once share each read of the weights: throughput rises, and with it the time that each token takes."
            </p>
            <figure>
                <div class="chart" role="img" aria-label=move || series.with(Series::summary)>
                    <div class="chart__still chart__still--wide" hidden=move || drawn.get() inner_html=still(series, 820, 416)></div>
                    <div class="chart__still chart__still--narrow" hidden=move || drawn.get() inner_html=still(series, 340, 400)></div>
                    <canvas node_ref=canvas aria-hidden="true"></canvas>
                </div>
                <ul class="chart__keys" aria-hidden="true">
                    <li><i class="key key--real-time"></i>"Real time"</li>
                    <li><i class="key key--batch"></i>"Batch"</li>
                    <li hidden=move || !knee_is_shown()>
                        <i class="key key--knee"></i>
                        "Knee: left of it decode waits for memory, right of it for arithmetic"
                    </li>
                </ul>
            </figure>
            <CurveTable question />
        </section>
    }
    .into_any()
}

/// The server's drawing. The browser leaves what the server sent as it is.
fn still(series: Memo<Series>, width: u32, height: u32) -> String {
    #[cfg(feature = "ssr")]
    return series.with_untracked(|series| crate::chart::still::svg(series, width, height));
    #[cfg(not(feature = "ssr"))]
    {
        let _ = (series, width, height);
        String::new()
    }
}
