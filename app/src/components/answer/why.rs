//! A number that opens to where it is from.

use leptos::prelude::*;
use throughput::estimate::OperatingPoint;
use throughput::scenario::Scenario;

use crate::point_rows::Row;
use crate::wording;

/// A scenario and one of its operating points, as long as there is one.
pub type PointSignal = Memo<Option<(Scenario, OperatingPoint)>>;

/// What a function says of the point; blank without one.
pub(super) fn said(
    point: PointSignal,
    say: impl Fn(&Scenario, &OperatingPoint) -> String + Copy + Send + Sync + 'static,
) -> impl Fn() -> String + Copy + Send + Sync + 'static {
    move || {
        point.with(|point| {
            point
                .as_ref()
                .map(|(scenario, point)| say(scenario, point))
                .unwrap_or_default()
        })
    }
}

/// One number of an operating point; opened, its formula with the numbers put in.
#[component]
pub fn Why(
    /// The point.
    point: PointSignal,
    /// Which of its numbers.
    row: Row,
) -> impl IntoView {
    view! {
        <details class="why">
            <summary>
                <span class="why__label">
                    {row.label} " " {(!row.detail.is_empty()).then(|| view! { <small>{row.detail}</small> })}
                </span>
                <span class="why__value">{said(point, row.value)}</span>
            </summary>
            <WhyBody point row />
        </details>
    }
    .into_any()
}

/// What a number opens to.
#[component]
pub fn WhyBody(
    /// The point.
    point: PointSignal,
    /// Which of its numbers.
    row: Row,
) -> impl IntoView {
    let source = |_: &Scenario, point: &OperatingPoint| {
        let (word, sentence) = wording::provenance(point.provenance);
        format!("{word}. {sentence} {}.", wording::band(&point.error_band))
    };
    view! {
        <div class="why__body">
            <code class="formula">{said(point, row.formula)}</code>
            <p>{row.note}</p>
            <p>{said(point, source)}</p>
        </div>
    }
    .into_any()
}
