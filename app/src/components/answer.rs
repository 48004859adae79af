//! The answer: the verdict, the two operating points, and what stands behind them.

pub mod band;
pub mod curve;
pub mod curve_table;
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

use super::plain_words::PlainWords;
use crate::question::{Freshness, Question};
use crate::wording::Kind;
use curve::Curve;
use iteration::IterationBars;
use memory::MemoryBar;
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
    let is_stale = move || has_answer.get() && question.freshness() != Freshness::Current;

    view! {
        <section class="answer" id="answer" aria-label="Answer" class:is-stale=is_stale>
            <Show when=move || has_answer.get()>
                <div class="points">
                    <Point question kind=Kind::RealTime />
                    <Point question kind=Kind::Batch />
                </div>
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
