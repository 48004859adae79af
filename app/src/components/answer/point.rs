//! One of the two operating points.

use leptos::prelude::*;
use throughput::estimate::{Estimate, OperatingPoint, Outcome};
use throughput::scenario::Scenario;

use super::band::Band;
use super::no_point::NoPointReason;
use super::why::{PointSignal, Why, WhyBody, said};
use crate::point_rows::{PRICE, ROWS};
use crate::question::Question;
use crate::wording::{self, Kind};

/// The outcome of one kind.
pub(super) const fn outcome(estimate: &Estimate, kind: Kind) -> &Outcome {
    match kind {
        Kind::RealTime => &estimate.real_time,
        Kind::Batch => &estimate.batch,
    }
}

/// A card with the operating point, or with the reason why there is none.
#[component]
pub fn Point(
    /// The state behind it.
    question: Question,
    /// Which of the two.
    kind: Kind,
) -> impl IntoView {
    let point: PointSignal = Memo::new(move |_| {
        question
            .with_estimate(|estimate| {
                let point = outcome(estimate, kind).point()?;
                Some((estimate.scenario.clone(), point.clone()))
            })
            .flatten()
    });
    let has_point = move || point.with(Option::is_some);
    let provenance =
        |_: &Scenario, point: &OperatingPoint| wording::provenance(point.provenance).0.to_owned();

    view! {
        <article class=format!("panel point point--{}", kind.slug()) aria-labelledby=format!("point-{}", kind.slug())>
            <header class="point__head">
                <h2 id=format!("point-{}", kind.slug())>
                    {kind.name()} " " <small>{kind.meaning()}</small>
                </h2>
                <span class="badge" hidden=move || !has_point()>
                    {said(point, provenance)}
                </span>
            </header>
            <Show when=has_point fallback=move || view! { <NoPointReason question kind /> }>
                <details class="why why--price">
                    <summary>
                        <span class="price">
                            <span class="price__figure">{said(point, PRICE.value)}</span>
                            <span class="price__unit">
                                "per million output tokens, " <br /> "input included"
                            </span>
                        </span>
                    </summary>
                    <WhyBody point row=PRICE />
                </details>
                <Binding point />
                <div>
                    {ROWS.map(|row| view! { <Why point row /> }).into_iter().collect_view()}
                </div>
                <Band point />
            </Show>
        </article>
    }
    .into_any()
}

/// What stops the point from going higher, and what its time goes to.
#[component]
fn Binding(point: PointSignal) -> impl IntoView {
    let what =
        |scenario: &Scenario, point: &OperatingPoint| wording::binding(point.binding, scenario).0;
    let why =
        |scenario: &Scenario, point: &OperatingPoint| wording::binding(point.binding, scenario).1;
    let most =
        |_: &Scenario, point: &OperatingPoint| wording::bottleneck(point.bottleneck).to_owned();
    view! {
        <p class="point__binding">
            "Bound by " <strong>{said(point, what)}</strong> ", " {said(point, why)} ". Most time goes to "
            <strong>{said(point, most)}</strong> "."
        </p>
    }
    .into_any()
}
