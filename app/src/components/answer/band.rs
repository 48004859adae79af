//! The error band as a picture.

use leptos::prelude::*;
use throughput::estimate::OperatingPoint;
use throughput::scenario::Scenario;

use super::why::{PointSignal, said};
use crate::wording;

/// Where the band begins and ends on a track from 0 to a quarter above it, and where the answer
/// stands, in per cent of the track.
fn places(point: &OperatingPoint) -> (f64, f64, f64) {
    let end = point.error_band.high.max(point.output_tok_s) * 1.25;
    let place = |rate: f64| {
        if end > 0.0 {
            (rate / end * 100.0).clamp(0.0, 100.0)
        } else {
            0.0
        }
    };
    (
        place(point.error_band.low),
        place(point.error_band.high),
        place(point.output_tok_s),
    )
}

/// The band of throughput around the answer.
#[component]
pub fn Band(
    /// The point.
    point: PointSignal,
) -> impl IntoView {
    let range = |_: &Scenario, point: &OperatingPoint| {
        let (low, high, _) = places(point);
        format!("left:{low:.1}%;width:{:.1}%", (high - low).max(0.0))
    };
    let mark = |_: &Scenario, point: &OperatingPoint| format!("left:{:.1}%", places(point).2);
    let text = |_: &Scenario, point: &OperatingPoint| wording::band(&point.error_band);

    view! {
        <div class="band">
            <div class="band__track" aria-hidden="true">
                <div class="band__range" style=said(point, range)></div>
                <div class="band__mark" style=said(point, mark)></div>
            </div>
            <p class="band__text">{said(point, text)}</p>
        </div>
    }
    .into_any()
}
