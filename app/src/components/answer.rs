//! The answer: the verdict, the two operating points, and what stands behind them.

pub mod band;
pub mod confirmed;
pub mod curve;
pub mod curve_table;
pub mod dock;
pub mod iteration;
pub mod memory;
pub mod no_point;
pub mod point;
pub mod single_stream;
pub mod steps;
pub mod take_away;
pub mod verdict;
pub mod warnings;
pub mod why;

use leptos::prelude::*;
use throughput::estimate::{Estimate, Outcome};

use super::plain_words::PlainWords;
use crate::inquiry::Freshness;
use crate::question::Question;
use crate::wording::Kind;
use confirmed::Confirmed;
use curve::Curve;
use iteration::IterationBars;
use memory::MemoryBar;
use no_point::Neither;
use point::Point;
use single_stream::SingleStreamLine;
use steps::Steps;
use take_away::TakeAway;
pub use verdict::Verdict;
use warnings::Warnings;

/// Everything under the verdict.
#[component]
pub fn Answer(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let has_answer = Memo::new(move |_| question.with_estimate(|_| ()).is_some());
    let has_neither = Memo::new(move |_| question.with_estimate(has_neither).unwrap_or_default());
    let is_stale = move || has_answer.get() && question.freshness() != Freshness::Current;

    view! {
        <section class="answer" id="answer" aria-label="Answer" class:is-stale=is_stale>
            <Show when=move || has_answer.get()>
                <div class="points">
                    <Show
                        when=move || has_neither.get()
                        fallback=move || {
                            view! {
                                <Point question kind=Kind::RealTime />
                                <Point question kind=Kind::Batch />
                            }
                        }
                    >
                        <Neither question />
                    </Show>
                </div>
                <Confirmed question />
                <SingleStreamLine question />
                <Warnings question />
                <Curve question />
                <MemoryBar question />
                <IterationBars question />
                <Steps question />
                <TakeAway question />
            </Show>
            <PlainWords />
        </section>
    }
    .into_any()
}

/// Whether one reason stands against both operating points, so that it need not be said twice.
fn has_neither(estimate: &Estimate) -> bool {
    match (&estimate.real_time, &estimate.batch) {
        (Outcome::None(real_time), Outcome::None(batch)) => real_time == batch,
        _ => false,
    }
}
